//! Room for input that nobody has answered yet: lines count from their reading to the reply, and reading waits while there
//! is no room. A client that sends without end then fills its pipe and not the memory.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of input that may wait for an answer.
pub const MOST_WAITING: usize = 64 << 20;

/// What a line takes beside its text while it waits, in bytes: what it was parsed into, and its place in the queues.
const LINE_OVERHEAD: usize = 256;

/// A bounded store of waiting input, shared by who fills it and what fills it.
#[derive(Clone, Debug)]
pub struct Backlog(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

/// A share of the room, given back when it is dropped. The default is a share of no room, for lines that were not read.
#[derive(Debug, Default)]
pub struct BacklogShare {
    room: Option<Backlog>,
    bytes: usize,
}

impl Backlog {
    /// An empty room of `most` bytes.
    pub fn new(most: usize) -> Backlog {
        Backlog(Arc::new(Inner {
            most,
            used: Mutex::new(0),
            freed: Condvar::new(),
        }))
    }

    /// Waits until there is room and takes a share for a line of `length` bytes. One line may go beyond the bound, so that
    /// none is too long for the room.
    pub fn take(&self, length: usize) -> BacklogShare {
        let bytes = length + LINE_OVERHEAD;
        let is_full = |used: &mut usize| *used >= self.0.most;
        let waited = self.0.freed.wait_while(self.used(), is_full);
        *waited.unwrap_or_else(PoisonError::into_inner) += bytes;
        BacklogShare {
            room: Some(self.clone()),
            bytes,
        }
    }

    fn used(&self) -> MutexGuard<'_, usize> {
        // Nobody panics while he holds the lock.
        self.0.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BacklogShare {
    /// Takes `bytes` more, without waiting: what has been read has to go somewhere.
    pub fn grow(&mut self, bytes: usize) {
        if let Some(room) = &self.room {
            *room.used() += bytes;
            self.bytes += bytes;
        }
    }
}

impl Drop for BacklogShare {
    fn drop(&mut self) {
        if let Some(room) = &self.room {
            *room.used() -= self.bytes;
            room.0.freed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_full_room_waits_until_a_share_is_given_back() {
        let room = Backlog::new(1000);
        let mut first = room.take(100);
        first.grow(2000);
        let (sender, taken) = mpsc::channel();
        let other = room.clone();
        let waiting = thread::spawn(move || {
            let share = other.take(1);
            sender.send(()).unwrap();
            share
        });
        assert!(taken.recv_timeout(Duration::from_millis(50)).is_err());
        drop(first);
        assert!(taken.recv_timeout(Duration::from_secs(10)).is_ok());
        drop(waiting.join().unwrap());
        assert_eq!(*room.used(), 0);
    }
}

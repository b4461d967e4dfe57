//! A bound on unanswered input: a line counts from its reading to its reply, and reading waits while the bound is reached. A
//! client that never stops sending fills its pipe and not the memory.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Most bytes of input that may wait for an answer.
pub const MOST_WAITING: usize = 64 << 20;

/// Overhead of a waiting line in bytes: its parsed form and its entries in queues.
const LINE_OVERHEAD: usize = 256;

/// A bounded number of bytes of waiting input, shared by the reader and the waiting lines.
#[derive(Clone, Debug)]
pub struct Backlog(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    most: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

/// A share of the room, released when it is dropped. The default is an empty share, for lines that were not read.
#[derive(Debug, Default)]
pub struct BacklogShare {
    room: Option<Backlog>,
    bytes: usize,
}

impl Backlog {
    /// Creates an empty room of `most` bytes.
    pub fn new(most: usize) -> Backlog {
        Backlog(Arc::new(Inner {
            most,
            used: Mutex::new(0),
            freed: Condvar::new(),
        }))
    }

    /// Waits for room and takes a share for a line of `length` bytes. One line may exceed the bound, so that none is too long.
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
    /// Takes `bytes` more without waiting, for bytes that have been read already.
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

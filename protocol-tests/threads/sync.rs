//! Shuttle's primitives, and channels built from them.

use std::collections::VecDeque;
use std::iter;
use std::sync::mpsc::{RecvError, TryRecvError, TrySendError};

pub use shuttle::hint::spin_loop;
pub use shuttle::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
pub use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard};
pub use shuttle::thread::panicking;
pub use std::sync::PoisonError;

/// How often a thread checks before it sleeps: once, so that schedules explore both ways to wait.
pub const SPINS: u32 = 1;

/// The sending end of a channel; clones share it.
#[derive(Debug)]
pub struct Sender<T>(Arc<Channel<T>>);

/// The receiving end of a channel.
#[derive(Debug)]
pub struct Receiver<T>(Arc<Channel<T>>);

#[derive(Debug)]
struct Channel<T> {
    capacity: usize,
    state: Mutex<ChannelState<T>>,
    sent: Condvar,
}

#[derive(Debug)]
struct ChannelState<T> {
    queue: VecDeque<T>,
    senders: usize,
}

/// Creates a channel for at most `capacity` messages.
pub fn bounded<T>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let channel = Arc::new(Channel {
        capacity,
        state: Mutex::new(ChannelState {
            queue: VecDeque::new(),
            senders: 1,
        }),
        sent: Condvar::new(),
    });
    (Sender(Arc::clone(&channel)), Receiver(channel))
}

/// Creates a channel without a limit on messages.
pub fn unbounded<T>() -> (Sender<T>, Receiver<T>) {
    bounded(usize::MAX)
}

impl<T> Channel<T> {
    fn state(&self) -> MutexGuard<'_, ChannelState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Sender<T> {
    /// Sends a message to an unbounded channel.
    pub fn send(&self, message: T) -> Result<(), TrySendError<T>> {
        self.try_send(message)
    }

    /// Sends a message unless the channel is full.
    pub fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let mut state = self.0.state();
        if state.queue.len() >= self.0.capacity {
            return Err(TrySendError::Full(message));
        }
        state.queue.push_back(message);
        self.0.sent.notify_all();
        Ok(())
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.state().senders += 1;
        Sender(Arc::clone(&self.0))
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.state().senders -= 1;
        self.0.sent.notify_all();
    }
}

impl<T> Receiver<T> {
    /// Waits for a message; fails once all senders are gone.
    pub fn recv(&self) -> Result<T, RecvError> {
        let mut state = self.0.state();
        loop {
            if let Some(message) = state.queue.pop_front() {
                return Ok(message);
            }
            if state.senders == 0 {
                return Err(RecvError);
            }
            let waited = self.0.sent.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a waiting message.
    pub fn try_recv(&self) -> Result<T, TryRecvError> {
        let mut state = self.0.state();
        let message = state.queue.pop_front();
        message.ok_or(match state.senders {
            0 => TryRecvError::Disconnected,
            _ => TryRecvError::Empty,
        })
    }

    /// Takes the waiting messages, one at a time.
    pub fn try_iter(&self) -> impl Iterator<Item = T> {
        iter::from_fn(|| self.try_recv().ok())
    }
}

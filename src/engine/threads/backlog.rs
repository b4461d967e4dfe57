//! A bound on unanswered input. A line counts from its reading to its reply, and reading pauses at the bound. A client
//! that never stops sending thus fills its pipe instead of the memory.

use super::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of bytes of unanswered input.
pub const MAX_WAITING: usize = 64 << 20;

/// Overhead of a waiting line in bytes: its parsed form and its entries in queues.
const LINE_OVERHEAD: usize = 256;

/// A bounded number of bytes of waiting input, shared by the reader and the waiting lines.
#[derive(Clone, Debug)]
pub struct Backlog(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    capacity: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

/// A share of a backlog, released on drop. The default is an empty share, for lines that were not read from input.
#[derive(Debug, Default)]
pub struct BacklogShare {
    backlog: Option<Backlog>,
    bytes: usize,
}

impl Backlog {
    /// Creates an empty backlog with a capacity of `capacity` bytes.
    pub fn new(capacity: usize) -> Backlog {
        Backlog(Arc::new(Inner {
            capacity,
            used: Mutex::new(0),
            freed: Condvar::new(),
        }))
    }

    /// Waits until the backlog is not full, then takes a share for a line of `length` bytes. A single line may exceed
    /// the capacity, so no line is too long.
    pub fn take(&self, length: usize) -> BacklogShare {
        let bytes = length + LINE_OVERHEAD;
        let is_full = |used: &mut usize| *used >= self.0.capacity;
        let waited = self.0.freed.wait_while(self.used(), is_full);
        *waited.unwrap_or_else(PoisonError::into_inner) += bytes;
        BacklogShare {
            backlog: Some(self.clone()),
            bytes,
        }
    }

    /// Takes a share like [`take`](Self::take), or returns `None` if the backlog is full.
    pub fn try_take(&self, length: usize) -> Option<BacklogShare> {
        let bytes = length + LINE_OVERHEAD;
        let mut used = self.used();
        if *used >= self.0.capacity {
            return None;
        }
        *used += bytes;
        Some(BacklogShare {
            backlog: Some(self.clone()),
            bytes,
        })
    }

    fn used(&self) -> MutexGuard<'_, usize> {
        // No thread panics while it holds the lock.
        self.0.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BacklogShare {
    /// Takes `bytes` more without waiting, for bytes that have been read already.
    pub fn grow(&mut self, bytes: usize) {
        if let Some(backlog) = &self.backlog {
            *backlog.used() += bytes;
            self.bytes += bytes;
        }
    }
}

impl Drop for BacklogShare {
    fn drop(&mut self) {
        if let Some(backlog) = &self.backlog {
            *backlog.used() -= self.bytes;
            backlog.0.freed.notify_one();
        }
    }
}

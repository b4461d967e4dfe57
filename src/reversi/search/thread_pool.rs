//! The threads of one search and the split points open to them.

use std::time::Duration;

use super::split_point::{SplitMoves, SplitPoint};
use super::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError,
    panicking,
};

/// The shared state of the threads of one search.
pub struct ThreadPool<P: SplitMoves> {
    split_points: Mutex<Vec<Arc<SplitPoint<P>>>>,
    /// Notified when a split point is added, when one of its moves is completed, and at the end of the search.
    wakeup: Condvar,
    /// The number of threads without work.
    idle: AtomicUsize,
    /// The number of `split_points`.
    open_count: AtomicUsize,
    /// Positions searched by all threads, counting only reported ones.
    nodes: AtomicU64,
    /// Whether a limit was reached or a thread panicked.
    stopped: AtomicBool,
    /// Whether the search is over.
    finished: AtomicBool,
}

/// The longest wait for a notification, after which a thread checks the state of the search again.
const MAX_WAIT: Duration = Duration::from_millis(2);

impl<P: SplitMoves> Default for ThreadPool<P> {
    fn default() -> Self {
        ThreadPool {
            split_points: Mutex::default(),
            wakeup: Condvar::default(),
            idle: AtomicUsize::default(),
            open_count: AtomicUsize::default(),
            nodes: AtomicU64::default(),
            stopped: AtomicBool::default(),
            finished: AtomicBool::default(),
        }
    }
}

impl<P: SplitMoves> ThreadPool<P> {
    /// Returns whether more threads are idle than split points are open.
    #[inline(always)]
    pub fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > self.open_count.load(Ordering::Relaxed)
    }

    /// Returns whether the search must stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Stops the search on all threads.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search is over, so that helper threads may exit.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Returns the number of positions reported by the threads so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Adds positions searched by a thread.
    pub fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Opens a split point to the other threads.
    pub fn add(&self, split_point: Arc<SplitPoint<P>>) {
        let mut open = self.split_points();
        open.push(split_point);
        self.open_count.store(open.len(), Ordering::Relaxed);
        self.wakeup.notify_all();
    }

    /// Closes a split point that has no unclaimed moves left.
    pub fn remove(&self, split_point: &Arc<SplitPoint<P>>) {
        let mut open = self.split_points();
        open.retain(|other| !Arc::ptr_eq(other, split_point));
        self.open_count.store(open.len(), Ordering::Relaxed);
    }

    /// Wakes the threads waiting for a split point to finish.
    pub fn wake_all(&self) {
        // Hold the lock, so that no thread misses the notification between its check and its wait.
        let _open = self.split_points();
        self.wakeup.notify_all();
    }

    /// Returns the open split point with the most remaining depth that `fits`. If there is none, waits for a
    /// notification unless `is_done`.
    pub fn find_or_wait(
        &self,
        fits: impl Fn(&SplitPoint<P>) -> bool,
        is_done: impl Fn() -> bool,
    ) -> Option<Arc<SplitPoint<P>>> {
        let open = self.split_points();
        let fitting = open.iter().filter(|split_point| fits(split_point));
        let found = fitting
            .max_by_key(|split_point| split_point.depth())
            .cloned();
        if found.is_none() && !is_done() {
            self.idle.fetch_add(1, Ordering::Relaxed);
            // The caller checks again after every wakeup.
            drop(self.wakeup.wait_timeout(open, MAX_WAIT));
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
        found
    }

    fn split_points(&self) -> MutexGuard<'_, Vec<Arc<SplitPoint<P>>>> {
        self.split_points
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Releases the helper threads when the main thread returns or panics.
pub struct PoolGuard<'a, P: SplitMoves>(pub &'a ThreadPool<P>);

impl<P: SplitMoves> Drop for PoolGuard<'_, P> {
    fn drop(&mut self) {
        if panicking() {
            self.0.stop();
        }
        self.0.finished.store(true, Ordering::Relaxed);
        self.0.wake_all();
    }
}

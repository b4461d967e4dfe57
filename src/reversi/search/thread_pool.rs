//! The threads of one search and the split points open to them.

use std::time::Duration;

use super::split_point::{SplitMoves, SplitPoint};
use super::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError,
    SPINS, panicking, spin_loop,
};

/// The shared state of the threads of one search.
pub struct ThreadPool<P: SplitMoves> {
    split_points: Mutex<Vec<Arc<SplitPoint<P>>>>,
    /// Notified of every event.
    wakeup: Condvar,
    /// The number of events: a split point was added, one of its moves was completed, or the search ended. Events that no
    /// idle thread can wait for are left out. Changes only under the lock of `split_points`.
    events: AtomicU64,
    /// The number of threads without work.
    idle: AtomicUsize,
    /// The number of `split_points` opened on demand.
    on_demand: AtomicUsize,
    /// Positions searched by all threads, counting only reported ones.
    nodes: AtomicU64,
    /// Whether a limit was reached or a thread panicked.
    stopped: AtomicBool,
    /// Whether the search is over.
    finished: AtomicBool,
}

/// The longest sleep, after which a thread checks the state of the search again.
const MAX_WAIT: Duration = Duration::from_millis(2);

impl<P: SplitMoves> Default for ThreadPool<P> {
    fn default() -> Self {
        ThreadPool {
            split_points: Mutex::default(),
            wakeup: Condvar::default(),
            events: AtomicU64::default(),
            idle: AtomicUsize::default(),
            on_demand: AtomicUsize::default(),
            nodes: AtomicU64::default(),
            stopped: AtomicBool::default(),
            finished: AtomicBool::default(),
        }
    }
}

impl<P: SplitMoves> ThreadPool<P> {
    /// Returns whether more threads are idle than split points are open on demand.
    #[inline(always)]
    pub fn wants_work(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > self.on_demand.load(Ordering::Relaxed)
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
        self.count_on_demand(&open);
        // A thread that found nothing under this lock has been counted as idle.
        if self.idle.load(Ordering::Relaxed) > 0 {
            self.notify_all(&open);
        }
    }

    /// Closes a split point that has no unclaimed moves left.
    pub fn remove(&self, split_point: &Arc<SplitPoint<P>>) {
        let mut open = self.split_points();
        open.retain(|other| !Arc::ptr_eq(other, split_point));
        self.count_on_demand(&open);
    }

    /// Wakes the idle threads after a move was completed.
    pub fn wake_idle(&self) {
        // A thread that saw the split point unfinished was counted as idle before it took the split point's lock, which the
        // caller has taken since.
        if self.idle.load(Ordering::Relaxed) > 0 {
            self.wake_all();
        }
    }

    /// Wakes all waiting threads.
    fn wake_all(&self) {
        // Hold the lock, so that no thread misses the notification between its check and its wait.
        self.notify_all(&self.split_points());
    }

    /// Returns the open split point with the most remaining depth that `fits`. If there is none, waits for an event unless
    /// `is_done`.
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
        if found.is_some() {
            return found;
        }
        // Count the thread before it checks `is_done`, so that a thread that changes the answer later knows whom to wake.
        self.idle.fetch_add(1, Ordering::Relaxed);
        if !is_done() {
            self.wait(open);
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
        None
    }

    /// Waits for an event after those under this lock, or for `MAX_WAIT`. Most waits are shorter than the time to wake a
    /// sleeping thread, so the thread spins first.
    fn wait(&self, open: MutexGuard<'_, Vec<Arc<SplitPoint<P>>>>) {
        let seen = self.events.load(Ordering::Relaxed);
        drop(open);
        for _ in 0..SPINS {
            if self.events.load(Ordering::Relaxed) != seen {
                return;
            }
            spin_loop();
        }
        let open = self.split_points();
        if self.events.load(Ordering::Relaxed) == seen {
            drop(self.wakeup.wait_timeout(open, MAX_WAIT));
        }
    }

    /// Announces an event; the caller holds the lock.
    fn notify_all(&self, _open: &[Arc<SplitPoint<P>>]) {
        self.events.fetch_add(1, Ordering::Relaxed);
        self.wakeup.notify_all();
    }

    fn count_on_demand(&self, open: &[Arc<SplitPoint<P>>]) {
        let on_demand = open.iter().filter(|split_point| split_point.on_demand());
        self.on_demand.store(on_demand.count(), Ordering::Relaxed);
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

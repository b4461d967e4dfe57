//! Slices of a search in the thread of its caller, for systems without threads. After each slice the search calls back,
//! so that the caller can serve its client: take lines, send reports, and stop the search.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Length of a slice: long compared to the time for serving, short enough not to be noticed by a person.
const SLICE: Duration = Duration::from_millis(20);

/// The slices of a caller. Clones share them.
#[derive(Clone)]
pub struct CallerSlices(Arc<SliceState>);

struct SliceState {
    serve: Box<dyn Fn() + Send + Sync>,
    /// End of the slice; `None` before the first one.
    until: Mutex<Option<Instant>>,
}

impl CallerSlices {
    /// Creates slices after which a search calls `serve`.
    pub fn new(serve: impl Fn() + Send + Sync + 'static) -> CallerSlices {
        CallerSlices(Arc::new(SliceState {
            serve: Box::new(serve),
            until: Mutex::new(None),
        }))
    }

    /// Serves the caller if the slice is over, and then begins the next one.
    pub(crate) fn serve_when_due(&self) {
        let until = *self.until();
        if until.is_some_and(|until| Instant::now() < until) {
            return;
        }
        (self.0.serve)();
        *self.until() = Some(Instant::now() + SLICE);
    }

    fn until(&self) -> MutexGuard<'_, Option<Instant>> {
        // No thread panics while it holds the lock.
        self.0.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for CallerSlices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallerSlices").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_caller_is_served_once_a_slice() {
        let served = Arc::new(AtomicUsize::new(0));
        let slices = CallerSlices::new({
            let served = served.clone();
            move || {
                served.fetch_add(1, Ordering::Relaxed);
            }
        });
        let began = Instant::now();
        slices.serve_when_due();
        slices.serve_when_due();
        let took = began.elapsed();
        let count = served.load(Ordering::Relaxed);
        assert!(count == 1 || took >= SLICE, "{count} times in {took:?}");
        std::thread::sleep(SLICE);
        slices.serve_when_due();
        assert_eq!(served.load(Ordering::Relaxed), count + 1);
    }
}

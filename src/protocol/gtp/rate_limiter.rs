//! How often a running search is heard: at most once an interval, and then with the newest it has said.

use std::time::{Duration, Instant};

/// Holds back what comes too soon.
#[derive(Clone, Debug)]
pub struct RateLimiter<T> {
    interval: Duration,
    /// When something may be said again; never, after an interval beyond what the clock can tell.
    next: Option<Instant>,
    held: Option<T>,
}

impl<T> RateLimiter<T> {
    /// From `start` on, the first word may come at once.
    pub fn new(interval: Duration, start: Instant) -> Self {
        RateLimiter {
            interval,
            next: Some(start),
            held: None,
        }
    }

    /// Takes something newer; what was held back before is old now.
    pub fn offer(&mut self, newest: T) {
        self.held = Some(newest);
    }

    /// When what is held back may be said, if anything is.
    pub fn due(&self) -> Option<Instant> {
        self.held.as_ref().and(self.next)
    }

    /// What may be said at `now`.
    pub fn take(&mut self, now: Instant) -> Option<T> {
        if self.due()? > now {
            return None;
        }
        self.next = now.checked_add(self.interval);
        self.held.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_secs(1);

    #[test]
    fn the_newest_is_said_once_an_interval() {
        let start = Instant::now();
        let mut pace = RateLimiter::new(INTERVAL, start);
        assert_eq!((pace.due(), pace.take(start)), (None, None));
        pace.offer(1);
        assert_eq!(pace.take(start), Some(1));
        assert_eq!(pace.take(start + INTERVAL), None, "nothing new");
        pace.offer(2);
        assert_eq!(pace.take(start + INTERVAL / 2), None);
        pace.offer(3);
        assert_eq!(pace.due(), Some(start + INTERVAL));
        assert_eq!(pace.take(start + INTERVAL), Some(3));
        pace.offer(4);
        assert_eq!(pace.take(start + INTERVAL * 3 / 2), None);
    }
}

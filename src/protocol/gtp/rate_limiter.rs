//! Rate limiter for reports of a running search: at most one report per interval, always the newest.

use std::time::{Duration, Instant};

/// Limiter that releases at most one value per interval.
#[derive(Clone, Debug)]
pub struct RateLimiter<T> {
    interval: Duration,
    /// Earliest time of the next value; `None` (never) if the interval exceeds the range of the clock.
    next: Option<Instant>,
    held: Option<T>,
}

impl<T> RateLimiter<T> {
    /// Creates a limiter that releases the first value without delay from `start` on.
    pub fn new(interval: Duration, start: Instant) -> Self {
        RateLimiter {
            interval,
            next: Some(start),
            held: None,
        }
    }

    /// Replaces the held value with a newer one.
    pub fn offer(&mut self, newest: T) {
        self.held = Some(newest);
    }

    /// Returns the time from which the held value may be taken, if there is one.
    pub fn due(&self) -> Option<Instant> {
        self.held.as_ref().and(self.next)
    }

    /// Takes the held value if it is due at `now`.
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
        let mut limiter = RateLimiter::new(INTERVAL, start);
        assert_eq!((limiter.due(), limiter.take(start)), (None, None));
        limiter.offer(1);
        assert_eq!(limiter.take(start), Some(1));
        assert_eq!(limiter.take(start + INTERVAL), None, "nothing new");
        limiter.offer(2);
        assert_eq!(limiter.take(start + INTERVAL / 2), None);
        limiter.offer(3);
        assert_eq!(limiter.due(), Some(start + INTERVAL));
        assert_eq!(limiter.take(start + INTERVAL), Some(3));
        limiter.offer(4);
        assert_eq!(limiter.take(start + INTERVAL * 3 / 2), None);
    }
}

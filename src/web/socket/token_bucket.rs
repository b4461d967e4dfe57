//! A token bucket, which limits a rate but allows short bursts.

use std::time::{Duration, Instant};

/// A bucket of tokens that fills at a constant rate up to its size.
#[derive(Clone, Debug)]
pub struct TokenBucket {
    size: f64,
    per_second: f64,
    tokens: f64,
    filled: Instant,
}

impl TokenBucket {
    /// Creates a full bucket at time `now`.
    pub fn new(size: u32, per_second: u32, now: Instant) -> TokenBucket {
        TokenBucket {
            size: f64::from(size),
            per_second: f64::from(per_second),
            tokens: f64::from(size),
            filled: now,
        }
    }

    /// Takes tokens at time `now`. Returns how long the taker has to wait until the bucket is no longer overdrawn.
    pub fn take(&mut self, tokens: usize, now: Instant) -> Duration {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + passed * self.per_second).min(self.size) - tokens as f64;
        self.filled = now;
        Duration::from_secs_f64((-self.tokens / self.per_second).max(0.0))
    }

    /// Whether the bucket is full at time `now`.
    pub fn is_full(&mut self, now: Instant) -> bool {
        self.take(0, now);
        self.tokens >= self.size
    }

    /// Takes a token at time `now` if one is available.
    pub fn try_take(&mut self, now: Instant) -> bool {
        let is_there = self.take(1, now) == Duration::ZERO;
        if !is_there {
            self.tokens += 1.0;
        }
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(10, 5, start);
        for _ in 0..10 {
            assert_eq!(bucket.take(1, start), Duration::ZERO);
        }
        assert_eq!(bucket.take(1, start), Duration::from_millis(200));
        let later = start + Duration::from_millis(200);
        assert_eq!(bucket.take(1, later), Duration::from_millis(200));
        // A long silence fills the bucket, but no further.
        let much_later = start + Duration::from_secs(100);
        assert_eq!(bucket.take(10, much_later), Duration::ZERO);
        assert_eq!(bucket.take(5, much_later), Duration::from_secs(1));
    }

    #[test]
    fn a_token_that_is_refused_is_not_taken() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(2, 5, start);
        let taken: Vec<bool> = (0..9).map(|_| bucket.try_take(start)).collect();
        assert_eq!(taken.iter().filter(|&&taken| taken).count(), 2);
        assert!(bucket.try_take(start + Duration::from_millis(200)));
        assert!(!bucket.try_take(start + Duration::from_millis(300)));
    }

    #[test]
    fn a_clock_that_goes_back_fills_no_bucket() {
        let start = Instant::now() + Duration::from_secs(100);
        let mut bucket = TokenBucket::new(10, 5, start);
        bucket.take(10, start);
        let before = start - Duration::from_secs(90);
        assert_eq!(bucket.take(5, before), Duration::from_secs(1));
    }
}

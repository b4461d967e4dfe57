//! The expected time of an evaluation.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Maximum factor by which one evaluation raises the expected time; one that is faster by more than this halves it. So
/// a busy machine is believed after a few evaluations, and a suspension during one is soon forgotten.
const MOST_CHANGE: u64 = 4;

/// The expected time of an evaluation, shared by the threads of a search.
#[derive(Debug, Default)]
pub struct EvaluationPace {
    /// Microseconds; 0 before the first evaluation.
    micros: AtomicU64,
}

impl EvaluationPace {
    /// Returns the expected time; zero before the first evaluation.
    pub fn expected(&self) -> Duration {
        Duration::from_micros(self.micros.load(Ordering::Relaxed))
    }

    /// Records the time of an evaluation: slower ones count immediately, faster ones gradually, to be safe on the
    /// clock.
    pub fn note(&self, took: Duration) {
        let took = took.as_micros() as u64;
        let pace = match self.micros.load(Ordering::Relaxed) {
            0 => took,
            // The expected time stems from an interruption.
            expected if took < expected / MOST_CHANGE => expected / 2,
            expected => took
                .min(expected * MOST_CHANGE)
                .max(expected - expected / 16),
        };
        self.micros.store(pace, Ordering::Relaxed);
    }

    /// Forgets all evaluations so far.
    pub fn reset(&self) {
        self.micros.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Duration = Duration::from_millis(10);

    fn new_pace() -> EvaluationPace {
        let pace = EvaluationPace::default();
        assert_eq!(pace.expected(), Duration::ZERO);
        pace.note(USUAL);
        assert_eq!(pace.expected(), USUAL);
        pace
    }

    /// Counts the usual evaluations until the expected time is within a tenth of the usual one.
    fn evaluations_to_recover(pace: &EvaluationPace) -> usize {
        let recovered = |_: &usize| {
            pace.note(USUAL);
            pace.expected() < USUAL * 11 / 10
        };
        (1..1000).find(recovered).unwrap()
    }

    #[test]
    fn slower_evaluations_count_soon_and_faster_ones_gradually() {
        let pace = new_pace();
        pace.note(3 * USUAL);
        assert_eq!(pace.expected(), 3 * USUAL);
        for _ in 0..3 {
            pace.note(30 * USUAL);
        }
        assert_eq!(pace.expected(), 30 * USUAL);
        pace.note(20 * USUAL);
        assert!(pace.expected() > 28 * USUAL);
    }

    #[test]
    fn a_jump_of_the_clock_is_forgotten_within_a_move() {
        let hour = Duration::from_secs(3600);
        let pace = new_pace();
        pace.note(hour);
        assert_eq!(pace.expected(), 4 * USUAL);
        assert!(evaluations_to_recover(&pace) < 25);
        // The very first evaluation is believed regardless of its time.
        let first = EvaluationPace::default();
        first.note(hour);
        assert!(evaluations_to_recover(&first) < 50);
        // A backward jump of the clock.
        let pace = new_pace();
        pace.note(Duration::ZERO);
        assert_eq!(pace.expected(), USUAL / 2);
        pace.note(USUAL);
        assert_eq!(pace.expected(), USUAL);
    }
}

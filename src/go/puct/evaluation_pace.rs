//! The time of an evaluation, as far as it is known.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Most of the usual time that one evaluation counts as, or fewest of its parts: a machine that was busy takes some more
/// evaluations to be believed, and one that was suspended in the middle of one soon counts no more.
const MOST_CHANGE: u64 = 4;

/// The time that an evaluation is expected to take, shared by the threads of a search.
#[derive(Debug, Default)]
pub struct EvaluationPace {
    /// Microseconds; 0 before the first evaluation.
    micros: AtomicU64,
}

impl EvaluationPace {
    /// Returns the expected time; nothing before the first evaluation.
    pub fn expected(&self) -> Duration {
        Duration::from_micros(self.micros.load(Ordering::Relaxed))
    }

    /// Takes an evaluation into account. Slower ones count at once and faster ones gradually, because the clock has to be
    /// kept.
    pub fn note(&self, took: Duration) {
        let took = took.as_micros() as u64;
        let pace = match self.micros.load(Ordering::Relaxed) {
            0 => took,
            // The usual time was that of an interruption.
            usual if took < usual / MOST_CHANGE => usual / 2,
            usual => took.min(usual * MOST_CHANGE).max(usual - usual / 16),
        };
        self.micros.store(pace, Ordering::Relaxed);
    }

    /// Forgets all evaluations.
    pub fn reset(&self) {
        self.micros.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Duration = Duration::from_millis(10);

    fn usual() -> EvaluationPace {
        let pace = EvaluationPace::default();
        assert_eq!(pace.expected(), Duration::ZERO);
        pace.note(USUAL);
        assert_eq!(pace.expected(), USUAL);
        pace
    }

    /// Evaluations of the usual time until it is expected again, within a tenth.
    fn evaluations_to_recover(pace: &EvaluationPace) -> usize {
        let recovered = |_: &usize| {
            pace.note(USUAL);
            pace.expected() < USUAL * 11 / 10
        };
        (1..1000).find(recovered).unwrap()
    }

    #[test]
    fn slower_evaluations_count_soon_and_faster_ones_gradually() {
        let pace = usual();
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
        let pace = usual();
        pace.note(hour);
        assert_eq!(pace.expected(), 4 * USUAL);
        assert!(evaluations_to_recover(&pace) < 25);
        // The first evaluation of all is believed whatever it takes.
        let first = EvaluationPace::default();
        first.note(hour);
        assert!(evaluations_to_recover(&first) < 50);
        // Back.
        let pace = usual();
        pace.note(Duration::ZERO);
        assert_eq!(pace.expected(), USUAL / 2);
        pace.note(USUAL);
        assert_eq!(pace.expected(), USUAL);
    }
}

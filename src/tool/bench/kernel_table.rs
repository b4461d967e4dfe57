//! The share of each kind of kernel in a network's evaluation time.

use std::time::Duration;

use tengen_go::net::{Evaluator, KernelKind, KernelTimes, Peak};

/// Time and operations of each kind of kernel in the evaluation of one batch.
pub struct KernelTable {
    times: KernelTimes,
    /// Sum of the shortest times of all kinds.
    whole: Duration,
}

impl KernelTable {
    /// Evaluates a batch `repeat` times. Takes each kind's shortest time, because interruptions only add time.
    pub fn measure(evaluator: &mut Evaluator, batch: usize, repeat: u32) -> KernelTable {
        let mut times = evaluator.evaluate_measured(batch);
        for _ in 1..repeat {
            times.keep_shorter(&evaluator.evaluate_measured(batch));
        }
        KernelTable {
            whole: KernelKind::ALL
                .iter()
                .map(|&kind| times.of(kind).time)
                .sum(),
            times,
        }
    }

    /// Returns the number of multiplications and additions in all matrix products.
    pub fn operations(&self) -> f64 {
        let operations = |kind: &KernelKind| self.times.of(*kind).operations;
        KernelKind::ALL.iter().map(operations).sum::<u64>() as f64
    }

    /// Returns the time in seconds that all matrix products take at the processor's peak rate.
    pub fn shortest_seconds(&self, peak: Peak) -> f64 {
        let seconds = |&kind: &KernelKind| self.times.of(kind).operations as f64 / peak.of(kind);
        KernelKind::ALL.iter().map(seconds).sum()
    }

    /// Returns a line for each kind of kernel that ran, the slowest first: its share of the total time and, for matrix
    /// products, the operations per second and their share of the peak.
    pub fn lines(&self, peak: Peak) -> Vec<String> {
        let mut kinds = KernelKind::ALL.to_vec();
        kinds.retain(|&kind| !self.times.of(kind).time.is_zero());
        kinds.sort_by_key(|&kind| std::cmp::Reverse(self.times.of(kind).time));
        kinds
            .into_iter()
            .map(|kind| self.line(kind, peak))
            .collect()
    }

    fn line(&self, kind: KernelKind, peak: Peak) -> String {
        let work = self.times.of(kind);
        let share = 100.0 * work.time.as_secs_f64() / self.whole.as_secs_f64();
        let start = format!("  {:20} {share:3.0} % of the time", kind.name());
        match work.operations {
            0 => start,
            operations => {
                let rate = operations as f64 / work.time.as_secs_f64();
                let of_peak = 100.0 * rate / peak.of(kind);
                format!(
                    "{start}, {:.1} GFLOP/s, {of_peak:.0} % of the peak",
                    rate / 1e9
                )
            }
        }
    }
}

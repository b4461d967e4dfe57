//! Running kernels, and the time spent in each kind.

use std::time::{Duration, Instant};

use super::simd::{self, Kernel};
use tengen_engine::cpu::{Bf16, Level};

/// The purpose of a kernel in an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelKind {
    /// Products of transformed tiles of 3x3 convolutions.
    WinogradProducts,
    /// Transforms of tiles, with the epilogue of the convolution.
    WinogradTransforms,
    /// Products of points, or neighborhoods of points, with the weights of other convolutions and dense layers.
    LayerProducts,
    /// Products of the features of boards that are not zero.
    SparseProducts,
    /// Products of points with the weights of transformers, in bfloat16.
    Bf16Products,
    /// Products of queries and keys.
    AttentionScores,
    /// Softmax over the scores.
    Softmax,
    /// Products of the softmax and the values.
    AttentionValues,
    /// Rotary embedding of positions in queries and keys.
    Rotary,
    /// Activations inside feed-forward blocks.
    Activations,
    /// Root mean square normalizations of transformers.
    RmsNorms,
    /// Bias, residual sum, normalization and activation after products other than Winograd's.
    Epilogues,
    /// Global pooling over all points of a board.
    Pooling,
}

impl KernelKind {
    /// All kinds, in the order of reports.
    pub const ALL: [KernelKind; 13] = [
        KernelKind::WinogradProducts,
        KernelKind::WinogradTransforms,
        KernelKind::LayerProducts,
        KernelKind::SparseProducts,
        KernelKind::Bf16Products,
        KernelKind::AttentionScores,
        KernelKind::Softmax,
        KernelKind::AttentionValues,
        KernelKind::Rotary,
        KernelKind::Activations,
        KernelKind::RmsNorms,
        KernelKind::Epilogues,
        KernelKind::Pooling,
    ];

    /// Returns the kind's name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            KernelKind::WinogradProducts => "Winograd products",
            KernelKind::WinogradTransforms => "Winograd transforms",
            KernelKind::LayerProducts => "layer products",
            KernelKind::SparseProducts => "sparse products",
            KernelKind::Bf16Products => "bfloat16 products",
            KernelKind::AttentionScores => "attention scores",
            KernelKind::Softmax => "softmax",
            KernelKind::AttentionValues => "attention values",
            KernelKind::Rotary => "rotary embedding",
            KernelKind::Activations => "activations",
            KernelKind::RmsNorms => "RMS normalization",
            KernelKind::Epilogues => "epilogues",
            KernelKind::Pooling => "global pooling",
        }
    }
}

/// The work of one kind of kernel in an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KernelWork {
    /// Wall-clock time of all runs.
    pub time: Duration,
    /// Multiplications and additions of matrix products; 0 for other kernels.
    pub operations: u64,
}

/// The work of each kind of kernel in an evaluation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelTimes([KernelWork; KernelKind::ALL.len()]);

impl KernelTimes {
    /// Returns the work of one kind of kernel.
    pub fn of(&self, kind: KernelKind) -> KernelWork {
        self.0[kind as usize]
    }

    /// Keeps the shorter time of each kind. `other` must be of the same evaluation; interruptions only add time.
    pub fn keep_shorter(&mut self, other: &KernelTimes) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.time = own.time.min(other.time);
        }
    }

    fn add(&mut self, kind: KernelKind, operations: u64, time: Duration) {
        let work = &mut self.0[kind as usize];
        work.time += time;
        work.operations += operations;
    }
}

/// Runs kernels with an instruction set.
pub(in crate::net) struct KernelRunner {
    isa: Level,
    /// The work so far; `None` if it isn't measured.
    times: Option<Box<KernelTimes>>,
}

impl KernelRunner {
    pub fn new(isa: Level) -> KernelRunner {
        KernelRunner { isa, times: None }
    }

    #[inline]
    pub fn run(&mut self, kind: KernelKind, kernel: impl Kernel) {
        let isa = self.isa;
        self.measure(kind, kernel, |kernel| simd::run(isa, kernel));
    }

    /// Runs a kernel that multiplies bfloat16 numbers.
    #[inline]
    pub fn run_bf16(&mut self, isa: Bf16, kind: KernelKind, kernel: impl Kernel) {
        self.measure(kind, kernel, |kernel| simd::run_bf16(isa, kernel));
    }

    #[inline]
    fn measure<K: Kernel>(&mut self, kind: KernelKind, kernel: K, run: impl FnOnce(K)) {
        match &mut self.times {
            None => run(kernel),
            Some(times) => {
                let operations = kernel.operations();
                let began = Instant::now();
                run(kernel);
                times.add(kind, operations, began.elapsed());
            }
        }
    }

    /// Starts to measure all kernels.
    pub fn start_measuring(&mut self) {
        self.times = Some(Box::default());
    }

    /// Stops measuring and returns the work since [`KernelRunner::start_measuring`].
    pub fn stop_measuring(&mut self) -> KernelTimes {
        self.times.take().map(|times| *times).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_numbered_in_order() {
        for (number, kind) in KernelKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, number, "{}", kind.name());
        }
    }

    #[test]
    fn the_shorter_time_of_each_kind_is_kept() {
        let [short, long] = [1, 3].map(Duration::from_millis);
        let times = |softmax, pooling| {
            let mut times = KernelTimes::default();
            times.add(KernelKind::Softmax, 0, softmax);
            times.add(KernelKind::Pooling, 5, pooling);
            times
        };
        let mut kept = times(short, long);
        kept.keep_shorter(&times(long, short));
        assert_eq!(kept, times(short, short));
    }
}

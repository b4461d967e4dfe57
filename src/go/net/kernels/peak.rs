//! The arithmetic peak of a processor, to compare kernels with.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::bf16;
use super::grid::{AlignedVec, LINE};
use super::kernel_runner::KernelKind;
use super::simd::{self, Kernel, Simd};
use tengen_engine::cpu::{Bf16, Level};

/// Number of parallel sums: enough to hide the latency of a multiply-add, few enough for registers.
const SUMS: usize = 12;

/// Multiply-adds per sum in a round.
const STEPS: usize = 50_000;

/// Number of rounds. The fastest counts, because interruptions only add time.
const ROUNDS: usize = 40;

/// Maximum number of multiplications and additions that one thread does per second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Peak rate for floats.
    pub floats: f64,
    /// Peak rate for bfloat16 numbers; `None` on a processor without instructions for them.
    pub bf16: Option<f64>,
}

impl Peak {
    /// Measures independent multiply-adds in registers, for about 10 milliseconds each.
    pub fn measure(isa: Level) -> Peak {
        Peak {
            floats: rate(|sums, lanes| {
                let step = OfFloats;
                simd::run(isa, Steps { sums, lanes, step });
            }),
            bf16: Bf16::new(isa).map(|isa| {
                let of_one = rate(|sums, lanes| {
                    let step = OfPairs;
                    simd::run_bf16(isa, Steps { sums, lanes, step });
                });
                2.0 * of_one
            }),
        }
    }

    /// Returns the peak rate for a kind of kernel.
    pub fn of(self, kind: KernelKind) -> f64 {
        match kind {
            KernelKind::Bf16Products => self.bf16.unwrap_or(self.floats),
            _ => self.floats,
        }
    }
}

/// Measures the operations per second of a function that advances all sums and reports the number of lanes of a vector.
fn rate(mut steps: impl FnMut(&mut [f32], &mut usize)) -> f64 {
    let mut sums = AlignedVec::zeros(SUMS * LINE);
    let (mut fastest, mut lanes) = (Duration::MAX, 0);
    for _ in 0..ROUNDS {
        sums.fill(black_box(1.0));
        let began = Instant::now();
        steps(&mut sums, &mut lanes);
        fastest = fastest.min(began.elapsed());
        black_box(&sums[..]);
    }
    (2 * SUMS * STEPS * lanes) as f64 / fastest.as_secs_f64().max(1e-9)
}

/// Steps of sums that stay in registers.
struct Steps<'a, T> {
    sums: &'a mut [f32],
    /// Receives the number of floats in a vector.
    lanes: &'a mut usize,
    step: T,
}

impl<T: Step> Kernel for Steps<'_, T> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let [a, b] = self.step.operands();
        let (a, b) = (S::splat(black_box(a)), S::splat(black_box(b)));
        let mut sums = [a; SUMS];
        for (sum, start) in sums.iter_mut().zip(self.sums.chunks_exact(S::LANES)) {
            *sum = S::load(start);
        }
        for _ in 0..STEPS {
            for sum in &mut sums {
                *sum = T::next::<S>(*sum, a, b);
            }
        }
        for (&sum, end) in sums.iter().zip(self.sums.chunks_exact_mut(S::LANES)) {
            S::store(sum, end);
        }
        *self.lanes = S::LANES;
    }
}

/// One multiply-add of a sum.
trait Step {
    /// The operands other than the sum.
    fn operands(&self) -> [f32; 2];

    /// Returns the sum after a step.
    fn next<S: Simd>(sum: S::V, a: S::V, b: S::V) -> S::V;
}

/// A multiply-add of floats. The sum is a factor, so that no product can be computed before the loop.
struct OfFloats;

impl Step for OfFloats {
    fn operands(&self) -> [f32; 2] {
        // The sums tend to 1, so no number becomes small enough to slow down the processor.
        [0.75, 0.25]
    }

    #[inline(always)]
    fn next<S: Simd>(sum: S::V, a: S::V, b: S::V) -> S::V {
        S::mul_add(sum, a, b)
    }
}

/// A multiply-add of pairs of bfloat16 numbers.
struct OfPairs;

impl Step for OfPairs {
    fn operands(&self) -> [f32; 2] {
        // The two products of a step cancel out.
        [bf16::pair(0.5, 0.5), bf16::pair(1.0, -1.0)]
    }

    #[inline(always)]
    fn next<S: Simd>(sum: S::V, a: S::V, b: S::V) -> S::V {
        S::dot_bf16(a, b, sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_eight_do_more_than_those_of_every_processor() {
        let peaks: Vec<Peak> = Level::available().into_iter().map(Peak::measure).collect();
        let rates: Vec<f64> = peaks.iter().map(|peak| peak.floats).collect();
        let of_bf16 = peaks.iter().filter_map(|peak| peak.bf16);
        assert!(of_bf16.into_iter().all(|rate| rate > 1e7), "{peaks:?}");
        assert!(rates.iter().all(|&rate| rate > 1e7), "{rates:?}");
        // Twice the lanes and one rounding instead of two give a difference even on a busy machine. AVX-512 is no
        // faster than AVX2 on some processors, and on ARM the portable vectors are as wide as NEON's.
        if cfg!(target_arch = "x86_64") {
            assert!(rates[1..].iter().all(|&rate| rate > rates[0]), "{rates:?}");
        }
    }
}

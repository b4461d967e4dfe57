//! The arithmetic peak of a processor, with which kernels are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::grid::{AlignedVec, LINE};
use super::simd::{self, Kernel, Simd};
use crate::engine::cpu::Level;

/// Sums side by side: enough to hide the latency of a multiply-add, few enough for registers.
const SUMS: usize = 12;

/// Multiply-adds of each sum in a round.
const STEPS: usize = 50_000;

/// Rounds, of which the fastest counts, because interruptions only add time.
const ROUNDS: usize = 40;

/// Measures how many multiplications and additions of floats one thread does in a second at most: independent multiply-adds in
/// registers, for some 10 milliseconds.
pub fn peak_rate(isa: Level) -> f64 {
    let mut sums = AlignedVec::zeros(SUMS * LINE);
    let (mut fastest, mut lanes) = (Duration::MAX, 0);
    for _ in 0..ROUNDS {
        sums.fill(black_box(1.0));
        let began = Instant::now();
        simd::run(
            isa,
            MultiplyAdds {
                sums: &mut sums,
                lanes: &mut lanes,
            },
        );
        fastest = fastest.min(began.elapsed());
        black_box(&sums[..]);
    }
    (2 * SUMS * STEPS * lanes) as f64 / fastest.as_secs_f64().max(1e-9)
}

/// Multiply-adds of sums that stay in registers.
struct MultiplyAdds<'a> {
    sums: &'a mut [f32],
    /// Receives the floats in a vector.
    lanes: &'a mut usize,
}

impl Kernel for MultiplyAdds<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        // The sums tend to 1: no number gets so small that the processor slows down.
        let (factor, summand) = (S::splat(black_box(0.75)), S::splat(black_box(0.25)));
        let mut sums = [factor; SUMS];
        for (sum, start) in sums.iter_mut().zip(self.sums.chunks_exact(S::LANES)) {
            *sum = S::load(start);
        }
        for _ in 0..STEPS {
            for sum in &mut sums {
                *sum = S::mul_add(*sum, factor, summand);
            }
        }
        for (&sum, end) in sums.iter().zip(self.sums.chunks_exact_mut(S::LANES)) {
            S::store(sum, end);
        }
        *self.lanes = S::LANES;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_eight_do_more_than_those_of_every_processor() {
        let rates: Vec<f64> = Level::available().into_iter().map(peak_rate).collect();
        assert!(rates.iter().all(|&rate| rate > 1e7), "{rates:?}");
        // Twice the lanes and one rounding instead of two: a busy machine does not hide that. AVX-512 does no more than AVX2
        // on some processors, and on ARM the portable vectors are as wide as NEON's.
        if cfg!(target_arch = "x86_64") {
            assert!(rates[1..].iter().all(|&rate| rate > rates[0]), "{rates:?}");
        }
    }
}

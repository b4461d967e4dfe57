//! Softmax over rows of scores, except for the division by the sums, which is applied to the products of the weights.

use super::grid::LINE;
use super::simd::{Kernel, Simd};

/// Replaces the first `count` scores of each row by their exponentials relative to the maximum and the rest of the row
/// by zeros, and writes the reciprocals of the sums.
pub(super) struct Softmax<'a> {
    /// Rows of `stride` scores, a multiple of a cache line.
    pub scores: &'a mut [f32],
    pub stride: usize,
    pub count: usize,
    /// One reciprocal per row.
    pub reciprocals: &'a mut [f32],
}

impl Kernel for Softmax<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let rows = self.scores.chunks_exact_mut(self.stride);
        for (row, reciprocal) in rows.zip(self.reciprocals) {
            // The exponential of minus infinity is tiny but not zero. It doesn't change a sum of 1 or more, and the
            // padding is cleared afterwards.
            row[self.count..].fill(f32::NEG_INFINITY);
            let mut most = S::splat(f32::NEG_INFINITY);
            for scores in row.chunks_exact(S::LANES) {
                most = S::max(most, S::load(scores));
            }
            let mut maxima = [f32::NEG_INFINITY; LINE];
            S::store(most, &mut maxima);
            let most = S::splat(by_halves(maxima, f32::max));
            let mut sum = S::splat(0.0);
            for scores in row.chunks_exact_mut(S::LANES) {
                let weight = S::exp(S::sub(S::load(scores), most));
                sum = S::add(sum, weight);
                S::store(weight, scores);
            }
            row[self.count..].fill(0.0);
            let mut sums = [0.0; LINE];
            S::store(sum, &mut sums);
            *reciprocal = 1.0 / by_halves(sums, |a, b| a + b);
        }
    }
}

/// Reduces a line to one float by joining halves, which takes few vectors.
#[inline(always)]
fn by_halves(mut line: [f32; LINE], join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut half = LINE / 2;
    while half > 0 {
        for i in 0..half {
            line[i] = join(line[i], line[i + half]);
        }
        half /= 2;
    }
    line[0]
}

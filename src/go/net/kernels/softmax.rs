//! Softmax over rows of scores, without the division: the sums are applied to what the weights are multiplied with.

use super::grid::LINE;
use super::simd::{Kernel, Simd};

/// Replaces the first `count` scores of each row by their exponentials relative to the largest, the rest of the row by zeros,
/// and writes the reciprocals of the sums.
pub(super) struct Softmax<'a> {
    /// Rows of `stride` scores, a multiple of a cache line.
    pub scores: &'a mut [f32],
    pub stride: usize,
    pub count: usize,
    /// One for each row.
    pub reciprocals: &'a mut [f32],
}

impl Kernel for Softmax<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        let rows = self.scores.chunks_exact_mut(self.stride);
        for (row, reciprocal) in rows.zip(self.reciprocals) {
            // Exponentials of minus infinity are tiny, but not zero: padding is cleared after them.
            row[self.count..].fill(f32::NEG_INFINITY);
            let mut most = S::splat(f32::NEG_INFINITY);
            for scores in row.chunks_exact(S::LANES) {
                most = S::max(most, S::load(scores));
            }
            let mut maxima = [f32::NEG_INFINITY; LINE];
            S::store(most, &mut maxima);
            let most = S::splat(maxima.iter().copied().fold(f32::NEG_INFINITY, f32::max));
            for scores in row.chunks_exact_mut(S::LANES) {
                let weight = S::exp(S::sub(S::load(scores), most));
                S::store(weight, scores);
            }
            row[self.count..].fill(0.0);
            let mut sum = S::splat(0.0);
            for weights in row.chunks_exact(S::LANES) {
                sum = S::add(sum, S::load(weights));
            }
            let mut sums = [0.0; LINE];
            S::store(sum, &mut sums);
            *reciprocal = 1.0 / sums.iter().sum::<f32>();
        }
    }
}

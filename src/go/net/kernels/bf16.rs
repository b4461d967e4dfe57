//! bfloat16 numbers: floats with 8 bits of precision, stored as pairs in the space of one float.
//!
//! Processors with AVX-512 BF16 multiply twice as many of them as floats, and add the products as floats.
//!
//! # Where they are used
//!
//! In feed-forward blocks and 1x1 convolutions of networks with transformers. With these products rounded, KataGo's
//! three such networks choose another best policy move in 6, 6 and 7 of 1,000 positions from games on 9x9 to 19x19, and
//! their winrate moves by 0.0012, 0.0012 and 0.0007 on average. The following keep floats:
//!
//! - Queries, keys and values: rounding them alone moves the winrate of a small network by 0.0033.
//! - Attended values, in the next product: rounding them too changes 4, 12 and 10 best moves, for 2% to 4% more speed.
//! - Winograd's products: 17 of 600 best moves of two networks without transformers differ.
//!
//! 16-bit integers (VNNI) are exact enough for everything, but Zen 5 doesn't multiply more of them than floats.

use super::grid::LINE;
use super::simd::{Kernel, Simd};

/// Rounds two floats to the nearest bfloat16 numbers, ties to even, and packs them into the space of one float.
pub(super) fn pair(first: f32, second: f32) -> f32 {
    f32::from_bits(rounded(first) | rounded(second) << 16)
}

/// Returns the bits of the bfloat16 number nearest to a float.
fn rounded(x: f32) -> u32 {
    let bits = x.to_bits();
    // Half a unit in the last place, or slightly less above an even number.
    let up = 0x7fff + (bits >> 16 & 1);
    match x.is_nan() {
        true => 0x7fc0,
        false => bits.wrapping_add(up) >> 16,
    }
}

/// Unpacks the numbers of a pair.
fn numbers(pair: f32) -> [f32; 2] {
    let bits = pair.to_bits();
    [
        f32::from_bits(bits << 16),
        f32::from_bits(bits & 0xffff_0000),
    ]
}

/// Implements [`Simd::store_bf16`] without an instruction for it.
#[inline(always)]
pub(super) fn store<S: Simd>(v: S::V, to: &mut [f32]) {
    let mut floats = [0.0; LINE];
    S::store(v, &mut floats);
    let pairs = floats[..S::LANES].chunks_exact(2);
    for (to, floats) in to[..S::LANES / 2].iter_mut().zip(pairs) {
        *to = pair(floats[0], floats[1]);
    }
}

/// Implements [`Simd::dot_bf16`] without an instruction for it.
#[inline(always)]
pub(super) fn dot<S: Simd>(a: S::V, b: S::V, c: S::V) -> S::V {
    let [mut x, mut y, mut sums] = [[0.0; LINE]; 3];
    S::store(a, &mut x);
    S::store(b, &mut y);
    S::store(c, &mut sums);
    for ((sum, x), y) in sums.iter_mut().zip(x).zip(y) {
        let ([a, b], [c, d]) = (numbers(x), numbers(y));
        *sum += a * c + b * d;
    }
    S::load(&sums)
}

/// Rounds floats to bfloat16 in place, leaving the pairs in the first half of the memory.
pub(super) struct RoundInPlace<'a> {
    /// Multiple of [`LINE`] floats.
    pub floats: &'a mut [f32],
}

impl Kernel for RoundInPlace<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        for at in (0..self.floats.len()).step_by(S::LANES) {
            let v = S::load(&self.floats[at..]);
            S::store_bf16(v, &mut self.floats[at / 2..]);
        }
    }
}

/// Rounds rows of floats to bfloat16 and writes them contiguously.
pub(super) struct RoundRows<'a> {
    /// Floats that contain the rows.
    pub input: &'a [f32],
    /// Offset of each row in the input.
    pub rows: &'a [usize],
    /// Number of floats in a row, a multiple of [`LINE`].
    pub width: usize,
    /// Pairs in the space of floats, half as many per row.
    pub output: &'a mut [f32],
}

impl Kernel for RoundRows<'_> {
    #[inline(always)]
    fn run<S: Simd>(self) {
        assert!(self.rows.len() * self.width / 2 <= self.output.len());
        let rows = self.output.chunks_exact_mut(self.width / 2);
        for (output, &row) in rows.zip(self.rows) {
            let row = self.input[row..][..self.width].chunks_exact(S::LANES);
            for (floats, pairs) in row.zip(output.chunks_exact_mut(S::LANES / 2)) {
                S::store_bf16(S::load(floats), pairs);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_rounded_to_the_nearest_number_of_eight_bits() {
        let last = 2.0_f32.powi(-7); // of the numbers from 1 to 2
        for (x, expected) in [
            (0.0, 0.0),
            (-0.0, -0.0),
            (1.0, 1.0),
            (1.0 + 0.49 * last, 1.0),
            (1.0 + 0.51 * last, 1.0 + last),
            // Ties go to the even number.
            (1.0 + 0.5 * last, 1.0),
            (1.0 + 1.5 * last, 1.0 + 2.0 * last),
            (-3.0 - 0.9 * last, -3.0),
            // Rounding may reach the next power of two.
            (2.0 - 0.1 * last, 2.0),
            (f32::INFINITY, f32::INFINITY),
            (f32::MAX, f32::INFINITY),
        ] {
            let [first, second] = numbers(pair(x, -x));
            assert_eq!(first.to_bits(), expected.to_bits(), "{x}");
            assert_eq!(second, -expected, "{x}");
        }
        let [first, second] = numbers(pair(f32::NAN, 5.0));
        assert!(first.is_nan());
        assert_eq!(second, 5.0);
    }
}

//! bfloat16 numbers: floats with 8 bits of precision, two of them in the place of one float.
//!
//! Processors with AVX-512 BF16 multiply twice as many of them as floats, and add the products as floats.
//!
//! # Where they are used
//!
//! In feed-forward blocks and convolutions of single points, in networks with transformers. Measured with KataGo's three on 1,000
//! positions of games from 9x9 to 19x19, with these products rounded, the best move of the policy is another in 6, 6 and 7 of
//! them, and the winrate moves by 0.0012, 0.0012 and 0.0007 in the mean. What keeps floats, and why:
//!
//! - Queries, keys and values: rounded alone, they move the winrate of a small one by 0.0033.
//! - Attended values, in the product after them: with them 4, 12 and 10 best moves differ, for 2 to 4 % more speed.
//! - Winograd's products: 17 of 600 best moves of two networks without transformers differ.
//!
//! Numbers of 16 bits that are whole (VNNI) are exact enough for all, but Zen 5 multiplies no more of them than floats.

use super::grid::LINE;
use super::simd::{Kernel, Simd};

/// Rounds two floats to the nearest bfloat16 numbers, ties to even, and returns them in the place of one float.
pub(super) fn pair(first: f32, second: f32) -> f32 {
    f32::from_bits(rounded(first) | rounded(second) << 16)
}

/// The bits of the bfloat16 number nearest to a float.
fn rounded(x: f32) -> u32 {
    let bits = x.to_bits();
    // Half of the last place, and a bit less before an even number.
    let up = 0x7fff + (bits >> 16 & 1);
    match x.is_nan() {
        true => 0x7fc0,
        false => bits.wrapping_add(up) >> 16,
    }
}

/// Returns the numbers of a pair.
fn numbers(pair: f32) -> [f32; 2] {
    let bits = pair.to_bits();
    [
        f32::from_bits(bits << 16),
        f32::from_bits(bits & 0xffff_0000),
    ]
}

/// [`Simd::store_bf16`] without an instruction for it.
#[inline(always)]
pub(super) fn store<S: Simd>(v: S::V, to: &mut [f32]) {
    let mut floats = [0.0; LINE];
    S::store(v, &mut floats);
    let pairs = floats[..S::LANES].chunks_exact(2);
    for (to, floats) in to[..S::LANES / 2].iter_mut().zip(pairs) {
        *to = pair(floats[0], floats[1]);
    }
}

/// [`Simd::dot_bf16`] without an instruction for it.
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

/// Rounds floats to bfloat16 and leaves the pairs in the first half of their place.
pub(super) struct RoundInPlace<'a> {
    /// A multiple of [`LINE`] floats.
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

/// Rounds rows of floats to bfloat16 and writes them one behind the other.
pub(super) struct RoundRows<'a> {
    /// The floats that contain the rows.
    pub input: &'a [f32],
    /// Offset of each row in the input.
    pub rows: &'a [usize],
    /// Number of floats of a row, a multiple of [`LINE`].
    pub width: usize,
    /// Pairs in the place of floats: half as many for each row.
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

//! The network's sums with AVX2. The compiler's code for them is slow because the sums do not stay in registers.
//!
//! [`Evaluation`](super::evaluation::Evaluation) picks an implementation, and its tests compare both.

use std::arch::x86_64::*;

use super::evaluation::{ONE, StateVector, SumVector, WIDTH};

/// Number of 16-bit entries in a register.
const LANES: usize = 16;

/// Number of registers per vector.
const REGISTERS: usize = WIDTH / LANES;

/// Adds up all vectors, clips the sums, and returns their dot product with `weights`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn clipped_product<'a, const N: usize>(
    others: [&SumVector; N],
    states: impl Iterator<Item = &'a StateVector>,
    weights: &SumVector,
) -> i32 {
    let mut sums = [_mm256_setzero_si256(); REGISTERS];
    for other in others {
        for (sum, number) in sums.iter_mut().zip(load(other)) {
            *sum = _mm256_add_epi16(*sum, number);
        }
    }
    for state in states {
        for (part, sum) in sums.iter_mut().enumerate() {
            let (numbers, _) = state.0[part * LANES..].as_chunks::<LANES>();
            // SAFETY: there are 16 bytes, and this load accepts any address.
            let numbers = unsafe { _mm_loadu_si128(numbers[0].as_ptr().cast()) };
            *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(numbers));
        }
    }
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
    let mut products = zero;
    for (sum, weights) in sums.into_iter().zip(load(weights)) {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(sum, zero), one);
        products = _mm256_add_epi32(products, _mm256_madd_epi16(clipped, weights));
    }
    let (low, high) = (
        _mm256_castsi256_si128(products),
        _mm256_extracti128_si256::<1>(products),
    );
    let four = _mm_add_epi32(low, high);
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    _mm_cvtsi128_si32(two) + _mm_extract_epi32::<1>(two)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(vector: &SumVector) -> [__m256i; REGISTERS] {
    let (parts, _) = vector.0.as_chunks::<LANES>();
    // SAFETY: each part has the 32 bytes of a register, and this load accepts any address.
    std::array::from_fn(|part| unsafe { _mm256_loadu_si256(parts[part].as_ptr().cast()) })
}

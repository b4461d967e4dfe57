//! The network's sums with AVX2. The compiler's code for them is slow because the sums do not stay in registers.
//!
//! [`Evaluation`](super::evaluation::Evaluation) picks an implementation, and its tests compare both.

use std::arch::x86_64::*;

use super::evaluation::{AT_ONCE, ONE, StateVector, SumVector, WIDTH};
use super::inputs::{LARGEST_STATES, MIDDLES, STATES};
use super::patterns::States;

/// Number of 16-bit entries in a register.
const LANES: usize = 16;

/// Number of registers of sums.
const REGISTERS: usize = WIDTH / LANES;

/// Number of registers of a state's 8-bit entries.
const PARTS: usize = WIDTH / (2 * LANES);

/// A vector of 8-bit entries.
type Bytes = [__m256i; PARTS];

/// Adds up the vectors of all states and of `others`, clips the sums, and returns their dot product with `weights`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn clipped_product<const N: usize>(
    others: [&SumVector; N],
    states: &States,
    vectors: &[StateVector; STATES],
    weights: &SumVector,
) -> i32 {
    // One check for all states takes a fraction of the instructions of one for each.
    assert!(are_states(states), "states within those of their shapes");
    let mut pairs = [[_mm256_setzero_si256(); 2]; PARTS];
    let (states, last_states) = states.each().as_chunks::<AT_ONCE>();
    let (middles, last_middles) = MIDDLES.as_chunks::<AT_ONCE>();
    let (state_pairs, rest_of_states) = states.as_chunks::<2>();
    let (middle_pairs, rest_of_middles) = middles.as_chunks::<2>();
    for ([states, other_states], [middles, other_middles]) in state_pairs.iter().zip(middle_pairs) {
        // SAFETY: as checked above, the states are those of their patterns' shapes.
        let sums = unsafe {
            [
                sum(states, middles, vectors),
                sum(other_states, other_middles, vectors),
            ]
        };
        add_widened(&mut pairs, sums);
    }
    // SAFETY: as above.
    let last = unsafe {
        [
            sum(
                rest_of_states.as_flattened(),
                rest_of_middles.as_flattened(),
                vectors,
            ),
            sum(last_states, last_middles, vectors),
        ]
    };
    add_widened(&mut pairs, last);
    let mut sums = [_mm256_setzero_si256(); REGISTERS];
    for (sums, [low, high]) in sums.as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
        *sums = [
            _mm256_permute2x128_si256::<0x20>(low, high),
            _mm256_permute2x128_si256::<0x31>(low, high),
        ];
    }
    for other in others {
        for (sum, number) in sums.iter_mut().zip(load(other)) {
            *sum = _mm256_add_epi16(*sum, number);
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

/// Returns the sum of the vectors of up to [`AT_ONCE`] states.
///
/// # Safety
///
/// Each state must be one of its pattern's shape, which has vectors for all of them on both sides of its middle.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn sum(states: &[i16], middles: &[i32], vectors: &[StateVector; STATES]) -> Bytes {
    let mut sums = [_mm256_setzero_si256(); PARTS];
    for (&state, &middle) in states.iter().zip(middles) {
        let index = middle as isize + isize::from(state);
        // SAFETY: the caller vouches for the index; each part has the 32 bytes of a register, and this load accepts any
        // address.
        let parts: Bytes = unsafe {
            let parts = vectors.as_ptr().offset(index).cast::<__m256i>();
            std::array::from_fn(|part| _mm256_loadu_si256(parts.add(part)))
        };
        for (sum, part) in sums.iter_mut().zip(parts) {
            *sum = _mm256_add_epi8(*sum, part);
        }
    }
    sums
}

/// Adds two vectors of 8-bit entries to sums of 16 bits: of every 32, the first register has entries 0 to 7 and 16 to 23.
#[inline]
#[target_feature(enable = "avx2")]
fn add_widened(sums: &mut [[__m256i; 2]; PARTS], [first, second]: [Bytes; 2]) {
    let ones = _mm256_set1_epi8(1);
    for ([low, high], (first, second)) in sums.iter_mut().zip(first.into_iter().zip(second)) {
        // With entries of both side by side, a product with ones widens and adds them.
        let both = _mm256_maddubs_epi16(ones, _mm256_unpacklo_epi8(first, second));
        *low = _mm256_add_epi16(*low, both);
        let both = _mm256_maddubs_epi16(ones, _mm256_unpackhi_epi8(first, second));
        *high = _mm256_add_epi16(*high, both);
    }
}

/// Whether every number is a state of its pattern's shape.
#[inline]
#[target_feature(enable = "avx2")]
fn are_states(states: &States) -> bool {
    let (states, _) = states.padded().as_chunks::<LANES>();
    let (largest, _) = LARGEST_STATES.as_chunks::<LANES>();
    let mut beyond = _mm256_setzero_si256();
    for (states, largest) in states.iter().zip(largest) {
        // SAFETY: both have the 32 bytes of a register, and these loads accept any address.
        let (states, largest) = unsafe {
            (
                _mm256_loadu_si256(states.as_ptr().cast()),
                _mm256_loadu_si256(largest.as_ptr().cast()),
            )
        };
        // Saturated, the difference of the sizes is 0 if no state is larger, also for the least number of 16 bits.
        let excess = _mm256_subs_epu16(_mm256_abs_epi16(states), largest);
        beyond = _mm256_or_si256(beyond, excess);
    }
    _mm256_testz_si256(beyond, beyond) != 0
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(vector: &SumVector) -> [__m256i; REGISTERS] {
    let (parts, _) = vector.0.as_chunks::<LANES>();
    // SAFETY: each part has the 32 bytes of a register, and this load accepts any address.
    std::array::from_fn(|part| unsafe { _mm256_loadu_si256(parts[part].as_ptr().cast()) })
}

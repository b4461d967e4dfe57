//! The weights of a board, looked up eight at a time by AVX2: where the compiler takes them one by one into a vector, it
//! makes slow code.
//!
//! [`Evaluation`](super::evaluation::Evaluation) chooses, and its tests compare both ways.

use std::arch::x86_64::*;

use super::patterns::{LANES, PATTERNS};

/// The sum of the weights of `table` at `middles` plus `states`, of those lanes that belong to patterns.
///
/// # Safety
///
/// Each of `middles`, those of the other lanes too, plus its state has to be an index of `table` and not the last one: two
/// weights are read at once.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn sum_of_weights(
    table: &[i16],
    middles: &[u32; LANES],
    states: &[i16; LANES],
) -> i32 {
    let mut sums = _mm256_setzero_si256();
    for lane in (0..LANES).step_by(16) {
        // SAFETY: the lanes fill whole registers, as is asserted below.
        let states = unsafe { _mm256_loadu_si256(states.as_ptr().add(lane).cast()) };
        let halves = [
            _mm256_castsi256_si128(states),
            _mm256_extracti128_si256::<1>(states),
        ];
        for (lane, half) in [lane, lane + 8].into_iter().zip(halves) {
            // SAFETY: as above, and where `table` is read the caller promises that there are weights.
            sums = unsafe {
                let middles = _mm256_loadu_si256(middles.as_ptr().add(lane).cast());
                let indices = _mm256_add_epi32(middles, _mm256_cvtepi16_epi32(half));
                let pairs = _mm256_i32gather_epi32::<2>(table.as_ptr().cast(), indices);
                // The first weight of a pair times 1, the second times 0.
                let ones = _mm256_loadu_si256(ONES.as_ptr().add(lane).cast());
                _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, ones))
            };
        }
    }
    let (low, high) = (
        _mm256_castsi256_si128(sums),
        _mm256_extracti128_si256::<1>(sums),
    );
    let four = _mm_add_epi32(low, high);
    let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
    _mm_cvtsi128_si32(two) + _mm_extract_epi32::<1>(two)
}

/// A register holds 16 lanes.
const _: () = assert!(LANES.is_multiple_of(16));

/// 1 for each pattern, 0 for the rest of the lanes.
const ONES: [i32; LANES] = {
    let mut ones = [0; LANES];
    let mut pattern = 0;
    while pattern < PATTERNS {
        ones[pattern] = 1;
        pattern += 1;
    }
    ones
};

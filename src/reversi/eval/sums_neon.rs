//! The network's sums with NEON. From the portable code the compiler loads and stores the sums for every vector.
//!
//! [`Evaluation`](super::evaluation::Evaluation) picks an implementation, and its tests compare both.

use std::arch::aarch64::*;

use super::evaluation::{AT_ONCE, ONE, StateVector, SumVector, WIDTH};
use super::inputs::{LARGEST_STATES, MIDDLES, STATES};
use super::patterns::States;

/// Number of 16-bit entries in a register.
const LANES: usize = 8;

/// Number of registers of sums.
const REGISTERS: usize = WIDTH / LANES;

/// Number of registers of a state's 8-bit entries.
const PARTS: usize = WIDTH / (2 * LANES);

/// A vector of 8-bit entries.
type Bytes = [int8x16_t; PARTS];

/// Adds up the vectors of all states and of `others`, clips the sums, and returns their dot product with `weights`.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn clipped_product<const N: usize>(
    others: [&SumVector; N],
    states: &States,
    vectors: &[StateVector; STATES],
    weights: &SumVector,
) -> i32 {
    let mut sums = [vdupq_n_s16(0); REGISTERS];
    for other in others {
        for (sum, numbers) in sums.iter_mut().zip(load(other)) {
            *sum = vaddq_s16(*sum, numbers);
        }
    }
    // One check for all states takes a fraction of the instructions of one for each.
    assert!(are_states(states), "states within those of their shapes");
    let states = states.each().chunks(AT_ONCE);
    for (states, middles) in states.zip(MIDDLES.chunks(AT_ONCE)) {
        // SAFETY: as checked above, the states are those of their patterns' shapes.
        let bytes = unsafe { sum(states, middles, vectors) };
        for (numbers, [low, high]) in bytes.into_iter().zip(sums.as_chunks_mut::<2>().0) {
            *low = vaddw_s8(*low, vget_low_s8(numbers));
            *high = vaddw_high_s8(*high, numbers);
        }
    }
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(ONE));
    let mut products = vdupq_n_s32(0);
    for (sum, weights) in sums.into_iter().zip(load(weights)) {
        let clipped = vminq_s16(vmaxq_s16(sum, zero), one);
        products = vmlal_s16(products, vget_low_s16(clipped), vget_low_s16(weights));
        products = vmlal_high_s16(products, clipped, weights);
    }
    vaddvq_s32(products)
}

/// Returns the sum of the vectors of up to [`AT_ONCE`] states.
///
/// # Safety
///
/// Each state must be one of its pattern's shape, which has vectors for all of them on both sides of its middle.
#[inline]
#[target_feature(enable = "neon")]
unsafe fn sum(states: &[i16], middles: &[i32], vectors: &[StateVector; STATES]) -> Bytes {
    let mut sums = [vdupq_n_s8(0); PARTS];
    for (&state, &middle) in states.iter().zip(middles) {
        let index = middle as isize + isize::from(state);
        // SAFETY: the caller vouches for the index, and each part has the 16 numbers of a register.
        let parts: Bytes = unsafe {
            let parts = vectors.as_ptr().offset(index).cast::<[i8; 2 * LANES]>();
            std::array::from_fn(|part| vld1q_s8((*parts.add(part)).as_ptr()))
        };
        for (sum, part) in sums.iter_mut().zip(parts) {
            *sum = vaddq_s8(*sum, part);
        }
    }
    sums
}

/// Whether every number is a state of its pattern's shape.
#[inline]
#[target_feature(enable = "neon")]
fn are_states(states: &States) -> bool {
    let (states, _) = states.padded().as_chunks::<LANES>();
    let (largest, _) = LARGEST_STATES.as_chunks::<LANES>();
    let mut all = vdupq_n_u16(u16::MAX);
    for (states, largest) in states.iter().zip(largest) {
        // SAFETY: both have the eight numbers of a vector.
        let (states, largest) =
            unsafe { (vld1q_s16(states.as_ptr()), vld1q_u16(largest.as_ptr())) };
        let sizes = vreinterpretq_u16_s16(vabsq_s16(states));
        all = vandq_u16(all, vcleq_u16(sizes, largest));
    }
    vminvq_u16(all) != 0
}

#[inline]
#[target_feature(enable = "neon")]
fn load(vector: &SumVector) -> [int16x8_t; REGISTERS] {
    let (parts, _) = vector.0.as_chunks::<LANES>();
    // SAFETY: each part has the eight numbers of a vector.
    std::array::from_fn(|part| unsafe { vld1q_s16(parts[part].as_ptr()) })
}

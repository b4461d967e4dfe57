//! The network's sums with NEON. From the portable code the compiler loads and stores the sums for every vector.
//!
//! [`Evaluation`](super::evaluation::Evaluation) picks an implementation, and its tests compare both.

use std::arch::aarch64::*;

use super::evaluation::{AT_ONCE, ONE, StateVector, SumVector, WIDTH};
use super::inputs::{LARGEST_STATES, MIDDLES, STATES};
use super::patterns::{PATTERNS, States};

/// Number of 16-bit entries in a register.
const LANES: usize = 8;

/// Number of registers of sums.
const REGISTERS: usize = WIDTH / LANES;

/// Number of registers of a state's 8-bit entries.
const PARTS: usize = WIDTH / (2 * LANES);

/// The index of the vector of state 0 for each pair of patterns, which have the same shape.
static MIDDLES_OF_PAIRS: [usize; PATTERNS / 2] = middles_of_pairs();

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
    // One check for all states takes a third of the instructions of one for each.
    assert!(are_states(states), "states within those of their shapes");
    let (pairs, _) = states.each().as_chunks::<2>();
    const PAIRS_AT_ONCE: usize = AT_ONCE / 2;
    let middles = MIDDLES_OF_PAIRS.chunks(PAIRS_AT_ONCE);
    for (pairs, middles) in pairs.chunks(PAIRS_AT_ONCE).zip(middles) {
        let mut some = [vdupq_n_s8(0); PARTS];
        for (pair, &middle) in pairs.iter().zip(middles) {
            for &state in pair {
                // SAFETY: as checked above, the state is one of its pattern's shape. All states of a shape have vectors, on
                // both sides of the middle.
                let vector = unsafe { &*vectors.as_ptr().add(middle).offset(state.into()) };
                add(&mut some, vector);
            }
        }
        let (sums, _) = sums.as_chunks_mut::<2>();
        for (numbers, [low, high]) in some.into_iter().zip(sums) {
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

/// Adds the vector of a state to a sum of at most [`AT_ONCE`].
#[inline]
#[target_feature(enable = "neon")]
fn add(sums: &mut [int8x16_t; PARTS], vector: &StateVector) {
    let (parts, _) = vector.0.as_chunks::<{ 2 * LANES }>();
    for (numbers, sum) in parts.iter().zip(sums) {
        // SAFETY: the part has the 16 numbers of a register.
        let numbers = unsafe { vld1q_s8(numbers.as_ptr()) };
        *sum = vaddq_s8(*sum, numbers);
    }
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

const fn middles_of_pairs() -> [usize; PATTERNS / 2] {
    let mut middles = [0; PATTERNS / 2];
    let mut pair = 0;
    while pair < middles.len() {
        let middle = MIDDLES[2 * pair];
        assert!(MIDDLES[2 * pair + 1] == middle);
        middles[pair] = middle as usize;
        pair += 1;
    }
    middles
}

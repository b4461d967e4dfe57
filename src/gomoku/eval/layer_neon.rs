//! A hidden layer of the network with NEON, four neurons at a time. From the portable code the compiler adds up each
//! neuron separately.
//!
//! [`network`](super::network) chooses between the two, and its tests compare them.

use std::arch::aarch64::*;

use super::network::{HIDDEN, Layer, MAX_ACTIVATION, Neurons, UNIT};

/// Numbers in a register.
const LANES: usize = 8;

/// Registers of a layer's inputs.
const REGISTERS: usize = HIDDEN / LANES;

/// Sums in a register.
const SUMS: usize = 4;

/// Returns the neurons of a layer, clipped at zero and [`MAX_ACTIVATION`].
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn neurons(inputs: &Neurons, weights: &Layer, biases: &Neurons) -> Neurons {
    let inputs = load(inputs);
    let mut neurons = [0; HIDDEN];
    let (rows, _) = weights.as_chunks::<SUMS>();
    let (biases, _) = biases.as_chunks::<SUMS>();
    let (results, _) = neurons.as_chunks_mut::<SUMS>();
    for ((rows, biases), result) in rows.iter().zip(biases).zip(results) {
        let four = four_neurons(&inputs, rows, biases);
        // SAFETY: the result has the four numbers of the vector.
        unsafe { vst1_s16(result.as_mut_ptr(), four) };
    }
    neurons
}

/// Returns four clipped neurons.
#[inline]
#[target_feature(enable = "neon")]
fn four_neurons(
    inputs: &[int16x8_t; REGISTERS],
    rows: &[Neurons; SUMS],
    biases: &[i16; SUMS],
) -> int16x4_t {
    const {
        assert!(UNIT == 1 << 8 && MAX_ACTIVATION <= i16::MAX as i32);
    }
    let [a, b, c, d] = rows.each_ref().map(|row| products(inputs, row));
    let sums = vpaddq_s32(vpaddq_s32(a, b), vpaddq_s32(c, d));
    // SAFETY: there are the four numbers of the vector.
    let biases = vshll_n_s16::<8>(unsafe { vld1_s16(biases.as_ptr()) });
    // The shift rounds down rather than toward zero; either way negative numbers are clipped.
    let numbers = vqshrn_n_s32::<8>(vaddq_s32(sums, biases));
    let most = vdup_n_s16(MAX_ACTIVATION as i16);
    vmin_s16(vmax_s16(numbers, vdup_n_s16(0)), most)
}

/// Returns four partial sums of the products of the inputs with a neuron's weights.
#[inline]
#[target_feature(enable = "neon")]
fn products(inputs: &[int16x8_t; REGISTERS], row: &Neurons) -> int32x4_t {
    let weights = load(row);
    // Two independent chains, since each addition waits for the previous one.
    let mut low = vmull_s16(vget_low_s16(inputs[0]), vget_low_s16(weights[0]));
    let mut high = vmull_high_s16(inputs[0], weights[0]);
    for (&inputs, &weights) in inputs.iter().zip(&weights).skip(1) {
        low = vmlal_s16(low, vget_low_s16(inputs), vget_low_s16(weights));
        high = vmlal_high_s16(high, inputs, weights);
    }
    vaddq_s32(low, high)
}

#[inline]
#[target_feature(enable = "neon")]
fn load(numbers: &Neurons) -> [int16x8_t; REGISTERS] {
    let (parts, _) = numbers.as_chunks::<LANES>();
    // SAFETY: each part has the eight numbers of a vector.
    std::array::from_fn(|part| unsafe { vld1q_s16(parts[part].as_ptr()) })
}

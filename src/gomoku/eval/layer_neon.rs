//! The layers of the network with NEON. A hidden layer goes through its inputs, each of which adds to all neurons at
//! once. The sums stay in eight registers, and nothing has to be added up across a register. From the portable code
//! the compiler adds up each neuron separately.
//!
//! [`network`](super::network) chooses between the two, and its tests compare them.

use std::arch::aarch64::*;

use super::network::{HIDDEN, Layer, MAX_ACTIVATION, Neurons, UNIT};

/// Numbers in a register.
const LANES: usize = 8;

/// Registers of a layer's inputs or neurons.
const REGISTERS: usize = HIDDEN / LANES;

/// The sums of all neurons: the lower and the upper half of each register of neurons.
type Sums = [[int32x4_t; 2]; REGISTERS];

/// Returns the neurons of a layer, clipped at zero and [`MAX_ACTIVATION`]. The weights are in the order of the inputs.
// Not inlined: with the weights at a register of their own, a load takes two vectors at a constant distance.
#[inline(never)]
#[target_feature(enable = "neon")]
pub(super) fn neurons(inputs: &Neurons, weights: &Layer, biases: &Neurons) -> Neurons {
    const {
        assert!(UNIT == 1 << 8 && MAX_ACTIVATION <= i16::MAX as i32);
    }
    let mut sums = load(biases).map(|biases| {
        [
            vshll_n_s16::<8>(vget_low_s16(biases)),
            vshll_high_n_s16::<8>(biases),
        ]
    });
    let (inputs, _) = inputs.as_chunks::<LANES>();
    let (rows, _) = weights.as_chunks::<LANES>();
    for (inputs, rows) in inputs.iter().zip(rows) {
        // SAFETY: there are the eight numbers of the vector.
        let inputs = unsafe { vld1q_s16(inputs.as_ptr()) };
        let [a, b, c, d, e, f, g, h] = rows;
        add_input::<0>(&mut sums, inputs, a);
        add_input::<1>(&mut sums, inputs, b);
        add_input::<2>(&mut sums, inputs, c);
        add_input::<3>(&mut sums, inputs, d);
        add_input::<4>(&mut sums, inputs, e);
        add_input::<5>(&mut sums, inputs, f);
        add_input::<6>(&mut sums, inputs, g);
        add_input::<7>(&mut sums, inputs, h);
    }
    let most = vdupq_n_u16(MAX_ACTIVATION as u16);
    let mut neurons = [0; HIDDEN];
    let (results, _) = neurons.as_chunks_mut::<LANES>();
    for (result, [low, high]) in results.iter_mut().zip(sums) {
        // Narrowed to unsigned numbers, negative sums become zero.
        let numbers = vqshrun_high_n_s32::<8>(vqshrun_n_s32::<8>(low), high);
        let numbers = vreinterpretq_s16_u16(vminq_u16(numbers, most));
        // SAFETY: the result has the eight numbers of the vector.
        unsafe { vst1q_s16(result.as_mut_ptr(), numbers) };
    }
    neurons
}

/// Adds the products of the input in a lane with its weights.
#[inline]
#[target_feature(enable = "neon")]
fn add_input<const LANE: i32>(sums: &mut Sums, inputs: int16x8_t, row: &Neurons) {
    for ([low, high], weights) in sums.iter_mut().zip(load(row)) {
        *low = vmlal_laneq_s16::<LANE>(*low, vget_low_s16(weights), inputs);
        *high = vmlal_high_laneq_s16::<LANE>(*high, weights, inputs);
    }
}

/// Returns the sum of the products of two layers' neurons with their weights.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn output(layers: [&Neurons; 2], weights: &[Neurons; 2]) -> i32 {
    // Two independent chains, since each addition waits for the previous one.
    let mut sums = [vdupq_n_s32(0); 2];
    for (neurons, weights) in layers.into_iter().zip(weights) {
        for (neurons, weights) in load(neurons).into_iter().zip(load(weights)) {
            sums[0] = vmlal_s16(sums[0], vget_low_s16(neurons), vget_low_s16(weights));
            sums[1] = vmlal_high_s16(sums[1], neurons, weights);
        }
    }
    vaddvq_s32(vaddq_s32(sums[0], sums[1]))
}

#[inline]
#[target_feature(enable = "neon")]
fn load(numbers: &Neurons) -> [int16x8_t; REGISTERS] {
    let (parts, _) = numbers.as_chunks::<LANES>();
    // SAFETY: each part has the eight numbers of a vector.
    std::array::from_fn(|part| unsafe { vld1q_s16(parts[part].as_ptr()) })
}

//! A hidden layer of the network with AVX2, eight neurons at a time. From the portable code the compiler makes one
//! multiplication and many additions per neuron.
//!
//! [`network`](super::network) chooses between the two, and its tests compare them.

use std::arch::x86_64::*;

use super::network::{HIDDEN, Layer, MAX_ACTIVATION, Neurons, UNIT};

/// Numbers in a register.
const LANES: usize = 16;

/// Registers of a layer's inputs.
const REGISTERS: usize = HIDDEN / LANES;

/// Sums in a register.
const SUMS: usize = 8;

/// Returns the neurons of a layer, clipped at zero and [`MAX_ACTIVATION`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn neurons(inputs: &Neurons, weights: &Layer, biases: &Neurons) -> Neurons {
    let inputs = load(inputs);
    let mut neurons = [0; HIDDEN];
    let (rows, _) = weights.as_chunks::<LANES>();
    let (biases, _) = biases.as_chunks::<LANES>();
    let (results, _) = neurons.as_chunks_mut::<LANES>();
    for ((rows, biases), result) in rows.iter().zip(biases).zip(results) {
        let (rows, _) = rows.as_chunks::<SUMS>();
        let (biases, _) = biases.as_chunks::<SUMS>();
        let low = eight_neurons(&inputs, &rows[0], &biases[0]);
        let high = eight_neurons(&inputs, &rows[1], &biases[1]);
        // Packing works on each half separately, so the middle quarters have to be swapped.
        let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(low, high));
        // SAFETY: the result has the 32 bytes of a register, and such a store takes any address.
        unsafe { _mm256_storeu_si256(result.as_mut_ptr().cast(), packed) };
    }
    neurons
}

/// Returns eight clipped neurons.
#[inline]
#[target_feature(enable = "avx2")]
fn eight_neurons(
    inputs: &[__m256i; REGISTERS],
    rows: &[Neurons; SUMS],
    biases: &[i16; SUMS],
) -> __m256i {
    const {
        assert!(UNIT == 1 << 8);
    }
    let [a, b, c, d, e, f, g, h] = rows.each_ref().map(|row| products(inputs, row));
    let first = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    let second = _mm256_hadd_epi32(_mm256_hadd_epi32(e, f), _mm256_hadd_epi32(g, h));
    let sums = _mm256_add_epi32(
        _mm256_permute2x128_si256::<0x20>(first, second),
        _mm256_permute2x128_si256::<0x31>(first, second),
    );
    // SAFETY: there are the 16 bytes of a register, and such a load takes any address.
    let biases = unsafe { _mm_loadu_si128(biases.as_ptr().cast()) };
    let biases = _mm256_slli_epi32::<8>(_mm256_cvtepi16_epi32(biases));
    // The shift rounds down rather than toward zero; either way negative numbers are clipped.
    let numbers = _mm256_srai_epi32::<8>(_mm256_add_epi32(sums, biases));
    let most = _mm256_set1_epi32(MAX_ACTIVATION);
    _mm256_min_epi32(_mm256_max_epi32(numbers, _mm256_setzero_si256()), most)
}

/// Returns eight partial sums of the products of the inputs with a neuron's weights.
#[inline]
#[target_feature(enable = "avx2")]
fn products(inputs: &[__m256i; REGISTERS], row: &Neurons) -> __m256i {
    let [first, second] = load(row);
    _mm256_add_epi32(
        _mm256_madd_epi16(inputs[0], first),
        _mm256_madd_epi16(inputs[1], second),
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(numbers: &Neurons) -> [__m256i; REGISTERS] {
    let (parts, _) = numbers.as_chunks::<LANES>();
    // SAFETY: each part has the 32 bytes of a register, and such a load takes any address.
    std::array::from_fn(|part| unsafe { _mm256_loadu_si256(parts[part].as_ptr().cast()) })
}

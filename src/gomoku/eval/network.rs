//! A small neural network that adds to the linear score the effects of combined patterns: both sides' patterns at one
//! point, and all points together with the threats. A sum of weights by class cannot express these.
//!
//! The first layer is an accumulator, updated incrementally as in NNUE. Every empty point adds a vector for each side:
//! the sum of the vectors for the class of its own patterns there and for the class of the opponent's, clipped at zero
//! (ReLU). A hidden layer over both sides' accumulators, the side to move first, has biases by threat state; a second
//! hidden layer follows. The score is a weighted sum of the neurons of both. All numbers are integers, so the result
//! does not depend on the order of moves.
//!
//! On held-out positions, a second layer and more neurons gained much, longer vectors nothing.

#[cfg(target_arch = "x86_64")]
use super::layer_avx2;
#[cfg(target_arch = "aarch64")]
use super::layer_neon;
use crate::patterns::classes::{CLASS_SLOTS, CLASSES, Class};
use tengen_engine::cpu::Isa;
use tengen_engine::game::Color;

/// Number of threat states (see `Board::threat_state`).
pub(super) const THREAT_STATES: usize = 256;

/// Length of a point's vector.
pub(crate) const WIDTH: usize = 16;

/// Inputs of the first hidden layer.
pub(crate) const INPUTS: usize = 2 * WIDTH;

/// Neurons in each hidden layer, as many as the first one has inputs.
pub(crate) const HIDDEN: usize = INPUTS;

/// Inputs of the output: the neurons of the second hidden layer, then those of the first.
pub(crate) const OUTPUTS: usize = 2 * HIDDEN;

/// Fixed-point unit of vectors, hidden weights and biases.
pub(crate) const UNIT: i32 = 256;

/// Upper limit of a neuron; the lower limit is 0.
pub(super) const MAX_ACTIVATION: i32 = 64 * UNIT - 1;

/// Fixed-point unit of the output weights, per evaluation unit.
pub(crate) const OUTPUT_UNIT: i32 = 16;

/// Maximum absolute weight. It keeps all sums of the layers within 32 bits.
pub(crate) const MAX_WEIGHT: i16 = 2000;

/// The weights of one side's network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NetworkWeights {
    /// Vectors by the class of the side's own patterns, then by that of the opponent's.
    pub class_vectors: Vec<i16>,
    /// Weights of the first hidden layer, neuron by neuron.
    pub hidden: Vec<i16>,
    /// Biases of the first hidden layer by threat state.
    pub biases: Vec<i16>,
    /// Weights of the second hidden layer, neuron by neuron.
    pub second: Vec<i16>,
    /// Biases of the second hidden layer.
    pub second_biases: Vec<i16>,
    /// Weights of the output, in the order of its inputs.
    pub output: Vec<i16>,
}

impl NetworkWeights {
    /// Number of weights of each part, in order.
    const SIZES: [usize; 6] = [
        2 * CLASSES * WIDTH,
        HIDDEN * INPUTS,
        THREAT_STATES * HIDDEN,
        HIDDEN * HIDDEN,
        HIDDEN,
        OUTPUTS,
    ];

    /// Total number of weights.
    pub const SIZE: usize = {
        let [vectors, hidden, biases, second, second_biases, output] = Self::SIZES;
        vectors + hidden + biases + second + second_biases + output
    };

    /// Returns a network that adds nothing.
    pub fn zero() -> Self {
        NetworkWeights::from_slice(&[0; Self::SIZE])
    }

    /// Splits a flat list of weights into the parts.
    pub fn from_slice(mut all: &[i16]) -> Self {
        let mut part = |size: usize| {
            let (part, others) = all.split_at(size);
            all = others;
            part.to_vec()
        };
        let [class_vectors, hidden, biases, second, second_biases, output] =
            Self::SIZES.map(&mut part);
        NetworkWeights {
            class_vectors,
            hidden,
            biases,
            second,
            second_biases,
            output,
        }
    }

    /// Returns all weights in the order expected by `from_slice`.
    pub fn iter(&self) -> impl Iterator<Item = i16> + '_ {
        let first = self.class_vectors.iter().chain(&self.hidden);
        let second = self.second.iter().chain(&self.second_biases);
        let layers = first.chain(&self.biases).chain(second);
        layers.chain(&self.output).copied()
    }

    /// Whether the network always adds nothing.
    pub fn is_zero(&self) -> bool {
        self.output.iter().all(|&weight| weight == 0)
    }
}

/// The vector of a class, or the sum over several points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Vector([i16; WIDTH]);

impl Vector {
    const ZERO: Vector = Vector([0; WIDTH]);

    /// Returns the vector of a point: the sum of the vectors of its two classes, clipped at zero.
    #[inline(always)]
    fn relu_sum(self, other: &Vector) -> Vector {
        Vector(std::array::from_fn(|i| {
            self.0[i].wrapping_add(other.0[i]).max(0)
        }))
    }
}

/// Black's and white's sums over all empty points. Sums beyond 16 bits wrap around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Accumulator([Vector; 2]);

impl Accumulator {
    /// The accumulator of no points.
    pub const ZERO: Accumulator = Accumulator([Vector::ZERO; 2]);

    /// Adds the vectors of a point.
    #[inline(always)]
    pub fn with(mut self, point: Accumulator) -> Accumulator {
        for (sum, vector) in self.0.iter_mut().zip(&point.0) {
            for (sum, number) in sum.0.iter_mut().zip(&vector.0) {
                *sum = sum.wrapping_add(*number);
            }
        }
        self
    }

    /// Subtracts the vectors of a point.
    #[inline(always)]
    pub fn without(mut self, point: Accumulator) -> Accumulator {
        for (sum, vector) in self.0.iter_mut().zip(&point.0) {
            for (sum, number) in sum.0.iter_mut().zip(&vector.0) {
                *sum = sum.wrapping_sub(*number);
            }
        }
        self
    }
}

/// The neurons of a hidden layer, or the inputs of the first.
pub(super) type Neurons = [i16; HIDDEN];

/// A hidden layer's weights, neuron by neuron.
pub(super) type Layer = [Neurons; HIDDEN];

/// A hidden layer's weights in the layouts for inference.
struct HiddenWeights {
    by_neuron: Layer,
    /// The same numbers input by input, for NEON.
    #[cfg(target_arch = "aarch64")]
    by_input: Layer,
}

impl HiddenWeights {
    /// Creates the layouts of weights listed neuron by neuron.
    fn new(numbers: &[i16]) -> Self {
        let mut by_neuron = [[0; HIDDEN]; HIDDEN];
        by_neuron.as_flattened_mut().copy_from_slice(numbers);
        HiddenWeights {
            by_neuron,
            #[cfg(target_arch = "aarch64")]
            by_input: std::array::from_fn(|input| by_neuron.map(|neuron| neuron[input])),
        }
    }
}

/// One side's network in the layout for inference.
struct SideNetwork {
    own: Box<[Vector; CLASS_SLOTS]>,
    others: Box<[Vector; CLASS_SLOTS]>,
    hidden: HiddenWeights,
    biases: Box<[Neurons; THREAT_STATES]>,
    second: HiddenWeights,
    second_biases: Neurons,
    /// Output weights of the neurons of the second hidden layer, then of the first.
    output: [Neurons; 2],
}

impl SideNetwork {
    fn new(numbers: &NetworkWeights) -> Self {
        let (own, others) = numbers.class_vectors.split_at(CLASSES * WIDTH);
        let vectors = |numbers: &[i16]| {
            let mut vectors = Box::new([Vector::ZERO; CLASS_SLOTS]);
            for (vector, numbers) in vectors.iter_mut().zip(numbers.chunks_exact(WIDTH)) {
                vector.0.copy_from_slice(numbers);
            }
            vectors
        };
        let mut side = SideNetwork {
            own: vectors(own),
            others: vectors(others),
            hidden: HiddenWeights::new(&numbers.hidden),
            biases: Box::new([[0; HIDDEN]; THREAT_STATES]),
            second: HiddenWeights::new(&numbers.second),
            second_biases: [0; HIDDEN],
            output: [[0; HIDDEN]; 2],
        };
        for (to, from) in [
            (side.biases.as_flattened_mut(), &numbers.biases),
            (&mut side.second_biases, &numbers.second_biases),
            (side.output.as_flattened_mut(), &numbers.output),
        ] {
            to.copy_from_slice(from);
        }
        side
    }

    /// Returns the vector of a point by the classes of the side's own and the opponent's patterns.
    #[inline(always)]
    fn point(&self, own: Class, others: Class) -> Vector {
        let others = &self.others[usize::from(others) % CLASS_SLOTS];
        self.own[usize::from(own) % CLASS_SLOTS].relu_sum(others)
    }
}

// Not inlined: on its own it compiles to four multiply instructions; when inlined, the compiler interleaves the calls
// into hundreds.
#[inline(never)]
fn dot_product(a: &Neurons, b: &Neurons) -> i32 {
    let products = a.iter().zip(b);
    products.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// Returns the neurons of a layer, clipped at zero and [`MAX_ACTIVATION`].
fn neurons(inputs: &Neurons, weights: &Layer, biases: &Neurons) -> Neurons {
    std::array::from_fn(|i| {
        let sum = dot_product(inputs, &weights[i]) + i32::from(biases[i]) * UNIT;
        (sum / UNIT).clamp(0, MAX_ACTIVATION) as i16
    })
}

/// Does the work of [`neurons`] with the instructions of `I`.
#[inline(always)]
fn neurons_with<I: Isa>(inputs: &Neurons, weights: &HiddenWeights, biases: &Neurons) -> Neurons {
    #[cfg(target_arch = "x86_64")]
    if I::AVX2 {
        // SAFETY: such an instruction set is handed out only if the processor has AVX2.
        return unsafe { layer_avx2::neurons(inputs, &weights.by_neuron, biases) };
    }
    #[cfg(target_arch = "aarch64")]
    if I::NEON {
        // SAFETY: such an instruction set is handed out only if the processor has NEON.
        return unsafe { layer_neon::neurons(inputs, &weights.by_input, biases) };
    }
    neurons(inputs, &weights.by_neuron, biases)
}

/// The networks of both sides for one rule.
pub(super) struct Network([SideNetwork; 2]);

impl Network {
    /// Returns the network with black's and white's weights.
    pub fn new(numbers: [&NetworkWeights; 2]) -> Self {
        Network(numbers.map(SideNetwork::new))
    }

    /// Returns the contribution of a point to the accumulator, by the classes of black's and white's patterns.
    #[inline(always)]
    pub fn point(&self, [black, white]: [Class; 2]) -> Accumulator {
        Accumulator([self.0[0].point(black, white), self.0[1].point(white, black)])
    }

    /// Returns the score for `mover`, the side to move, in evaluation units.
    #[inline(always)]
    pub fn score_with<I: Isa>(&self, sums: &Accumulator, mover: Color, state: usize) -> i32 {
        let side = &self.0[mover.index()];
        let mut inputs = [0; INPUTS];
        inputs[..WIDTH].copy_from_slice(&sums.0[mover.index()].0);
        inputs[WIDTH..].copy_from_slice(&sums.0[mover.opponent().index()].0);
        let biases = &side.biases[state % THREAT_STATES];
        let first = neurons_with::<I>(&inputs, &side.hidden, biases);
        let second = neurons_with::<I>(&first, &side.second, &side.second_biases);
        #[cfg(target_arch = "aarch64")]
        if I::NEON {
            // SAFETY: such an instruction set is handed out only if the processor has NEON.
            let total = unsafe { layer_neon::output([&second, &first], &side.output) };
            return total / (UNIT * OUTPUT_UNIT);
        }
        let [of_second, of_first] = &side.output;
        let total = dot_product(&second, of_second) + dot_product(&first, of_first);
        total / (UNIT * OUTPUT_UNIT)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use tengen_engine::cpu::{Level, Task};

    /// The arguments of [`Network::score_with`].
    pub struct Scored<'a>(pub &'a Network, pub &'a Accumulator, pub Color, pub usize);

    impl Task for Scored<'_> {
        type Output = i32;

        #[inline(always)]
        fn run<I: Isa>(self) -> i32 {
            let Scored(network, sums, mover, state) = self;
            network.score_with::<I>(sums, mover, state)
        }
    }

    /// Slow reference: computes the score by the definition of the layers, in 64 bits.
    fn slowly(
        numbers: [&NetworkWeights; 2],
        points: &[[Class; 2]],
        mover: Color,
        state: usize,
    ) -> i64 {
        let sum = |color: Color, i: usize| -> i64 {
            let number =
                |row: usize| i64::from(numbers[color.index()].class_vectors[row * WIDTH + i]);
            let of_point = |classes: &[Class; 2]| {
                let own = usize::from(classes[color.index()]);
                let others = CLASSES + usize::from(classes[color.opponent().index()]);
                (number(own) + number(others)).max(0)
            };
            points.iter().map(of_point).sum()
        };
        let numbers = numbers[mover.index()];
        let clipped = |number: i64| {
            let most = i64::from(MAX_ACTIVATION);
            (number / i64::from(UNIT)).clamp(0, most)
        };
        let inputs: Vec<i64> = [mover, mover.opponent()]
            .iter()
            .flat_map(|&color| (0..WIDTH).map(move |i| (color, i)))
            .map(|(color, i)| sum(color, i))
            .collect();
        let layer = |inputs: &[i64], weights: &[i16], biases: &[i16]| -> Vec<i64> {
            let rows = weights.chunks_exact(inputs.len()).zip(biases);
            let neuron = |(row, &bias): (&[i16], &i16)| {
                let products = inputs.iter().zip(row).map(|(a, &b)| a * i64::from(b));
                clipped(products.sum::<i64>() + i64::from(bias) * i64::from(UNIT))
            };
            rows.map(neuron).collect()
        };
        let biases = &numbers.biases[state * HIDDEN..][..HIDDEN];
        let first = layer(&inputs, &numbers.hidden, biases);
        let second = layer(&first, &numbers.second, &numbers.second_biases);
        let neurons = second.iter().chain(&first).zip(&numbers.output);
        let total: i64 = neurons.map(|(a, &b)| a * i64::from(b)).sum();
        total / i64::from(UNIT * OUTPUT_UNIT)
    }

    proptest! {
        #[test]
        fn the_score_is_that_of_the_layers(
            seed in any::<u64>(),
            points in proptest::collection::vec((0..CLASSES as Class, 0..CLASSES as Class), 0..16),
            state in 0..THREAT_STATES,
        ) {
            let of_seed = |seed: u64, largest: i64| {
                let number = |i: usize| {
                    let mixed = (seed ^ i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
                    (mixed as i64 % (2 * largest + 1) - largest) as i16
                };
                NetworkWeights::from_slice(&(0..NetworkWeights::SIZE).map(number).collect::<Vec<i16>>())
            };
            // The maximum weights: no sum of a layer may overflow.
            let numbers = [of_seed(seed, MAX_WEIGHT.into()), of_seed(!seed, 300)];
            let numbers = numbers.each_ref();
            let network = Network::new(numbers);
            let points: Vec<[Class; 2]> = points.into_iter().map(|(a, b)| [a, b]).collect();
            let adds = |sums: Accumulator, &point: &[Class; 2]| sums.with(network.point(point));
            let sums = points.iter().fold(Accumulator::ZERO, adds);
            for mover in Color::BOTH {
                let expected = slowly(numbers, &points, mover, state);
                for isa in Level::available() {
                    let score = isa.run(Scored(&network, &sums, mover, state));
                    prop_assert_eq!(i64::from(score), expected, "{}", isa);
                }
            }
            let Some((last, others)) = points.split_last() else {
                return Ok(());
            };
            let without = others.iter().fold(Accumulator::ZERO, adds);
            prop_assert_eq!(sums.without(network.point(*last)), without);
        }
    }
}

//! A small neural network that adds to the linear score what patterns mean together: both sides' patterns at one point,
//! and all points together with the threats. A sum of weights by class cannot express that.
//!
//! The first layer is an accumulator, updated incrementally as in NNUE. Every empty point adds a vector for each side:
//! the sum of the vectors of the classes of its own and of the opponent's patterns there, clipped at zero (ReLU). A
//! hidden layer over both sides' accumulators, the side to move first, with biases by threat state, gives the score.
//! All numbers are integers, so the result does not depend on the order of moves.

use crate::engine::game::Color;
use crate::gomoku::patterns::classes::{CLASS_SLOTS, CLASSES, Class};

/// Number of threat states (see `Board::threat_state`).
pub(super) const THREAT_STATES: usize = 256;

/// Length of a point's vector.
pub(in crate::gomoku) const WIDTH: usize = 16;

/// Neurons of the hidden layer.
pub(in crate::gomoku) const HIDDEN: usize = 16;

/// Inputs of the hidden layer.
pub(in crate::gomoku) const INPUTS: usize = 2 * WIDTH;

/// Fixed-point unit of vectors, hidden weights and biases.
pub(in crate::gomoku) const UNIT: i32 = 256;

/// Fixed-point unit of the output weights, per evaluation unit.
pub(in crate::gomoku) const OUTPUT_UNIT: i32 = 16;

/// Largest absolute weight. It keeps all sums of the layers within 32 bits.
pub(in crate::gomoku) const MAX_WEIGHT: i16 = 2000;

/// The weights of one side's network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::gomoku) struct NetworkWeights {
    /// Vectors by the class of the side's own patterns, then by that of the opponent's.
    pub class_vectors: Vec<i16>,
    /// Weights of the hidden layer, neuron by neuron.
    pub hidden: Vec<i16>,
    /// Biases of the hidden layer by threat state.
    pub biases: Vec<i16>,
    /// Output weight of each hidden neuron.
    pub output: Vec<i16>,
}

impl NetworkWeights {
    const CLASS_VECTORS: usize = 2 * CLASSES * WIDTH;

    /// Number of weights.
    pub const SIZE: usize = Self::CLASS_VECTORS + HIDDEN * INPUTS + THREAT_STATES * HIDDEN + HIDDEN;

    /// Returns a network that adds nothing.
    pub fn zero() -> Self {
        NetworkWeights::from_slice(&[0; Self::SIZE])
    }

    /// Splits a flat list of weights.
    pub fn from_slice(all: &[i16]) -> Self {
        let (points, layers) = all.split_at(Self::CLASS_VECTORS);
        let (hidden, layers) = layers.split_at(HIDDEN * INPUTS);
        let (biases, last) = layers.split_at(THREAT_STATES * HIDDEN);
        NetworkWeights {
            class_vectors: points.to_vec(),
            hidden: hidden.to_vec(),
            biases: biases.to_vec(),
            output: last.to_vec(),
        }
    }

    /// Returns all weights in the order that `from_slice` takes.
    pub fn iter(&self) -> impl Iterator<Item = i16> + '_ {
        let layers = self.hidden.iter().chain(&self.biases).chain(&self.output);
        self.class_vectors.iter().chain(layers).copied()
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
    #[inline]
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
    #[inline]
    pub fn with(mut self, point: Accumulator) -> Accumulator {
        for (sum, vector) in self.0.iter_mut().zip(&point.0) {
            for (sum, number) in sum.0.iter_mut().zip(&vector.0) {
                *sum = sum.wrapping_add(*number);
            }
        }
        self
    }

    /// Subtracts the vectors of a point.
    #[inline]
    pub fn without(mut self, point: Accumulator) -> Accumulator {
        for (sum, vector) in self.0.iter_mut().zip(&point.0) {
            for (sum, number) in sum.0.iter_mut().zip(&vector.0) {
                *sum = sum.wrapping_sub(*number);
            }
        }
        self
    }
}

/// One side's network in the layout for inference.
struct SideNetwork {
    own: Box<[Vector; CLASS_SLOTS]>,
    others: Box<[Vector; CLASS_SLOTS]>,
    hidden: [[i16; INPUTS]; HIDDEN],
    biases: Box<[[i16; HIDDEN]; THREAT_STATES]>,
    output: [i16; HIDDEN],
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
            hidden: [[0; INPUTS]; HIDDEN],
            biases: Box::new([[0; HIDDEN]; THREAT_STATES]),
            output: [0; HIDDEN],
        };
        side.hidden
            .as_flattened_mut()
            .copy_from_slice(&numbers.hidden);
        side.biases
            .as_flattened_mut()
            .copy_from_slice(&numbers.biases);
        side.output.copy_from_slice(&numbers.output);
        side
    }

    /// Returns the vector of a point by the classes of the side's own and of the opponent's patterns.
    #[inline]
    fn point(&self, own: Class, others: Class) -> Vector {
        let others = &self.others[usize::from(others) % CLASS_SLOTS];
        self.own[usize::from(own) % CLASS_SLOTS].relu_sum(others)
    }
}

/// Returns the dot product.
// Not inlined: alone it compiles to four multiply instructions; inlined, the compiler interleaves the calls into
// hundreds.
#[inline(never)]
fn dot_product(a: &[i16; INPUTS], b: &[i16; INPUTS]) -> i32 {
    let products = a.iter().zip(b);
    products.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
}

/// The networks of both sides for one rule.
pub(super) struct Network([SideNetwork; 2]);

impl Network {
    /// Returns the network of black's and white's weights.
    pub fn new(numbers: [&NetworkWeights; 2]) -> Self {
        Network(numbers.map(SideNetwork::new))
    }

    /// Returns what a point adds to the accumulator, by the classes of black's and white's patterns.
    #[inline]
    pub fn point(&self, [black, white]: [Class; 2]) -> Accumulator {
        Accumulator([self.0[0].point(black, white), self.0[1].point(white, black)])
    }

    /// Returns the score for `mover`, the side to move, in evaluation units.
    pub fn score(&self, sums: &Accumulator, mover: Color, state: usize) -> i32 {
        let side = &self.0[mover.index()];
        let mut inputs = [0; INPUTS];
        inputs[..WIDTH].copy_from_slice(&sums.0[mover.index()].0);
        inputs[WIDTH..].copy_from_slice(&sums.0[mover.opponent().index()].0);
        let biases = &side.biases[state % THREAT_STATES];
        let mut total = 0;
        for ((weights, bias), last) in side.hidden.iter().zip(biases).zip(side.output) {
            let number = (dot_product(&inputs, weights) + i32::from(*bias) * UNIT) / UNIT;
            total += number.clamp(0, i16::MAX.into()) * i32::from(last);
        }
        total / (UNIT * OUTPUT_UNIT)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Slow reference: the score by the definition of the layers, in 64 bits.
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
        let hidden = |h: usize| -> i64 {
            let weight = |i: usize| i64::from(numbers.hidden[h * INPUTS + i]);
            let inputs = (0..INPUTS).map(|i| match i.checked_sub(WIDTH) {
                None => weight(i) * sum(mover, i),
                Some(other) => weight(i) * sum(mover.opponent(), other),
            });
            let bias = i64::from(numbers.biases[state * HIDDEN + h]);
            let number = (inputs.sum::<i64>() + bias * i64::from(UNIT)) / i64::from(UNIT);
            number.clamp(0, i16::MAX.into()) * i64::from(numbers.output[h])
        };
        (0..HIDDEN).map(hidden).sum::<i64>() / i64::from(UNIT * OUTPUT_UNIT)
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
            // The largest weights of all: no sum of a layer may overflow.
            let numbers = [of_seed(seed, MAX_WEIGHT.into()), of_seed(!seed, 300)];
            let numbers = numbers.each_ref();
            let network = Network::new(numbers);
            let points: Vec<[Class; 2]> = points.into_iter().map(|(a, b)| [a, b]).collect();
            let adds = |sums: Accumulator, &point: &[Class; 2]| sums.with(network.point(point));
            let sums = points.iter().fold(Accumulator::ZERO, adds);
            for mover in Color::BOTH {
                let expected = slowly(numbers, &points, mover, state);
                prop_assert_eq!(i64::from(network.score(&sums, mover, state)), expected);
            }
            let Some((last, others)) = points.split_last() else {
                return Ok(());
            };
            let without = others.iter().fold(Accumulator::ZERO, adds);
            prop_assert_eq!(sums.without(network.point(*last)), without);
        }
    }
}

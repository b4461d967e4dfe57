//! Logistic regression: fits weights so that their sums predict the results of positions and the choices of moves.
//!
//! The optimizer is AdaGrad (Duchi, Hazan and Singer 2011): the step of a weight is scaled by its own past gradients,
//! so rare features learn as fast as common ones. Weights of features without samples keep their values.

use crate::eval::weights::MOVE_SCALE;
use crate::params::WINRATE_SCALE;
use tengen_engine::game::Color;

/// A position with its features and its label.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionSample {
    /// Indices of the weights that add up to the score for the side to move.
    pub features: Vec<u16>,
    /// The side to move.
    pub mover: Color,
    /// Expected result for the side to move, from 0 (loss) to 1 (win).
    pub label: f32,
}

/// A move chosen from several candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveSample {
    /// For each candidate, the indices of the weights that add up to its move score.
    pub moves: Vec<[u16; 2]>,
    /// The side to move.
    pub mover: Color,
    /// Index of the chosen move.
    pub best: usize,
}

/// Number of passes over the samples.
const EPOCHS: usize = 12;

/// First step of a weight, in units of the weight. It is small, so that earlier learning is not lost at once.
const LEARNING_RATE: f32 = 1.0;

/// Pull toward the starting weights: the fraction of the distance taken back at each update of a weight.
const PULL: f32 = 2e-5;

/// Returns the expected result of a score in evaluation units.
pub fn expected_result(score: i32) -> f32 {
    winrate(score as f32)
}

/// Returns the expected result of a sum of weights.
pub fn winrate(score: f32) -> f32 {
    1.0 / (1.0 + (-score / WINRATE_SCALE).exp())
}

/// Weights under optimization by AdaGrad.
struct AdaGrad<'a> {
    start: &'a [i16],
    weights: Vec<f32>,
    /// Sums of the squared gradients. They start above zero, and no step is longer than the first.
    squares: Vec<f32>,
}

impl<'a> AdaGrad<'a> {
    fn new(start: &'a [i16]) -> Self {
        AdaGrad {
            start,
            weights: start.iter().map(|&weight| f32::from(weight)).collect(),
            squares: vec![1e-3; start.len()],
        }
    }

    /// Runs `EPOCHS` passes over `samples`. Returns the weights with the least validation loss, among those after each
    /// pass and the starting ones.
    fn run<S>(
        mut self,
        samples: &[S],
        update: impl Fn(&mut Self, &S),
        loss: impl Fn(&[i16]) -> f32,
    ) -> Vec<i16> {
        let start = self.start.to_vec();
        let epochs = (0..EPOCHS).map(|epoch| {
            for i in shuffled(samples.len(), epoch) {
                update(&mut self, &samples[i]);
            }
            self.rounded()
        });
        let start = std::iter::once(start);
        least_loss(start.chain(epochs), |weights| loss(weights)).1
    }

    fn rounded(&self) -> Vec<i16> {
        let rounded = |weight: &f32| weight.round().clamp(-2000.0, 2000.0) as i16;
        self.weights.iter().map(rounded).collect()
    }

    /// Moves the weight of `feature` along the `error` of its sum.
    fn apply_gradient(&mut self, feature: u16, error: f32) {
        let feature = usize::from(feature);
        let gradient = error - PULL * (self.weights[feature] - f32::from(self.start[feature]));
        self.squares[feature] += gradient * gradient;
        self.weights[feature] += LEARNING_RATE * gradient / self.squares[feature].sqrt();
    }
}

/// Returns the numbers below `count`, each once, in an order that depends on `epoch` and keeps neighbors far apart.
pub fn shuffled(count: usize, epoch: usize) -> impl Iterator<Item = usize> {
    // A stride that is coprime to the count reaches every number.
    let stride = coprime(count, 7919 + 2 * epoch);
    (1..=count).map(move |i| i * stride % count)
}

/// Returns the first candidate with the least loss, and that loss.
pub fn least_loss<T>(candidates: impl Iterator<Item = T>, loss: impl Fn(&T) -> f32) -> (f32, T) {
    let candidates = candidates.map(|candidate| (loss(&candidate), candidate));
    candidates
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("the starting weights are a candidate")
}

/// Samples split into a training and a validation set.
#[derive(Debug)]
pub struct DataSplit<'a, T> {
    /// Samples to learn from.
    pub training: Vec<&'a T>,
    /// Samples that select the epoch and measure the loss.
    pub validation: Vec<&'a T>,
}

/// Fits the weights of positions, starting from `start` and staying near it if the samples give little evidence.
pub fn fit_positions(samples: &DataSplit<PositionSample>, start: &[i16]) -> Vec<i16> {
    let update = |optimizer: &mut AdaGrad, sample: &&PositionSample| {
        let error = sample.label - winrate(weight_sum(&sample.features, &optimizer.weights));
        for &feature in &sample.features {
            optimizer.apply_gradient(feature, error);
        }
    };
    AdaGrad::new(start).run(&samples.training, update, |weights| {
        position_loss(&samples.validation, weights)
    })
}

/// Fits the weights of moves, starting from `start` and staying near it if the samples give little evidence.
pub fn fit_moves(samples: &DataSplit<MoveSample>, start: &[i16]) -> Vec<i16> {
    let update = |optimizer: &mut AdaGrad, sample: &&MoveSample| {
        let probabilities = move_probabilities(sample, &optimizer.weights);
        for (i, probability) in probabilities.into_iter().enumerate() {
            let error = f32::from(u8::from(i == sample.best)) - probability;
            for feature in sample.moves[i] {
                optimizer.apply_gradient(feature, error);
            }
        }
    };
    AdaGrad::new(start).run(&samples.training, update, |weights| {
        move_loss(&samples.validation, weights)
    })
}

/// Returns the summed cross-entropy of the positions' labels, in nats.
pub fn position_loss(samples: &[&PositionSample], weights: &[i16]) -> f32 {
    let of_sample = |sample: &&PositionSample| {
        cross_entropy(winrate(weight_sum(&sample.features, weights)), sample.label)
    };
    samples.iter().map(of_sample).sum::<f64>() as f32
}

/// Returns the cross-entropy of a predicted result and a label, in nats.
pub fn cross_entropy(winrate: f32, label: f32) -> f64 {
    let winrate = winrate.clamp(1e-6, 1.0 - 1e-6);
    -f64::from(label * winrate.ln() + (1.0 - label) * (1.0 - winrate).ln())
}

/// Returns the summed cross-entropy of the chosen moves, in nats.
pub fn move_loss(samples: &[&MoveSample], weights: &[i16]) -> f32 {
    let of_sample = |sample: &&MoveSample| {
        let probability = move_probabilities(sample, weights)[sample.best];
        -f64::from(probability.max(1e-6).ln())
    };
    samples.iter().map(of_sample).sum::<f64>() as f32
}

/// Returns the probability of each candidate to be the best move: the softmax of the move scores.
fn move_probabilities<W: Copy + Into<f32>>(sample: &MoveSample, weights: &[W]) -> Vec<f32> {
    let mut values: Vec<f32> = sample
        .moves
        .iter()
        .map(|features| weight_sum(features, weights) / MOVE_SCALE)
        .collect();
    let largest = values.iter().copied().fold(f32::MIN, f32::max);
    for value in &mut values {
        *value = (*value - largest).exp();
    }
    let total: f32 = values.iter().sum();
    for value in &mut values {
        *value /= total;
    }
    values
}

/// Returns the sum of the weights of `features`, which may be rounded or floating-point weights.
pub fn weight_sum<W: Copy + Into<f32>>(features: &[u16], weights: &[W]) -> f32 {
    let weight = |&feature: &u16| -> f32 { weights[usize::from(feature)].into() };
    features.iter().map(weight).sum()
}

/// Returns the smallest number from `least` on that is coprime to `count`.
fn coprime(count: usize, least: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (least..)
        .find(|&stride| gcd(stride, count.max(1)) == 1)
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::eval::weights::POSITION_FEATURES;

    #[test]
    fn known_weights_are_recovered() {
        let true_weights: Vec<f32> = (0..50).map(|i| 20.0 * ((i % 7) as f32 - 3.0)).collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let samples: Vec<PositionSample> = (0..20_000)
            .map(|_| {
                let features: Vec<u16> = (0..6).map(|_| (random.next_u64() % 50) as u16).collect();
                let sum = features
                    .iter()
                    .map(|&feature| true_weights[usize::from(feature)])
                    .sum();
                PositionSample {
                    features,
                    mover: Color::Black,
                    label: winrate(sum),
                }
            })
            .collect();
        let (validation, training) = samples.split_at(1000);
        let samples = DataSplit {
            training: training.iter().collect(),
            validation: validation.iter().collect(),
        };
        let mut start = vec![0; POSITION_FEATURES];
        start[60] = 33;
        let found = fit_positions(&samples, &start);
        for (found, true_weights) in found.iter().zip(&true_weights) {
            assert!((f32::from(*found) - true_weights).abs() < 4.0);
        }
        assert_eq!(found[60], 33);
        let validation = &samples.validation;
        assert!(position_loss(validation, &found) < position_loss(validation, &start));
    }
}

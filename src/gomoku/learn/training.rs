//! Training of the network on what the linear weights leave unexplained: the winrate of the linear score plus the
//! network's output is to match the labels.
//!
//! The optimizer is Adam on mini-batches (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019)
//! and a learning rate that falls linearly to zero. Training is in floating point; the weights are rounded after every
//! epoch.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::regression::{
    DataSplit, PositionSample, cross_entropy, least_loss, shuffled, weight_sum, winrate,
};
use crate::engine::game::Color;
use crate::gomoku::eval::network::{
    HIDDEN, INPUTS, MAX_WEIGHT, NetworkWeights, OUTPUT_UNIT, UNIT, WIDTH,
};
use crate::gomoku::params::WINRATE_SCALE;
use crate::gomoku::patterns::classes::CLASSES;

/// Number of passes over the samples.
const EPOCHS: usize = 8;

/// Samples per step.
const BATCH_SIZE: usize = 512;

/// Learning rate of the first step.
const LEARNING_RATE: f32 = 0.005;

/// Weight decay, multiplied by the learning rate.
// Validation loss beyond that of perfect predictions, with 150,000 samples: 0.0411; 0.0412 with a quarter, 0.0419 with
// none.
const WEIGHT_DECAY: f32 = 0.2;

/// Adam's decay rates of the means and of the squares of gradients.
const BETAS: (f32, f32) = (0.9, 0.999);

/// Largest random initial weights: class vectors, hidden layer, output.
const INIT_RANGES: (f32, f32, f32) = (0.03, 0.2, 0.05);

/// Scale of the output weights: 1 multiplies the odds of winning by e.
const OUTPUT_SCALE: f32 = WINRATE_SCALE * OUTPUT_UNIT as f32;

/// Empty points with the same patterns.
struct PatternGroup {
    /// Classes of the mover's and of the opponent's patterns.
    classes: [usize; 2],
    count: f32,
}

impl PatternGroup {
    /// Returns the ranges of the vectors of a side's own class and of the other side's class, in the mover's network,
    /// or with `for_opponent` in the opponent's.
    fn vector_ranges(&self, for_opponent: bool) -> [Range<usize>; 2] {
        let [mover, other] = self.classes;
        let [own, others] = if for_opponent {
            [other, mover]
        } else {
            [mover, other]
        };
        [own, CLASSES + others].map(|row| row * WIDTH..(row + 1) * WIDTH)
    }
}

/// A labeled position as input of the network.
struct NetworkSample {
    groups: Vec<PatternGroup>,
    state: usize,
    mover: Color,
    /// Score by the linear weights.
    linear_score: f32,
    label: f32,
}

impl NetworkSample {
    fn new(sample: &PositionSample, weights: [&[i16]; 2]) -> Self {
        let (classes, state) = sample.features.split_at(sample.features.len() - 1);
        let mut pairs: Vec<[usize; 2]> = classes
            .chunks_exact(2)
            .map(|pair| [pair[0].into(), usize::from(pair[1]) - CLASSES])
            .collect();
        pairs.sort_unstable();
        let groups = pairs.chunk_by(|a, b| a == b).map(|same| PatternGroup {
            classes: same[0],
            count: same.len() as f32,
        });
        NetworkSample {
            groups: groups.collect(),
            state: usize::from(state[0]) - 2 * CLASSES,
            mover: sample.mover,
            linear_score: weight_sum(&sample.features, weights[sample.mover.index()]),
            label: sample.label,
        }
    }
}

/// Weights under optimization by Adam.
struct Adam {
    values: Vec<f32>,
    gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Adam {
    fn new(values: Vec<f32>) -> Self {
        let zeros = vec![0.0; values.len()];
        Adam {
            values,
            gradients: zeros.clone(),
            means: zeros.clone(),
            squares: zeros,
        }
    }

    /// Makes step number `step`, counted from 1. Weights without a gradient so far do not change.
    fn step(&mut self, step: i32, rate: f32) {
        let (mean_decay, square_decay) = BETAS;
        let bias_correction = (1.0 - mean_decay.powi(step), 1.0 - square_decay.powi(step));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let values = self.values.iter_mut().zip(&mut self.gradients);
        for ((value, gradient), (mean, square)) in values.zip(moments) {
            *mean += (1.0 - mean_decay) * (*gradient - *mean);
            *square += (1.0 - square_decay) * (*gradient * *gradient - *square);
            *gradient = 0.0;
            if *square > 0.0 {
                let direction =
                    *mean / bias_correction.0 / ((*square / bias_correction.1).sqrt() + 1e-9);
                *value -= rate * (direction + WEIGHT_DECAY * *value);
            }
        }
    }

    fn rounded(&self, unit: f32) -> Vec<i16> {
        let largest = f32::from(MAX_WEIGHT);
        let rounded = |value: &f32| (value * unit).round().clamp(-largest, largest) as i16;
        self.values.iter().map(rounded).collect()
    }
}

/// One side's network in training; its parts are those of `NetworkWeights`.
struct SideModel {
    class_vectors: Adam,
    hidden: Adam,
    biases: Adam,
    output: Adam,
}

impl SideModel {
    fn of(weights: &NetworkWeights) -> Self {
        let scaled = |weights: &[i16], unit: f32| {
            let values = weights.iter().map(|&weight| f32::from(weight) / unit);
            Adam::new(values.collect())
        };
        SideModel {
            class_vectors: scaled(&weights.class_vectors, UNIT as f32),
            hidden: scaled(&weights.hidden, UNIT as f32),
            biases: scaled(&weights.biases, UNIT as f32),
            output: scaled(&weights.output, OUTPUT_SCALE),
        }
    }

    fn rounded(&self) -> NetworkWeights {
        NetworkWeights {
            class_vectors: self.class_vectors.rounded(UNIT as f32),
            hidden: self.hidden.rounded(UNIT as f32),
            biases: self.biases.rounded(UNIT as f32),
            output: self.output.rounded(OUTPUT_SCALE),
        }
    }

    /// Sets random weights; class vectors only of the classes `seen`.
    fn init_random(&mut self, seen: &[bool], random: &mut Xoshiro256PlusPlus) {
        let mut within =
            |most: f32| most * ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let rows = self.class_vectors.values.chunks_exact_mut(WIDTH);
        for (row, _) in rows.zip(seen).filter(|(_, seen)| **seen) {
            row.fill_with(|| within(INIT_RANGES.0));
        }
        self.hidden.values.fill_with(|| within(INIT_RANGES.1));
        self.output.values.fill_with(|| within(INIT_RANGES.2));
    }

    fn hidden(&self, inputs: &[f32; INPUTS], state: usize) -> [f32; HIDDEN] {
        let rows = self.hidden.values.chunks_exact(INPUTS);
        let mut hidden = [0.0; HIDDEN];
        for (i, (neuron, row)) in hidden.iter_mut().zip(rows).enumerate() {
            let sum: f32 = inputs.iter().zip(row).map(|(a, b)| a * b).sum();
            *neuron = (sum + self.biases.values[state * HIDDEN + i]).max(0.0);
        }
        hidden
    }

    fn step(&mut self, step: i32, rate: f32) {
        let parts = [
            &mut self.class_vectors,
            &mut self.hidden,
            &mut self.biases,
            &mut self.output,
        ];
        for part in parts {
            part.step(step, rate);
        }
    }
}

/// The networks in training: one for each side, or one for both.
struct Model(Vec<SideModel>);

impl Model {
    fn of(weights: &[NetworkWeights]) -> Self {
        Model(weights.iter().map(SideModel::of).collect())
    }

    fn rounded(&self) -> Vec<NetworkWeights> {
        self.0.iter().map(SideModel::rounded).collect()
    }

    /// Returns for each half of the inputs, the mover's first, the index of the network and whether it is the
    /// opponent's.
    fn views(&self, mover: Color) -> [(usize, bool); 2] {
        let side = |color: Color| color.index() % self.0.len();
        [(side(mover), false), (side(mover.opponent()), true)]
    }

    fn inputs(&self, sample: &NetworkSample) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        let views = self.views(sample.mover).into_iter();
        for ((side, for_opponent), sums) in views.zip(inputs.chunks_exact_mut(WIDTH)) {
            let vectors = &self.0[side].class_vectors.values;
            for group in &sample.groups {
                let [own, others] = group.vector_ranges(for_opponent);
                for ((sum, a), b) in sums.iter_mut().zip(&vectors[own]).zip(&vectors[others]) {
                    *sum += group.count * (a + b).max(0.0);
                }
            }
        }
        inputs
    }

    /// Computes the hidden layer and the expected result.
    fn forward(&self, sample: &NetworkSample, inputs: &[f32; INPUTS]) -> ([f32; HIDDEN], f32) {
        let side = &self.0[self.views(sample.mover)[0].0];
        let hidden = side.hidden(inputs, sample.state);
        let added = hidden.iter().zip(&side.output.values).map(|(a, b)| a * b);
        let score = sample.linear_score + WINRATE_SCALE * added.sum::<f32>();
        (hidden, winrate(score))
    }

    fn loss(&self, samples: &[NetworkSample]) -> f32 {
        let of_sample = |sample: &NetworkSample| {
            let (_, winrate) = self.forward(sample, &self.inputs(sample));
            cross_entropy(winrate, sample.label)
        };
        samples.iter().map(of_sample).sum::<f64>() as f32
    }

    /// Adds the gradients of a sample (backpropagation).
    fn add_gradients(&mut self, sample: &NetworkSample) {
        let inputs = self.inputs(sample);
        let (hidden, winrate) = self.forward(sample, &inputs);
        let error = (winrate - sample.label) / BATCH_SIZE as f32;
        let views = self.views(sample.mover);
        let side = &mut self.0[views[0].0];
        let mut of_inputs = [0.0; INPUTS];
        for (i, &neuron) in hidden
            .iter()
            .enumerate()
            .filter(|(_, neuron)| **neuron > 0.0)
        {
            side.output.gradients[i] += error * neuron;
            let error = error * side.output.values[i];
            side.biases.gradients[sample.state * HIDDEN + i] += error;
            let row = i * INPUTS..(i + 1) * INPUTS;
            let weights = side.hidden.values[row.clone()].iter();
            let gradients = side.hidden.gradients[row].iter_mut();
            for (j, (weight, gradient)) in weights.zip(gradients).enumerate() {
                of_inputs[j] += error * weight;
                *gradient += error * inputs[j];
            }
        }
        for ((side, for_opponent), errors) in views.into_iter().zip(of_inputs.chunks_exact(WIDTH)) {
            let vectors = &mut self.0[side].class_vectors;
            for group in &sample.groups {
                let [own, others] = group.vector_ranges(for_opponent);
                for (i, error) in errors.iter().enumerate() {
                    let (a, b) = (own.start + i, others.start + i);
                    if vectors.values[a] + vectors.values[b] > 0.0 {
                        vectors.gradients[a] += group.count * error;
                        vectors.gradients[b] += group.count * error;
                    }
                }
            }
        }
    }
}

/// Trains the networks, one per side to move or one for both, starting from `start`. The samples are scored by the
/// linear `weights` of black and white to move together with the network. Returns the networks and the validation
/// losses before and after, summed over the samples.
pub fn train(
    samples: &DataSplit<PositionSample>,
    weights: [&[i16]; 2],
    start: &[NetworkWeights],
) -> (Vec<NetworkWeights>, [f32; 2]) {
    let converted = |samples: &[&PositionSample]| -> Vec<NetworkSample> {
        let convert = |sample: &&PositionSample| NetworkSample::new(sample, weights);
        samples.iter().map(convert).collect()
    };
    let (training, validation) = (converted(&samples.training), converted(&samples.validation));
    let mut model = Model::of(start);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let seen = seen_classes(&training);
    for (side, _) in model
        .0
        .iter_mut()
        .zip(start)
        .filter(|(_, start)| start.is_zero())
    {
        side.init_random(&seen, &mut random);
    }
    let steps = EPOCHS * training.len().div_ceil(BATCH_SIZE);
    let mut step = 0;
    let epochs = (0..EPOCHS).map(|epoch| {
        let order: Vec<usize> = shuffled(training.len(), epoch).collect();
        for batch in order.chunks(BATCH_SIZE) {
            for &i in batch {
                model.add_gradients(&training[i]);
            }
            step += 1;
            let rate = LEARNING_RATE * (1.0 - step as f32 / (steps + 1) as f32);
            for side in &mut model.0 {
                side.step(step, rate);
            }
        }
        model.rounded()
    });
    let loss = |networks: &Vec<NetworkWeights>| Model::of(networks).loss(&validation);
    let before = loss(&start.to_vec());
    let (after, networks) = least_loss(std::iter::once(start.to_vec()).chain(epochs), loss);
    (networks, [before, after])
}

/// Returns for each class vector whether the class occurs in the samples.
fn seen_classes(samples: &[NetworkSample]) -> Vec<bool> {
    let mut seen = vec![false; 2 * CLASSES];
    for group in samples.iter().flat_map(|sample| &sample.groups) {
        for range in [false, true]
            .iter()
            .flat_map(|&for_opponent| group.vector_ranges(for_opponent))
        {
            seen[range.start / WIDTH] = true;
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::weights::POSITION_FEATURES;

    /// Returns positions that a side wins if both sides' classes are alike, which no sum of weights can express.
    fn samples_where_alike_classes_win() -> Vec<PositionSample> {
        let sample = |i: u16| {
            let (own, others) = (1 + i % 2, 1 + i / 2 % 2);
            PositionSample {
                features: vec![own, CLASSES as u16 + others, 2 * CLASSES as u16],
                mover: Color::BOTH[usize::from(i / 4 % 2)],
                label: if own == others { 0.9 } else { 0.1 },
            }
        };
        (0..40_000).map(sample).collect()
    }

    #[test]
    fn patterns_that_sums_cannot_express_are_learned() {
        let samples = samples_where_alike_classes_win();
        let samples = DataSplit {
            training: samples[..32_000].iter().collect(),
            validation: samples[32_000..].iter().collect(),
        };
        let weights = vec![0; POSITION_FEATURES];
        let best = 8000.0 * cross_entropy(0.9, 0.9) as f32;
        for sides in [1, 2] {
            let start = vec![NetworkWeights::zero(); sides];
            let (networks, [before, after]) = train(&samples, [&weights; 2], &start);
            assert!(
                before > 1.9 * best && after < 1.1 * best,
                "{before} {after}"
            );
            assert_eq!(networks.len(), sides);
            // Unseen classes stay zero, and training can be resumed from its result.
            assert!(
                networks[0].class_vectors[3 * WIDTH..CLASSES * WIDTH]
                    .iter()
                    .all(|&n| n == 0)
            );
            let (_, [again, _]) = train(&samples, [&weights; 2], &networks);
            assert_eq!(again, after);
        }
    }
}

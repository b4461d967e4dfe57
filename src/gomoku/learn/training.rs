//! Training of the network on the error that the linear weights leave: the winrate of the linear score plus the
//! network's output is fitted to the labels.
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
use crate::eval::network::{
    HIDDEN, INPUTS, MAX_WEIGHT, NetworkWeights, OUTPUT_UNIT, OUTPUTS, UNIT, WIDTH,
};
use crate::params::WINRATE_SCALE;
use crate::patterns::classes::CLASSES;
use tengen_engine::game::Color;

/// Number of passes over the samples.
const EPOCHS: usize = 8;

/// Samples per step.
const BATCH_SIZE: usize = 512;

/// Learning rate of the first step.
// Loss measured as for `INIT_RANGES`: 0.0678 with 0.008; 0.0681 with 0.005.
const LEARNING_RATE: f32 = 0.008;

/// Weight decay, multiplied by the learning rate.
// Validation loss in excess of perfect predictions, with 150,000 samples: 0.0411; 0.0412 with a quarter; 0.0419 with
// none.
const WEIGHT_DECAY: f32 = 0.2;

/// Adam's decay rates of the means and of the squares of gradients.
const BETAS: (f32, f32) = (0.9, 0.999);

/// Maximum random initial weights: class vectors, first and second hidden layer, output.
// Validation loss in excess of perfect predictions, with 189,000 samples of standard gomoku and a learning rate of
// 0.005: 0.0681; 0.0693 with 0.05 for the output.
const INIT_RANGES: [f32; 4] = [0.03, 0.2, 0.3, 0.2];

/// Maximum number of samples used to scale the first hidden layer's initial weights.
const SCALING_SAMPLES: usize = 4096;

/// Scale of the output weights: 1 multiplies the odds of winning by e.
const OUTPUT_SCALE: f32 = WINRATE_SCALE * OUTPUT_UNIT as f32;

/// Empty points with the same patterns.
struct PatternGroup {
    /// Classes of the mover's and the opponent's patterns.
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
    second: Adam,
    second_biases: Adam,
    output: Adam,
}

/// The neurons of a sample.
struct Neurons {
    first: [f32; HIDDEN],
    second: [f32; HIDDEN],
}

impl Neurons {
    /// Returns the neurons in the order of the output weights.
    fn outputs(&self) -> impl Iterator<Item = &f32> {
        self.second.iter().chain(&self.first)
    }
}

impl SideModel {
    fn new(weights: &NetworkWeights) -> Self {
        let scaled = |weights: &[i16], unit: f32| {
            let values = weights.iter().map(|&weight| f32::from(weight) / unit);
            Adam::new(values.collect())
        };
        SideModel {
            class_vectors: scaled(&weights.class_vectors, UNIT as f32),
            hidden: scaled(&weights.hidden, UNIT as f32),
            biases: scaled(&weights.biases, UNIT as f32),
            second: scaled(&weights.second, UNIT as f32),
            second_biases: scaled(&weights.second_biases, UNIT as f32),
            output: scaled(&weights.output, OUTPUT_SCALE),
        }
    }

    fn rounded(&self) -> NetworkWeights {
        NetworkWeights {
            class_vectors: self.class_vectors.rounded(UNIT as f32),
            hidden: self.hidden.rounded(UNIT as f32),
            biases: self.biases.rounded(UNIT as f32),
            second: self.second.rounded(UNIT as f32),
            second_biases: self.second_biases.rounded(UNIT as f32),
            output: self.output.rounded(OUTPUT_SCALE),
        }
    }

    /// Sets random weights; for class vectors only those of the classes `seen`.
    fn init_random(&mut self, seen: &[bool], random: &mut Xoshiro256PlusPlus) {
        let mut within =
            |most: f32| most * ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let [vectors, hidden, second, output] = INIT_RANGES;
        let rows = self.class_vectors.values.chunks_exact_mut(WIDTH);
        for (row, _) in rows.zip(seen).filter(|(_, seen)| **seen) {
            row.fill_with(|| within(vectors));
        }
        self.hidden.values.fill_with(|| within(hidden));
        self.second.values.fill_with(|| within(second));
        self.output.values.fill_with(|| within(output));
    }

    /// Scales the first hidden layer and sets its biases so that its sums have mean 0 and deviation 1. The sums over
    /// all empty points are so similar that otherwise half of the neurons would be zero in every position.
    fn normalize(&mut self, inputs: &[[f32; INPUTS]]) {
        for (i, row) in self.hidden.values.chunks_exact_mut(INPUTS).enumerate() {
            let sums = || inputs.iter().map(|inputs| product(inputs, row));
            let count = inputs.len().max(1) as f32;
            let mean = sums().sum::<f32>() / count;
            let variance = sums().map(|sum| (sum - mean).powi(2)).sum::<f32>() / count;
            let scale = 1.0 / variance.sqrt().max(0.01);
            for weight in &mut *row {
                *weight *= scale;
            }
            for biases in self.biases.values.chunks_exact_mut(HIDDEN) {
                biases[i] = -mean * scale;
            }
        }
    }

    fn neurons(&self, inputs: &[f32; INPUTS], state: usize) -> Neurons {
        let biases = &self.biases.values[state * HIDDEN..][..HIDDEN];
        let first = layer(inputs, &self.hidden.values, biases);
        Neurons {
            first,
            second: layer(&first, &self.second.values, &self.second_biases.values),
        }
    }

    fn step(&mut self, step: i32, rate: f32) {
        let parts = [
            &mut self.class_vectors,
            &mut self.hidden,
            &mut self.biases,
            &mut self.second,
            &mut self.second_biases,
            &mut self.output,
        ];
        for part in parts {
            part.step(step, rate);
        }
    }
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the neurons of a hidden layer.
fn layer(inputs: &[f32], weights: &[f32], biases: &[f32]) -> [f32; HIDDEN] {
    let mut neurons = [0.0; HIDDEN];
    let rows = weights.chunks_exact(inputs.len()).zip(biases);
    for (neuron, (row, bias)) in neurons.iter_mut().zip(rows) {
        *neuron = (product(inputs, row) + bias).max(0.0);
    }
    neurons
}

/// Adds the gradients of a hidden layer's weights and biases, given those of its neurons, and returns those of its
/// inputs.
fn propagate<const I: usize>(
    neurons: &[f32; HIDDEN],
    errors: &[f32],
    inputs: &[f32; I],
    weights: &mut Adam,
    biases: &mut [f32],
) -> [f32; I] {
    let mut of_inputs = [0.0; I];
    for (i, &error) in errors.iter().enumerate().filter(|&(i, _)| neurons[i] > 0.0) {
        biases[i] += error;
        let row = i * I..(i + 1) * I;
        let numbers = weights.values[row.clone()].iter();
        let gradients = weights.gradients[row].iter_mut();
        for (j, (weight, gradient)) in numbers.zip(gradients).enumerate() {
            of_inputs[j] += error * weight;
            *gradient += error * inputs[j];
        }
    }
    of_inputs
}

/// The networks in training: one for each side, or one for both.
struct Model(Vec<SideModel>);

impl Model {
    fn new(weights: &[NetworkWeights]) -> Self {
        Model(weights.iter().map(SideModel::new).collect())
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

    /// Returns the inputs of some samples for each network.
    fn inputs_by_side(&self, samples: &[NetworkSample]) -> Vec<Vec<[f32; INPUTS]>> {
        let mut inputs = vec![Vec::new(); self.0.len()];
        let every = samples.len().div_ceil(SCALING_SAMPLES).max(1);
        for sample in samples.iter().step_by(every) {
            inputs[self.views(sample.mover)[0].0].push(self.inputs(sample));
        }
        inputs
    }

    /// Computes the neurons and the expected result.
    fn forward(&self, sample: &NetworkSample, inputs: &[f32; INPUTS]) -> (Neurons, f32) {
        let side = &self.0[self.views(sample.mover)[0].0];
        let neurons = side.neurons(inputs, sample.state);
        let added = neurons.outputs().zip(&side.output.values);
        let added: f32 = added.map(|(a, b)| a * b).sum();
        let score = sample.linear_score + WINRATE_SCALE * added;
        (neurons, winrate(score))
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
        let (neurons, winrate) = self.forward(sample, &inputs);
        let error = (winrate - sample.label) / BATCH_SIZE as f32;
        let views = self.views(sample.mover);
        let side = &mut self.0[views[0].0];
        for (gradient, neuron) in side.output.gradients.iter_mut().zip(neurons.outputs()) {
            *gradient += error * neuron;
        }
        let mut of_outputs = [0.0; OUTPUTS];
        for (of_output, weight) in of_outputs.iter_mut().zip(&side.output.values) {
            *of_output = error * weight;
        }
        let (of_second, of_first) = of_outputs.split_at_mut(HIDDEN);
        let Neurons { first, second } = &neurons;
        let through = propagate(
            second,
            of_second,
            first,
            &mut side.second,
            &mut side.second_biases.gradients,
        );
        for (error, through) in of_first.iter_mut().zip(through) {
            *error += through;
        }
        let biases = &mut side.biases.gradients[sample.state * HIDDEN..][..HIDDEN];
        let of_inputs = propagate(first, of_first, &inputs, &mut side.hidden, biases);
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

/// Trains the networks, one per side to move or one for both, starting from `start`. A sample's score is the sum of the
/// linear `weights`, of black or white to move, and the network's output. Returns the networks and the validation
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
    let mut model = Model::new(start);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let seen = seen_classes(&training);
    let new: Vec<usize> = (0..start.len())
        .filter(|&side| start[side].is_zero())
        .collect();
    for &side in &new {
        model.0[side].init_random(&seen, &mut random);
    }
    let inputs = model.inputs_by_side(&training);
    for side in new {
        model.0[side].normalize(&inputs[side]);
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
    let loss = |networks: &Vec<NetworkWeights>| Model::new(networks).loss(&validation);
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
    use crate::eval::weights::POSITION_FEATURES;

    /// Returns positions that a side wins if both sides' classes are equal, which no sum of weights can express.
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

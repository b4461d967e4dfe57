//! Training of the evaluation's network on labeled positions.
//!
//! Minibatches and Adam (Kingma and Ba, 2015) reduce the squared error of the scores. The numbers are floats during
//! training and are rounded at the end. Sums have a fixed order, so that the result does not depend on the processor.
//!
//! What a rare state learns from its few positions is mostly their noise, since Adam's steps do not depend on the size of
//! a gradient. So in the end its vector goes back toward that from before training.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::labeled_games::LabeledPosition;
use crate::eval::evaluation::{DISC, Evaluation, STAGE_LENGTH, STAGES, WIDTH, stage};
use crate::eval::inputs::{
    DISC_COUNT_OFFSET, EMPTIES_OFFSET, INPUTS, OTHERS, STATES, inputs, tied_inputs,
};
use crate::eval::node::Node;
use crate::eval::patterns::PATTERNS;
use tengen_engine::cpu::{Isa, Level, Task};

/// Errors of one stage on held-out games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageErrors {
    /// The fewest and most empty squares of the stage.
    pub empties: (usize, usize),
    /// The number of the stage's positions in held-out games.
    pub positions: usize,
    /// The mean absolute error before training, in discs.
    pub before: f32,
    /// The mean absolute error after training, in discs.
    pub after: f32,
}

/// The progress of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// Positions learned so far and in total, counting repetitions.
    Learned(usize, usize),
    /// The errors of one stage on held-out games.
    Tested(StageErrors),
}

/// One in this many games is held out.
const HOLDOUT_PERIOD: u32 = 32;

/// The weight of the result in a label; the rest is the search's score. Chosen by the error on held-out games.
const RESULT_PART: f32 = 0.5;

/// What labels are raised by, in evaluation units. The side that moves last chooses the leaf of a search, and chooses errors
/// in its favor: searches of 2,300 positions to depths 3, 5 and 7 scored 1.05 discs higher on average than those to depths
/// 2, 4 and 6. A bonus of half of that for the side to move makes up for it; 0.03 to 0.21 remained.
const TEMPO: i32 = DISC / 2;

/// The number of passes over all positions.
const EPOCHS: usize = 4;

/// The number of positions in a minibatch.
const BATCH: usize = 512;

/// The number of minibatches between two reports.
const REPORT_PERIOD: usize = 2_048;

/// The initial learning rate for Adam; it decays linearly to zero.
const RATE: f32 = 0.0005;

/// Adam's weights for a new gradient in the mean and in the mean square.
const MEAN_PART: f32 = 0.1;
const SQUARE_PART: f32 = 0.001;

/// The number of positions with which a state's vector keeps half of what it has learned. With 20 million positions, 60
/// changed the mean error by +0.6% to -1.0%, depending on the stage, and made the file 23% smaller, since most states are
/// rare.
const HALF_SEEN: f32 = 60.0;

/// The score units of an output of 1, chosen so that all layers have similar magnitudes.
const SCALE: f32 = 16.0 * DISC as f32;

/// Trains a network on all games except some held-out ones, on which it is tested. An all-zero evaluation starts with
/// random numbers drawn from `seed`. Reports the progress; an error of `report` ends the work and is returned.
pub fn train<E>(
    positions: &[LabeledPosition],
    start: &Evaluation,
    seed: u64,
    mut report: impl FnMut(Progress) -> Result<(), E>,
) -> Result<Evaluation, E> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let is_learned = |position: &LabeledPosition| !position.game.is_multiple_of(HOLDOUT_PERIOD);
    let mut order: Vec<u32> = (0..positions.len() as u32)
        .filter(|&index| is_learned(&positions[index as usize]))
        .collect();
    let mut network = TrainedNetwork::new(start, &mut random);
    let batches = order.len().div_ceil(BATCH);
    for epoch in 0..EPOCHS {
        shuffle(&mut order, &mut random);
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let done = epoch * batches + number;
            let rate = RATE * (1.0 - done as f32 / (EPOCHS * batches) as f32);
            network.learn_batch(positions, batch, rate);
            if done % REPORT_PERIOD == REPORT_PERIOD - 1 {
                report(Progress::Learned((done + 1) * BATCH, EPOCHS * order.len()))?;
            }
        }
    }
    let trained = network.rounded(start);
    for errors in test(positions, start, &trained) {
        report(Progress::Tested(errors))?;
    }
    Ok(trained)
}

/// Compares the scores before and after training with the results of held-out games.
fn test<'a>(
    positions: &'a [LabeledPosition],
    before: &'a Evaluation,
    after: &'a Evaluation,
) -> impl Iterator<Item = StageErrors> {
    let holdout: Vec<(&LabeledPosition, Node)> = positions
        .iter()
        .filter(|position| position.game.is_multiple_of(HOLDOUT_PERIOD))
        .map(|position| (position, Node::new(position.board)))
        .collect();
    (0..STAGES).map(move |number| {
        let of_stage = || {
            holdout
                .iter()
                .filter(move |(position, _)| stage(position.board.empties()) == number)
        };
        let count = of_stage().count();
        let error = |evaluation: &Evaluation| {
            let sum: i64 = of_stage()
                .map(|(position, node)| {
                    (evaluation.score(node) - i32::from(position.result) - TEMPO).abs()
                })
                .map(i64::from)
                .sum();
            sum as f32 / DISC as f32 / count.max(1) as f32
        };
        StageErrors {
            empties: (
                number * STAGE_LENGTH,
                number * STAGE_LENGTH + STAGE_LENGTH - 1,
            ),
            positions: count,
            before: error(before),
            after: error(after),
        }
    })
}

/// Numbers that are learned together, with Adam's state for them.
#[derive(Clone)]
struct Learned<const N: usize> {
    values: [f32; N],
    /// The sum of the batch's gradients.
    gradients: [f32; N],
    means: [f32; N],
    squares: [f32; N],
    /// Whether the batch has a gradient for these numbers.
    is_touched: bool,
}

impl<const N: usize> Learned<N> {
    fn new(values: [f32; N]) -> Learned<N> {
        Learned {
            values,
            gradients: [0.0; N],
            means: [0.0; N],
            squares: [0.0; N],
            is_touched: false,
        }
    }

    /// Takes Adam's step along the negative gradients.
    #[inline(always)]
    fn step(&mut self, rate: f32) {
        for index in 0..N {
            let gradient = self.gradients[index];
            self.means[index] += MEAN_PART * (gradient - self.means[index]);
            self.squares[index] += SQUARE_PART * (gradient * gradient - self.squares[index]);
            self.values[index] -= rate * self.means[index] / (self.squares[index].sqrt() + 1e-8);
        }
        self.gradients = [0.0; N];
        self.is_touched = false;
    }
}

/// The network in floats: a sum of 1 is `ONE`, an output of 1 is `SCALE`.
struct TrainedNetwork {
    /// The vectors of all inputs; of tied ones, only the first is used.
    vectors: Vec<Learned<WIDTH>>,
    weights: Vec<Learned<WIDTH>>,
    constants: Vec<Learned<1>>,
    /// The first tied input for each input.
    tied: Vec<u32>,
    /// The vectors that have a gradient in the batch.
    touched: Vec<u32>,
    /// How often each state occurred in all epochs; of tied ones, only the first is counted.
    seen: Vec<u32>,
}

impl TrainedNetwork {
    /// The network of an evaluation. An all-zero one is initialized randomly, since its units would stay alike.
    fn new(evaluation: &Evaluation, random: &mut Xoshiro256PlusPlus) -> TrainedNetwork {
        let states = (0..STATES).map(|state| evaluation.state_in_floats(state));
        let others = (0..OTHERS).map(|other| evaluation.other_in_floats(other));
        let outputs = (0..STAGES).map(|stage| evaluation.output_in_floats(stage, SCALE));
        let (weights, constants) = outputs
            .map(|(weights, constant)| (Learned::new(weights), Learned::new([constant])))
            .unzip();
        let mut network = TrainedNetwork {
            vectors: states.chain(others).map(Learned::new).collect(),
            weights,
            constants,
            tied: tied_inputs(),
            touched: Vec::new(),
            seen: vec![0; STATES],
        };
        if *evaluation == Evaluation::zero() {
            network.begin(random);
        }
        network
    }

    /// Draws the numbers that affect every board: the initial sums, their dependence on mobility, and the outputs.
    fn begin(&mut self, random: &mut Xoshiro256PlusPlus) {
        let mut uniform = |low: f32, high: f32| {
            low + (high - low) * (random.next_u64() >> 40) as f32 / (1 << 24) as f32
        };
        for unit in 0..WIDTH {
            let (start, weight) = (uniform(-0.1, 0.9), uniform(-0.3, 0.3));
            let slopes = [uniform(-0.07, 0.07), uniform(-0.07, 0.07)];
            let others = &mut self.vectors[STATES..][..DISC_COUNT_OFFSET];
            let (mobilities, empties) = others.split_at_mut(EMPTIES_OFFSET);
            let of_side = mobilities.len() / slopes.len();
            for (vectors, slope) in mobilities.chunks_mut(of_side).zip(slopes) {
                for (count, vector) in vectors.iter_mut().enumerate() {
                    vector.values[unit] = slope * (count as f32 - USUAL_MOBILITY);
                }
            }
            for vector in empties {
                vector.values[unit] = start;
            }
            for stage in &mut self.weights {
                stage.values[unit] = weight;
            }
        }
    }

    /// Returns the network rounded to integers, with the vectors of rare states close to those of `start`.
    fn rounded(&self, start: &Evaluation) -> Evaluation {
        let mut evaluation = Evaluation::zero();
        let tied = |input: usize| &self.vectors[self.tied[input] as usize].values;
        for state in 0..STATES {
            let seen = self.seen[self.tied[state] as usize] as f32 / EPOCHS as f32;
            let mut numbers = start.state_in_floats(state);
            for (number, trained) in numbers.iter_mut().zip(tied(state)) {
                *number += (trained - *number) * seen / (seen + HALF_SEEN);
            }
            evaluation.set_state(state, &numbers);
        }
        for other in 0..OTHERS {
            evaluation.set_other(other, tied(STATES + other));
        }
        for (stage, (weights, constant)) in self.weights.iter().zip(&self.constants).enumerate() {
            evaluation.set_output(stage, &weights.values, constant.values[0], SCALE);
        }
        evaluation
    }

    /// Learns from the positions with these indices. Not generic, so that it is compiled with this crate's optimization.
    fn learn_batch(&mut self, positions: &[LabeledPosition], batch: &[u32], rate: f32) {
        Level::detect().run(LearnBatch {
            network: self,
            positions,
            batch,
            rate,
        });
    }

    /// Adds the gradients of a position's error to the batch.
    #[inline(always)]
    fn learn(&mut self, position: &LabeledPosition) {
        let inputs: [u32; INPUTS] =
            inputs(&Node::new(position.board)).map(|input| self.tied[input as usize]);
        let stage = stage(position.board.empties());
        let (weights, constant) = (&mut self.weights[stage], &mut self.constants[stage]);
        let mut sums = [0.0; WIDTH];
        for &input in &inputs {
            let vector = &self.vectors[input as usize].values;
            for (sum, number) in sums.iter_mut().zip(vector) {
                *sum += number;
            }
        }
        let clipped = sums.map(|sum: f32| sum.clamp(0.0, 1.0));
        let mut output = constant.values[0];
        for (number, weight) in clipped.iter().zip(&weights.values) {
            output += number * weight;
        }
        let (search, result) = (f32::from(position.search), f32::from(position.result));
        let label = search + RESULT_PART * (result - search) + TEMPO as f32;
        let error = output - label / SCALE;
        constant.gradients[0] += error;
        let mut gradients = [0.0; WIDTH];
        for unit in 0..WIDTH {
            weights.gradients[unit] += error * clipped[unit];
            // The gradient of a clipped sum is zero.
            let is_open = sums[unit] > 0.0 && sums[unit] < 1.0;
            gradients[unit] = if is_open {
                error * weights.values[unit]
            } else {
                0.0
            };
        }
        for &input in &inputs[..PATTERNS] {
            self.seen[input as usize] += 1;
        }
        for &input in &inputs {
            let vector = &mut self.vectors[input as usize];
            if !vector.is_touched {
                vector.is_touched = true;
                self.touched.push(input);
            }
            for (sum, gradient) in vector.gradients.iter_mut().zip(&gradients) {
                *sum += gradient;
            }
        }
    }

    /// Updates the numbers by the gradients of the batch.
    #[inline(always)]
    fn step(&mut self, rate: f32) {
        for &input in &self.touched {
            self.vectors[input as usize].step(rate);
        }
        self.touched.clear();
        for weights in &mut self.weights {
            weights.step(rate);
        }
        for constant in &mut self.constants {
            constant.step(rate);
        }
    }
}

/// The typical number of legal moves.
const USUAL_MOBILITY: f32 = 8.0;

/// A batch to learn from, given by the indices of its positions.
struct LearnBatch<'a> {
    network: &'a mut TrainedNetwork,
    positions: &'a [LabeledPosition],
    batch: &'a [u32],
    rate: f32,
}

impl Task for LearnBatch<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        for &index in self.batch {
            self.network.learn(&self.positions[index as usize]);
        }
        self.network.step(self.rate);
    }
}

/// Shuffles the numbers (Fisher and Yates).
fn shuffle(order: &mut [u32], random: &mut Xoshiro256PlusPlus) {
    for last in (1..order.len()).rev() {
        // The modulo bias is negligible.
        order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::labeled_games::play_games;
    use crate::rules::board::Board;

    /// Positions of games, labeled with the disc difference on the board, which a network can express.
    fn positions_of(games: u32) -> Vec<LabeledPosition> {
        let mut positions = play_games(Evaluation::learned(), 1, 0..games, 6, 2);
        for position in &mut positions {
            let [mine, theirs] =
                [position.board.player(), position.board.opponent()].map(u64::count_ones);
            position.search = DISC as i16 * (mine as i16 - theirs as i16);
            position.result = position.search;
        }
        positions
    }

    fn trained(
        positions: &[LabeledPosition],
        start: &Evaluation,
    ) -> (Evaluation, Vec<StageErrors>) {
        let mut errors = Vec::new();
        let trained = train(positions, start, 1, |progress| {
            if let Progress::Tested(stage) = progress {
                errors.push(stage);
            }
            Ok::<(), ()>(())
        });
        (trained.unwrap(), errors)
    }

    #[test]
    fn errors_fall_on_games_not_learned_from() {
        let positions = positions_of(320);
        let (first, errors) = trained(&positions, &Evaluation::zero());
        assert_eq!(errors.len(), STAGES);
        for stage in &errors[1..12] {
            assert!(stage.positions > 10, "{stage:?}");
            assert!(stage.after < 0.8 * stage.before, "{stage:?}");
        }
        // Training continues from the previous result.
        let (_, errors) = trained(&positions, &first);
        let sum = |of: fn(&StageErrors) -> f32| errors.iter().map(of).sum::<f32>();
        assert!(sum(|stage| stage.after) < sum(|stage| stage.before));
    }

    #[test]
    fn a_network_comes_back_from_its_floats() {
        let learned = Evaluation::learned();
        let network = TrainedNetwork::new(learned, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert!(network.rounded(learned) == *learned);
    }

    #[test]
    fn an_even_position_is_learned_with_the_bonus_for_the_move() {
        let mut even = Evaluation::zero();
        for stage in 0..STAGES {
            even.set_output(stage, &[0.0; WIDTH], TEMPO as f32 / SCALE, SCALE);
        }
        let mut network = TrainedNetwork::new(&even, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let board = Board::START;
        let (game, search, result) = (0, 0, 0);
        network.learn(&LabeledPosition {
            board,
            game,
            search,
            result,
        });
        let gradient = network.constants[stage(board.empties())].gradients[0];
        assert!(gradient.abs() < 1e-6, "{gradient}");
    }

    #[test]
    fn rare_states_go_back_toward_the_start() {
        let start = Evaluation::zero();
        let mut network = TrainedNetwork::new(&start, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        let moved = |network: &TrainedNetwork, state: usize| {
            network.rounded(&start).state_in_floats(state)[0]
        };
        // The first state is tied to itself.
        network.vectors[0].values[0] = 0.25;
        for (seen, expected) in [(0.0, 0.0), (HALF_SEEN, 0.125), (100.0 * HALF_SEEN, 0.25)] {
            network.seen[0] = seen as u32 * EPOCHS as u32;
            assert_eq!(moved(&network, 0), expected);
        }
    }

    #[test]
    fn an_error_ends_it() {
        let mut reports = 0;
        let ended = train(&positions_of(4), Evaluation::learned(), 1, |_| {
            reports += 1;
            Err("closed")
        });
        assert_eq!(ended.err(), Some("closed"));
        assert_eq!(reports, 1);
    }
}

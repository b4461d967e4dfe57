//! Training of the network: what it adds to the sums of weights, so that the winrate of both together comes closer to what
//! was seen.
//!
//! Gradients of some samples together move every number by a step of its own size (Adam, Kingma and Ba 2015), which falls to
//! nothing in the end, and draw it towards nothing (Loshchilov and Hutter 2019). Trained in floating point, rounded after
//! every round through the samples.

use std::ops::Range;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::fit::{Parted, Sample, best, cross_entropy, mixed, sum, winrate};
use crate::engine::game::Color;
use crate::gomoku::eval::network::{HIDDEN, INPUTS, LARGEST, LAST_UNIT, Numbers, UNIT, WIDTH};
use crate::gomoku::params::WINRATE_SCALE;
use crate::gomoku::patterns::classes::CLASSES;

/// How often the samples are gone through.
const EPOCHS: usize = 8;

/// Samples whose gradients make a step together.
const BATCH: usize = 512;

/// The first step of a number, of its own unit of one.
const STEP: f32 = 0.005;

/// The part of a number that is taken away with a step of one.
// Loss beyond the labels' own on games kept apart, with 150,000 samples: 0.0411; 0.0412 with a quarter, 0.0419 with none.
const DECAY: f32 = 0.2;

/// What part of the last step's mean, and mean square, of gradients stays.
const KEPT: (f32, f32) = (0.9, 0.999);

/// The largest random numbers that training begins with: vectors, the hidden layer's weights, the last ones.
const FIRST: (f32, f32, f32) = (0.03, 0.2, 0.05);

/// Units to one in the last layer: a one there is a factor of e in the odds.
const LAST: f32 = WINRATE_SCALE * LAST_UNIT as f32;

/// Points with the same patterns.
struct Points {
    /// The classes of the mover's patterns and of the other side's.
    classes: [usize; 2],
    count: f32,
}

impl Points {
    /// The places of the vectors of a side's own class and of the other side's: of the mover's network, or with `turned` of
    /// the other side's.
    fn places(&self, turned: bool) -> [Range<usize>; 2] {
        let [mover, other] = self.classes;
        let [own, others] = if turned {
            [other, mover]
        } else {
            [mover, other]
        };
        [own, CLASSES + others].map(|row| row * WIDTH..(row + 1) * WIDTH)
    }
}

/// A labelled position as the network sees it.
struct Lesson {
    points: Vec<Points>,
    state: usize,
    mover: Color,
    /// Its score by the weights alone.
    known: f32,
    label: f32,
}

impl Lesson {
    fn new(sample: &Sample, weights: [&[i16]; 2]) -> Self {
        let (cells, state) = sample.terms.split_at(sample.terms.len() - 1);
        let mut pairs: Vec<[usize; 2]> = cells
            .chunks_exact(2)
            .map(|pair| [pair[0].into(), usize::from(pair[1]) - CLASSES])
            .collect();
        pairs.sort_unstable();
        let points = pairs.chunk_by(|a, b| a == b).map(|same| Points {
            classes: same[0],
            count: same.len() as f32,
        });
        Lesson {
            points: points.collect(),
            state: usize::from(state[0]) - 2 * CLASSES,
            mover: sample.mover,
            known: sum(&sample.terms, weights[sample.mover.index()]),
            label: sample.label,
        }
    }
}

/// Numbers on their way.
struct Descent {
    values: Vec<f32>,
    gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Descent {
    fn new(values: Vec<f32>) -> Self {
        let nothing = vec![0.0; values.len()];
        Descent {
            values,
            gradients: nothing.clone(),
            means: nothing.clone(),
            squares: nothing,
        }
    }

    /// Step `number`, counted from 1, of this size. Numbers that no sample has met stay what they were.
    fn step(&mut self, number: i32, size: f32) {
        let (mean_left, square_left) = KEPT;
        let whole = (1.0 - mean_left.powi(number), 1.0 - square_left.powi(number));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let numbers = self.values.iter_mut().zip(&mut self.gradients);
        for ((value, gradient), (mean, square)) in numbers.zip(moments) {
            *mean += (1.0 - mean_left) * (*gradient - *mean);
            *square += (1.0 - square_left) * (*gradient * *gradient - *square);
            *gradient = 0.0;
            if *square > 0.0 {
                let direction = *mean / whole.0 / ((*square / whole.1).sqrt() + 1e-9);
                *value -= size * (direction + DECAY * *value);
            }
        }
    }

    fn rounded(&self, unit: f32) -> Vec<i16> {
        let largest = f32::from(LARGEST);
        let rounded = |value: &f32| (value * unit).round().clamp(-largest, largest) as i16;
        self.values.iter().map(rounded).collect()
    }
}

/// One side's network; its parts are those of `Numbers`.
struct Side {
    points: Descent,
    hidden: Descent,
    biases: Descent,
    last: Descent,
}

impl Side {
    fn of(numbers: &Numbers) -> Self {
        let scaled = |numbers: &[i16], unit: f32| {
            let values = numbers.iter().map(|&number| f32::from(number) / unit);
            Descent::new(values.collect())
        };
        Side {
            points: scaled(&numbers.points, UNIT as f32),
            hidden: scaled(&numbers.hidden, UNIT as f32),
            biases: scaled(&numbers.biases, UNIT as f32),
            last: scaled(&numbers.last, LAST),
        }
    }

    fn numbers(&self) -> Numbers {
        Numbers {
            points: self.points.rounded(UNIT as f32),
            hidden: self.hidden.rounded(UNIT as f32),
            biases: self.biases.rounded(UNIT as f32),
            last: self.last.rounded(LAST),
        }
    }

    /// Random numbers where the classes are `met`.
    fn begin(&mut self, met: &[bool], random: &mut Xoshiro256PlusPlus) {
        let mut within =
            |most: f32| most * ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0);
        let rows = self.points.values.chunks_exact_mut(WIDTH);
        for (row, _) in rows.zip(met).filter(|(_, met)| **met) {
            row.fill_with(|| within(FIRST.0));
        }
        self.hidden.values.fill_with(|| within(FIRST.1));
        self.last.values.fill_with(|| within(FIRST.2));
    }

    fn hidden(&self, inputs: &[f32; INPUTS], state: usize) -> [f32; HIDDEN] {
        let rows = self.hidden.values.chunks_exact(INPUTS);
        let mut hidden = [0.0; HIDDEN];
        for (i, (number, row)) in hidden.iter_mut().zip(rows).enumerate() {
            let sum: f32 = inputs.iter().zip(row).map(|(a, b)| a * b).sum();
            *number = (sum + self.biases.values[state * HIDDEN + i]).max(0.0);
        }
        hidden
    }

    fn step(&mut self, number: i32, size: f32) {
        let parts = [
            &mut self.points,
            &mut self.hidden,
            &mut self.biases,
            &mut self.last,
        ];
        for part in parts {
            part.step(number, size);
        }
    }
}

/// The networks of both sides, or one for both.
struct Model(Vec<Side>);

impl Model {
    fn of(numbers: &[Numbers]) -> Self {
        Model(numbers.iter().map(Side::of).collect())
    }

    fn numbers(&self) -> Vec<Numbers> {
        self.0.iter().map(Side::numbers).collect()
    }

    /// Whose sums the inputs are, the mover's first, and whether its points are turned.
    fn views(&self, mover: Color) -> [(usize, bool); 2] {
        let side = |color: Color| color.index() % self.0.len();
        [(side(mover), false), (side(mover.opponent()), true)]
    }

    fn inputs(&self, lesson: &Lesson) -> [f32; INPUTS] {
        let mut inputs = [0.0; INPUTS];
        let views = self.views(lesson.mover).into_iter();
        for ((side, turned), sums) in views.zip(inputs.chunks_exact_mut(WIDTH)) {
            let vectors = &self.0[side].points.values;
            for points in &lesson.points {
                let [own, others] = points.places(turned);
                for ((sum, a), b) in sums.iter_mut().zip(&vectors[own]).zip(&vectors[others]) {
                    *sum += points.count * (a + b).max(0.0);
                }
            }
        }
        inputs
    }

    /// The numbers of the hidden layer and the expected result that they come to.
    fn judge(&self, lesson: &Lesson, inputs: &[f32; INPUTS]) -> ([f32; HIDDEN], f32) {
        let side = &self.0[self.views(lesson.mover)[0].0];
        let hidden = side.hidden(inputs, lesson.state);
        let added = hidden.iter().zip(&side.last.values).map(|(a, b)| a * b);
        let score = lesson.known + WINRATE_SCALE * added.sum::<f32>();
        (hidden, winrate(score))
    }

    fn loss(&self, lessons: &[Lesson]) -> f32 {
        let of_lesson = |lesson: &Lesson| {
            let (_, winrate) = self.judge(lesson, &self.inputs(lesson));
            cross_entropy(winrate, lesson.label)
        };
        lessons.iter().map(of_lesson).sum::<f64>() as f32
    }

    /// Adds a lesson's gradients.
    fn learn(&mut self, lesson: &Lesson) {
        let inputs = self.inputs(lesson);
        let (hidden, winrate) = self.judge(lesson, &inputs);
        let error = (winrate - lesson.label) / BATCH as f32;
        let views = self.views(lesson.mover);
        let side = &mut self.0[views[0].0];
        let mut of_inputs = [0.0; INPUTS];
        for (i, &number) in hidden
            .iter()
            .enumerate()
            .filter(|(_, number)| **number > 0.0)
        {
            side.last.gradients[i] += error * number;
            let error = error * side.last.values[i];
            side.biases.gradients[lesson.state * HIDDEN + i] += error;
            let row = i * INPUTS..(i + 1) * INPUTS;
            let weights = side.hidden.values[row.clone()].iter();
            let gradients = side.hidden.gradients[row].iter_mut();
            for (j, (weight, gradient)) in weights.zip(gradients).enumerate() {
                of_inputs[j] += error * weight;
                *gradient += error * inputs[j];
            }
        }
        for ((side, turned), errors) in views.into_iter().zip(of_inputs.chunks_exact(WIDTH)) {
            let vectors = &mut self.0[side].points;
            for points in &lesson.points {
                let [own, others] = points.places(turned);
                for (i, error) in errors.iter().enumerate() {
                    let (a, b) = (own.start + i, others.start + i);
                    if vectors.values[a] + vectors.values[b] > 0.0 {
                        vectors.gradients[a] += points.count * error;
                        vectors.gradients[b] += points.count * error;
                    }
                }
            }
        }
    }
}

/// The networks that fit samples best together with the `weights` of black and white to move, from `known` on: one for each
/// of them, or one for both. With the losses before and after, summed up over what was kept apart.
pub fn train(
    samples: &Parted<Sample>,
    weights: [&[i16]; 2],
    known: &[Numbers],
) -> (Vec<Numbers>, [f32; 2]) {
    let lessons = |samples: &[&Sample]| -> Vec<Lesson> {
        let lesson = |sample: &&Sample| Lesson::new(sample, weights);
        samples.iter().map(lesson).collect()
    };
    let (learned, kept_apart) = (lessons(&samples.learned), lessons(&samples.kept_apart));
    let mut model = Model::of(known);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let met = met(&learned);
    for (side, _) in model
        .0
        .iter_mut()
        .zip(known)
        .filter(|(_, known)| known.is_none())
    {
        side.begin(&met, &mut random);
    }
    let steps = EPOCHS * learned.len().div_ceil(BATCH);
    let mut number = 0;
    let epochs = (0..EPOCHS).map(|epoch| {
        let order: Vec<usize> = mixed(learned.len(), epoch).collect();
        for batch in order.chunks(BATCH) {
            for &i in batch {
                model.learn(&learned[i]);
            }
            number += 1;
            let size = STEP * (1.0 - number as f32 / (steps + 1) as f32);
            for side in &mut model.0 {
                side.step(number, size);
            }
        }
        model.numbers()
    });
    let loss = |numbers: &Vec<Numbers>| Model::of(numbers).loss(&kept_apart);
    let before = loss(&known.to_vec());
    let (after, numbers) = best(std::iter::once(known.to_vec()).chain(epochs), loss);
    (numbers, [before, after])
}

/// Which classes there are in lessons: by the place of their vectors.
fn met(lessons: &[Lesson]) -> Vec<bool> {
    let mut met = vec![false; 2 * CLASSES];
    for points in lessons.iter().flat_map(|lesson| &lesson.points) {
        for place in [false, true]
            .iter()
            .flat_map(|&turned| points.places(turned))
        {
            met[place.start / WIDTH] = true;
        }
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::weights::TERMS;

    /// Positions that a side wins where both sides' classes are alike, which no sum of weights can tell.
    fn alike_wins() -> Vec<Sample> {
        let sample = |i: u16| {
            let (own, others) = (1 + i % 2, 1 + i / 2 % 2);
            Sample {
                terms: vec![own, CLASSES as u16 + others, 2 * CLASSES as u16],
                mover: Color::BOTH[usize::from(i / 4 % 2)],
                label: if own == others { 0.9 } else { 0.1 },
            }
        };
        (0..40_000).map(sample).collect()
    }

    #[test]
    fn what_sums_cannot_tell_is_learned() {
        let samples = alike_wins();
        let samples = Parted {
            learned: samples[..32_000].iter().collect(),
            kept_apart: samples[32_000..].iter().collect(),
        };
        let weights = vec![0; TERMS];
        let best = 8000.0 * cross_entropy(0.9, 0.9) as f32;
        for sides in [1, 2] {
            let known = vec![Numbers::none(); sides];
            let (networks, [before, after]) = train(&samples, [&weights; 2], &known);
            assert!(
                before > 1.9 * best && after < 1.1 * best,
                "{before} {after}"
            );
            assert_eq!(networks.len(), sides);
            // Classes that were not met are left alone, and what was learned is where training goes on.
            assert!(
                networks[0].points[3 * WIDTH..CLASSES * WIDTH]
                    .iter()
                    .all(|&n| n == 0)
            );
            let (_, [again, _]) = train(&samples, [&weights; 2], &networks);
            assert_eq!(again, after);
        }
    }
}

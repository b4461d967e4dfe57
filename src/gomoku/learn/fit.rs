//! Logistic regression: the weights whose sums, as winrates or as odds of moves, come closest to what was seen.
//!
//! Steps are scaled by each weight's own gradients so far (AdaGrad, Duchi, Hazan and Singer 2011), so that rare
//! terms learn as fast as common ones, and weights of terms that no sample holds stay what they were.

use crate::engine::game::Color;
use crate::gomoku::eval::weights::MOVE_SCALE;
use crate::gomoku::params::WINRATE_SCALE;

/// A labelled position.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Weights whose sum is its score for the side to move.
    pub terms: Vec<u16>,
    /// The side to move.
    pub mover: Color,
    /// The result that it should promise.
    pub label: f32,
}

/// A move that was chosen from several.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// For each move the weights whose sum tells how likely it is the best.
    pub moves: Vec<[u16; 2]>,
    /// The side to move.
    pub mover: Color,
    /// The number of the chosen one.
    pub best: usize,
}

/// How often the samples are gone through.
const EPOCHS: usize = 12;

/// The first step of a weight, in its own units: small, so that what is known is not forgotten at once.
const STEP: f32 = 1.0;

/// A pull towards the known weights: what part of the distance is taken back each time a weight is met.
const PULL: f32 = 2e-5;

/// The expected result of a score.
pub fn share(score: i32) -> f32 {
    winrate(score as f32)
}

/// The expected result of a sum of weights.
pub fn winrate(score: f32) -> f32 {
    1.0 / (1.0 + (-score / WINRATE_SCALE).exp())
}

/// Weights on their way from the known ones to those that fit.
struct Descent<'a> {
    known: &'a [i16],
    weights: Vec<f32>,
    /// Of the squares of the gradients; no step is longer than the first.
    sums: Vec<f32>,
}

impl<'a> Descent<'a> {
    fn new(known: &'a [i16]) -> Self {
        Descent {
            known,
            weights: known.iter().map(|&weight| f32::from(weight)).collect(),
            sums: vec![1e-3; known.len()],
        }
    }

    /// Goes through `samples` as often as `EPOCHS` says. Of the weights on the way, the known ones among them, those
    /// with the least loss on what was kept apart.
    fn follow<S>(
        mut self,
        samples: &[S],
        learn: impl Fn(&mut Self, &S),
        loss: impl Fn(&[i16]) -> f32,
    ) -> Vec<i16> {
        let known = self.known.to_vec();
        let epochs = (0..EPOCHS).map(|epoch| {
            for i in mixed(samples.len(), epoch) {
                learn(&mut self, &samples[i]);
            }
            self.rounded()
        });
        let known = std::iter::once(known);
        best(known.chain(epochs), |weights| loss(weights)).1
    }

    fn rounded(&self) -> Vec<i16> {
        let rounded = |weight: &f32| weight.round().clamp(-2000.0, 2000.0) as i16;
        self.weights.iter().map(rounded).collect()
    }

    /// Moves the weight of `term` by what an error of its sum asks for.
    fn mend(&mut self, term: u16, error: f32) {
        let term = usize::from(term);
        let gradient = error - PULL * (self.weights[term] - f32::from(self.known[term]));
        self.sums[term] += gradient * gradient;
        self.weights[term] += STEP * gradient / self.sums[term].sqrt();
    }
}

/// The numbers below `count`, each once, those that follow each other far apart; in another order in every `epoch`.
pub fn mixed(count: usize, epoch: usize) -> impl Iterator<Item = usize> {
    // A stride that shares no factor with the count comes to every number.
    let stride = coprime(count, 7919 + 2 * epoch);
    (1..=count).map(move |i| i * stride % count)
}

/// The first of the tries with the least loss, and that loss.
pub fn best<T>(tries: impl Iterator<Item = T>, loss: impl Fn(&T) -> f32) -> (f32, T) {
    let tries = tries.map(|one| (loss(&one), one));
    tries
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .expect("what was known before is a try")
}

/// Samples to learn from, and others that tell when to stop.
#[derive(Debug)]
pub struct Parted<'a, T> {
    /// To learn from.
    pub learned: Vec<&'a T>,
    /// To check by.
    pub kept_apart: Vec<&'a T>,
}

/// The weights that fit positions, not far from `known` where little speaks for it.
pub fn fit(samples: &Parted<Sample>, known: &[i16]) -> Vec<i16> {
    let learn = |descent: &mut Descent, sample: &&Sample| {
        let error = sample.label - winrate(sum(&sample.terms, &descent.weights));
        for &term in &sample.terms {
            descent.mend(term, error);
        }
    };
    Descent::new(known).follow(&samples.learned, learn, |weights| {
        loss(&samples.kept_apart, weights)
    })
}

/// The weights of moves that fit choices, not far from `known` where little speaks for it.
pub fn fit_choices(choices: &Parted<Choice>, known: &[i16]) -> Vec<i16> {
    let learn = |descent: &mut Descent, choice: &&Choice| {
        for (i, share) in shares(choice, &descent.weights).into_iter().enumerate() {
            let error = f32::from(u8::from(i == choice.best)) - share;
            for term in choice.moves[i] {
                descent.mend(term, error);
            }
        }
    };
    Descent::new(known).follow(&choices.learned, learn, |weights| {
        loss_of_choices(&choices.kept_apart, weights)
    })
}

/// The sum of the cross-entropies of the labels, in nats.
pub fn loss(samples: &[&Sample], weights: &[i16]) -> f32 {
    let of_sample =
        |sample: &&Sample| cross_entropy(winrate(sum(&sample.terms, weights)), sample.label);
    samples.iter().map(of_sample).sum::<f64>() as f32
}

/// What an expected result costs where another was to be promised, in nats.
pub fn cross_entropy(winrate: f32, label: f32) -> f64 {
    let winrate = winrate.clamp(1e-6, 1.0 - 1e-6);
    -f64::from(label * winrate.ln() + (1.0 - label) * (1.0 - winrate).ln())
}

/// The sum of the cross-entropies of the choices, in nats.
pub fn loss_of_choices(choices: &[&Choice], weights: &[i16]) -> f32 {
    let of_choice = |choice: &&Choice| {
        let share = shares(choice, weights)[choice.best];
        -f64::from(share.max(1e-6).ln())
    };
    choices.iter().map(of_choice).sum::<f64>() as f32
}

/// How likely each move is the best.
fn shares<W: Copy + Into<f32>>(choice: &Choice, weights: &[W]) -> Vec<f32> {
    let mut shares: Vec<f32> = choice
        .moves
        .iter()
        .map(|terms| sum(terms, weights) / MOVE_SCALE)
        .collect();
    let most = shares.iter().copied().fold(f32::MIN, f32::max);
    for share in &mut shares {
        *share = (*share - most).exp();
    }
    let all: f32 = shares.iter().sum();
    for share in &mut shares {
        *share /= all;
    }
    shares
}

/// The sum of the weights of `terms`, be they rounded or on their way.
pub fn sum<W: Copy + Into<f32>>(terms: &[u16], weights: &[W]) -> f32 {
    let weight = |&term: &u16| -> f32 { weights[usize::from(term)].into() };
    terms.iter().map(weight).sum()
}

/// The least number from `least` on that shares no factor with `count`.
fn coprime(count: usize, least: usize) -> usize {
    let divisor = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (least..)
        .find(|&stride| divisor(stride, count.max(1)) == 1)
        .unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::gomoku::eval::weights::TERMS;

    #[test]
    fn planted_weights_are_found() {
        let planted: Vec<f32> = (0..50).map(|i| 20.0 * ((i % 7) as f32 - 3.0)).collect();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let terms: Vec<u16> = (0..6).map(|_| (random.next_u64() % 50) as u16).collect();
                let sum = terms.iter().map(|&term| planted[usize::from(term)]).sum();
                Sample {
                    terms,
                    mover: Color::Black,
                    label: winrate(sum),
                }
            })
            .collect();
        let (kept_apart, learned) = samples.split_at(1000);
        let samples = Parted {
            learned: learned.iter().collect(),
            kept_apart: kept_apart.iter().collect(),
        };
        let mut known = vec![0; TERMS];
        known[60] = 33;
        let found = fit(&samples, &known);
        for (found, planted) in found.iter().zip(&planted) {
            assert!((f32::from(*found) - planted).abs() < 4.0);
        }
        assert_eq!(found[60], 33);
        let kept_apart = &samples.kept_apart;
        assert!(loss(kept_apart, &found) < loss(kept_apart, &known));
    }
}

//! Logistic regression: the weights whose sums, as winrates, come closest to the labels.
//!
//! Steps are scaled by each weight's own gradients so far (AdaGrad, Duchi, Hazan and Singer 2011), so that rare
//! terms learn as fast as common ones, and weights of terms that no sample holds stay what they were.

use crate::game::Color;
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

/// How often the samples are gone through.
const EPOCHS: usize = 12;

/// The first step of a weight, in evaluation units.
const STEP: f32 = 4.0;

/// A pull towards the known weights: what part of the distance is taken back each time a weight is met.
const PULL: f32 = 2e-5;

/// The expected result of a score.
pub fn share(score: i32) -> f32 {
    winrate(score as f32)
}

fn winrate(score: f32) -> f32 {
    1.0 / (1.0 + (-score / WINRATE_SCALE).exp())
}

/// The weights that fit `samples`, not far from `known` where little speaks for it.
pub fn fit(samples: &[&Sample], known: &[i16]) -> Vec<i16> {
    let known: Vec<f32> = known.iter().map(|&weight| f32::from(weight)).collect();
    let mut weights = known.clone();
    // Of the squares of the gradients; no step is longer than the first.
    let mut sums = vec![1e-3_f32; known.len()];
    for epoch in 0..EPOCHS {
        // A stride that shares no factor with the count visits every sample once, far from its own game's others.
        let stride = coprime(samples.len(), 7919 + 2 * epoch);
        let mut at = 0;
        for _ in 0..samples.len() {
            at = (at + stride) % samples.len();
            let sample = samples[at];
            let error = sample.label - winrate(sum(sample, &weights));
            for &term in &sample.terms {
                let term = usize::from(term);
                let gradient = error - PULL * (weights[term] - known[term]);
                sums[term] += gradient * gradient;
                weights[term] += STEP * gradient / sums[term].sqrt();
            }
        }
    }
    let rounded = |weight: f32| weight.round().clamp(-2000.0, 2000.0) as i16;
    weights.into_iter().map(rounded).collect()
}

/// The sum of the cross-entropies of the labels, in nats.
pub fn loss(samples: &[&Sample], weights: &[i16]) -> f32 {
    let weights: Vec<f32> = weights.iter().map(|&weight| f32::from(weight)).collect();
    let of_sample = |sample: &&Sample| {
        let winrate = winrate(sum(sample, &weights)).clamp(1e-6, 1.0 - 1e-6);
        -f64::from(sample.label * winrate.ln() + (1.0 - sample.label) * (1.0 - winrate).ln())
    };
    samples.iter().map(of_sample).sum::<f64>() as f32
}

fn sum(sample: &Sample, weights: &[f32]) -> f32 {
    sample
        .terms
        .iter()
        .map(|&term| weights[usize::from(term)])
        .sum()
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
    use crate::gomoku::weights::TERMS;

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
        let samples: Vec<&Sample> = samples.iter().collect();
        let mut known = vec![0; TERMS];
        known[60] = 33;
        let found = fit(&samples, &known);
        for (found, planted) in found.iter().zip(&planted) {
            assert!((f32::from(*found) - planted).abs() < 4.0);
        }
        assert_eq!(found[60], 33);
        assert!(loss(&samples, &found) < loss(&samples, &known));
    }
}

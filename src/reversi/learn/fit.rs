//! Ridge regression: weights whose sums come closest to the labels by least squares.
//!
//! The normal equations are solved by conjugate gradients, preconditioned by how often each weight occurs. A penalty on
//! the distance from prior weights keeps weights with few samples near to them.

use crate::reversi::eval::evaluation::{DISC, TERMS, WEIGHTS};

/// A training sample.
pub struct Sample {
    /// Indices of the weights whose sum is the score.
    pub terms: [u32; TERMS],
    /// Label: the score wanted, in discs.
    pub label: f32,
    /// How much the sample counts.
    pub weight: f32,
}

/// Prior weights.
pub struct Prior<'a> {
    /// In units of the evaluation.
    pub weights: &'a [i16],
    /// Number of samples that the prior counts for in any case.
    pub penalty: f32,
    /// Number of samples that it counts for besides, as a fraction of those in which a weight occurs.
    pub share: f32,
}

/// Iterations of the solver; more change the error in the third digit.
const MAX_ITERATIONS: usize = 24;

/// Returns weights in discs that fit `samples` and stay near to `prior`. `tied` gives for each weight the one it is
/// tied to: only that one occurs in the samples, the others get its value.
pub fn fit(samples: &[Sample], prior: &Prior, tied: &[u32]) -> Vec<f32> {
    let mut weights: Vec<f32> = prior
        .weights
        .iter()
        .map(|&weight| f32::from(weight) / DISC as f32)
        .collect();
    let mut counts = vec![0.0; WEIGHTS];
    // The residual, as a gradient.
    let mut residual = vec![0.0; WEIGHTS];
    for sample in samples {
        let error = sample.label - score(sample, &weights);
        for &term in &sample.terms {
            residual[term as usize] += sample.weight * error;
            counts[term as usize] += sample.weight;
        }
    }
    let penalties: Vec<f32> = counts
        .iter()
        .map(|count| prior.penalty + prior.share * count)
        .collect();
    let scale: Vec<f32> = counts.iter().zip(&penalties).map(|(c, p)| c + p).collect();
    let divided =
        |values: &[f32]| -> Vec<f32> { values.iter().zip(&scale).map(|(v, s)| v / s).collect() };
    let mut scaled = divided(&residual);
    let mut direction = scaled.clone();
    let mut norm = dot_product(&residual, &scaled);
    for _ in 0..MAX_ITERATIONS {
        if norm <= f64::MIN_POSITIVE {
            break;
        }
        let image = normal_product(samples, &direction, &penalties);
        let step = (norm / dot_product(&direction, &image)) as f32;
        add_scaled(&mut weights, step, &direction);
        add_scaled(&mut residual, -step, &image);
        scaled = divided(&residual);
        let next_norm = dot_product(&residual, &scaled);
        let keep = (next_norm / norm) as f32;
        norm = next_norm;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + keep * *direction;
        }
    }
    tied.iter()
        .map(|&tied_to| weights[tied_to as usize])
        .collect()
}

/// Returns the mean absolute error of the scores, in discs.
pub fn mean_absolute_error(samples: &[Sample], weights: &[f32]) -> f32 {
    let errors = samples
        .iter()
        .map(|sample| f64::from((sample.label - score(sample, weights)).abs()));
    (errors.sum::<f64>() / samples.len().max(1) as f64) as f32
}

/// Converts weights from discs to units of the evaluation.
pub fn rounded(weights: &[f32]) -> Vec<i16> {
    let round = |&weight: &f32| (weight * DISC as f32).round() as i16;
    weights.iter().map(round).collect()
}

/// Returns the sum of the weights of a sample.
pub fn score(sample: &Sample, weights: &[f32]) -> f32 {
    sample
        .terms
        .iter()
        .map(|&term| weights[term as usize])
        .sum()
}

/// Returns the matrix of the normal equations times `values`.
fn normal_product(samples: &[Sample], values: &[f32], penalties: &[f32]) -> Vec<f32> {
    let mut image: Vec<f32> = values.iter().zip(penalties).map(|(v, p)| v * p).collect();
    for sample in samples {
        let sum = sample.weight * score(sample, values);
        for &term in &sample.terms {
            image[term as usize] += sum;
        }
    }
    image
}

fn dot_product(left: &[f32], right: &[f32]) -> f64 {
    let products = left
        .iter()
        .zip(right)
        .map(|(l, r)| f64::from(*l) * f64::from(*r));
    products.sum()
}

fn add_scaled(values: &mut [f32], factor: f32, others: &[f32]) {
    for (value, other) in values.iter_mut().zip(others) {
        *value += factor * other;
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Samples of weights 0 to 49; all other terms of each are weight 100.
    fn planted(count: usize, weights: &[f32]) -> Vec<Sample> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let sample = |_| {
            let mut terms = [100; TERMS];
            for term in &mut terms[..5] {
                *term = (random.next_u64() % 50) as u32;
            }
            let label = terms.iter().map(|&term| weights[term as usize]).sum();
            Sample {
                terms,
                label,
                weight: 1.0,
            }
        };
        (0..count).map(sample).collect()
    }

    fn prior(weights: &[i16], share: f32) -> Prior<'_> {
        Prior {
            weights,
            penalty: 12.0,
            share,
        }
    }

    #[test]
    fn a_sample_counts_by_its_weight() {
        // The same board wanted twice as 9 and once as 0, then the same by weights.
        let tied: Vec<u32> = (0..WEIGHTS as u32).collect();
        let sample = |label, weight| Sample {
            terms: [7; TERMS],
            label,
            weight,
        };
        let fitted = |samples: &[Sample]| fit(samples, &prior(&vec![0; WEIGHTS], 0.0), &tied)[7];
        let counted = fitted(&[sample(9.0, 1.0), sample(9.0, 1.0), sample(0.0, 1.0)]);
        let weighted = fitted(&[sample(9.0, 2.0), sample(0.0, 1.0)]);
        assert!((counted - weighted).abs() < 1e-4, "{counted} {weighted}");
        assert!((counted * TERMS as f32 - 6.0).abs() < 0.1, "{counted}");
    }

    #[test]
    fn the_prior_counts_for_its_share() {
        let samples = planted(20_000, &vec![1.0; WEIGHTS]);
        let tied: Vec<u32> = (0..WEIGHTS as u32).collect();
        let fitted = |share| fit(&samples, &prior(&vec![0; WEIGHTS], share), &tied);
        // Every sum is 51, but the prior gives 0.
        let sum = |weights: &[f32]| score(&samples[0], weights);
        assert!((sum(&fitted(0.0)) - 51.0).abs() < 0.5);
        assert!(sum(&fitted(1.0)) < 50.5);
    }

    #[test]
    fn planted_weights_are_found() {
        let mut weights = vec![0.0; WEIGHTS];
        for (index, weight) in weights[..50].iter_mut().enumerate() {
            *weight = (index % 7) as f32 - 3.0;
        }
        let samples = planted(20_000, &weights);
        let tied: Vec<u32> = (0..WEIGHTS as u32).collect();
        let found = fit(&samples, &prior(&vec![0; WEIGHTS], 0.0), &tied);
        assert!(mean_absolute_error(&samples, &found) < 0.05);
        assert!(mean_absolute_error(&samples, &vec![0.0; WEIGHTS]) > 2.0);
    }

    #[test]
    fn weights_without_samples_keep_the_prior() {
        let mut tied: Vec<u32> = (0..WEIGHTS as u32).collect();
        tied[60] = 3;
        let samples = planted(1000, &vec![1.0; WEIGHTS]);
        let found = fit(&samples, &prior(&vec![DISC as i16; WEIGHTS], 0.0), &tied);
        assert_eq!(found[70], 1.0);
        assert_eq!(found[60], found[3]);
    }
}

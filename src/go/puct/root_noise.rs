//! Wide root noise (KataGo): random bonuses for root moves, so that an analysis looks at more of them.

use std::f64::consts::TAU;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::uniform::uniform;

/// A source of wide root noise for one thread.
pub struct RootNoise {
    scale: f64,
    rng: Xoshiro256PlusPlus,
}

impl RootNoise {
    /// Creates a source of noise of this scale; `None` for a scale of 0.
    pub fn new(scale: f64, seed: u64) -> Option<RootNoise> {
        (scale > 0.0).then(|| RootNoise {
            scale,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }

    /// Moves a prior towards those of the other moves.
    pub fn flatten(&self, prior: f64) -> f64 {
        prior.powf(1.0 / (4.0 * self.scale + 1.0))
    }

    /// Returns a random utility bonus: zero half of the time, otherwise the absolute value of a normal random number.
    pub fn bonus(&mut self) -> f64 {
        match uniform(&mut self.rng) < 0.5 {
            true => 0.0,
            false => self.scale * self.normal().abs(),
        }
    }

    /// Returns a standard normal number, by the Box-Muller transform.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - uniform(&mut self.rng)).ln()).sqrt();
        radius * (TAU * uniform(&mut self.rng)).cos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_bonuses_are_none_and_the_others_have_the_mean_of_half_a_normal_distribution() {
        let mut noise = RootNoise::new(0.5, 1).unwrap();
        let bonuses: Vec<f64> = (0..10_000).map(|_| noise.bonus()).collect();
        let none = bonuses.iter().filter(|&&bonus| bonus == 0.0).count();
        assert!((4800..5200).contains(&none), "{none}");
        assert!(bonuses.iter().all(|&bonus| bonus >= 0.0));
        let mean = bonuses.iter().sum::<f64>() / (10_000 - none) as f64;
        let expected = 0.5 * (2.0 / std::f64::consts::PI).sqrt();
        assert!((mean - expected).abs() < 0.02, "{mean}");
    }

    #[test]
    fn priors_are_drawn_together_and_keep_their_order() {
        let noise = RootNoise::new(1.0, 1).unwrap();
        assert!((noise.flatten(0.00001) - 0.1).abs() < 1e-9);
        assert!(noise.flatten(0.5) > noise.flatten(0.25));
        assert!(RootNoise::new(0.0, 1).is_none());
    }
}

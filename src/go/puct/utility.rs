//! The utility that the search maximizes: winning and, to a lesser degree, the score.

use std::f64::consts::FRAC_2_PI;

use crate::search_mode::PuctParams;

/// Number of terms on either side of the center in sums over a normal distribution.
const STEPS: i32 = 8;

/// Distance between terms in standard deviations. Sums of smooth functions against a normal density converge so fast
/// that the result is exact to five digits.
const STEP: f64 = 0.5;

/// Utility of winrates and scores, from white's point of view.
#[derive(Clone, Debug)]
pub struct Utility {
    win_loss: f64,
    static_score: f64,
    dynamic_score: f64,
    /// The score around which points count most.
    center: f64,
    /// Points over which the static and the dynamic score utility level off.
    ranges: [f64; 2],
}

/// Value statistics: the expected outcome of a game, from white's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ValueStats {
    /// Probability of a win minus that of a loss.
    pub win_loss: f64,
    /// Probability of a game without a result.
    pub no_result: f64,
    /// Mean score in points.
    pub score: f64,
    /// Mean of the squared score.
    pub score_squared: f64,
    /// The number of points of komi that would make the game even.
    pub lead: f64,
}

impl ValueStats {
    /// Returns the standard deviation of the score.
    pub fn score_stdev(&self) -> f64 {
        stdev(self.score, self.score_squared)
    }

    /// Returns a weighted mean of two outcomes. `share`, from 0 to 1, is the weight of `other`.
    pub fn mixed(&self, other: &ValueStats, share: f64) -> ValueStats {
        let mix = |own: f64, other: f64| own + share * (other - own);
        ValueStats {
            win_loss: mix(self.win_loss, other.win_loss),
            no_result: mix(self.no_result, other.no_result),
            score: mix(self.score, other.score),
            score_squared: mix(self.score_squared, other.score_squared),
            lead: mix(self.lead, other.lead),
        }
    }
}

impl Utility {
    /// Creates the utility for a board of `area` points and this expected score at the root.
    pub fn new(params: &PuctParams, area: usize, root_score: f64) -> Utility {
        let side = (area as f64).sqrt();
        let range = side * params.dynamic_score_range;
        let center = root_score * (1.0 - params.dynamic_center_pull);
        Utility {
            win_loss: params.win_loss_factor,
            static_score: params.static_score_factor,
            dynamic_score: params.dynamic_score_factor,
            center: center.clamp(root_score - range, root_score + range),
            ranges: [2.0 * side, range],
        }
    }

    /// Returns the utility of an expected outcome.
    pub fn of(&self, values: &ValueStats) -> f64 {
        self.win_loss * values.win_loss + self.of_score(values.score, values.score_stdev())
    }

    /// Returns the utility gained by `points` more points.
    pub fn gain_of_points(&self, values: &ValueStats, points: f64) -> f64 {
        let stdev = values.score_stdev();
        self.of_score(values.score + points, stdev) - self.of_score(values.score, stdev)
    }

    /// Returns the utility gained per point at this score, ignoring its deviation.
    pub fn score_slope(&self, score: f64) -> f64 {
        let slope = |center: f64, range: f64| {
            range / (range * range + (score - center).powi(2)) * FRAC_2_PI
        };
        self.static_score * slope(0.0, self.ranges[0])
            + self.dynamic_score * slope(self.center, self.ranges[1])
    }

    /// Returns the largest possible absolute utility.
    pub fn max_abs(&self) -> f64 {
        self.win_loss + self.static_score + self.dynamic_score
    }

    fn of_score(&self, score: f64, stdev: f64) -> f64 {
        self.static_score * expected(score, stdev, self.ranges[0])
            + self.dynamic_score * expected(score - self.center, stdev, self.ranges[1])
    }
}

/// Returns the standard deviation from a mean and a mean square; 0 if rounding has made the square too small.
pub fn stdev(mean: f64, square: f64) -> f64 {
    (square - mean * mean).max(0.0).sqrt()
}

/// Returns the mean of `atan(score / range)` over normally distributed scores, as a fraction of a right angle.
fn expected(mean: f64, stdev: f64, range: f64) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in -STEPS..=STEPS {
        let at = f64::from(step) * STEP;
        let weight = (-0.5 * at * at).exp();
        sum += weight * ((mean + at * stdev) / range).atan();
        weights += weight;
    }
    sum / weights * FRAC_2_PI
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utility(root_score: f64) -> Utility {
        Utility::new(&PuctParams::default(), 81, root_score)
    }

    #[test]
    fn the_mean_over_scores_is_that_of_a_fine_sum() {
        for (mean, deviation, range) in [(0.0, 5.0, 6.75), (12.0, 20.0, 18.0), (-30.0, 9.0, 14.25)]
        {
            let (mut sum, mut weights) = (0.0, 0.0);
            for step in -8000..=8000 {
                let at = f64::from(step) / 1000.0;
                let weight = (-0.5 * at * at).exp();
                sum += weight * ((mean + at * deviation) / range).atan();
                weights += weight;
            }
            let exact = sum / weights * FRAC_2_PI;
            assert!((expected(mean, deviation, range) - exact).abs() < 1e-3);
        }
    }

    #[test]
    fn more_is_better_and_nothing_leaves_the_range() {
        let utility = utility(4.0);
        let mut last = -utility.max_abs();
        for score in -200..=200 {
            let score = f64::from(score);
            let values = ValueStats {
                win_loss: score / 200.0,
                no_result: 0.0,
                score,
                score_squared: score * score + 25.0,
                lead: score,
            };
            let value = utility.of(&values);
            assert!(
                value > last && value < utility.max_abs(),
                "{score}: {value}"
            );
            assert!(utility.gain_of_points(&values, 1.0) > 0.0);
            last = value;
        }
    }

    #[test]
    fn the_slope_is_that_of_the_score_without_deviation() {
        let utility = utility(-7.0);
        for score in [-30.0, -7.0, 0.0, 3.0] {
            let rise = utility.of_score(score + 1e-4, 0.0) - utility.of_score(score - 1e-4, 0.0);
            assert!((rise / 2e-4 - utility.score_slope(score)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_square_below_the_mean_s_is_no_deviation() {
        assert_eq!(stdev(3.0, 9.0 - 1e-9), 0.0);
        assert_eq!(stdev(3.0, 13.0), 2.0);
    }
}

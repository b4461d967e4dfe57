//! What a search maximises: winning, and a little of the score.

use std::f64::consts::FRAC_2_PI;

use super::params::Params;

/// Terms on either side of the middle in sums over a normal distribution.
const STEPS: i32 = 8;

/// Their distance, in standard deviations. Sums of smooth functions against a normal density converge so quickly that
/// this is exact to five digits.
const STEP: f64 = 0.5;

/// How winning chances and scores make a utility; all figures are white's.
#[derive(Clone, Debug)]
pub struct Utility {
    static_score: f64,
    dynamic_score: f64,
    /// The score around which a point counts most.
    centre: f64,
    /// Points over which the static and the dynamic score level off.
    ranges: [f64; 2],
}

/// What is expected of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// Chances to win less those to lose.
    pub win_loss: f64,
    /// The mean score.
    pub score: f64,
    /// The mean of the score's square.
    pub score_squared: f64,
    /// Points by which white is ahead: so much more komi for black would make the game even.
    pub lead: f64,
}

impl Outlook {
    /// The standard deviation of the score.
    pub fn score_deviation(&self) -> f64 {
        deviation(self.score, self.score_squared)
    }
}

impl Utility {
    /// The utility on a board of `area` points for a root with this expected score.
    pub fn new(params: &Params, area: usize, root_score: f64) -> Utility {
        let side = (area as f64).sqrt();
        let range = side * params.dynamic_range;
        let centre = root_score * (1.0 - params.dynamic_centre);
        Utility {
            static_score: params.static_score,
            dynamic_score: params.dynamic_score,
            centre: centre.clamp(root_score - range, root_score + range),
            ranges: [2.0 * side, range],
        }
    }

    /// The utility of what is expected.
    pub fn of(&self, outlook: &Outlook) -> f64 {
        outlook.win_loss + self.of_score(outlook.score, outlook.score_deviation())
    }

    /// By how much the utility changes if the score is better by so many points.
    pub fn of_points(&self, outlook: &Outlook, points: f64) -> f64 {
        let deviation = outlook.score_deviation();
        self.of_score(outlook.score + points, deviation) - self.of_score(outlook.score, deviation)
    }

    /// What a point is worth at this score, whatever its deviation.
    pub fn slope(&self, score: f64) -> f64 {
        let slope = |centre: f64, range: f64| {
            range / (range * range + (score - centre).powi(2)) * FRAC_2_PI
        };
        self.static_score * slope(0.0, self.ranges[0])
            + self.dynamic_score * slope(self.centre, self.ranges[1])
    }

    /// The farthest that a utility can be from zero.
    pub fn radius(&self) -> f64 {
        1.0 + self.static_score + self.dynamic_score
    }

    fn of_score(&self, score: f64, deviation: f64) -> f64 {
        self.static_score * expected(score, deviation, self.ranges[0])
            + self.dynamic_score * expected(score - self.centre, deviation, self.ranges[1])
    }
}

/// The standard deviation that goes with a mean and a mean square; 0 where rounding has made the square too small.
pub fn deviation(mean: f64, square: f64) -> f64 {
    (square - mean * mean).max(0.0).sqrt()
}

/// The mean of `atan(score / range)`, as a share of a right angle, over normally distributed scores.
fn expected(mean: f64, deviation: f64, range: f64) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in -STEPS..=STEPS {
        let at = f64::from(step) * STEP;
        let weight = (-0.5 * at * at).exp();
        sum += weight * ((mean + at * deviation) / range).atan();
        weights += weight;
    }
    sum / weights * FRAC_2_PI
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utility(root_score: f64) -> Utility {
        Utility::new(&Params::default(), 81, root_score)
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
        let mut last = -utility.radius();
        for score in -200..=200 {
            let score = f64::from(score);
            let outlook = Outlook {
                win_loss: score / 200.0,
                score,
                score_squared: score * score + 25.0,
                lead: score,
            };
            let value = utility.of(&outlook);
            assert!(value > last && value < utility.radius(), "{score}: {value}");
            assert!(utility.of_points(&outlook, 1.0) > 0.0);
            last = value;
        }
    }

    #[test]
    fn the_slope_is_that_of_the_score_without_deviation() {
        let utility = utility(-7.0);
        for score in [-30.0, -7.0, 0.0, 3.0] {
            let rise = utility.of_score(score + 1e-4, 0.0) - utility.of_score(score - 1e-4, 0.0);
            assert!((rise / 2e-4 - utility.slope(score)).abs() < 1e-6);
        }
    }

    #[test]
    fn a_square_below_the_mean_s_is_no_deviation() {
        assert_eq!(deviation(3.0, 9.0 - 1e-9), 0.0);
        assert_eq!(deviation(3.0, 13.0), 2.0);
    }
}

//! Komi and scores in half points.

use std::fmt::{self, Display};

use thiserror::Error;

use tengen_engine::game::{Color, Outcome};

/// White's compensation for moving second, in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Komi(i32);

/// A number that isn't a valid komi.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("unacceptable komi {seen:?}: expected half points from -{limit} to {limit}", limit = Komi::LIMIT)]
pub struct BadKomi {
    /// The rejected number, in points.
    pub seen: f64,
}

impl Komi {
    /// The largest absolute komi in points, more than any board has points.
    pub const LIMIT: u16 = 1_000;

    /// Returns a komi of exactly this number of points. Fails unless it is a multiple of half a point and within
    /// [`Komi::LIMIT`].
    pub fn from_points(points: f64) -> Result<Komi, BadKomi> {
        let half_points = points * 2.0;
        let is_komi = points.abs() <= f64::from(Komi::LIMIT) && half_points.fract() == 0.0;
        match is_komi {
            true => Ok(Komi(half_points as i32)),
            false => Err(BadKomi { seen: points }),
        }
    }

    /// Returns the komi in half points.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// Returns the komi in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

/// Writes points in the shortest form: `7.5`, `6`, `-0.5`.
impl Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

/// A score margin in half points, positive if black wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// Returns a score from black's half points minus white's.
    pub const fn from_half_points(margin: i32) -> Score {
        Score(margin)
    }

    /// Returns black's half points minus white's.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// Returns the winner, or a draw for a margin of 0.
    pub fn outcome(self) -> Outcome {
        match self.0 {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Color::Black),
            _ => Outcome::Win(Color::White),
        }
    }
}

/// Writes the score as in GTP (draft 2, `final_score`): `B+31`, `W+2.5`, `0`.
impl Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Outcome::Draw => f.write_str("0"),
            Outcome::Win(winner) => {
                write!(f, "{}+{}", winner.letter(), f64::from(self.0.abs()) / 2.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_a_number_of_half_points() {
        let cases = [
            (7.5, 15, "7.5"),
            (6.0, 12, "6"),
            (-0.5, -1, "-0.5"),
            (0.0, 0, "0"),
            (-0.0, 0, "0"),
            (1000.0, 2000, "1000"),
            (-1000.0, -2000, "-1000"),
        ];
        for (points, half_points, text) in cases {
            let komi = Komi::from_points(points).unwrap();
            assert_eq!(komi.half_points(), half_points, "{points}");
            assert_eq!(komi.to_string(), text);
        }
        let infinities = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        let beyond = [1000.5, -1000.5, 1e30, -1e308];
        let between = [0.25, 3.2, -0.1, 7.500001];
        for points in infinities.into_iter().chain(beyond).chain(between) {
            let refused = Komi::from_points(points).unwrap_err().to_string();
            assert!(refused.starts_with("unacceptable komi"), "{refused}");
        }
    }

    #[test]
    fn scores_are_spelled_as_in_gtp() {
        for (half_points, text) in [
            (62, "B+31"),
            (-5, "W+2.5"),
            (0, "0"),
            (1, "B+0.5"),
            (-2, "W+1"),
        ] {
            assert_eq!(Score::from_half_points(half_points).to_string(), text);
        }
    }
}

//! Komi and scores, both in half points.

use std::fmt::{self, Display};

use thiserror::Error;

use crate::game::{Color, Outcome};

/// The points that white gets for moving second, in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Komi(i32);

/// Not a number that komi can be.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("komi {seen}: a finite number of points is expected")]
pub struct BadKomi {
    /// What was given.
    pub seen: f64,
}

impl Komi {
    /// The largest komi in points, either way: beyond any board, so that more of it changes no result.
    pub const LIMIT: i32 = 1_000_000;

    /// Komi from points, rounded to the nearest half point and kept within [`Komi::LIMIT`], because GTP asks
    /// that any float be taken (draft 2, `komi`). Refused: infinities and what is not a number.
    pub fn from_points(points: f64) -> Result<Komi, BadKomi> {
        if !points.is_finite() {
            return Err(BadKomi { seen: points });
        }
        let limit = 2 * Komi::LIMIT;
        // The clamp keeps the number well inside an i32.
        Ok(Komi(
            (points * 2.0)
                .round()
                .clamp(-f64::from(limit), f64::from(limit)) as i32,
        ))
    }

    /// The komi in half points.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// The komi in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 2.0
    }
}

/// In points, as short as can be: `7.5`, `6`, `-0.5`.
impl Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.points())
    }
}

/// The margin of a counted game in half points; positive is black's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// A margin of this many half points, black's less white's.
    pub const fn from_half_points(margin: i32) -> Score {
        Score(margin)
    }

    /// Black's half points less white's.
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// Who has won.
    pub fn outcome(self) -> Outcome {
        match self.0 {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Color::Black),
            _ => Outcome::Win(Color::White),
        }
    }
}

/// GTP's spelling (draft 2, `final_score`): `B+31`, `W+2.5`, `0`.
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
    fn komi_takes_any_finite_number() {
        let cases = [
            (7.5, 15, "7.5"),
            (6.0, 12, "6"),
            (-0.5, -1, "-0.5"),
            (0.0, 0, "0"),
            (-0.1, 0, "0"),
            (3.2, 6, "3"),
            (3.3, 7, "3.5"),
            (1e30, 2_000_000, "1000000"),
            (-1e30, -2_000_000, "-1000000"),
        ];
        for (points, half_points, text) in cases {
            let komi = Komi::from_points(points).unwrap();
            assert_eq!(komi.half_points(), half_points, "{points}");
            assert_eq!(komi.to_string(), text);
        }
        for points in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Komi::from_points(points).is_err());
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

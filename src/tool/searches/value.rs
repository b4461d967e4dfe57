//! Values of positions for Black.

use serde::{Deserialize, Serialize};

use tengen_engine::Report;
use tengen_engine::game::{Color, Outcome};

/// The value of a position for Black.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionValue {
    /// Expected result: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub winrate: f32,
    /// Score in the game's unit.
    pub score: f32,
}

impl PositionValue {
    /// Returns the result of a search as a value; `None` if the search examined no move.
    pub fn from_report<M>(report: &Report<M>, to_move: Color) -> Option<PositionValue> {
        let (winrate, score) = match (&report.root, report.lines.first()) {
            (Some(root), _) => (root.winrate, root.score),
            (None, Some(best)) => (best.winrate, best.score),
            (None, None) => return None,
        };
        Some(PositionValue { winrate, score }.turned(to_move))
    }

    /// Returns the value of a finished game, given Black's score.
    pub fn decided(outcome: Outcome, score: f32) -> PositionValue {
        let winrate = match outcome {
            Outcome::Win(Color::Black) => 1.0,
            Outcome::Win(Color::White) => 0.0,
            Outcome::Draw => 0.5,
        };
        PositionValue { winrate, score }
    }

    /// Converts between the value for Black and the value for `side`.
    pub fn turned(self, side: Color) -> PositionValue {
        match side {
            Color::Black => self,
            Color::White => PositionValue {
                winrate: 1.0 - self.winrate,
                score: -self.score,
            },
        }
    }
}

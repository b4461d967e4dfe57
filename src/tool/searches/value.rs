//! Values of positions.

use serde::{Deserialize, Serialize};

use tengen_engine::Report;
use tengen_engine::game::{Color, Outcome};

/// The value of a position for black.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionValue {
    /// Expected result: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub winrate: f32,
    /// Score in the game's unit.
    pub score: f32,
}

impl PositionValue {
    /// Returns the value that a search has found; `None` if it has looked at no move.
    pub fn of<M>(report: &Report<M>, to_move: Color) -> Option<PositionValue> {
        let (winrate, score) = match (&report.root, report.lines.first()) {
            (Some(root), _) => (root.winrate, root.score),
            (None, Some(best)) => (best.winrate, best.score),
            (None, None) => return None,
        };
        Some(PositionValue { winrate, score }.turned(to_move))
    }

    /// Returns the value of a finished game, with black's score.
    pub fn decided(outcome: Outcome, score: f32) -> PositionValue {
        let winrate = match outcome {
            Outcome::Win(Color::Black) => 1.0,
            Outcome::Win(Color::White) => 0.0,
            Outcome::Draw => 0.5,
        };
        PositionValue { winrate, score }
    }

    /// Returns the value for a side, or the value for black of a side's value.
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

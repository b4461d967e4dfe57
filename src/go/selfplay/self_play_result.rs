//! The result of a finished game.

use crate::rules::area_score::AreaScore;
use crate::rules::{Komi, Position};
use crate::score::judge;
use tengen_engine::game::Color;

/// The score and the owners of a finished game, with dead stones determined by [`judge`].
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayResult {
    /// Black's lead in half points, without komi.
    black_margin: i32,
    /// Owner of each point, row by row from the top: 1 for white, -1 for black, 0 for neither.
    white_ownership: Vec<f32>,
}

impl SelfPlayResult {
    /// Returns the result of a game that ended in this position.
    pub fn from_position(position: &Position) -> SelfPlayResult {
        let judgment = judge(position);
        let board = position.board();
        let count = AreaScore::new(board, &judgment.dead);
        let white = |point| match count.owner(point) {
            Some(Color::White) => 1.0,
            Some(Color::Black) => -1.0,
            None => 0.0,
        };
        SelfPlayResult {
            black_margin: judgment.score.half_points() + position.komi().half_points(),
            white_ownership: board.size().points_from_top().map(white).collect(),
        }
    }

    /// Returns white's lead in points with this komi.
    pub fn white_margin(&self, komi: Komi) -> f32 {
        (komi.half_points() - self.black_margin) as f32 / 2.0
    }

    /// Returns the owner of each point, row by row from the top: 1 for white, -1 for black, 0 for neither.
    pub fn white_owns(&self) -> &[f32] {
        &self.white_ownership
    }
}

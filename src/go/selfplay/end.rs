//! How a game ended.

use crate::engine::game::Color;
use crate::go::rules::area::Count;
use crate::go::rules::{Komi, Position};
use crate::go::score::judge;

/// How a game ended, as playouts tell dead stones from living ones.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Half points by which black was ahead, komi left aside.
    black_margin: i32,
    /// For each point, row by row from the top: 1 where it was white's, -1 where it was black's, 0 where it was nobody's.
    white_owns: Vec<f32>,
}

impl End {
    /// The end of a game in this position.
    pub fn of(position: &Position) -> End {
        let judgement = judge(position);
        let board = position.board();
        let count = Count::new(board, &judgement.dead);
        let white = |point| match count.owner(point) {
            Some(Color::White) => 1.0,
            Some(Color::Black) => -1.0,
            None => 0.0,
        };
        End {
            black_margin: judgement.score.half_points() + position.komi().half_points(),
            white_owns: board.size().points_from_top().map(white).collect(),
        }
    }

    /// Points by which white won with this komi.
    pub fn white_margin(&self, komi: Komi) -> f32 {
        (komi.half_points() - self.black_margin) as f32 / 2.0
    }

    /// For each point, row by row from the top, from 1 where it was white's to -1 where it was black's.
    pub fn white_owns(&self) -> &[f32] {
        &self.white_owns
    }
}

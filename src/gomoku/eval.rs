//! What a quiet position is worth.

use super::board::Board;
use super::params::Params;

/// A win at once; a win in `n` plies scores `n` less.
pub(super) const WIN: i32 = 30_000;

/// Scores beyond this are wins, below its negative losses.
pub(super) const SURE: i32 = WIN - 1_000;

/// The worth of a position for the side to move, in evaluation units: what the empty points are worth to it,
/// less what they are worth to the other side.
pub(super) fn evaluate(board: &Board, params: &Params) -> i32 {
    let me = board.to_move();
    let balance = board.score(me) - board.score(me.opponent());
    (balance + params.tempo).clamp(1 - SURE, SURE - 1)
}

/// The expected result of a score, 1 a win.
pub(super) fn winrate(score: i32, params: &Params) -> f32 {
    if score.abs() >= SURE {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-score as f32 / params.winrate_scale).exp())
}

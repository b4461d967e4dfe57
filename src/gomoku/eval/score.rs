//! Scores of positions and their expected results.

use super::board::Board;
use crate::gomoku::params::Params;
use crate::gomoku::rules::Position;

/// A win at once; a win in `n` plies scores `n` less.
pub(in crate::gomoku) const WIN: i32 = 30_000;

/// Scores beyond this are wins, below its negative losses.
pub(in crate::gomoku) const WIN_THRESHOLD: i32 = WIN - 1_000;

/// The worth of a position for the side to move, in evaluation units.
pub(in crate::gomoku) fn evaluate(board: &mut Board) -> i32 {
    (board.linear_score() + board.network_score()).clamp(1 - WIN_THRESHOLD, WIN_THRESHOLD - 1)
}

/// The score of a position for its side to move without any search, and the result that it move_scores from 0, a
/// loss, to 1. It means little where fives or fours can be made.
pub fn static_score(position: &Position) -> (i32, f32) {
    let score = evaluate(&mut Board::of(position));
    (score, winrate(score, &Params::default()))
}

/// The expected result of a score, 1 a win.
pub(in crate::gomoku) fn winrate(score: i32, params: &Params) -> f32 {
    if score.abs() >= WIN_THRESHOLD {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-score as f32 / params.winrate_scale).exp())
}

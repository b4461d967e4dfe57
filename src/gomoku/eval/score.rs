//! Scores of positions and their expected results.

use super::board::Board;
use crate::params::Params;
use crate::rules::Position;

/// Score of a win on the board; a win in `n` plies scores `n` less.
pub(crate) const WIN: i32 = 30_000;

/// Scores from this on are proved wins; from its negative down, proved losses.
pub(crate) const WIN_THRESHOLD: i32 = WIN - 1_000;

/// Evaluates a position for the side to move, in evaluation units.
pub(crate) fn evaluate(board: &mut Board) -> i32 {
    (board.linear_score() + board.network_score()).clamp(1 - WIN_THRESHOLD, WIN_THRESHOLD - 1)
}

/// Evaluates a position without search. Returns the score for the side to move, in evaluation units, and the expected
/// result from 0 (loss) to 1 (win). Both mean little in positions where fives or fours can be made.
pub fn static_score(position: &Position) -> (i32, f32) {
    let score = evaluate(&mut Board::from_position(position));
    (score, winrate(score, &Params::default()))
}

/// Returns the plies to the end of the game if a score proves it: positive for a win, negative for a loss, else `None`.
pub fn plies_to_end(score: i32) -> Option<i32> {
    let is_proved = score.abs() >= WIN_THRESHOLD;
    is_proved.then(|| (WIN - score.abs()) * score.signum())
}

/// Returns the expected result of a score, from 0 (loss) to 1 (win).
pub(crate) fn winrate(score: i32, params: &Params) -> f32 {
    if score.abs() >= WIN_THRESHOLD {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-score as f32 / params.winrate_scale).exp())
}

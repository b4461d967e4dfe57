//! When to pass.

use super::ownership::Ownership;
use super::params::Params;
use crate::engine::game::{Color, Outcome, Position as _};
use crate::go::board::point_set::PointSet;
use crate::go::rules::area::Count;
use crate::go::rules::position::Position;
use crate::go::rules::ruleset::Scoring;

/// Whether the side to move does well to pass, given how playouts from here ended.
///
/// After a pass it does if the game counted now is won. Before one it does if nothing is left to gain: every chain's fate
/// is clear, no point is left to take, and where dead stones count as alive unless captured, this costs no won game.
pub(super) fn should_pass(position: &Position, ownership: &Ownership, params: &Params) -> bool {
    let dead = ownership.dead(position.board(), position.rules().suicide);
    let judged = position.score(&dead).outcome();
    let counted = match position.rules().friendly_pass_ok {
        true => judged,
        false => position.score(&PointSet::new()).outcome(),
    };
    let win = Outcome::Win(position.to_move());
    let is_clear = |certain| is_clear(position, ownership, &dead, certain);
    if position.passes() > 0 && counted == win {
        return is_clear(params.settled_to_end);
    }
    (counted == win || judged != win) && is_clear(params.settled)
}

/// Whether the fate of every stone is clear and no point that counts is still open.
fn is_clear(position: &Position, ownership: &Ownership, dead: &PointSet, certain: f32) -> bool {
    let board = position.board();
    let count = Count::new(board, dead);
    // A neutral point is worth a stone by area, nothing by territory.
    let is_worthless =
        |point| position.rules().scoring == Scoring::Territory && count.owner(point).is_none();
    let is_clear = |point| ownership.of(point).abs() >= certain || is_worthless(point);
    board.chains().next().is_some() && board.size().points().all(is_clear)
}

/// Whether a pass now would end the game with a win for the side to move, whatever anybody thinks of dead stones.
pub(super) fn wins_by_passing(position: &Position) -> bool {
    let ends = position.passes() > 0 && !position.rules().friendly_pass_ok;
    ends && position.score(&PointSet::new()).outcome() == Outcome::Win(position.to_move())
}

/// What a territory count has to take from black's lead by area: every stone that a side has put on the board costs it
/// a point of territory, whether it lives, was captured or is dead, so the two counts differ by the difference in
/// stones played.
pub(super) fn stones_owed(position: &Position) -> i32 {
    if position.rules().scoring == Scoring::Area {
        return 0;
    }
    let board = position.board();
    let played = |color: Color| {
        let on_board = board
            .size()
            .points()
            .filter(|p| board.at(*p) == Some(color))
            .count() as i32;
        on_board + board.prisoners(color.opponent()) as i32
    };
    played(Color::Black) - played(Color::White)
}

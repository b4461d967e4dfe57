//! The decision to pass.

use super::ownership::Ownership;
use super::params::PlayoutParams;
use crate::engine::game::{Color, Outcome, Position as _};
use crate::go::board::point_set::PointSet;
use crate::go::rules::area_score::AreaScore;
use crate::go::rules::position::Position;
use crate::go::rules::ruleset::Scoring;

/// Whether the side to move should pass, given the ownership after playouts from here.
///
/// After a pass it should if the game counted now is won. Otherwise it should if nothing is left to gain: the fate of
/// every chain is decided, no point is left to take and, where dead stones count as alive unless captured, the pass
/// loses no won game.
pub(super) fn should_pass(
    position: &Position,
    ownership: &Ownership,
    params: &PlayoutParams,
) -> bool {
    let dead = ownership.dead(position.board(), position.rules().suicide);
    let judged = position.score(&dead).outcome();
    let counted = match position.rules().needs_agreement() {
        true => judged,
        false => position.score(&PointSet::new()).outcome(),
    };
    let win = Outcome::Win(position.to_move());
    let is_clear = |certain| is_decided(position, ownership, &dead, certain);
    if position.passes() > 0 && counted == win {
        return is_clear(params.winning_pass_ownership);
    }
    (counted == win || judged != win) && is_clear(params.pass_ownership)
}

/// Whether every stone is decided and no point that counts is still open.
fn is_decided(position: &Position, ownership: &Ownership, dead: &PointSet, certain: f32) -> bool {
    let board = position.board();
    let count = AreaScore::new(board, dead);
    // A neutral point counts with area scoring, but not with territory scoring.
    let is_worthless =
        |point| position.rules().scoring == Scoring::Territory && count.owner(point).is_none();
    let is_clear = |point| ownership.of(point).abs() >= certain || is_worthless(point);
    board.chains().next().is_some() && board.size().points().all(is_clear)
}

/// Whether a pass would end the game with a win for the side to move, without an agreement on dead stones.
pub(super) fn wins_by_passing(position: &Position) -> bool {
    let ends = position.passes() > 0 && !position.rules().needs_agreement();
    ends && position.score(&PointSet::new()).outcome() == Outcome::Win(position.to_move())
}

/// Returns the difference between black's lead by area and by territory from the stones played so far. Every stone
/// placed costs its side a point of territory, whether it lives, is dead or was captured, so the counts differ by the
/// difference in stones played.
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

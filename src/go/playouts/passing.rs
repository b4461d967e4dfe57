//! The decision to pass.

use super::ownership::Ownership;
use super::params::PlayoutParams;
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::rules::area_score::AreaScore;
use crate::rules::board_count::BoardCount;
use crate::rules::position::Position;
use crate::rules::ruleset::Scoring;
use tengen_engine::game::{Color, Outcome, Position as _};

/// Whether the side to move should pass, given the ownership after playouts from the position.
///
/// After a pass, it should if it wins the count and all points are clear. Otherwise it should if nothing is left to
/// gain: the fate of every chain is decided, no point is left to take and, if the rules count dead stones as alive
/// unless captured, the pass doesn't give away a win.
pub(super) fn should_pass(
    position: &Position,
    ownership: &Ownership,
    params: &PlayoutParams,
) -> bool {
    let dead = ownership.dead(position.board(), position.rules().suicide);
    let count = match position.rules().scoring {
        Scoring::Area => None,
        Scoring::Territory => Some(BoardCount::new(position, &dead)),
    };
    let judged = match &count {
        Some(count) => count.score.outcome(),
        None => position.score(&dead).outcome(),
    };
    let counted = match position.rules().removes_dead_stones() {
        true => judged,
        false => position.score(&PointSet::new()).outcome(),
    };
    let win = Outcome::Win(position.to_move());
    let is_clear = |certain| match &count {
        Some(count) => is_closed(position, ownership, (&dead, count), certain),
        None => is_decided(position, |point| ownership.of(point).abs() >= certain),
    };
    if position.passes() > 0 && counted == win {
        return is_clear(params.winning_pass_ownership);
    }
    (counted == win || judged != win) && is_clear(params.pass_ownership)
}

/// Whether the board has stones and all points are clear.
fn is_decided(position: &Position, is_clear: impl Fn(Point) -> bool) -> bool {
    let board = position.board();
    board.chains().next().is_some() && board.size().points().all(is_clear)
}

/// Whether every stone and all territory is decided under territory rules. Neutral points are worth nothing there
/// unless they are part of an open border.
fn is_closed(
    position: &Position,
    ownership: &Ownership,
    (dead, count): (&PointSet, &BoardCount),
    certain: f32,
) -> bool {
    let board = position.board();
    let counted = AreaScore::new(board, dead);
    let is_neutral = |point: Point| board.contains(point) && counted.owner(point).is_none();
    let is_certain = |point: Point| ownership.of(point).abs() >= certain;
    let is_open_border = |point: Point| {
        let around = point.neighbors();
        let touches_seki = around.iter().any(|&near| count.seki.contains(near));
        is_certain(point) && !touches_seki && around.into_iter().any(is_neutral)
    };
    let is_clear = |point| match is_neutral(point) {
        true => !is_open_border(point),
        false => is_certain(point),
    };
    !count.has_open_ground && is_decided(position, is_clear)
}

/// Whether a pass ends the game with a win for the side to move, under rules that count all stones as alive.
pub(super) fn wins_by_passing(position: &Position) -> bool {
    let ends = position.passes() > 0 && !position.rules().removes_dead_stones();
    ends && position.score(&PointSet::new()).outcome() == Outcome::Win(position.to_move())
}

/// Returns black's lead by area minus its lead by territory, as caused by the stones played so far: the difference in
/// their numbers. Each costs its side a point of territory whether it lives, is dead or was captured.
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

//! The rule by which a board can be scored before both players have passed.

use crate::engine::game::{Color, Position as _};
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;
use crate::go::rules::Position;
use crate::go::rules::area_score::AreaScore;

/// Whether a position can be scored: both sides have passed, there is no stone, or no open ground is left, which is an
/// empty region beside living stones of both sides with a point that no living stone touches.
pub fn can_be_scored(position: &Position, dead: &PointSet) -> bool {
    let board = position.board();
    if position.outcome().is_some() || position.passes() >= 2 || board.chains().next().is_none() {
        return true;
    }
    let counted = AreaScore::new(board, dead);
    let is_open = |&point: &Point| {
        let touches = |near: Point| counted.living(near).is_some();
        counted.living(point).is_none()
            && counted.owner(point).is_none()
            && !point.neighbors().into_iter().any(touches)
    };
    let lives = |color: Color| {
        board
            .size()
            .points()
            .any(|p| counted.living(p) == Some(color))
    };
    !(Color::BOTH.into_iter().all(lives) && board.size().points().any(|p| is_open(&p)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::Move;
    use crate::go::rules::{Komi, Rules};
    use crate::testing::go_reference::Stones;

    fn position(rows: &[&str]) -> Position {
        let stones = Stones::drawn(rows);
        let mut position = Position::new(stones.size, Rules::JAPANESE, Komi::default());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        position
    }

    #[test]
    fn open_ground_is_scored_only_after_two_passes() {
        let mut open = position(&["X . . . O", "X . . . O", "X . . . O"]);
        assert!(!can_be_scored(&open, &PointSet::new()));
        for color in Color::BOTH {
            open.play(color, Move::Pass).unwrap();
        }
        assert!(can_be_scored(&open, &PointSet::new()));
    }

    #[test]
    fn neutral_points_between_stones_leave_nothing_open() {
        for rows in [
            [". X . O .", ". X . O ."],
            [". . . . .", ". . . . ."],
            [". . X . .", ". . . . ."],
        ] {
            assert!(can_be_scored(&position(&rows), &PointSet::new()));
        }
    }
}

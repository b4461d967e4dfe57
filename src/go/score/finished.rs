//! The condition for scoring a board before both players have passed.

use crate::rules::Position;
use tengen_engine::game::{Color, Position as _};

/// Whether a position can be scored: both sides have passed, or both have stones and no open area is left.
pub fn can_be_scored(position: &Position, has_open_ground: bool) -> bool {
    let board = position.board();
    let has_stones = |color| board.chains().any(|head| board.at(head) == Some(color));
    let is_over = position.outcome().is_some() || position.passes() >= 2;
    is_over || !has_open_ground && Color::BOTH.into_iter().all(has_stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, PointSet};
    use crate::rules::{BoardCount, Komi, Rules};
    use crate::testing::go_reference::Stones;

    fn position(rows: &[&str]) -> Position {
        let stones = Stones::drawn(rows);
        let mut position = Position::new(stones.size, Rules::JAPANESE, Komi::default());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        position
    }

    fn is_scored(position: &Position) -> bool {
        let count = BoardCount::new(position, &PointSet::new());
        can_be_scored(position, count.has_open_ground)
    }

    #[test]
    fn open_ground_is_scored_only_after_two_passes() {
        let mut open = position(&["X . . . O", "X . . . O", "X . . . O"]);
        assert!(!is_scored(&open));
        for color in Color::BOTH {
            open.play(color, Move::Pass).unwrap();
        }
        assert!(is_scored(&open));
    }

    #[test]
    fn neutral_points_between_stones_leave_nothing_open() {
        assert!(is_scored(&position(&[". X . O .", ". X . O ."])));
    }

    #[test]
    fn stones_of_one_side_are_scored_only_after_two_passes() {
        for rows in [[". . . . .", ". . . . ."], [". . X . .", ". . . . ."]] {
            let mut begun = position(&rows);
            assert!(!is_scored(&begun));
            for color in Color::BOTH {
                begun.play(color, Move::Pass).unwrap();
            }
            assert!(is_scored(&begun));
        }
    }
}

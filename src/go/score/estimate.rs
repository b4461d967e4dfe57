//! The estimate of an unfinished game, and the rule by which a person gets a result instead.

use super::Judgment;
use crate::engine::game::Color;
use crate::go::playouts::ownership::Ownership;
use crate::go::rules::Position;

/// Whether the board is settled, so that a person may be given a result: it can be scored, and both sides have stones
/// or have passed. Before that only an estimate makes sense.
pub fn is_settled(position: &Position, judgment: &Judgment) -> bool {
    let board = position.board();
    let has_stones = |color| board.chains().any(|head| board.at(head) == Some(color));
    judgment.is_finished && (position.passes() >= 2 || Color::BOTH.into_iter().all(has_stones))
}

/// Returns black's expected lead: each point counts for its owner by the ownership, less the compensation for white.
pub fn expected_lead(position: &Position, ownership: &Ownership) -> f64 {
    let handicap = position.rules().handicap_points(position.handicap_stones());
    let compensation = position.komi().points() + f64::from(handicap);
    let points = position.board().size().points();
    points
        .map(|point| f64::from(ownership.of(point)))
        .sum::<f64>()
        - compensation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Position as _;
    use crate::go::board::Move;
    use crate::go::rules::{Komi, Rules};
    use crate::go::score::judge;
    use crate::testing::go_reference::Stones;

    fn position(rows: &[&str]) -> Position {
        let stones = Stones::drawn(rows);
        let mut position = Position::new(stones.size, Rules::JAPANESE, Komi::default());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        position
    }

    fn settled(position: &Position) -> bool {
        is_settled(position, &judge(position))
    }

    #[test]
    fn a_board_with_stones_of_one_side_is_settled_only_by_passes() {
        for rows in [
            [". . . . .", ". . . . .", ". . . . ."],
            [". . . . .", ". . X . .", ". . . . ."],
        ] {
            let mut position = position(&rows);
            assert!(!settled(&position));
            for _ in 0..2 {
                position.play(position.to_move(), Move::Pass).unwrap();
            }
            assert!(settled(&position));
        }
        assert!(!settled(&position(&[
            "X . . . O",
            "X . . . O",
            "X . . . O"
        ])));
        assert!(settled(&position(&[". X . O .", ". X . O ."])));
    }
}

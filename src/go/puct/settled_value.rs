//! The value of positions with nothing left to play for, under territory rules.
//!
//! KataGo's search plays on after two passes and captures dead stones without losing points. Here the count replaces
//! that cleanup if the network is sure of every owner. Networks predict owners more reliably than the last half point,
//! and neither side can gain by moves that delay a count.

use super::node_evaluation::NodeEvaluation;
use super::terminal_value;
use super::utility::ValueStats;
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::net::GameHistory;
use crate::rules::area_score::AreaScore;
use crate::rules::ruleset::Scoring;
use crate::rules::{BoardCount, Position};
use tengen_engine::game::{Color, Outcome};

/// Ownership at which the count begins to replace the network's values, and at which it replaces them completely.
const SURE: [f64; 2] = [0.7, 0.9];

/// Returns the expected values of a settled position; `None` under area rules, or if something is open. They are the
/// count's, mixed with the network's own values if it is less sure of the owners.
pub fn settled_values(history: &GameHistory, evaluation: &NodeEvaluation) -> Option<ValueStats> {
    let (count, share) = settled_count(history, evaluation)?;
    let counted = terminal_value::values_of_score(count.score);
    Some(evaluation.values.mixed(&counted, share))
}

/// Returns the winner by the count of a settled position; `None` unless the network is sure of every owner.
pub fn settled_winner(history: &GameHistory, evaluation: &NodeEvaluation) -> Option<Color> {
    let (count, share) = settled_count(history, evaluation)?;
    match count.score.outcome() {
        Outcome::Win(winner) if share >= 1.0 => Some(winner),
        _ => None,
    }
}

/// Returns the count of a settled position, and how sure the network is of the owners, from 0 to 1.
fn settled_count(history: &GameHistory, evaluation: &NodeEvaluation) -> Option<(BoardCount, f64)> {
    let position = history.position();
    if position.rules().scoring == Scoring::Area {
        return None;
    }
    let dead = terminal_value::dead_stones(position, evaluation);
    let least = least_ownership(position, evaluation, &dead);
    let [from, to] = SURE;
    if least <= from {
        return None;
    }
    let count = BoardCount::new(position, &dead);
    if count.has_open_ground {
        return None;
    }
    Some((count, ((least - from) / (to - from)).min(1.0)))
}

/// Returns the minimum ownership of a point by the side that counts it, from -1 to 1. A neutral point needs no owner,
/// unless it is one of several that will become a side's territory.
fn least_ownership(position: &Position, evaluation: &NodeEvaluation, dead: &PointSet) -> f64 {
    let board = position.board();
    let counted = AreaScore::new(board, dead);
    let white = |point: Point| f64::from(evaluation.ownership_of(board.size(), point));
    let is_neutral = |point: Point| board.contains(point) && counted.owner(point).is_none();
    let ownership = |point: Point| match counted.owner(point) {
        Some(Color::White) => white(point),
        Some(Color::Black) => -white(point),
        None if white(point).abs() > SURE[0] && point.neighbors().into_iter().any(is_neutral) => {
            0.0
        }
        None => 1.0,
    };
    board.size().points().map(ownership).fold(1.0, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Evaluation;
    use crate::rules::{Komi, Rules};
    use crate::testing::go_reference::Stones;

    /// Two territories of five points, with a white stone in black's.
    const CLOSED: [&str; 5] = [
        ". X . O .",
        "O X . O .",
        ". X . O .",
        ". X . O .",
        ". X . O .",
    ];

    const SURE_OWNERS: [f32; 5] = [-1.0, -1.0, 0.0, 1.0, 1.0];

    /// Returns a position and an evaluation with ownership by columns and a lead of 20 for white.
    fn evaluated(rows: &[&str], columns: [f32; 5], rules: Rules) -> (GameHistory, NodeEvaluation) {
        let stones = Stones::drawn(rows);
        let mut position = Position::new(stones.size, rules, Komi::from_points(0.5).unwrap());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        let history = GameHistory::new(position);
        let evaluation = Evaluation {
            white_ownership: (0..25).map(|point| columns[point % 5]).collect(),
            white_score: 20.0,
            ..Evaluation::uniform(history.position())
        };
        let evaluation = NodeEvaluation::new(&history, &evaluation);
        (history, evaluation)
    }

    fn settled(rows: &[&str], columns: [f32; 5], rules: Rules) -> Option<ValueStats> {
        let (history, evaluation) = evaluated(rows, columns, rules);
        settled_values(&history, &evaluation)
    }

    #[test]
    fn the_winner_is_known_where_all_owners_are_sure() {
        let doubtful = [-0.8, -1.0, 0.0, 1.0, 1.0];
        for (columns, rules, winner) in [
            (SURE_OWNERS, Rules::JAPANESE, Some(Color::Black)),
            (doubtful, Rules::JAPANESE, None),
            (SURE_OWNERS, Rules::CHINESE, None),
        ] {
            let (history, evaluation) = evaluated(&CLOSED, columns, rules);
            assert_eq!(settled_winner(&history, &evaluation), winner);
        }
    }

    #[test]
    fn sure_owners_are_counted_with_their_prisoners() {
        let values = settled(&CLOSED, SURE_OWNERS, Rules::JAPANESE).unwrap();
        // Six points against five and komi.
        assert_eq!((values.score, values.win_loss), (-0.5, -1.0));
        assert_eq!(settled(&CLOSED, SURE_OWNERS, Rules::CHINESE), None);
    }

    #[test]
    fn doubtful_owners_leave_the_network_its_share() {
        let doubtful = [-0.8, -1.0, 0.0, 1.0, 1.0];
        let values = settled(&CLOSED, doubtful, Rules::JAPANESE).unwrap();
        assert!((values.score - 9.75).abs() < 0.01, "{}", values.score);
        assert_eq!(
            settled(&CLOSED, [-0.6, -1.0, 0.0, 1.0, 1.0], Rules::JAPANESE),
            None
        );
    }

    #[test]
    fn open_borders_and_open_ground_are_not_counted() {
        let border = [
            ". X . O .",
            ". X . O .",
            ". X . O .",
            ". X . O .",
            ". X . . .",
        ];
        let closing = [-1.0, -1.0, 0.8, 1.0, 1.0];
        for (rows, columns) in [(&border, closing), (&[". . . . ."; 5], SURE_OWNERS)] {
            assert_eq!(settled(rows, columns, Rules::JAPANESE), None);
        }
    }
}

//! Ladder questions: a chain and the side that moves first.

use thiserror::Error;

use super::{KoMark, Verdict};
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// Moves per reading in batches: far more than ladders of real games need, but few enough that exhausting them costs
/// only a fraction of a second.
pub const BATCH_NODES: u64 = 50_000;

/// A chain and the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderQuestion {
    /// A stone of the chain.
    pub target: Point,
    /// The side of the chain.
    pub defender: Color,
    /// The side that moves first.
    pub first: Color,
}

impl LadderQuestion {
    /// Returns the default question: the attacker moves first against a chain with two or more liberties, the defender
    /// if the chain is in atari. `None` if the point is empty.
    pub fn from_target(board: &Board, target: Point) -> Option<LadderQuestion> {
        let defender = board.at(target)?;
        let first = if board.liberty_count(target) < 2 {
            defender
        } else {
            defender.opponent()
        };
        Some(LadderQuestion {
            target,
            defender,
            first,
        })
    }

    /// Returns the question with the attacker to move, or `None` if the point is empty.
    pub fn attack(board: &Board, target: Point) -> Option<LadderQuestion> {
        let defender = board.at(target)?;
        Some(LadderQuestion {
            target,
            defender,
            first: defender.opponent(),
        })
    }

    /// Reads the verdict and the ko mark. A chain that is no longer on the board counts as captured.
    pub fn verdict(&self, board: &mut Board, nodes: u64) -> (Verdict, Option<KoMark>) {
        if board.at(self.target) != Some(self.defender) {
            return (Verdict::Captured, None);
        }
        super::verdict(board, self.target, self.first, nodes).unwrap_or((Verdict::Captured, None))
    }
}

/// The reason for a missing answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// There are no breakers because the chain already escapes.
    #[error("the chain at {0} escapes as it is")]
    Escapes(Point),
    /// There are no makers because the chain is already captured.
    #[error("the chain at {0} is captured as it is")]
    Captured(Point),
    /// The reading ran out of moves.
    #[error("the ladder at {0} takes too many moves to read")]
    Unknown(Point),
    /// The chains have different colors, and one stone cannot help both sides.
    #[error("the chains are of both colors")]
    BothColors,
    /// The search was interrupted.
    #[error("stopped before the answer was complete")]
    Stopped,
}

impl From<NoAnswer> for String {
    fn from(reason: NoAnswer) -> Self {
        reason.to_string()
    }
}

/// Returns one stone of every chain with one or two liberties: the first from the top left.
pub fn short_chains(board: &Board) -> Vec<Point> {
    let size = board.size();
    let mut seen = PointSet::new();
    let from_top = (0..size.height())
        .rev()
        .flat_map(|row| (0..size.width()).map(move |column| Point::new(column, row)));
    from_top
        .filter(|&point| board.at(point).is_some() && seen.insert(board.head(point)))
        .filter(|&point| board.liberty_count(point) <= 2)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::{LADDER, Stones};

    #[test]
    fn the_default_question_depends_on_the_liberties() {
        let board = Stones::drawn(&LADDER).board();
        assert_eq!(
            LadderQuestion::from_target(&board, Point::new(6, 5))
                .unwrap()
                .first,
            Color::Black
        );
        assert_eq!(LadderQuestion::from_target(&board, Point::new(0, 0)), None);
        let atari = Stones::drawn(&["O .", "X ."]).board();
        let question = LadderQuestion::from_target(&atari, Point::new(0, 0)).unwrap();
        assert_eq!(
            (question.defender, question.first),
            (Color::Black, Color::Black)
        );
    }

    #[test]
    fn short_chains_come_from_the_top_left_each_once() {
        let board = Stones::drawn(&[
            "X O . . .",
            "X O . . .",
            ". O . . .",
            ". . . . .",
            ". . . . O",
        ])
        .board();
        let chains: Vec<String> = short_chains(&board).iter().map(Point::to_string).collect();
        assert_eq!(chains, ["A5", "E1"]);
    }
}

//! The purpose of a search, and the dialect of its answer.

use std::time::Instant;

use crate::engine::{Balance, Limits};
use crate::gomoku::Point;

/// The search that runs.
pub struct Thinking {
    /// What for.
    pub task: Task,
    /// How long.
    pub limits: Limits,
    /// Since when.
    pub started: Instant,
    /// When its progress was last told.
    pub told: Option<Instant>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// Our move.
    Move,
    /// Our move, with what is thought of the best so many.
    Best(usize),
    /// Moves for both sides that make the position worth so much.
    Balance(Balance),
    /// White or black, with three or five stones of swap2 on the board.
    Side(Speech),
    /// The third of the three stones with which swap2 begins; these are the others.
    Opening([Point; 2], Speech),
    /// Nothing: the hash table is looked at, written or read.
    Errand,
    /// Nothing: the searcher gets ready for a game, whose `OK` waits for that.
    Preparation,
}

/// Who asks about swap2, and so how he is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// `SWAP2BOARD`: coordinates or `SWAP`, and our move is made.
    Gomocup,
    /// Yixin-Board's steps: messages, and the board comes again with the question for a move.
    Yixin,
}

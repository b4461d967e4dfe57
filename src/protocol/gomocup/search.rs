//! The purpose of a search, and the dialect of its answer.

use std::time::Instant;

use crate::engine::Limits;
use crate::gomoku::Point;
use crate::gomoku::request::Balance;

/// The search that runs.
pub struct GomocupSearch {
    /// Its purpose.
    pub task: GomocupTask,
    /// Its limits.
    pub limits: Limits,
    /// The time of its start.
    pub started: Instant,
    /// The time of the last line on its progress.
    pub told: Option<Instant>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GomocupTask {
    /// Our move.
    Move,
    /// Our move, with a line on each of the best moves, this many.
    Best(usize),
    /// Moves for both sides that bring the position near a score.
    Balance(Balance),
    /// The better side, with three or five stones of swap2 on the board.
    Side(Speech),
    /// The third of the three stones with which swap2 begins; these are the others.
    Opening([Point; 2], Speech),
    /// A command on the hash table: its usage, a dump or a load.
    Errand,
    /// The preparation of the searcher for a game, whose `OK` waits for it.
    Preparation,
}

/// The dialect in which swap2 is asked for and answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// `SWAP2BOARD`: coordinates or `SWAP`, and our move is made.
    Gomocup,
    /// Yixin-Board's steps: messages, and the board comes again with the question for a move.
    Yixin,
}

//! The running search, its task and the format of its reply.

use std::time::Instant;

use crate::engine::Limits;
use crate::gomoku::Point;
use crate::gomoku::request::Balance;

/// The running search or other job of the worker.
pub struct GomocupSearch {
    /// The purpose of the search.
    pub task: GomocupTask,
    /// The limits of the search.
    pub limits: Limits,
    /// The time at which the search started.
    pub started: Instant,
    /// The time of the last progress report.
    pub last_report: Option<Instant>,
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GomocupTask {
    /// A move of the engine.
    Move,
    /// A move of the engine, with one line for each of this number of best moves.
    Best(usize),
    /// Moves after which the position's score is nearest to a target.
    Balance(Balance),
    /// The choice of a side after three or five stones of swap2.
    Side(SwapProtocol),
    /// The third stone of a swap2 opening, after these two.
    Opening([Point; 2], SwapProtocol),
    /// A command on the hash table: its usage, a dump or a load.
    Table,
    /// The preparation of the searcher for a game, after which `OK` is printed.
    Preparation,
}

/// The protocol of a swap2 request and its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapProtocol {
    /// `SWAP2BOARD`: the reply is coordinates or `SWAP`, and the engine's move is played.
    Gomocup,
    /// Yixin-Board's steps: the reply is a message, and the request for a move comes later with the position.
    Yixin,
}

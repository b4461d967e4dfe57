//! The running search, its task and the format of its reply.

use std::time::Instant;

use crate::gomocup::opening_command::OpeningStep;
use tengen_engine::{Limits, SkillLevel};
use tengen_gomoku::Point;
use tengen_gomoku::request::Balance;

/// The running search or other job of the worker.
pub struct GomocupSearch {
    /// The purpose of the search.
    pub task: GomocupTask,
    /// The limits of the search.
    pub limits: Limits,
    /// Whether the search may choose among all moves.
    pub is_free: bool,
    /// The level of play; `None` for full strength.
    pub level: Option<SkillLevel>,
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
    /// The third stone of an opening, after these two.
    Opening([Point; 2], SwapProtocol),
    /// Two more stones after three of swap2, for which the opponent chooses a side.
    TwoStones(SwapProtocol),
    /// A step of an opening rule.
    Step(OpeningStep),
    /// The balanced fourth stone of soosorv.
    Fourth(OpeningStep),
    /// The number of fifth moves that goes with this fourth one.
    FifthCount(OpeningStep, Point),
    /// The sixth move after this fifth one.
    Sixth(Point),
    /// A command on the hash table: its usage, a dump or a load.
    Table,
    /// The preparation of the searcher for a game, after which `OK` is printed.
    Preparation,
}

impl GomocupTask {
    /// Whether the search is for the best moves and no others.
    pub fn is_ordinary(self) -> bool {
        matches!(self, GomocupTask::Move | GomocupTask::Best(_))
    }
}

/// The protocol of a request for an opening or a side, and of its reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwapProtocol {
    /// `SWAP2BOARD`: the reply is coordinates or `SWAP`, and the engine's move is played.
    Gomocup,
    /// Yixin-Board's steps: the reply is a message, and the request for a move comes later with the position.
    Yixin,
    /// The first step of soosorv or RIF: the reply is coordinates.
    Renju,
    /// Yixin-Board's first step of soosorv: the reply is a message.
    YixinRenju,
}

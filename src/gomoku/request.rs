//! Options and events that only gomoku searches have.

use super::rules::Point;
use tengen_engine::game::GameMove;

/// Options of a gomoku search.
#[derive(Clone, Debug, PartialEq)]
pub struct GomokuRequest {
    /// Whether to look for a proof of a win before the search.
    pub proof: bool,
    /// Target score of the position after the move, if the best move is not wanted.
    pub balance: Option<Balance>,
    /// Number of moves that a selective search tries at a node, in percent of the default.
    pub breadth: u32,
    /// Whether to report the beginning and the end of the search of every root move.
    pub root_events: bool,
}

impl Default for GomokuRequest {
    fn default() -> Self {
        GomokuRequest {
            proof: false,
            balance: None,
            breadth: 100,
            root_events: false,
        }
    }
}

/// A request for moves that bring a position nearest to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Number of moves to find, the sides alternating: one or two.
    pub moves: usize,
    /// Target score after them for the side to move before them, in evaluation units.
    pub score: i32,
}

/// An event in the search of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootEvent {
    /// The search of this move begins.
    Begun(Point),
    /// This move has been searched at the depth of the iteration.
    Ended(Point),
    /// This move is better than the previous ones.
    Best(Point),
    /// This move is a proved loss.
    Lost(Point),
}

impl GameMove for Point {
    type Request = GomokuRequest;
    type Event = RootEvent;
}

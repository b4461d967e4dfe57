//! What searches of gomoku can be asked beyond others, and what they report.

use super::rules::Point;
use tengen_engine::game::GameMove;

/// What is asked of a search of gomoku beside its best move.
#[derive(Clone, Debug, PartialEq)]
pub struct GomokuRequest {
    /// Whether to look for a proof of a win before the search.
    pub proof: bool,
    /// The score that the position after the move shall have, where the best move is not wanted.
    pub balance: Option<Balance>,
    /// Moves that a selective search tries at a node, in percent of the usual number.
    pub breadth: u32,
    /// Whether to report every move at the root as it is begun and ended.
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

/// Moves wanted that bring a position nearest to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Moves to find, the sides in turn: one or two.
    pub moves: usize,
    /// Score after them for the side to move now, in the search's own units.
    pub score: i32,
}

/// What a search does with one of the moves at its root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootEvent {
    /// It begins to search the move.
    Begun(Point),
    /// It has searched it, at the depth of this iteration.
    Ended(Point),
    /// The move is better than those before.
    Best(Point),
    /// The move loses for certain.
    Lost(Point),
}

impl GameMove for Point {
    type Request = GomokuRequest;
    type Event = RootEvent;
}

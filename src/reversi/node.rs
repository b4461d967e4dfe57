//! A board together with what the evaluation keeps track of.

use super::board::Board;
use super::patterns::States;
use super::square::Square;

/// A board in a search that asks the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The discs.
    pub board: Board,
    /// The states of its patterns.
    pub states: States,
}

impl Node {
    /// Begins with `board`.
    pub fn new(board: Board) -> Node {
        Node {
            board,
            states: States::of(board),
        }
    }

    /// After a disc on the empty `square`.
    #[inline(always)]
    pub fn play(&self, square: Square) -> Node {
        let flips = self.board.flips(square);
        Node {
            board: self.board.after(square, flips),
            states: self.states.after(square, flips),
        }
    }

    /// With the turn given to the other side.
    #[inline(always)]
    pub fn passed(&self) -> Node {
        Node {
            board: self.board.passed(),
            states: self.states.passed(),
        }
    }
}

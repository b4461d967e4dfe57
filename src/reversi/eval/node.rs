//! A board together with what the evaluation keeps track of.

use super::patterns::States;
use crate::engine::cpu::Isa;
use crate::reversi::rules::board::Board;
use crate::reversi::rules::square::Square;

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
        self.after(square, self.board.flips(square))
    }

    /// [`play`](Node::play) with the instructions of `I`.
    #[inline(always)]
    pub fn play_with<I: Isa>(&self, square: Square) -> Node {
        self.after(square, self.board.flips_with::<I>(square))
    }

    #[inline(always)]
    fn after(&self, square: Square, flips: u64) -> Node {
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

//! A node of the search tree: a board with incrementally updated pattern states.

use super::patterns::States;
use crate::rules::board::Board;
use crate::rules::square::Square;
use tengen_engine::cpu::Isa;

/// A board with the states of its patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The board as the side to move sees it.
    pub board: Board,
    /// The states of the board's patterns.
    pub states: States,
}

impl Node {
    /// Computes the pattern states of `board` from scratch.
    pub fn new(board: Board) -> Node {
        Node {
            board,
            states: States::new(board),
        }
    }

    /// Returns the node after a disc on the empty `square`.
    #[inline(always)]
    pub fn play(&self, square: Square) -> Node {
        self.after(square, self.board.flips(square))
    }

    /// Plays like [`play`](Node::play), with the instructions of `I`.
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

    /// Returns the node after a pass.
    #[inline(always)]
    pub fn passed(&self) -> Node {
        Node {
            board: self.board.passed(),
            states: self.states.passed(),
        }
    }
}

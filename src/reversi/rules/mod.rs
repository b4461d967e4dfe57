//! The rules of Reversi.
//!
//! - `square`, `symmetry`: squares and sets of squares; the eight symmetries
//! - `board`: bitboards, legal moves and flips
//! - `vectors`: the same with AVX2
//! - `position`: turns, passes and the end of the game
//! - `perft`: counts of the move tree

pub mod board;
pub mod perft;
pub mod position;
pub mod square;
pub(super) mod symmetry;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use board::Board;
pub use position::{Position, PositionError, Undo};
pub use square::{Move, Square, SquareError, Squares};

//! The rules of Reversi.
//!
//! - `square`, `symmetry`: squares and sets of them; the eight symmetries
//! - `board`: discs, moves and flips
//! - `vectors`: moves and flips by AVX2
//! - `position`: a game in progress
//! - `perft`: the count of all games of a length

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

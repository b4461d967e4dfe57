//! The rules of Reversi.
//!
//! - `square`, `symmetry`: squares and sets of squares; the eight symmetries
//! - `board`: bitboards, legal moves and flips
//! - `vectors`, `neon`: legal moves and flips with AVX2 and with NEON
//! - `position`: turns, passes and the end of the game
//! - `perft`: counts of the move tree
//!
//! Tests: `perft.rs` and `position.rs` with `protocol-tests/data/reversi_perft.jsonl`; `board.rs`; the model in
//! `protocol-tests/fuzz/models/reversi.rs`.
//! A change moves: the bench signature, if moves come in another order; speed (`protocol-tests/bench/kernels.rs`).

pub mod board;
#[cfg(target_arch = "aarch64")]
mod neon;
pub mod perft;
pub mod position;
pub mod square;
pub mod symmetry;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use board::Board;
pub use position::{Position, PositionError, Undo};
pub use square::{Move, Square, SquareError, Squares};

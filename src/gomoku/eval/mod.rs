//! The evaluation of quiet positions.
//!
//! - `board`, `zobrist`, `point_set`: the board of the search, updated incrementally; Zobrist keys; sets of points
//! - `score`, `evaluation`: the score of a position; scores by pattern class
//! - `network`, `layer_avx2`, `layer_neon`: a small neural network over pattern classes, updated incrementally (as in
//!   NNUE)
//! - `weights`: the learned weights and their file format
//!
//! Tests: unit tests in `board.rs`, `network.rs` and `weights.rs`; damaged weights in `protocol-tests/fuzz/files.rs`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`). New inputs need new weights
//! (`scripts/dev/learn-gomoku`), and hash tables on disk identify the weights by a checksum.

pub(super) mod board;
pub(super) mod evaluation;
#[cfg(target_arch = "x86_64")]
mod layer_avx2;
#[cfg(target_arch = "aarch64")]
mod layer_neon;
pub(super) mod network;
pub(super) mod point_set;
pub mod score;
pub mod weights;
pub(super) mod zobrist;

pub use board::Board;
pub use score::static_score;

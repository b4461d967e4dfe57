//! Evaluation of boards too far from the end of the game to be solved.
//!
//! - `patterns`, `node`: patterns of squares; a board with the states of its patterns
//! - `inputs`: what the network sees of a board: these states, counts, and moves around the corners
//! - `evaluation`, `weights`: the network; its file format
//! - `sums`, `sums_neon`: the network's sums with AVX2 and with NEON
//! - `features`, `stability`: features that players count; discs that can never be flipped again
//! - `winrate`: scores as discs and win rates
//!
//! Tests: unit tests in `evaluation.rs`, `inputs.rs`, `patterns.rs` and `stability.rs`; damaged weights in `protocol-tests/fuzz/files.rs`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`). New patterns need new weights
//! (`scripts/dev/learn-reversi`), and a new network a new book.

pub mod evaluation;
pub mod features;
pub mod inputs;
pub mod node;
pub(super) mod patterns;
pub(super) mod stability;
#[cfg(target_arch = "x86_64")]
mod sums;
#[cfg(target_arch = "aarch64")]
mod sums_neon;
pub mod weights;
pub(super) mod winrate;

//! Othello games and positions as text.
//!
//! - `ggf`, `ggf_ends`: games of GGF
//! - `obf`: positions with their values
//! - `transcript`: lists of moves without blanks
//! - `wthor`: WTHOR's database
//!
//! Tests: `ggf/tests.rs`, `wthor/tests.rs`, `obf.rs` and `transcript.rs`; damaged files in `protocol-tests/fuzz/files.rs`.
//! A change moves: `protocol-tests/gtp/othello-ggf.txt`, games in NBoard's protocol, and the input of `tengen solve`
//! (`protocol-tests/tools/solve.rs`).

pub mod ggf;
pub mod ggf_ends;
pub mod obf;
pub mod transcript;
pub mod wthor;

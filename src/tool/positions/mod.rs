//! Positions of Go from files, and answers to questions about them.
//!
//! - `position_args`: options of the tools that answer
//! - `input`: positions from lines of JSON or from a game
//! - `drawn`: positions drawn in JSON
//! - `replies`: lines of output, in the order of the input
//!
//! Tests: `src/tool/ladders/tests.rs` and `src/tool/life/tests.rs`; `protocol-tests/fuzz/files.rs`.
//! A change moves: the input of `tengen ladders` and `tengen life`, which `src/tool/README.md` describes, and the errors for bad
//! lines.

pub mod drawn;
pub mod input;
pub mod position_args;
pub mod replies;

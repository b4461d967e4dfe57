//! Go positions from files, and answers to questions about them.
//!
//! - `position_args`: options of the tools that answer
//! - `input`: positions from JSON Lines or from a game
//! - `drawn`: positions drawn in JSON
//! - `record_file`: files of games and their names when written back
//! - `symmetry`: the eight images of a board
//! - `replies`: output lines in the order of the input
//!
//! Tests: `src/tool/ladders/tests.rs` and `src/tool/life/tests.rs`; `protocol-tests/fuzz/files.rs`.
//! A change moves: the input of `tengen ladders` and `tengen life`, which `src/tool/manual/subcommands.md` describes, and the
//! errors for bad lines.

pub mod drawn;
pub mod input;
pub mod position_args;
pub mod record_file;
pub mod replies;
pub mod symmetry;

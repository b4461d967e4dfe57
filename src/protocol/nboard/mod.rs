//! NBoard protocol, version 2, of the Othello interfaces NBoard, Reversi Board Explorer and others.
//!
//! NTest includes the specification (`instructions/Protocol.htm`). If it is incomplete, NBoard's source is the
//! reference.
//!
//! - `retrograde`: retrograde analysis of a game
//! - `command_table`: the command table
//! - `dialect`: execution of commands
//! - `learning`: addition of a game to the book
//! - `grammar`: the line grammar
//! - `board`: the game record and the clocks
//! - `search`: the running search and its depth
//!
//! Tests: unit tests in `grammar.rs`, `board.rs` and `retrograde.rs`; the transcripts in `protocol-tests/nboard`, run by
//! `protocol-tests/protocols/nboard.rs`; `protocol-tests/fuzz/nboard.rs`.
//! A change moves: replies that clients match byte by byte; the manual (`src/protocol/manual.md`).

mod board;
pub mod command_table;
mod dialect;
pub mod grammar;
mod learning;
mod retrograde;
mod search;

pub use dialect::NBoardFront;

/// First word of every conversation.
pub const OPENING_WORD: &str = "nboard";

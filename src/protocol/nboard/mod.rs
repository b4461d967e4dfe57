//! The NBoard protocol, version 2, of the Othello interfaces NBoard, Reversi Board Explorer and others.
//!
//! NTest includes the specification (`instructions/Protocol.htm`). Where it is incomplete, NBoard's source is the
//! reference.
//!
//! - `analysis`: retrograde analysis of a game
//! - `command`, `command_table`: commands as values, and the table of commands
//! - `dialect`: execution of commands
//! - `learning`: addition of a game to the book
//! - `parse`: grammar of lines
//! - `game`: the game record and the clocks
//! - `search`: the running search
//!
//! Tests: unit tests in `parse.rs`, `game.rs` and `analysis.rs`; the transcripts in `protocol-tests/nboard`, run by
//! `protocol-tests/nboard.rs`; `protocol-tests/fuzz/nboard.rs`.
//! A change moves: replies that clients match byte by byte; the manual (`src/protocol/manual.md`).

mod analysis;
pub mod command;
pub mod command_table;
mod dialect;
mod game;
mod learning;
pub mod parse;
mod search;

pub use dialect::NBoardFront;

/// The first word of every conversation.
pub const OPENING_WORD: &str = "nboard";

//! Go Text Protocol, version 2. Lines are parsed into requests, the command table dispatches them to the game's
//! session, and the results are written as replies.
//!
//! - `grammar`: the reader of lines, and parsers of requests and arguments; text only
//! - `command_table`: the rows of the command table, and the results of commands
//! - `values`: the values in the argument grammar
//! - `commands`: the commands that all games share
//! - `parameter`: the rows of the parameter table
//! - `game`: the interface to a game: its own commands, parameters and menu entries
//! - `go`, `gomoku`, `reversi`: one module per game
//! - `session`, `board`: the state of one game: clocks and worker; record
//! - `dialect`: GTP's part of a conversation
//! - `search`, `position_query`: searches for a command; searches that answer a query about a position
//! - `analysis_grammar`, `analysis_lines`: the grammar of the analysis commands; their lines
//! - `rate_limiter`: the maximum rate of these lines
//! - `remarks`: remarks on stderr about searches
//! - `reply`: the framing of replies
//!
//! Tests: the transcripts in `protocol-tests/gtp`, run by `protocol-tests/protocols/gtp.rs`; `command_table/tests.rs` and
//! `analysis_lines/tests.rs`; `protocol-tests/fuzz/gtp/mod.rs`.
//! A change moves: replies that clients match byte by byte; the manual (`src/protocol/manual.md`);
//! `scripts/python/tengen/gtp.py`, `scripts/arena/engines/gtp.py` and the page's `src/web/page/engine/gtp-client.js`.

pub mod analysis_grammar;
pub mod analysis_lines;
mod board;
#[macro_use]
pub mod command_table;
pub mod commands;
pub mod dialect;
pub mod game;
pub mod go;
pub mod gomoku;
pub mod grammar;
pub mod parameter;
pub mod position_query;
mod rate_limiter;
mod remarks;
mod reply;
pub mod reversi;
pub mod search;
pub mod session;
pub mod values;

pub use command_table::{Answer, Failure, GtpCommand, say};
pub use dialect::GtpFront;
pub use game::GtpGame;
pub use session::Session;

//! Go Text Protocol, version 2. Lines are parsed into requests, the command table dispatches them to the session of the
//! game, and its results are written as replies.
//!
//! - `reader`, `parse`: parsers of lines, requests and arguments; text only
//! - `command`: the rows of the command table, and the results of commands
//! - `values`: the values in the grammar of arguments
//! - `commands`: the commands that all games share
//! - `parameter`: the rows of the parameter table
//! - `game`: the interface to a game: its own commands, parameters and menu
//! - the games, a module each
//! - `session`: the state of one game: record, clocks, worker
//! - `dialect`: GTP's part of a conversation
//! - `search`, `position_query`: searches on behalf of a command; searches that answer a query about a position
//! - `analyze`, `analysis`: the grammar of the analysis commands; the lines of analysis
//! - `rate_limiter`: the maximum rate of these lines
//! - `remarks`: remarks on stderr about searches
//! - `reply`: the framing of replies
//!
//! Tests: the transcripts in `protocol-tests/gtp`, run by `protocol-tests/gtp.rs`; `command/tests.rs` and `analysis/tests.rs`;
//! `protocol-tests/fuzz/gtp/mod.rs`.
//! A change moves: replies that clients match byte by byte; the manual (`src/protocol/manual.md`);
//! `scripts/python/tengen/gtp.py`, `scripts/arena/engines/gtp.py` and the page's `src/web/page/engine/gtp-client.js`.

pub mod analysis;
pub mod analyze;
pub mod command;
pub mod commands;
pub mod dialect;
pub mod game;
pub mod go;
pub mod gomoku;
pub mod parameter;
pub mod parse;
pub mod position_query;
mod rate_limiter;
mod reader;
mod remarks;
mod reply;
pub mod reversi;
pub mod search;
pub mod session;
pub mod values;

pub use command::{Answer, Failure, GtpCommand, say};
pub use dialect::GtpFront;
pub use game::GtpGame;
pub use session::Session;

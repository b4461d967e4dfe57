//! Go Text Protocol, version 2. Lines are parsed into requests, the command table dispatches them to the session of the
//! game, and its results are written as replies.
//!
//! - `reader`, `parse`, `vertex`: parsers of lines, requests and arguments; text only
//! - `command`: the rows of the command table, and the results of commands
//! - `values`: the values in the grammar of arguments
//! - `commands`: the commands that all games share
//! - `parameter`: the rows of the parameter table
//! - `game`: the interface to a game: its board as points, its score, its own commands
//! - `games`: the table of games
//! - `go`, `gomoku`, `reversi`: the games
//! - `session`: the state of one game: record, clocks, worker
//! - `dialect`: GTP's part of a conversation
//! - `search`, `position_query`: searches on behalf of a command; searches that answer a query about a position
//! - `analyze`, `analysis`: the grammar of the analysis commands; the lines of analysis
//! - `rate_limiter`: the maximum rate of these lines
//! - `remarks`: remarks on stderr about searches
//! - `reply`: the framing of replies

pub mod analysis;
pub mod analyze;
pub mod command;
pub mod commands;
pub mod dialect;
pub mod game;
pub(crate) mod games;
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
pub mod vertex;

pub use command::{Answer, Failure, GtpCommand, say};
pub use dialect::GtpFront;
pub use game::{GtpGame, MoveOf};
pub use session::Session;

//! Go Text Protocol, version 2: lines to requests, requests through one table of commands to a session, replies back.
//!
//! - `reader`, `parse`, `vertex`: lines to requests, and requests to words; text only
//! - `command`: a row of the table of commands, and what a command answers
//! - `values`: what the words in the grammar of arguments stand for
//! - `commands`: the commands that all games share
//! - `bounds`, `parameter`: bounds of a search; a row of the table of parameters
//! - `game`: what a game adds: its board as points, its score, commands of its own
//! - `games`: the table of games
//! - `go`, `gomoku`, `reversi`: the games
//! - `session`: the state of one game's commands: record, clocks, worker
//! - `dialect`: GTP's part of a conversation
//! - `search`, `position_query`: the search that runs for a command; a search that answers a question about a position
//! - `analyze`, `analysis`: the grammar of the analysis commands, and the lines that they print
//! - `rate_limiter`: how often these are printed
//! - `reply`: the framing of replies

pub mod analysis;
pub mod analyze;
pub mod bounds;
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

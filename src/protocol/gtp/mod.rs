//! Go Text Protocol, version 2: lines to requests, requests through one table to a session, replies back.
//!
//! `parse` and `vertex` know text only, `command` is a row of the table, `standard` holds the rows that all games
//! share with their code in `about`, `play`, `search`, `query`, `time`, `limits`, `parameters`, `records` and `gogui`,
//! `game` is what a game adds, `session` the state behind it all, `dialect` GTP's part of a conversation with `reader` for
//! its lines, and `reply` writes replies.
//!
//! A search for a command is a `search`: it is told how it shall be heard by `analyze`, the grammar of the analysis
//! commands, and is heard as often as `rate_limiter` lets it, in the words of `analysis`.

pub mod analysis;
pub mod analyze;
pub mod command;
pub mod commands;
pub mod dialect;
pub mod game;
pub mod go;
pub mod gomoku;
pub mod parse;
mod rate_limiter;
mod reader;
mod reply;
pub mod reversi;
pub mod search;
pub mod session;
pub mod vertex;

pub use command::{Answer, Command, Failure, say};
pub use dialect::GtpFront;
pub use game::{GtpGame, MoveOf};
pub use session::Session;

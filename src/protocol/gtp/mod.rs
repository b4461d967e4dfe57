//! Go Text Protocol, version 2: lines to requests, requests through one table to a session, replies back.
//!
//! `parse` and `vertex` read text, `command` is a row of the table, `values` explains what its arguments name, `standard` holds the rows that all games
//! share with their code in `about`, `play`, `search`, `query`, `time`, `limits`, `parameters`, `records` and `gogui`,
//! `game` is what a game adds, `session` the state behind it all, `front` keeps the order of replies with the help of
//! `queue`, and `reply` writes them.
//!
//! A search for a command is a `thinking`: it is told how it shall be heard by `analyze`, the grammar of the analysis
//! commands, and is heard as often as `pace` lets it, in the words of `analysis`.

pub mod analysis;
pub mod analyze;
pub mod command;
pub mod commands;
pub mod front;
pub mod game;
pub mod go;
pub mod gomoku;
mod pace;
pub mod parse;
mod queue;
mod reply;
pub mod reversi;
pub mod session;
pub mod thinking;
pub mod values;
pub mod vertex;

pub use command::{Answer, Failure, GtpCommand, say};
pub use front::GtpFront;
pub use game::{GtpGame, MoveOf};
pub use session::Session;

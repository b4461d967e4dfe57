//! Go Text Protocol, version 2: lines to requests, requests through one table to a session, replies back.
//!
//! `parse` and `vertex` read text. `command` is a row of the table, and `values` explains the values of its arguments;
//! `standard` holds the rows that all games share, with their code in the other files of `commands`, and `game` is the
//! part of each game. `session` is the state behind it all, `front` keeps the order of replies with the help of `queue`,
//! and `reply` writes them.
//!
//! A search for a command is a `thinking`. `analyze` is the grammar of the analysis commands, `analysis` writes their
//! lines, and `pace` limits how often.

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

//! Go Text Protocol, version 2: lines to requests, requests through one table to a session, replies back.
//!
//! `parse` and `vertex` know text only, `command` is a row of the table, `standard` holds the rows that all games
//! share with their code in `about`, `play`, `query`, `time`, `limits`, `records` and `gogui`, `game` is what a game adds,
//! `session` the state behind it all, and `front` keeps the order of replies.

mod about;
pub mod command;
pub mod front;
pub mod game;
mod gogui;
mod limits;
pub mod parse;
mod play;
mod query;
pub(crate) mod records;
pub mod session;
mod standard;
mod time;
pub mod vertex;

pub use command::{Answer, Command, Failure, say};
pub use front::GtpFront;
pub use game::{GtpGame, MoveOf};
pub use session::Session;

//! The Gomocup protocol, which Piskvork, c-gomoku-cli and the Gomocup referee speak, with the commands that
//! Yixin-Board adds to it.
//!
//! - `parse`, `command_table`, `block`: lines to commands, by the table of commands; several lines to one
//! - `command`: commands as values
//! - `dialect`: commands carried out and answered
//! - `answers`: the text of answers
//! - `game`: the game that is played, as the manager sees it
//! - `settings`, `time`, `blocked`: what `INFO` sets; the clock; points that the search may not try
//! - `search`: the search that runs for a command

mod answers;
mod block;
mod blocked;
pub mod command;
pub mod command_table;
mod dialect;
mod game;
pub mod parse;
mod search;
pub(crate) mod settings;
mod time;

pub use dialect::GomocupFront;

/// First words of a conversation that is in this protocol and in no other, in capitals.
pub const OPENING_WORDS: [&str; 10] = [
    "ABOUT",
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "SWAP2BOARD",
    "INFO",
    "END",
];

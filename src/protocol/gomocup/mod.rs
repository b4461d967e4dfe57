//! The Gomocup protocol, which Piskvork, c-gomoku-cli and the Gomocup referee speak, with the commands that
//! Yixin-Board adds to it.
//!
//! A line becomes a command in `parse`, by the rows of `command_table`; several lines become one in `block`. `front` obeys
//! them about the game in `board` under the settings in `info` and `blocked`, and `answers` are what it says.

mod answers;
mod block;
mod blocked;
mod board;
pub mod command;
pub mod command_table;
mod front;
pub(crate) mod info;
pub mod parse;
mod task;
mod time;

pub use front::GomocupFront;

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

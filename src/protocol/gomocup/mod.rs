//! The Gomocup protocol, which Piskvork, c-gomoku-cli and the Gomocup referee speak, with the commands that
//! Yixin-Board adds to it.
//!
//! A line becomes a command in `parse`, by the words in `vocabulary`; several lines become one in `block`. `dialect` obeys
//! them about the game in `game` under the settings in `settings` and `blocked`, and `answers` are what it says.

mod answers;
mod block;
mod blocked;
pub mod command;
mod dialect;
mod game;
pub mod parse;
mod search;
mod settings;
mod time;
pub mod vocabulary;

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

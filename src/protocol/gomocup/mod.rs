//! The Gomocup protocol, which Piskvork, c-gomoku-cli and the Gomocup referee speak, with the commands that
//! Yixin-Board adds to it.
//!
//! A line becomes a command in `parse`, several lines become one in `block`, and `front` answers them about
//! the game in `board` under the settings in `info`.

mod block;
mod board;
pub mod command;
mod front;
mod info;
pub mod parse;
mod swap2;
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

//! NBoard's protocol, version 2, which the Othello interfaces NBoard, Reversi Board Explorer and others speak.
//!
//! The description comes with NTest (`instructions/Protocol.htm`); where it is silent, NBoard's own source decides.
//!
//! - `analysis`: retrograde analysis of a game
//! - `command`: commands as values
//! - `front`: order of commands and replies
//! - `learning`: a game into the book
//! - `parse`: grammar of lines
//! - `table`: the game and its clocks
//! - `thinking`: the running search

mod analysis;
pub mod command;
mod front;
mod learning;
pub mod parse;
mod table;
mod thinking;

pub use front::NBoardFront;

/// The first word of every conversation.
pub const OPENING_WORD: &str = "nboard";

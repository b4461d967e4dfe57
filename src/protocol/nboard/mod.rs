//! NBoard's protocol, version 2, which the Othello interfaces NBoard, Reversi Board Explorer and others speak.
//!
//! The description comes with NTest (`instructions/Protocol.htm`); where it is silent, NBoard's own source decides.
//!
//! - `analysis`: retrograde analysis of a game
//! - `command`, `command_table`: commands as values, and the table of them
//! - `dialect`: commands carried out and answered
//! - `learning`: a game into the book
//! - `parse`: grammar of lines
//! - `game`: the game and its clocks
//! - `search`: the running search

mod analysis;
pub mod command;
pub mod command_table;
mod dialect;
mod game;
mod learning;
pub mod parse;
mod search;

pub use dialect::NBoardFront;

/// The first word of every conversation.
pub const OPENING_WORD: &str = "nboard";

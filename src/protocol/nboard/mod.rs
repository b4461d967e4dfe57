//! NBoard's protocol, version 2, which the Othello interfaces NBoard, Reversi Board Explorer and others speak.
//!
//! A line becomes a command in `parse`, the game it is about and its clocks live in `game`, `analysis` walks back
//! through a game, `learning` puts one into the book, and `dialect` answers by a search that runs in `search`. The
//! description comes with NTest (`instructions/Protocol.htm`); where it is silent, what NBoard's own source reads and
//! sends decides.

mod analysis;
pub mod command;
mod dialect;
mod game;
mod learning;
pub mod parse;
mod search;

pub use dialect::NBoardFront;

/// The first word of every conversation.
pub const OPENING_WORD: &str = "nboard";

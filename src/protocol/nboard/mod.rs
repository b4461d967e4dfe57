//! NBoard's protocol, version 2, which the Othello interfaces NBoard, Reversi Board Explorer and others speak.
//!
//! A line becomes a command in `parse`, by the rows of `command_table`, the game it is about and its clocks live in `table`, `analysis` walks back
//! through a game, `learning` puts one into the book, and `front` answers by a search that runs in `thinking`. The
//! description comes with NTest (`instructions/Protocol.htm`); where it is silent, what NBoard's own source reads and
//! sends decides.

mod analysis;
pub mod command;
pub mod command_table;
mod front;
mod learning;
pub mod parse;
mod table;
mod thinking;

pub use front::NBoardFront;

/// The first word of every conversation.
pub const OPENING_WORD: &str = "nboard";

//! Tengen: an engine process for Go, gomoku/renju and Reversi.
//!
//! ```text
//! stdin -> input (own thread) -> server: one select! over lines and search events -> front -> output -> stdout
//!                                                         front <-> session: rules, record, clocks
//!                                                                   session <-> worker thread: search
//! ```
//!
//! - [`input`], [`server`], [`output`]: lines in, the loop, the only code that writes to stdout; [`room`] bounds what waits
//! - [`protocol`]: the fronts, GTP for all games, Gomocup for gomoku, NBoard for Reversi; no parser sees a board
//! - [`game`], [`record`], [`sgf`]: what a position is, a game with undo, records as text
//! - [`go`], [`gomoku`], [`reversi`]: rules, what can be asked of them, and a player each
//! - [`search`]: the worker thread, stop flags, limits, clocks and reports; [`isa`] for fast leaves
//! - [`files`]: how files are read, written and kept out of reach
//! - [`cli`], [`tool`], [`perft`]: the command line and what it does without a conversation
//! - `shares`: work shared out among threads; `pages`: large pages of memory for hash tables
//! - `params`: how a game declares its numbers; `tuning`, in builds with that feature: how they are set by name

pub mod cli;
pub mod files;
pub mod game;
pub mod go;
pub mod gomoku;
pub mod input;
pub mod isa;
pub mod output;
mod pages;
mod params;
pub mod perft;
pub mod protocol;
pub mod record;
pub mod reversi;
pub mod room;
pub mod search;
pub mod server;
pub mod sgf;
mod shares;
pub mod tool;
#[cfg(feature = "tuning")]
pub mod tuning;

#[cfg(test)]
mod labelled;
#[cfg(test)]
mod scratch;

//! Tengen: an engine process for Go, gomoku/renju and Reversi.
//!
//! ```text
//! stdin -> input (own thread) -> server: one select! over lines and search events -> front -> output -> stdout
//!                                                         front <-> session: rules, record, clocks
//!                                                                   session <-> worker thread: search
//! ```
//!
//! - `io`: lines in, the loop, the only code that writes to stdout
//! - `engine`: what no game and no protocol owns: records with undo, the worker thread, limits, clocks and reports
//! - `records`: games as text: SGF, GGF, OBF
//! - `go`, `gomoku`, `reversi`: rules, what can be asked of them, and a player each
//! - `protocol`: GTP for all games, Gomocup for gomoku, NBoard for Reversi; no parser sees a board
//! - `terminal`: a person at a terminal
//! - `web`: a board in the browser
//! - `wasm`: the engine inside a page
//! - `cli`, `tool`: the command line and what it does without a conversation

#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod engine;
pub mod go;
pub mod gomoku;
pub mod io;
pub mod protocol;
pub mod records;
pub mod reversi;
pub mod terminal;
pub mod tool;
#[cfg(target_family = "wasm")]
mod wasm;
// A browser has no sockets to listen at.
#[cfg(not(target_family = "wasm"))]
pub mod web;

#[cfg(test)]
mod testing;

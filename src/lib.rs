//! Tengen: an engine process for Go, gomoku/renju and Reversi.

pub mod cli;
pub mod game;
pub mod go;
pub mod gomoku;
pub mod input;
pub mod isa;
pub mod output;
pub mod perft;
pub mod protocol;
pub mod record;
pub mod reversi;
pub mod search;
pub mod server;
pub mod sgf;
pub mod tool;

#[cfg(test)]
mod labelled;

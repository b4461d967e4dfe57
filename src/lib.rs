//! Tengen: an engine process for Go, gomoku/renju and Reversi.

pub mod game;
pub mod go;
pub mod gomoku;
pub mod record;
pub mod reversi;
pub mod search;
pub mod sgf;

#[cfg(test)]
mod labelled;

//! What the tools ask of each game: positions of the bench, openings, the usual search of a position.
//!
//! - `go`, `gomoku`, `reversi`: a game each

mod go;
mod gomoku;
mod reversi;

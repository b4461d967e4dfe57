//! Games of SGF as records of a game, and back.
//!
//! - `ggf`: a record of Reversi as a game of GGF
//! - `load`: a game of SGF as a record
//! - `save`: a record as a game of SGF
//!
//! Tests: unit tests in `load.rs` and `save.rs`; `round_trips.rs` for every pair of formats; `protocol-tests/gtp/printsgf.txt`.
//! A change moves: that transcript, `protocol-tests/gtp/loadsgf.txt` and its neighbors, and games saved at a terminal.

pub mod ggf;
pub mod load;
pub mod save;

#[cfg(test)]
mod round_trips;

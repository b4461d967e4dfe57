//! Conversion between SGF games and records.
//!
//! - `ggf`: from a Reversi record to a GGF game
//! - `load`: from an SGF game to a record
//! - `save`: from a record to an SGF game
//!
//! Tests: unit tests in `load.rs` and `save.rs`; `round_trips.rs` for every pair of formats;
//! `protocol-tests/gtp/printsgf.txt`.
//! A change moves: that transcript, `protocol-tests/gtp/loadsgf.txt` and its neighbors, and games saved at a terminal.

pub mod ggf;
pub mod load;
pub mod save;

#[cfg(test)]
mod round_trips;

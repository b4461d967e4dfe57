//! Slow references and helpers for tests.
//!
//! Tests: `baselines.rs` plays the search against simple players.
//! A change moves: nothing outside the folder.

pub mod baselines;

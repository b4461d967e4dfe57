//! Slow references and test helpers.
//!
//! Tests: none; `src/gomoku/rules/forbidden.rs` and `src/gomoku/rules/explanation.rs` compare with `renju_reference.rs`.
//! A change moves: only the unit tests of the crate.

pub mod drawing;
pub mod renju_reference;

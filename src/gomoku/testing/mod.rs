//! Slow references and helpers of tests.
//!
//! Tests: none; `src/gomoku/rules/forbidden.rs` and `src/gomoku/rules/explanation.rs` compare with `renju_reference.rs`.
//! A change moves: the unit tests of the crate alone.

pub mod drawing;
pub mod renju_reference;

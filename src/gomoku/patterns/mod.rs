//! Patterns and threats made by stones.
//!
//! - `pattern`, `pattern_tables`: the pattern that a stone makes on one line; lookup tables for it
//! - `threat`: the threat that a stone makes on four lines: open three, four-three and so on
//! - `classes`: classes of points by the patterns of their four lines
//! - `shapes`: the fours, threes and twos on a board, for display
//!
//! Tests: unit tests in `pattern_tables.rs`, `shapes.rs` and `classes.rs`; `protocol-tests/gtp/gomoku-queries.txt`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), and the weights, which are learned per
//! class.

pub(super) mod classes;
pub(super) mod pattern;
pub(super) mod pattern_tables;
pub mod shapes;
pub(super) mod threat;

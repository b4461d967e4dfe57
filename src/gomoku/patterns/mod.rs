//! What stones make of lines.
//!
//! - `pattern`: what a stone on an empty point would make of each line through it: tables
//! - `classes`: what it would make of four lines together
//! - `shapes`: the rows on a board, for people

pub(super) mod classes;
pub(super) mod pattern;
pub(super) mod pattern_tables;
pub mod shapes;
pub(super) mod threat;

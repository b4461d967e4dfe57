//! The rules of gomoku, renju and caro.
//!
//! - `point`, `lines`: points; the lines of the board as bits
//! - `rule`: the rules: which rows win
//! - `position`, `winning_line`: a position, and the row that won
//! - `forbidden`, `explanation`: renju's forbidden moves; the reasons for them
//!
//! Tests: `forbidden.rs` and `explanation.rs` with `protocol-tests/data/renju_forbidden.jsonl` and against
//! `src/gomoku/testing/renju_reference.rs`; `position/tests.rs`; the model in `protocol-tests/fuzz/models/gomoku.rs`.
//! A change moves: the bench signature, if a search depends on it; `protocol-tests/gtp/renju-explain.txt`. A rule's
//! number is part of the keys of databases on disk.

mod explanation;
pub(super) mod forbidden;
pub(super) mod lines;
mod point;
mod position;
mod rule;
mod winning_line;

pub use explanation::{RenjuExplanation, RenjuExtension, RenjuFour, RenjuThree};
pub use forbidden::Forbidden;
pub use lines::MAX_SIDE;
pub use point::Point;
pub use position::{Cell, MIN_SIDE, Position, SizeError, Undo};
pub use rule::{Rule, UnknownRule};
pub use winning_line::WinningLine;

//! The rules of gomoku, renju and caro.
//!
//! - `point`, `lines`: points; the lines of the board as bits
//! - `rule`: the rules: which rows win
//! - `position`, `winning_line`: a position, and the row that won
//! - `forbidden`: renju's forbidden moves

pub(super) mod forbidden;
pub(super) mod lines;
mod point;
mod position;
mod rule;
mod winning_line;

pub use forbidden::Forbidden;
pub use lines::MAX_SIDE;
pub use point::Point;
pub use position::{Cell, MIN_SIDE, Position, SizeError, Undo};
pub use rule::{Rule, UnknownRule};
pub use winning_line::WinningLine;

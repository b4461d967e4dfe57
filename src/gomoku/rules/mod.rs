//! The rules of gomoku, renju and caro.
//!
//! - `point`, `lines`: points; the lines of the board as bits
//! - `rule`: the rules: which rows win
//! - `position`, `winning_line`: a position, and the row that won
//! - `forbidden`, `explanation`: renju's forbidden moves; what makes them so

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

//! Gomoku, renju and caro: rules, patterns and an alpha-beta search.

mod forbidden;
mod lines;
mod point;
mod position;
mod rule;

#[cfg(test)]
mod drawing;

pub use forbidden::Forbidden;
pub use lines::MAX_SIDE;
pub use point::Point;
pub use position::{Cell, MIN_SIDE, Position, SizeError, Undo, WinningLine};
pub use rule::{Rule, UnknownRule};

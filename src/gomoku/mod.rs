//! Gomoku, renju and caro: rules, patterns and an alpha-beta search.

mod board;
mod candidates;
mod eval;
mod forbidden;
mod lines;
pub mod opening;
mod params;
mod patterns;
mod point;
mod position;
mod rule;
mod search;
mod table;
mod threats;
mod tree;
mod zobrist;

#[cfg(test)]
mod drawing;

pub use forbidden::Forbidden;
pub use lines::MAX_SIDE;
pub use point::Point;
pub use position::{Cell, MIN_SIDE, Position, SizeError, Undo, WinningLine};
pub use rule::{Rule, UnknownRule};
pub use search::AlphaBeta;
pub use threats::{Vcf, solve_vcf};

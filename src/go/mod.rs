//! Go: rules, scoring, ladders and a tree search.
//!
//! - [`point`]: points, moves and sizes of the board
//! - [`board`]: stones, chains, liberties and the simple ko, made and unmade in place

pub mod board;
mod chain;
pub mod point;
mod zobrist;

#[cfg(test)]
mod reference;

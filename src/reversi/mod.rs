//! Reversi (Othello): rules, evaluation and an alpha-beta search with an exact endgame.

pub mod board;
pub mod book;
mod choices;
mod endgame;
pub mod eval;
pub mod ffo;
pub mod figures;
pub mod ggf;
pub mod gtp;
pub mod hints;
mod last;
pub mod learn;
mod midgame;
mod node;
pub mod obf;
#[cfg(test)]
mod opponents;
pub mod params;
mod patterns;
pub mod perft;
pub mod position;
mod probcut;
mod recent;
mod root;
mod run;
pub mod search;
pub mod solve;
pub mod square;
mod stability;
mod symmetry;
mod table;
mod team;
#[cfg(target_arch = "x86_64")]
mod vectors;
pub mod weights;

pub use board::Board;
pub use position::{Position, PositionError, Undo};
pub use search::AlphaBeta;
pub use solve::{Ending, Solution};
pub use square::{Move, Square, SquareError, Squares};

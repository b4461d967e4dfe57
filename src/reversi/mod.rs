//! Reversi (Othello): rules, evaluation and an alpha-beta search with an exact endgame.

pub mod board;
pub mod perft;
pub mod position;
pub mod square;

pub use board::Board;
pub use position::{Position, PositionError, Undo};
pub use square::{Move, Square, SquareError, Squares};

//! Reversi (Othello): rules, evaluation and an alpha-beta search with an exact endgame.
//!
//! - `rules`: squares, boards and positions
//! - `eval`: a learned network over patterns, and the features that players count
//! - `search`: midgame and exact endgame search with several threads
//! - `player`, `level`: the player; levels of strength below the full one
//! - `book`: opening book
//! - `learn`: training of the network by self-play
//! - `params`: parameters of the search
//! - `ffo`: positions of the FFO endgame test suite
//! - `request`: options that only searches of Reversi have

pub mod book;
pub mod eval;
pub mod ffo;
pub mod learn;
pub mod level;
pub mod params;
pub mod player;
pub mod request;
pub mod rules;
pub mod search;

pub use rules::{Board, Move, Position, PositionError, Square, SquareError, Squares, Undo};
pub use search::{AlphaBeta, Solution, SolveMode};

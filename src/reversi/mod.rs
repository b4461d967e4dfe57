//! Reversi (Othello): rules, evaluation and an alpha-beta search with an exact endgame.
//!
//! - `rules`: squares, boards and positions
//! - `eval`: learned weights of patterns, and what players count
//! - `search`: the player: midgame, exact endgame, many threads
//! - `book`: openings
//! - `learn`: weights from games
//! - `params`: the numbers of the search
//! - `ffo`: the positions of the FFO test suite
//! - `request`: what searches of Reversi can be asked beyond others

pub mod book;
pub mod eval;
pub mod ffo;
pub mod learn;
pub mod params;
pub mod request;
pub mod rules;
pub mod search;

pub use rules::{Board, Move, Position, PositionError, Square, SquareError, Squares, Undo};
pub use search::{AlphaBeta, Ending, Solution};

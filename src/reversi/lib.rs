//! Reversi (Othello) as a library: bitboards, a learned evaluation, an exact endgame solver, an opening book, and
//! Othello record formats.
//!
//! The crate implements no protocol. Colors, limits and the search interface come from [`tengen_engine`].
//!
//! ```
//! use tengen_engine::game::Color;
//! use tengen_engine::{Control, Limits, Settings};
//! use tengen_reversi::{AlphaBeta, Position, SolveMode};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Squares from a1 to h8. The first position of the FFO suite: black to move wins by 18 discs.
//! let squares = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
//! let position = Position::from_text(squares, Color::Black)?;
//! let mut solver = AlphaBeta::new(Settings { memory: 16 << 20, ..Settings::default() });
//! let control = Control::new(Limits::default());
//! let solution = solver.solve(&position, SolveMode::Exact, &control).expect("no limit ends the search");
//! assert_eq!(solution.score, 18);
//! assert_eq!(solution.pv[0].to_string(), "g8");
//! # Ok(())
//! # }
//! ```
//!
//! `cargo run -p tengen-reversi --example endgame` solves positions in OBF.
//!
//! - `rules`: squares, boards and positions
//! - `eval`: a learned network over patterns, and the features that players count
//! - `search`: midgame and exact endgame search with several threads
//! - `player`, `level`: the player; levels of strength below the full one
//! - `book`: opening book
//! - `records`: games and positions as text: GGF, OBF, WTHOR and transcripts
//! - `learn`: training of the network by self-play
//! - `params`: parameters of the search
//! - `ffo`: positions of the FFO endgame test suite
//! - `request`: search options specific to Reversi
//!
//! Tests: unit tests next to the code compare move generation with published perft counts, and the solver with the FFO suite and
//! with solved endgames in `protocol-tests/data`. `protocol-tests/threads` runs the split points of the parallel search under
//! many schedules; the model in `protocol-tests/fuzz` referees whole games.
//! A change moves: the bench signature (`protocol-tests/bench/signature`) with `rules`, `eval` and `search`; the ratings of
//! levels; books on disk; records in `protocol-tests/gtp/othello-ggf.txt` and its neighbors.
//!
//! Invariants:
//!
//! - A [`Board`] is the position as the side to move sees it; [`Position`] adds the color.
//! - Scores are integer disc differences for the side to move; empty squares count for the winner.
//! - An exact result does not depend on the number of threads or on the instruction set.
//! - State shared by threads is in `split_point`, `thread_pool` and `young_brothers`, which take their primitives from
//!   `sync`.

pub mod book;
pub mod eval;
pub mod ffo;
pub mod learn;
pub mod level;
pub mod params;
pub mod player;
pub mod records;
pub mod request;
pub mod rules;
pub mod search;

pub use rules::{Board, Move, Position, PositionError, Square, SquareError, Squares, Undo};
pub use search::{AlphaBeta, Solution, SolveMode};

#[cfg(test)]
mod testing;

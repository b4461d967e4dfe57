//! Gomoku, renju and caro as a library: rules, renju's forbidden moves with their reasons, forced wins, databases, and
//! an alpha-beta search.
//!
//! The crate contains no protocol. Colors, illegal moves and the interface of a search come from [`tengen_engine`].
//!
//! ```
//! use tengen_engine::game::Color;
//! use tengen_gomoku::{Cell, Forbidden, Point, Position, Rule};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Two black stones in the row of the center, and two in its column.
//! let mut position = Position::new(15, 15, Rule::Renju)?;
//! for (x, y) in [(8, 7), (9, 7), (7, 8), (7, 9)] {
//!     position.place(Point::new(x, y), Cell::Stone(Color::Black))?;
//! }
//! let explanation = position.explain_renju(Point::new(7, 7)).expect("an empty point under renju's rules");
//! assert_eq!(explanation.forbidden, Some(Forbidden::DoubleThree));
//! assert_eq!(explanation.threes.len(), 2);
//! assert!(explanation.threes.iter().all(|three| three.is_real()));
//! # Ok(())
//! # }
//! ```
//!
//! `cargo run -p tengen-gomoku --example forbidden` explains every forbidden point of a drawing.
//!
//! - `rules`: points, rules, lines, positions and renju's forbidden moves
//! - `patterns`: the pattern that a stone makes on one line, and the threat that it makes on four
//! - `eval`: the board of the search, updated incrementally, and the score of a quiet position
//! - `threats`: forced wins: VCF (continuous fours) and VCT (continuous threats)
//! - `search`: alpha-beta search, transposition table, balanced positions and openings
//! - `database`: a database of analyzed positions, and RenLib libraries
//! - `player`, `level`: the player; levels of play below full strength
//! - `learn`: fits the weights to self-play games
//! - `params`: tunable parameters of search and evaluation
//! - `request`: game-specific options and events of searches
//!
//! Tests: unit tests next to the code compare renju's rules with the slow reference in `testing`, and forced wins and
//! forbidden points with published problems in `protocol-tests/data`. The model in `protocol-tests/fuzz` referees whole
//! games.
//! A change moves: the bench signature (`protocol-tests/bench/signature`) with `rules`, `patterns`, `eval`, `threats`
//! and `search`; the ratings of levels; databases and hash tables on disk.
//!
//! Invariants:
//!
//! - The board of the search is updated move by move; a test compares it with one built from the position.
//! - A forced win is reported only with a line that wins against every defense. If the nodes run out first, the answer
//!   is unknown.
//! - Scores are integers, equal on every machine and instruction set.
//! - A database on disk is intact after a crash at any moment.

pub mod database;
pub mod eval;
pub mod learn;
pub mod level;
pub mod params;
pub mod patterns;
pub mod player;
pub mod request;
pub mod rules;
pub mod search;
pub mod threats;

pub use eval::{Board, static_score};
pub use rules::{
    Cell, Forbidden, MAX_SIDE, MIN_SIDE, Point, Position, RenjuExplanation, RenjuExtension,
    RenjuFour, RenjuThree, Rule, SizeError, Undo, UnknownRule, WinningLine,
};
pub use search::AlphaBeta;
pub use threats::{Attack, solve_vcf, solve_vcf_on, solve_vcf_until, solve_vct, solve_vct_until};

#[cfg(test)]
mod testing;

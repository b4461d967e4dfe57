//! Gomoku, renju and caro: rules, patterns and an alpha-beta search.
//!
//! - `rules`: points, rules, lines, positions and renju's forbidden moves
//! - `patterns`: the pattern that a stone makes of one line, and the threat that it makes of four
//! - `eval`: the board of the search, updated incrementally, and the score of a quiet position
//! - `threats`: forced wins: VCF (continuous fours) and VCT (continuous threats)
//! - `search`: the player: alpha-beta search, transposition table, balanced positions and openings
//! - `database`: a database of analyzed positions, and RenLib's libraries
//! - `player`, `level`: the player; levels of strength below the full one
//! - `learn`: fits the weights to self-play games
//! - `params`: tunable numbers of search and evaluation
//! - `request`: requests and events that only searches of gomoku have

pub mod database;
pub mod eval;
pub mod learn;
pub mod level;
pub(crate) mod params;
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

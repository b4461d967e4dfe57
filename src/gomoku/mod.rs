//! Gomoku, renju and caro: rules, patterns and an alpha-beta search.
//!
//! - `rules`: points, rules, lines, positions and renju's forbidden moves
//! - `patterns`: what a stone makes of a line, and of four lines together
//! - `eval`: the board of the search, kept up to date, and what a quiet position is worth
//! - `threats`: wins by continuous fours, and by fours and threes
//! - `search`: the player: alpha-beta, its hash table, even positions and openings
//! - `learn`: weights from games
//! - `params`: the numbers of search and evaluation
//! - `request`: what searches of gomoku can be asked beyond others

pub mod eval;
pub mod learn;
pub(crate) mod params;
pub mod patterns;
pub mod request;
pub mod rules;
pub mod search;
pub mod threats;

pub use eval::{Board, static_score};
pub use rules::{
    Cell, Forbidden, MAX_SIDE, MIN_SIDE, Point, Position, Rule, SizeError, Undo, UnknownRule,
    WinningLine,
};
pub use search::AlphaBeta;
pub use threats::{Attack, solve_vcf, solve_vcf_on, solve_vcf_until, solve_vct, solve_vct_until};

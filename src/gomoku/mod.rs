//! Gomoku, renju and caro: rules, patterns and an alpha-beta search.
//!
//! `point`, `rule`, `lines`, `position` and `forbidden` are the rules. Upon them `patterns` has the tables of
//! what a stone makes of a line and `classes` of four lines together, `board` keeps them up to date for the search,
//! `threats` solves wins by continuous fours and `vct` by fours and threes, with what an `attack` is to both, and `search`
//! deepens one `tree` per thread, with `candidates`, their `history`, `eval` and a hash `table`.
//! `network` adds to `eval` what patterns mean together.
//! `weights` are what `learn` makes of games for `eval` and `candidates`.
//! `balance` looks for even positions and not for good moves, `opening` plays swap2 by it; `table_file` keeps what a search
//! has found, `gtp` is what gomoku adds to GTP.

mod attack;
mod balance;
mod board;
mod candidates;
mod classes;
mod eval;
mod forbidden;
pub mod gtp;
mod history;
pub mod learn;
mod lines;
mod network;
pub mod opening;
pub(crate) mod params;
mod patterns;
mod point;
mod position;
mod rule;
mod search;
pub mod shapes;
mod table;
mod table_file;
mod threats;
mod tree;
mod vct;
pub mod weights;
mod winning_line;
mod zobrist;

#[cfg(test)]
mod drawing;

pub use attack::Attack;
pub use board::Board;
pub use eval::static_score;
pub use forbidden::Forbidden;
pub use lines::MAX_SIDE;
pub use point::Point;
pub use position::{Cell, MIN_SIDE, Position, SizeError, Undo};
pub use rule::{Rule, UnknownRule};
pub use search::AlphaBeta;
pub use threats::{solve_vcf, solve_vcf_on, solve_vcf_until};
pub use vct::{solve_vct, solve_vct_until};
pub use winning_line::WinningLine;

//! The worth of a quiet position.
//!
//! - `board`, `zobrist`: the board of the search, kept up to date; its keys
//! - `evaluation`: the score of a position
//! - `network`: what patterns mean together
//! - `weights`: what was learned, and its file

pub(super) mod board;
pub(super) mod evaluation;
pub(super) mod network;
pub(super) mod point_set;
pub(super) mod score;
pub mod weights;
pub(super) mod zobrist;

pub use board::Board;
pub use score::static_score;

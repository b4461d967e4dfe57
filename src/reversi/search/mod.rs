//! The search for a move of Reversi.
//!
//! - `alpha_beta`: the player
//! - `solve`, `hints`: the exact result of a board; the worth of each move
//! - `root`, `run`: deepening at the root; the search of one thread
//! - `midgame`, `endgame`, `last`: the tree by depth left: by evaluation, to the end, the last squares
//! - `choices`, `probcut`: moves and their order; forward pruning
//! - `table`, `recent`: the hash table; a small one of each thread
//! - `team`: many threads in one tree

pub mod alpha_beta;
mod choices;
mod endgame;
pub mod hints;
mod last;
pub(super) mod midgame;
mod probcut;
pub(super) mod recent;
mod root;
pub(super) mod run;
pub mod solve;
pub(super) mod table;
mod team;

pub use alpha_beta::AlphaBeta;
pub use solve::{Ending, Solution};

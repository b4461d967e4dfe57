//! The search for a move of gomoku.
//!
//! - `alpha_beta`: the player, which deepens one tree a thread
//! - `tree`: the alpha-beta search of one thread
//! - `candidates`, `history`: moves and their order; moves that were good elsewhere
//! - `table`, `table_file`: the hash table, and its file
//! - `balance`, `opening`: even positions, and swap2 by them

mod alpha_beta;
mod balance;
pub(super) mod history;
pub(super) mod move_picker;
pub mod opening;
mod table_file;
mod thread;
mod transposition;

pub use alpha_beta::AlphaBeta;

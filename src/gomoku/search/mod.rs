//! The alpha-beta search of gomoku.
//!
//! - `alpha_beta`: the player: iterative deepening on one or more threads
//! - `helper`: the helper threads of a search (lazy SMP)
//! - `thread`: the search thread: principal variation search with null windows, late move reduction and pruning
//! - `move_picker`, `history`: move ordering; the history heuristic
//! - `transposition`, `table_file`: the transposition table (hash table), and its file
//! - `balance`, `opening`: moves toward a target score; first moves and swap2
//!
//! Tests: `alpha_beta/tests.rs`; unit tests in `thread/node.rs`, `balance.rs`, `opening.rs` and `table_file.rs`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), how strong levels play, and for
//! `table_file.rs` the hash tables on disk.

mod alpha_beta;
mod balance;
mod helper;
pub(super) mod history;
pub(super) mod move_picker;
pub mod opening;
mod table_file;
mod thread;
mod transposition;

pub use alpha_beta::AlphaBeta;

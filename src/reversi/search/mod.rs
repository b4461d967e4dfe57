//! The search of Reversi: alpha-beta with an exact endgame.
//!
//! - `alpha_beta`: the searcher
//! - `solve`, `certainty`: exact results of positions; depth and certainty of a result
//! - `root_search`, `search_thread`: iterative deepening at the root; the state of one thread
//! - `midgame`, `endgame`, `last_empties`: principal variation search, exact endgame search, the last four empty
//!   squares
//! - `move_picker`, `probcut`: move ordering; Multi-ProbCut
//! - `transposition_table`, `local_cache`: the shared hash table; a small one per thread
//! - `young_brothers`, `split_search`: parallel search at split points, for any nodes; for those of this search
//! - `split_point`, `thread_pool`: a node with moves searched by several threads; the threads of a search
//! - `sync`: the primitives of the two, which interleaving tests replace
//!
//! Tests: `alpha_beta.rs` and `solve.rs` with `protocol-tests/data/reversi_endgame.jsonl` and the FFO suite;
//! `protocol-tests/threads/splits.rs`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), and the strength of levels. Exact scores, as in
//! `protocol-tests/gtp/othello-questions.txt`, never change.

pub mod alpha_beta;
pub mod certainty;
mod endgame;
mod last_empties;
pub(super) mod local_cache;
pub(super) mod midgame;
mod move_picker;
pub(super) mod probcut;
mod root_search;
pub(super) mod search_thread;
pub mod solve;
mod split_point;
mod split_search;
mod sync;
mod thread_pool;
pub(super) mod transposition_table;
mod young_brothers;

pub use alpha_beta::AlphaBeta;
pub use solve::{Solution, SolveMode};

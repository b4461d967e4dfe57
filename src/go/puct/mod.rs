//! PUCT search with a network on a graph of positions, by KataGo's methods (its docs/KataGoMethods.md).
//!
//! ```text
//! record -> history -> root -> parallel search: each thread selects a leaf -> evaluates it -> backs up ... -> scored
//! children
//! ```
//!
//! - `network_search`, `parallel_search`: the player and its state between moves; one search and its threads
//! - `graph`, `key`: the graph with its transposition table; the keys of positions
//! - `tree_playout`, `select`: a playout's path through the graph; PUCT selection with first-play urgency (FPU)
//! - `update`, `bias_table`: the value of a node from its children; subtree value bias correction
//! - `utility`, `terminal_value`: the utility to be maximized; the value of finished games
//! - `settled_value`: the value of positions with nothing left to play for, under territory rules
//! - `position_evaluator`, `node_evaluation`, `evaluation_cache`: evaluations by the network, and their cache
//! - `root`, `scored_child`, `move_choice`, `report`: the root's candidate moves; their order by visits and lower
//!   confidence bound (LCB); the choice of a move by temperature and human policy; the report
//! - `evaluation_pace`: the expected time of an evaluation
//! - `human_explorer`: exploration by the human policy
//! - `uniform`: uniform random numbers
//! - `root_noise`, `mirror_play`: wide root noise; an opponent's mirror play
//!
//! Tests: `tests.rs`, `tests/options.rs` and `tests/human.rs`; `protocol-tests/gtp/network-play.txt`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), and the play of strong levels. Figures in
//! transcripts are placeholders.

mod bias_table;
mod evaluation_cache;
mod evaluation_pace;
mod graph;
mod human_explorer;
mod key;
mod mirror_play;
mod move_choice;
pub mod network_search;
mod node_evaluation;
mod parallel_search;
mod position_evaluator;
mod report;
mod root;
mod root_noise;
mod scored_child;
mod select;
mod settled_value;
mod terminal_value;
mod tree_playout;
mod uniform;
mod update;
mod utility;

pub use network_search::NetworkSearch;
pub use position_evaluator::SearchNetworks;

#[cfg(test)]
mod tests;

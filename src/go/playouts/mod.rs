//! The search without a network: playouts and Monte Carlo tree search with RAVE.
//!
//! - `playout`, `pattern`: random games played by simple rules, and 3x3 patterns for them
//! - `ownership`, `passing`: the owners of points after many playouts; when to pass
//! - `priors`, `playout_tree`, `simulation`: the prior of a move; the tree with its virtual losses; one simulation of
//!   select, expand, playout and backup
//! - `tree_search`, `params`: the player and its parameters
//!
//! Tests: `tree_search/tests.rs`; unit tests in `priors.rs`, `playout.rs` and `ownership.rs`; whole games in
//! `protocol-tests/games.rs`.
//! A change moves: the bench signature (`protocol-tests/bench.signature`), the strength of levels, and the dead stones that no
//! reading settles.

pub mod ownership;
pub mod params;
mod passing;
mod pattern;
pub mod playout;
mod playout_tree;
pub(crate) mod priors;
mod simulation;
pub mod tree_search;

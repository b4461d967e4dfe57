//! The search without a network: playouts and Monte Carlo tree search with RAVE.
//!
//! - `playout`, `pattern`: random games with simple rules, and the 3x3 patterns they use
//! - `ownership`, `passing`: the owners of points over many playouts; when to pass
//! - `priors`, `playout_tree`, `simulation`: move priors; the tree with its virtual losses; one simulation of
//!   selection, expansion, playout and backup
//! - `tree_search`, `params`: the player and its parameters
//!
//! Tests: `tree_search/tests.rs`; unit tests in `priors.rs`, `playout.rs` and `ownership.rs`; whole games in
//! `protocol-tests/tools/games.rs`.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), the strength of levels, and the judgment of
//! dead stones that cannot be read.

pub mod ownership;
pub mod params;
mod passing;
mod pattern;
pub mod playout;
mod playout_tree;
pub(crate) mod priors;
mod simulation;
pub mod tree_search;

//! The search without a network: playouts and Monte Carlo tree search with RAVE.
//!
//! - `playout`, `pattern`: random games played by simple rules, and 3x3 patterns for them
//! - `ownership`, `passing`: the owners of points after many playouts; when to pass
//! - `priors`, `playout_tree`, `simulation`: the prior of a move; the tree with its virtual losses; one simulation of
//!   select, expand, playout and backup
//! - `tree_search`, `params`: the player and its parameters

pub mod ownership;
pub mod params;
mod passing;
mod pattern;
pub mod playout;
mod playout_tree;
pub(in crate::go) mod priors;
mod simulation;
pub mod tree_search;

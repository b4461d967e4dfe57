//! Go by playouts: what they know, and the tree search that they feed.
//!
//! - `playout`, `shape`: random games played by rules of thumb, and 3x3 patterns for them
//! - `ownership`, `ending`: who owns what after many playouts; when to pass
//! - `priors`, `tree`, `simulation`: the worth of a move before it is tried; the tree; one way down and back
//! - `tree_search`, `params`: the search and its numbers

mod ending;
pub mod ownership;
pub mod params;
pub mod playout;
mod priors;
mod shape;
mod simulation;
mod tree;
pub mod tree_search;

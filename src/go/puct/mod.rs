//! The search with a network: PUCT on a graph of positions, by the methods of KataGo (its docs/KataGoMethods.md).
//!
//! ```text
//! record -> situation -> root -> job: threads, each walk -> select ... -> oracle -> verdict -> update ... -> choice
//! ```
//!
//! - `search`: the player, and what it keeps from move to move; `job`: one search and its threads
//! - `graph`, `walk`: positions and moves, and a playout's way through them
//! - `select`, `update`, `bias`: which move to try, and what a node is worth by its children
//! - `utility`, `ending`: what is maximised, and what finished games are worth
//! - `oracle`, `verdict`, `cache`, `key`: what a network says, kept by what it saw
//! - `root`, `choice`, `report`: which moves are looked at, which one is played, and what is said of them
//! - `params`: the numbers

mod bias;
mod cache;
mod choice;
mod ending;
mod graph;
mod job;
mod key;
mod oracle;
pub mod params;
mod report;
mod root;
pub mod search;
mod select;
mod update;
mod utility;
mod verdict;
mod walk;

pub use search::NetworkSearch;

#[cfg(test)]
mod tests;

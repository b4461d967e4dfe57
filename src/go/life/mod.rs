//! Life and death of enclosed groups: can the attacker capture a target within a region?
//!
//! Both sides may play on the empty points of the region, and pass. Chains with a stone or a liberty outside it are
//! safe. The simple ko applies, and a line that repeats is a failure of the attacker, so that the verdict is a question
//! of reachability on the graph of states.
//!
//! - `question`, `reading`: what is asked, and the answer
//! - `side`, `state`, `enclosure`: attacker and defender; a state of the game; the region and its moves
//! - `graph`, `retrograde`: all states that can be reached, and from which of them a goal can be forced
//! - `exhaustive`: the full answer from a graph of states

pub mod enclosure;
pub mod exhaustive;
mod graph;
pub mod question;
pub mod reading;
mod retrograde;
pub mod side;
pub mod state;

//! Memory and threads: what the system has, and how clients share it.
//!
//! - `limits`: settings and threads within what the system has
//! - `round_robin`: turns of several clients with the threads

mod limits;
mod round_robin;

pub use limits::{capped, spawn_all};
pub use round_robin::{RoundRobin, SearchClient};

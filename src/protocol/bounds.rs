//! Bounds of searches apart from the clock.

use std::time::Duration;

use crate::engine::{Limits, clock};

/// The bounds of every search apart from the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Time for a move if no clock runs.
    pub time: Option<Duration>,
    /// Number of nodes or playouts.
    pub nodes: Option<u64>,
    /// Number of visits of the root, including those from earlier moves.
    pub visits: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

impl Bounds {
    /// Returns the limits of a search that no clock bounds.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time.map(clock::fixed),
            nodes: self.nodes,
            visits: self.visits,
            depth: self.depth,
        }
    }
}

//! Bounds of searches apart from the clock.

use std::time::Duration;

use tengen_engine::clock::Clock;
use tengen_engine::{Limits, clock};

/// Time for a move without a clock or a limit: short enough for a person who tries the engine, long enough for a
/// sensible move.
const MOVE_TIME: Duration = Duration::from_secs(1);

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

    /// Returns the limits of a search for a move: these bounds, with the time from the clock if one runs, and the
    /// default time if nothing else bounds the search. `moves_left` is the number of moves expected.
    pub fn limits_by(&self, clock: &Clock, moves_left: u32) -> Limits {
        let mut limits = self.limits();
        if let Some(budget) = clock.budget(moves_left) {
            limits.time = Some(budget);
        }
        if !limits.bounded() {
            limits.time = Some(clock::fixed(MOVE_TIME));
        }
        limits
    }
}

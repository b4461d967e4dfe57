//! Search limits other than the clock.

use std::time::Duration;

use tengen_engine::clock::Clock;
use tengen_engine::{Limits, clock};

/// Time per move without a clock or limit: short for a person trying the engine, but enough for a sensible move.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// Limits of every search other than the clock. Each is unlimited if `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Time per move if no clock is running.
    pub time: Option<Duration>,
    /// Maximum number of nodes or playouts.
    pub nodes: Option<u64>,
    /// Maximum number of root visits, including those from earlier moves.
    pub visits: Option<u64>,
    /// Maximum depth in plies.
    pub depth: Option<u32>,
}

impl Bounds {
    /// Returns the limits of a search without a clock.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time.map(clock::fixed),
            nodes: self.nodes,
            visits: self.visits,
            depth: self.depth,
        }
    }

    /// Returns the limits of a search for a move: these bounds, with the clock's time if one is running. A default time
    /// applies if nothing else limits the search. `moves_left` is the expected number of moves.
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

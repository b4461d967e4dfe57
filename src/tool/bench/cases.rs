//! Types for the bench's positions, which each game lists itself. Changing a position changes the bench signature.

use std::sync::Arc;

use tengen_go::net::Network;
use tengen_gomoku::Rule;
use tengen_play::PlayableGame;

/// A game with positions for the bench.
pub trait BenchGame: PlayableGame {
    /// Sets of searches, in the order in which they run.
    const SUITES: &'static [Suite] = &[];
}

/// A set of searches in one game.
pub struct Suite {
    /// Name in the bench's output.
    pub name: &'static str,
    /// Whether Go is searched with the built-in network.
    pub by_network: bool,
    /// Limit of each search, in nodes or playouts.
    pub nodes: u64,
    /// Positions to search, in order.
    pub cases: &'static [Case],
}

impl Suite {
    /// Returns the network for the searches, if they use one.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.by_network.then(|| Arc::new(Network::builtin()))
    }
}

/// One position to search.
pub struct Case {
    /// Side length of the board in points.
    pub size: u8,
    /// Rule for gomoku; ignored in other games.
    pub rule: Rule,
    /// Stones, or squares and the side to move, as `set_position` takes them.
    pub position: &'static str,
}

/// Makes a case of a size, a rule of gomoku and a position.
macro_rules! case {
    ($size:literal $rule:ident $position:literal) => {
        $crate::tool::bench::Case {
            size: $size,
            rule: tengen_gomoku::Rule::$rule,
            position: $position,
        }
    };
}
pub(crate) use case;

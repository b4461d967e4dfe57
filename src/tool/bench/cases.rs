//! The positions of the bench: each game lists its own. A change of them changes the signature.

use std::sync::Arc;

use tengen_go::net::Network;
use tengen_gomoku::Rule;
use tengen_play::PlayableGame;

/// A game with its part of the bench.
pub trait BenchGame: PlayableGame {
    /// The searches, in the order in which they run.
    const SUITES: &'static [Suite] = &[];
}

/// The searches of one game.
pub struct Suite {
    /// What the bench calls it.
    pub name: &'static str,
    /// Whether the network inside the program finds the moves of Go.
    pub by_network: bool,
    /// Nodes or playouts for every position.
    pub nodes: u64,
    /// The positions.
    pub cases: &'static [Case],
}

impl Suite {
    /// The network of its searches.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.by_network.then(|| Arc::new(Network::builtin()))
    }
}

/// One search: a position as `set_position` takes it, on a board of this size under this rule.
pub struct Case {
    /// Columns and rows.
    pub size: u8,
    /// Gomoku's rule; nothing to the other games.
    pub rule: Rule,
    /// Stones, or squares and the side to move.
    pub position: &'static str,
}

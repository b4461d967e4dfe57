//! Evidence of who owns the chains of a finished board, before any of them is read.
//!
//! It decides where a region is too large to be read. Both misses in the 57 positions of GNU Go's score tests are such: in
//! score9 chains of 36 and more stones race in the center, in score14 chains of 20 stones in a corner. The playouts find
//! both sides of each race alive more often than dead (by 5 and 67, by 36 and 45 percent), so that it counts as a seki,
//! where one side captures the other.

use crate::board::point::Point;
use crate::board::stones::Board;
use crate::playouts::ownership::Ownership;
use crate::rules::benson::PassAliveArea;
use tengen_engine::game::Color;

/// The hold, in percent, from which all evidence settles a chain.
const SETTLED: i32 = 75;

/// The hold below which a network takes a chain for dead, in percent.
const DOOMED: i32 = -20;

/// Ownership by playouts and, if there is one that fits the board, by a network.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The ownership by playouts.
    pub playouts: Ownership,
    /// The ownership by a network, without a search.
    pub network: Option<Ownership>,
}

/// How firmly a side holds its own chain: percent of ownership, from 100 for its own to -100 for the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// By playouts.
    pub playouts: i32,
    /// By the network.
    pub network: Option<i32>,
}

impl Evidence {
    /// Returns the ownership by all evidence; what is proven has its owner.
    pub fn ownership(&self, board: &Board, proven: &PassAliveArea) -> Ownership {
        let mut ownership = self.playouts.clone();
        if let Some(network) = &self.network {
            ownership.merge(network);
        }
        for point in board.size().points() {
            if let Some(owner) = proven.owner(point) {
                ownership.set_owner(point, owner);
            }
        }
        ownership
    }

    /// Returns the hold on a chain.
    pub fn hold(&self, board: &Board, chain: Point) -> Hold {
        Hold {
            playouts: percent(&self.playouts, board, chain),
            network: self
                .network
                .as_ref()
                .map(|network| percent(network, board, chain)),
        }
    }
}

impl Hold {
    /// Whether the chain lives or is dead without doubt.
    pub fn settled(self) -> Option<bool> {
        let all = |test: fn(i32) -> bool| test(self.playouts) && self.network.is_none_or(test);
        match () {
            () if all(|hold| hold >= SETTLED) => Some(true),
            () if all(|hold| hold <= -SETTLED) => Some(false),
            () => None,
        }
    }

    /// Whether the chain is more likely dead, given whether it touches a larger dead chain. The embedded network often
    /// takes dead chains for alive, but seldom the reverse, so it is believed only where it finds a chain dead that does
    /// not help to capture another.
    pub fn looks_dead(self, touches_dead: bool) -> bool {
        let by_network = self.network.is_some_and(|hold| hold < DOOMED);
        self.playouts < 0 || by_network && !touches_dead
    }
}

/// Returns the mean ownership of a chain by its own side in percent.
fn percent(ownership: &Ownership, board: &Board, chain: Point) -> i32 {
    let black: f32 = board
        .stones_of(chain)
        .map(|point| ownership.of(point))
        .sum();
    let own = if board.at(chain) == Some(Color::Black) {
        black
    } else {
        -black
    };
    (100.0 * own / board.chain_len(chain) as f32).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(playouts: i32, network: Option<i32>) -> Hold {
        Hold { playouts, network }
    }

    #[test]
    fn a_chain_is_settled_if_all_evidence_agrees() {
        assert_eq!(hold(80, None).settled(), Some(true));
        assert_eq!(hold(80, Some(90)).settled(), Some(true));
        assert_eq!(hold(-80, Some(-75)).settled(), Some(false));
        assert_eq!(hold(-80, Some(90)).settled(), None);
        assert_eq!(hold(40, None).settled(), None);
    }

    #[test]
    fn the_network_is_believed_only_where_it_finds_a_chain_dead() {
        assert!(hold(-1, Some(98)).looks_dead(false));
        assert!(hold(60, Some(-30)).looks_dead(false));
        assert!(!hold(60, Some(-30)).looks_dead(true));
        assert!(!hold(5, Some(98)).looks_dead(false));
        assert!(!hold(5, None).looks_dead(false));
    }
}

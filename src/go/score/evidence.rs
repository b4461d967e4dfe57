//! Evidence of which chains live on a finished board, before any of them is read.
//!
//! It is decisive when a region is too large to read. Both errors in the 57 positions of GNU Go's score tests are of this
//! kind: in score9, chains of 36 and more stones race in the center; in score14, chains of 20 stones race in a corner.
//! The playouts find both sides of each race alive more often than dead (by 5% and 67%, and by 36% and 45%), so each is
//! judged a seki although one side captures the other.

use crate::board::point::Point;
use crate::board::stones::Board;
use crate::playouts::ownership::Ownership;
use crate::rules::benson::PassAliveArea;
use tengen_engine::game::Color;

/// Hold, in percent, at which a chain is settled if all evidence agrees.
const SETTLED: i32 = 75;

/// Hold, in percent, below which the network considers a chain dead.
const DOOMED: i32 = -20;

/// Ownership by playouts and, if one fits the board, by a network.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Ownership averaged over playouts.
    pub playouts: Ownership,
    /// Ownership by the network's raw evaluation, without a search.
    pub network: Option<Ownership>,
}

/// How firmly a side holds its own chain: mean ownership in percent, from 100 (its own) to -100 (the opponent's).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Hold by the playouts.
    pub playouts: i32,
    /// Hold by the network; `None` without a network.
    pub network: Option<i32>,
}

impl Evidence {
    /// Returns the ownership by all evidence, with proven points assigned to their owners.
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

    /// Returns how firmly its side holds a chain.
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
    /// Returns true if the chain is certainly alive, false if it is certainly dead; `None` otherwise.
    pub fn settled(self) -> Option<bool> {
        let all = |test: fn(i32) -> bool| test(self.playouts) && self.network.is_none_or(test);
        match () {
            () if all(|hold| hold >= SETTLED) => Some(true),
            () if all(|hold| hold <= -SETTLED) => Some(false),
            () => None,
        }
    }

    /// Whether the chain is more likely dead, given that it touches a larger dead chain or doesn't. The built-in
    /// network often mistakes dead chains for alive but seldom the reverse, so it is trusted only if it considers dead
    /// a chain that doesn't help to capture another.
    pub fn looks_dead(self, touches_dead: bool) -> bool {
        let by_network = self.network.is_some_and(|hold| hold < DOOMED);
        self.playouts < 0 || by_network && !touches_dead
    }
}

/// Returns the mean ownership of a chain by its own side, in percent.
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

//! The dead stones of a finished board: what is proven or beyond doubt, then readings of the other chains, the largest
//! first.

use std::cmp::Reverse;

use super::evidence::{Evidence, Hold};
use super::life::{self, KoFight, Life};
use super::life_region::{KnownLife, LifeRegion, Walls};
use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;
use crate::go::board::stones::Board;
use crate::go::rules::benson::PassAliveArea;

/// The difference of holds, in percent, up to which nearby chains of a side lived and died together in the playouts.
const TOGETHER: i32 = 10;

/// A chain whose fate has to be found, and the hold on it.
#[derive(Clone, Copy, Debug)]
struct OpenChain {
    chain: Point,
    color: Color,
    hold: Hold,
}

/// The fate that was found for a chain.
struct Fate {
    of: OpenChain,
    is_dead: bool,
    /// The region of the chain.
    region: PointSet,
}

impl Fate {
    /// Whether another chain lives or dies with this one.
    fn is_shared_by(&self, other: OpenChain) -> bool {
        let apart = (self.of.hold.playouts - other.hold.playouts).abs();
        self.of.color == other.color && apart <= TOGETHER && self.region.contains(other.chain)
    }
}

/// The dead stones, and what was found on the way.
pub struct DeadStones {
    /// The dead stones.
    pub dead: PointSet,
    /// Stones that count as alive without a reading.
    pub settled: PointSet,
}

impl DeadStones {
    /// Finds the dead stones of a board. `is_stopped` ends the readings early.
    pub fn find(
        board: &Board,
        proven: &PassAliveArea,
        evidence: &Evidence,
        is_stopped: &dyn Fn() -> bool,
    ) -> DeadStones {
        let mut found = DeadStones {
            dead: PointSet::new(),
            settled: PointSet::new(),
        };
        let mut open = found.settle(board, proven, evidence);
        open.sort_by_key(|open| (Reverse(board.chain_len(open.chain)), open.chain));
        let mut fates: Vec<Fate> = Vec::new();
        for of in open {
            if is_stopped() {
                break;
            }
            let fate = found.fate(board, proven, of, &fates);
            if fate.is_dead {
                add_chain(&mut found.dead, board, of.chain);
            }
            fates.push(fate);
        }
        found
    }

    /// Sorts out the chains whose fate is proven or beyond doubt, and returns the others.
    fn settle(
        &mut self,
        board: &Board,
        proven: &PassAliveArea,
        evidence: &Evidence,
    ) -> Vec<OpenChain> {
        let mut open = Vec::new();
        for chain in board.chains() {
            let Some(color) = board.at(chain) else {
                continue;
            };
            let hold = evidence.hold(board, chain);
            let lives = match proven.owner(chain) {
                Some(owner) => Some(owner == color),
                None => hold.settled(),
            };
            match lives {
                Some(true) => add_chain(&mut self.settled, board, chain),
                Some(false) => add_chain(&mut self.dead, board, chain),
                None => open.push(OpenChain { chain, color, hold }),
            }
        }
        open
    }

    /// Finds the fate of a chain, given those of larger ones.
    fn fate(&self, board: &Board, proven: &PassAliveArea, of: OpenChain, fates: &[Fate]) -> Fate {
        let known = KnownLife {
            board,
            proven,
            settled: &self.settled,
        };
        let is_dead = if self.touches_only_dead(board, of) {
            false
        } else if let Some(fate) = fates.iter().find(|fate| fate.is_shared_by(of)) {
            fate.is_dead
        } else {
            match life::read(&known, of.chain, KoFight::NoThreats) {
                Life::Alive => false,
                Life::Dead => true,
                Life::Unsettled | Life::Unknown => of.hold.looks_dead(self.touches_dead(board, of)),
            }
        };
        let region = LifeRegion::new(&known, of.chain, Walls::Safe, usize::MAX);
        let region = region.map(|region| region.points.into_iter().collect());
        Fate {
            of,
            is_dead,
            region: region.unwrap_or_default(),
        }
    }

    /// Whether a chain has a dead opponent beside it.
    fn touches_dead(&self, board: &Board, of: OpenChain) -> bool {
        let around = board.stones_of(of.chain).flat_map(Point::neighbors);
        let mut foes = around.filter(|&near| board.at(near) == Some(of.color.opponent()));
        foes.any(|foe| self.dead.contains(foe))
    }

    /// Whether a chain has opponents beside it and all of them are dead.
    fn touches_only_dead(&self, board: &Board, of: OpenChain) -> bool {
        let around = board.stones_of(of.chain).flat_map(Point::neighbors);
        let mut foes = around
            .filter(|&near| board.at(near) == Some(of.color.opponent()))
            .peekable();
        foes.peek().is_some() && foes.all(|foe| self.dead.contains(foe))
    }
}

fn add_chain(set: &mut PointSet, board: &Board, chain: Point) {
    for stone in board.stones_of(chain) {
        set.insert(stone);
    }
}

//! The dead stones of a finished board: proven ones, then exact readings, then evidence for chains that cannot be read.
//!
//! A reading is bounded only by chains that are known to live: pass-alive ones, those read as alive, and those with
//! much territory. Every chain found alive shortens later readings, until nothing changes. Chains that only evidence
//! considers alive then bound the readings that are still open.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::evidence::{Evidence, Hold};
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use crate::life::fate::{self, Fate, FateReader};
use crate::rules::benson::PassAliveArea;
use crate::rules::flood::flood;
use tengen_engine::game::Color;

/// Number of empty points of territory with which a chain that looks alive needs no reading.
const LAND: usize = 8;

/// Maximum difference of holds, in percent, for nearby chains of a side that share their fate in the playouts.
const TOGETHER: i32 = 10;

/// A chain still to be judged, with how firmly its side held it in the playouts and the network's evaluation.
#[derive(Clone, Copy, Debug)]
struct OpenChain {
    chain: Point,
    color: Color,
    hold: Hold,
}

struct ReadFate {
    fate: Fate,
    /// Size of the region that was read.
    points: usize,
}

/// A chain with its decided status.
struct Found {
    of: OpenChain,
    is_dead: bool,
    /// Whether the decision is by reading.
    is_read: bool,
    region: PointSet,
}

impl Found {
    /// Whether another chain lives or dies together with this one.
    fn is_shared_by(&self, other: OpenChain) -> bool {
        let apart = (self.of.hold.playouts - other.hold.playouts).abs();
        self.of.color == other.color && apart <= TOGETHER && self.region.contains(other.chain)
    }
}

/// The dead and the living stones of a board.
pub struct DeadStones {
    /// Dead stones of both sides.
    pub dead: PointSet,
    /// Stones that live by proof, reading or evidence, except in seki.
    pub alive: PointSet,
}

impl DeadStones {
    /// Finds the dead stones of a board.
    pub fn find(
        board: &Board,
        proven: &PassAliveArea,
        evidence: &Evidence,
        reader: &FateReader<'_>,
    ) -> DeadStones {
        let mut found = DeadStones {
            dead: PointSet::new(),
            alive: PointSet::new(),
        };
        let open = found.settle(board, proven, evidence);
        let mut fates = FxHashMap::default();
        found.read(board, reader, &open, &mut fates);
        let is_unread = |of: &&OpenChain| {
            let read = fates.get(&of.chain);
            read.is_none_or(|read| read.fate == Fate::Unknown)
        };
        let assumed = open.iter().filter(|of| of.hold.settled() == Some(true));
        let assumed: Vec<OpenChain> = assumed.filter(is_unread).copied().collect();
        for of in &assumed {
            add_chain(&mut found.alive, board, of.chain);
        }
        found.verify(board, reader, assumed, &mut fates);
        found.read(board, reader, &open, &mut fates);
        found.decide(board, &open, &fates);
        found
    }

    /// Settles the chains that are proven or have much territory, and returns the others, largest first.
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
            match proven.owner(chain) {
                Some(owner) if owner == color => add_chain(&mut self.alive, board, chain),
                Some(_) => add_chain(&mut self.dead, board, chain),
                None => open.push(OpenChain {
                    chain,
                    color,
                    hold: evidence.hold(board, chain),
                }),
            }
        }
        let mut looks_alive = self.alive.clone();
        let settled = open.iter().filter(|of| of.hold.settled() == Some(true));
        settled.for_each(|of| add_chain(&mut looks_alive, board, of.chain));
        let landed = chains_with_land(board, &looks_alive);
        open.retain(|of| !landed.contains(&of.chain));
        for chain in landed {
            add_chain(&mut self.alive, board, chain);
        }
        open.sort_by_key(|open| (Reverse(board.chain_len(open.chain)), open.chain));
        open
    }

    /// Reads the unread chains, smallest regions first, until no more are found alive.
    fn read(
        &mut self,
        board: &Board,
        reader: &FateReader<'_>,
        open: &[OpenChain],
        fates: &mut FxHashMap<Point, ReadFate>,
    ) {
        loop {
            let mut has_changed = false;
            let unread = |of: &OpenChain| {
                let region = reader.region(board, &self.alive, of.chain)?;
                let is_new = fates
                    .get(&of.chain)
                    .is_none_or(|read| read.fate == Fate::Unknown && read.points != region.len());
                is_new.then_some((*of, region))
            };
            let mut unread: Vec<_> = open.iter().filter_map(unread).collect();
            unread.sort_by_key(|(_, region)| {
                region
                    .iter()
                    .filter(|&&point| board.is_empty(point))
                    .count()
            });
            for (of, region) in unread {
                let fate = reader.read(board, &self.alive, of.chain, &region);
                let points = region.len();
                log::debug!(
                    "{} at {} is {fate:?} in {points} points",
                    of.color,
                    of.chain
                );
                fates.insert(of.chain, ReadFate { fate, points });
                if fate == Fate::Alive {
                    add_chain(&mut self.alive, board, of.chain);
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
    }

    /// Reads the chains that only evidence considers alive, each bounded by the others. A chain without two eyes no
    /// longer bounds the others.
    fn verify(
        &mut self,
        board: &Board,
        reader: &FateReader<'_>,
        mut assumed: Vec<OpenChain>,
        fates: &mut FxHashMap<Point, ReadFate>,
    ) {
        loop {
            let before = assumed.len();
            assumed.retain(|of| {
                let mut others = self.alive.clone();
                for stone in board.stones_of(of.chain) {
                    others.remove(stone);
                }
                let region = reader.region(board, &others, of.chain);
                let Some(region) = region else {
                    return true;
                };
                let fate = reader.read(board, &others, of.chain, &region);
                let points = region.len();
                let stands = !matches!(fate, Fate::Dead | Fate::Seki);
                if !stands {
                    log::debug!("{} at {} is no wall: {fate:?}", of.color, of.chain);
                    fates.insert(of.chain, ReadFate { fate, points });
                    self.alive = others;
                }
                stands
            });
            if assumed.len() == before {
                break;
            }
        }
        for of in assumed {
            let (fate, points) = (Fate::Alive, 0);
            fates.insert(of.chain, ReadFate { fate, points });
        }
    }

    /// Decides which chains are dead, by reading if possible and otherwise by evidence.
    fn decide(&mut self, board: &Board, open: &[OpenChain], fates: &FxHashMap<Point, ReadFate>) {
        let mut found: Vec<Found> = Vec::new();
        for &of in open {
            let fate = fates.get(&of.chain).map_or(Fate::Unknown, |read| read.fate);
            let is_dead = !self.touches_only_dead(board, of)
                && match fate {
                    Fate::Alive | Fate::Seki | Fate::Lives => false,
                    Fate::Dead => true,
                    Fate::Unsettled | Fate::Unknown => self.looks_dead(board, of, &found),
                };
            if is_dead {
                add_chain(&mut self.dead, board, of.chain);
            }
            found.push(Found {
                of,
                is_dead,
                is_read: !matches!(fate, Fate::Unsettled | Fate::Unknown),
                region: fate::region(board, &self.alive, of.chain)
                    .into_iter()
                    .collect(),
            });
        }
    }

    /// Whether a chain undecided by reading is more likely dead. In an undecided race, at most one side is dead.
    fn looks_dead(&self, board: &Board, of: OpenChain, found: &[Found]) -> bool {
        if let Some(settled) = of.hold.settled() {
            return !settled;
        }
        if let Some(other) = found.iter().find(|other| other.is_shared_by(of)) {
            return other.is_dead;
        }
        let races = |other: &Found| {
            other.is_dead && !other.is_read && touches(board, of.chain, other.of.chain)
        };
        !found.iter().any(races) && of.hold.looks_dead(self.touches_dead(board, of))
    }

    /// Whether a chain touches a dead opposing chain.
    fn touches_dead(&self, board: &Board, of: OpenChain) -> bool {
        let around = board.stones_of(of.chain).flat_map(Point::neighbors);
        let mut foes = around.filter(|&near| board.at(near) == Some(of.color.opponent()));
        foes.any(|foe| self.dead.contains(foe))
    }

    /// Whether a chain touches opposing chains and all of them are dead.
    fn touches_only_dead(&self, board: &Board, of: OpenChain) -> bool {
        let around = board.stones_of(of.chain).flat_map(Point::neighbors);
        let mut foes = around
            .filter(|&near| board.at(near) == Some(of.color.opponent()))
            .peekable();
        foes.peek().is_some() && foes.all(|foe| self.dead.contains(foe))
    }
}

/// Returns the chains that look alive and border on much territory: connected points without stones that look alive,
/// surrounded by such stones of one side.
fn chains_with_land(board: &Board, looks_alive: &PointSet) -> Vec<Point> {
    let mut seen = PointSet::new();
    let mut landed = Vec::new();
    for start in board.size().points() {
        if looks_alive.contains(start) || seen.contains(start) {
            continue;
        }
        let mut around = Vec::new();
        let is_inside = |point| !looks_alive.contains(point);
        let land = flood(board, start, &mut seen, is_inside, |stone| {
            around.push(board.head(stone));
        });
        let colors =
            Color::BOTH.map(|color| around.iter().any(|&near| board.at(near) == Some(color)));
        let empty = land.iter().filter(|&&point| board.is_empty(point)).count();
        if empty >= LAND && colors != [true, true] {
            landed.extend(around);
        }
    }
    landed.sort_unstable();
    landed.dedup();
    landed
}

fn touches(board: &Board, chain: Point, other: Point) -> bool {
    let mut around = board.stones_of(chain).flat_map(Point::neighbors);
    around.any(|near| board.at(near).is_some() && board.head(near) == board.head(other))
}

fn add_chain(set: &mut PointSet, board: &Board, chain: Point) {
    for stone in board.stones_of(chain) {
        set.insert(stone);
    }
}

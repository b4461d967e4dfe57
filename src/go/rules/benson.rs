//! Benson's algorithm for pass-alive chains, which cannot be captured even if their owner always passes, and the areas
//! derived from them.
//!
//! Benson, Life in the game of Go (1976): a region enclosed by one side's stones is vital to a chain if every empty
//! point of it is a liberty of that chain. Chains with fewer than two vital regions are removed, then regions that
//! touch a removed chain, until nothing changes. The remaining chains are alive.

use super::flood::flood;
use crate::board::Board;
use crate::board::point::{CELLS, Point};
use crate::board::point_set::PointSet;
use tengen_engine::game::Color;

/// A region enclosed by one side: connected points without stones of that side, at least one of them empty.
struct EnclosedRegion {
    points: Vec<Point>,
    /// Heads of the side's chains around the region.
    chains: Vec<Point>,
    /// Heads of the chains to which the region is vital.
    vital: Vec<Point>,
    /// The number of points that touch no stone of the enclosing side.
    inner: usize,
    has_foe: bool,
    /// Whether all surrounding chains are alive.
    safe: bool,
}

impl EnclosedRegion {
    /// Returns the region of an empty point. With `suicide`, an opposing chain may commit suicide to make room, so a
    /// region is vital only if the chain also touches the points of the opposing stones.
    fn flood(board: &Board, color: Color, suicide: bool, start: Point) -> EnclosedRegion {
        let is_inside = |point| board.at(point) != Some(color);
        let points = flood(board, start, &mut PointSet::new(), is_inside, |_| ());
        let mut region = EnclosedRegion {
            points: Vec::new(),
            chains: Vec::new(),
            vital: Vec::new(),
            inner: 0,
            has_foe: false,
            safe: true,
        };
        for (index, &point) in points.iter().enumerate() {
            let own_stones = point.neighbors().into_iter().filter(|&n| !is_inside(n));
            let around: Vec<Point> = own_stones.map(|stone| board.head(stone)).collect();
            let is_stone = board.at(point).is_some();
            region.has_foe |= is_stone;
            region.inner += usize::from(around.is_empty());
            if index == 0 {
                region.vital.clone_from(&around);
                region.vital.sort_unstable();
                region.vital.dedup();
            } else if suicide || !is_stone {
                region.vital.retain(|head| around.contains(head));
            }
            for head in around {
                if !region.chains.contains(&head) {
                    region.chains.push(head);
                }
            }
        }
        region.points = points;
        region
    }
}

/// The chains of one side and the regions they enclose.
struct BensonSide {
    color: Color,
    /// Heads of the pass-alive chains.
    alive: Vec<Point>,
    regions: Vec<EnclosedRegion>,
    has_stones: bool,
}

impl BensonSide {
    fn new(board: &Board, color: Color, suicide: bool) -> BensonSide {
        let mut seen = PointSet::new();
        let mut regions = Vec::new();
        for point in board.size().points() {
            if board.is_empty(point) && !seen.contains(point) {
                let region = EnclosedRegion::flood(board, color, suicide, point);
                for &point in &region.points {
                    seen.insert(point);
                }
                regions.push(region);
            }
        }
        let own = |&head: &Point| board.at(head) == Some(color);
        let alive: Vec<Point> = board.chains().filter(own).collect();
        let mut side = BensonSide {
            color,
            has_stones: !alive.is_empty(),
            alive,
            regions,
        };
        while side.eliminate() {}
        side
    }

    /// Removes chains with fewer than two vital regions, then regions that touch a removed chain. Returns whether any
    /// chain was removed.
    fn eliminate(&mut self) -> bool {
        let mut vital = [0_u8; CELLS];
        for region in self.regions.iter().filter(|region| region.safe) {
            for head in &region.vital {
                let count = &mut vital[head.index()];
                *count = count.saturating_add(1);
            }
        }
        let before = self.alive.len();
        self.alive.retain(|head| vital[head.index()] >= 2);
        for region in &mut self.regions {
            region.safe &= region.chains.iter().all(|head| self.alive.contains(head));
        }
        self.alive.len() < before
    }

    /// Iterates over the regions in which the opponent has no room to live.
    fn enclosed_territory(&self) -> impl Iterator<Item = &EnclosedRegion> {
        self.regions
            .iter()
            .filter(|region| self.has_stones && region.safe && region.inner <= 1)
    }

    /// Iterates over the regions without opposing stones; if `safe`, only over those enclosed by pass-alive chains.
    fn regions_without_foes(&self, safe: bool) -> impl Iterator<Item = &EnclosedRegion> {
        self.regions
            .iter()
            .filter(move |region| self.has_stones && !region.has_foe && (region.safe || !safe))
    }
}

/// The owner of each point of a board, derived from pass-alive chains.
#[derive(Clone)]
pub struct PassAliveArea([Option<Color>; CELLS]);

impl PassAliveArea {
    /// Returns the pass-alive chains and the points they enclose where the opponent cannot live.
    pub fn pass_alive(board: &Board, suicide: bool) -> PassAliveArea {
        let mut area = PassAliveArea([None; CELLS]);
        for color in Color::BOTH {
            let side = BensonSide::new(board, color, suicide);
            area.assign_alive_chains(board, &side);
            area.assign_regions(side.color, side.enclosed_territory());
        }
        area
    }

    /// Returns the pass-alive chains and the points they enclose where the opponent cannot live or has no stone.
    pub fn safe(board: &Board, suicide: bool) -> PassAliveArea {
        let mut area = PassAliveArea([None; CELLS]);
        for color in Color::BOTH {
            let side = BensonSide::new(board, color, suicide);
            area.assign_alive_chains(board, &side);
            area.assign_regions(color, side.enclosed_territory());
            area.assign_regions(color, side.regions_without_foes(true));
        }
        area
    }

    /// Returns the area as KataGo counts it during a game (`Board::calculateArea`): pass-alive area first, then empty
    /// regions surrounded by one side's stones, then stones.
    pub fn count(board: &Board, suicide: bool) -> PassAliveArea {
        let sides = Color::BOTH.map(|color| BensonSide::new(board, color, suicide));
        let mut area = PassAliveArea([None; CELLS]);
        for side in &sides {
            area.assign_alive_chains(board, side);
            area.assign_regions(
                side.color,
                side.enclosed_territory()
                    .chain(side.regions_without_foes(true)),
            );
            for point in side
                .regions_without_foes(false)
                .flat_map(|region| &region.points)
            {
                area.0[point.index()].get_or_insert(side.color);
            }
        }
        for point in board.size().points() {
            if area.owner(point).is_none() {
                area.0[point.index()] = board.at(point);
            }
        }
        area
    }

    /// Returns the part of [`PassAliveArea::count`] that counts if seki gives no territory (KataGo's
    /// `calculateIndependentLifeArea`). A connected area counts unless it touches a neutral point or has a stone in
    /// atari; otherwise, only its stones count.
    pub fn count_without_seki(board: &Board, suicide: bool) -> PassAliveArea {
        let counted = PassAliveArea::count(board, suicide);
        let mut area = PassAliveArea([None; CELLS]);
        for point in board.size().points() {
            area.0[point.index()] = board.at(point);
        }
        let mut seen = PointSet::new();
        for start in board.size().points() {
            if let Some(color) = counted.owner(start)
                && seen.insert(start)
            {
                let points = counted.connected(board, start, &mut seen);
                let in_seki = |point: &Point| {
                    let in_atari =
                        board.at(*point) == Some(color) && board.liberty_count(*point) == 1;
                    let is_neutral = |n: Point| board.is_empty(n) && counted.owner(n).is_none();
                    in_atari || point.neighbors().into_iter().any(is_neutral)
                };
                if !points.iter().any(in_seki) {
                    for point in points {
                        area.0[point.index()] = Some(color);
                    }
                }
            }
        }
        area
    }

    /// Returns the owner of a point; `None` if it is neutral.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.0[point.index()]
    }

    fn assign_alive_chains(&mut self, board: &Board, side: &BensonSide) {
        for stone in side.alive.iter().flat_map(|&head| board.stones_of(head)) {
            self.0[stone.index()] = Some(side.color);
        }
    }

    fn assign_regions<'a>(
        &mut self,
        color: Color,
        regions: impl Iterator<Item = &'a EnclosedRegion>,
    ) {
        for point in regions.flat_map(|region| &region.points) {
            self.0[point.index()] = Some(color);
        }
    }

    /// Returns the points connected with `start` that have the same owner, and adds them to `seen`. `start` must be in
    /// it already.
    fn connected(&self, board: &Board, start: Point, seen: &mut PointSet) -> Vec<Point> {
        let is_same = |point| self.owner(point) == self.owner(start);
        flood(board, start, seen, is_same, |_| ())
    }
}

#[cfg(test)]
mod tests;

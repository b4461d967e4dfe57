//! Life that needs no answer: chains that cannot be captured even if their owner passes for ever, and the area
//! that follows from them.
//!
//! Benson, Life in the game of Go (1976): a region that is all around one side's stones is vital to a chain if
//! every empty point of it is a liberty of that chain. Chains with fewer than two vital regions are struck out,
//! then regions that touch a chain struck out, until nothing changes; the chains left are alive.

use crate::engine::game::Color;
use crate::go::board::Board;
use crate::go::board::point::{CELLS, Point};
use crate::go::board::point_set::PointSet;

/// Connected points without a stone of one side, at least one of them empty.
struct Region {
    points: Vec<Point>,
    /// Heads of the side's chains around it.
    chains: Vec<Point>,
    /// Those of them to which it is vital.
    vital: Vec<Point>,
    /// Points that touch no stone of the side.
    inner: usize,
    has_foe: bool,
    /// Whether all chains around it are alive.
    safe: bool,
}

impl Region {
    /// The region of an empty point. With `suicide` a foe's chain may kill itself to make room, so that a region
    /// is vital only if its stones' points are liberties in waiting too.
    fn flood(board: &Board, color: Color, suicide: bool, start: Point) -> Region {
        let mut region = Region {
            points: vec![start],
            chains: Vec::new(),
            vital: Vec::new(),
            inner: 0,
            has_foe: false,
            safe: true,
        };
        let mut seen = PointSet::from_iter([start]);
        let mut next = 0;
        while let Some(&point) = region.points.get(next) {
            let mut around: Vec<Point> = Vec::with_capacity(4);
            for neighbour in point.neighbours() {
                if board.at(neighbour) == Some(color) {
                    around.push(board.head(neighbour));
                } else if board.contains(neighbour) && seen.insert(neighbour) {
                    region.points.push(neighbour);
                }
            }
            let is_stone = board.at(point).is_some();
            region.has_foe |= is_stone;
            region.inner += usize::from(around.is_empty());
            if next == 0 {
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
            next += 1;
        }
        region
    }
}

/// One side's chains and the regions between them.
struct Side {
    color: Color,
    /// Heads of the chains that are alive without an answer.
    alive: Vec<Point>,
    regions: Vec<Region>,
    /// Whether the side has a stone at all.
    has_stones: bool,
}

impl Side {
    fn new(board: &Board, color: Color, suicide: bool) -> Side {
        let mut seen = PointSet::new();
        let mut regions = Vec::new();
        for point in board.size().points() {
            if board.is_empty(point) && !seen.contains(point) {
                let region = Region::flood(board, color, suicide, point);
                for &point in &region.points {
                    seen.insert(point);
                }
                regions.push(region);
            }
        }
        let own = |&head: &Point| board.at(head) == Some(color);
        let alive: Vec<Point> = board.chains().filter(own).collect();
        let mut side = Side {
            color,
            has_stones: !alive.is_empty(),
            alive,
            regions,
        };
        while side.strike_out() {}
        side
    }

    /// Strikes out chains with fewer than two vital regions, and regions that touch one; whether there were any.
    fn strike_out(&mut self) -> bool {
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

    /// Regions that the side holds for good: the other side has no room to live there.
    fn held(&self) -> impl Iterator<Item = &Region> {
        self.regions
            .iter()
            .filter(|region| self.has_stones && region.safe && region.inner <= 1)
    }

    /// Regions that no stone of the other side is in, and only safe ones if `safe`.
    fn open(&self, safe: bool) -> impl Iterator<Item = &Region> {
        self.regions
            .iter()
            .filter(move |region| self.has_stones && !region.has_foe && (region.safe || !safe))
    }
}

/// Who owns which point of a board.
#[derive(Clone)]
pub struct Area([Option<Color>; CELLS]);

impl Area {
    /// Chains that are alive without an answer, and the points among them where the other side can't live.
    pub fn pass_alive(board: &Board, suicide: bool) -> Area {
        let mut area = Area([None; CELLS]);
        for color in Color::BOTH {
            let side = Side::new(board, color, suicide);
            area.give_living(board, &side);
            area.give(side.color, side.held());
        }
        area
    }

    /// The area as KataGo counts it at any time (`Board::calculateArea`): what is safe, then empty regions that
    /// one side's stones alone surround, then stones.
    pub fn count(board: &Board, suicide: bool) -> Area {
        let sides = Color::BOTH.map(|color| Side::new(board, color, suicide));
        let mut area = Area([None; CELLS]);
        for side in &sides {
            area.give_living(board, side);
            area.give(side.color, side.held().chain(side.open(true)));
            for point in side.open(false).flat_map(|region| &region.points) {
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

    /// What is left of [`Area::count`] where seki gives no territory (KataGo's `calculateIndependentLifeArea`):
    /// connected areas count unless a neutral point touches them or a stone of theirs is in atari; elsewhere
    /// stones alone count.
    pub fn count_without_seki(board: &Board, suicide: bool) -> Area {
        let counted = Area::count(board, suicide);
        let mut area = Area([None; CELLS]);
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
                    in_atari || point.neighbours().into_iter().any(is_neutral)
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

    /// The owner of a point.
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.0[point.index()]
    }

    fn give_living(&mut self, board: &Board, side: &Side) {
        for stone in side.alive.iter().flat_map(|&head| board.stones_of(head)) {
            self.0[stone.index()] = Some(side.color);
        }
    }

    fn give<'a>(&mut self, color: Color, regions: impl Iterator<Item = &'a Region>) {
        for point in regions.flat_map(|region| &region.points) {
            self.0[point.index()] = Some(color);
        }
    }

    /// The points of the same owner that are connected with `start`, which is in `seen`; all go there.
    fn connected(&self, board: &Board, start: Point, seen: &mut PointSet) -> Vec<Point> {
        let mut points = vec![start];
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            for neighbour in point.neighbours() {
                if board.contains(neighbour)
                    && self.owner(neighbour) == self.owner(start)
                    && seen.insert(neighbour)
                {
                    points.push(neighbour);
                }
            }
            next += 1;
        }
        points
    }
}

#[cfg(test)]
mod tests;

//! The points on which the life of a chain is read, and the chains around them that cannot be captured there.

use std::collections::VecDeque;

use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::point_set::PointSet;
use crate::go::board::stones::Board;
use crate::go::rules::benson::PassAliveArea;

/// Liberties outside the region with which an undecided chain of the attacker counts as safe.
const SAFE_LIBERTIES: usize = 4;

/// What is known of a board before chains are read.
pub struct KnownLife<'a> {
    /// The board.
    pub board: &'a Board,
    /// Pass-alive chains.
    pub proven: &'a PassAliveArea,
    /// Stones that count as alive without reading.
    pub settled: &'a PointSet,
}

impl KnownLife<'_> {
    fn is_settled(&self, chain: Point) -> bool {
        self.settled.contains(chain)
    }
}

/// Whether settled chains around a region can be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// They are safe.
    Safe,
    /// Those with fewer than two liberties outside the region are part of it, with their liberties.
    Weak,
}

/// The region of a chain.
#[derive(Clone, Debug)]
pub struct LifeRegion {
    /// The points in board order.
    pub points: Vec<Point>,
    /// A stone of each chain of the defender's that is safe outside.
    pub anchors: Vec<Point>,
    /// A stone of each settled chain of the attacker's inside. Its capture saves the target.
    pub walls: Vec<Point>,
    /// Those of the points that are liberties of settled chains only. The fight for these chains goes on beyond them.
    pub outer: Vec<Point>,
}

impl LifeRegion {
    /// Returns the region of the chain of `target`: what is connected with it through empty points and chains that are
    /// not safe. `None` if it has more than `max` empty points.
    pub fn new(known: &KnownLife<'_>, target: Point, walls: Walls, max: usize) -> Option<Self> {
        let defender = known.board.at(target)?;
        let mut growth = RegionGrowth::new(known, defender, max);
        growth.add_stones(target, true);
        loop {
            growth.flood()?;
            let weak = growth.weak_chains(walls);
            if weak.is_empty() {
                return Some(growth.finish());
            }
            for chain in weak {
                growth.add_weak_chain(chain)?;
            }
        }
    }
}

/// A region that is growing.
struct RegionGrowth<'a> {
    known: &'a KnownLife<'a>,
    defender: Color,
    area: PointSet,
    queue: VecDeque<Point>,
    /// Heads of the chains beside the region.
    rim: Vec<Point>,
    walls: Vec<Point>,
    outer: Vec<Point>,
    /// The number of empty points that may be added.
    room: usize,
}

impl<'a> RegionGrowth<'a> {
    fn new(known: &'a KnownLife<'a>, defender: Color, max: usize) -> Self {
        RegionGrowth {
            known,
            defender,
            area: PointSet::new(),
            queue: VecDeque::new(),
            rim: Vec::new(),
            walls: Vec::new(),
            outer: Vec::new(),
            room: max,
        }
    }

    /// Adds a chain, and what is connected with it if it `spreads`.
    fn add_stones(&mut self, chain: Point, spreads: bool) {
        for stone in self.known.board.stones_of(chain) {
            if self.area.insert(stone) && spreads {
                self.queue.push_back(stone);
            }
        }
    }

    /// Adds an empty point. Returns `None` if there is no room.
    fn add_empty(&mut self, point: Point) -> Option<()> {
        if self.area.insert(point) {
            self.room = self.room.checked_sub(1)?;
        }
        Some(())
    }

    /// Adds the empty points connected with the queue, and collects the chains beside them.
    fn flood(&mut self) -> Option<()> {
        let board = self.known.board;
        while let Some(point) = self.queue.pop_front() {
            for near in point.neighbors() {
                if !board.contains(near) || self.area.contains(near) {
                    continue;
                }
                if board.is_empty(near) {
                    self.add_empty(near)?;
                    self.queue.push_back(near);
                } else if !self.rim.contains(&board.head(near)) {
                    self.rim.push(board.head(near));
                }
            }
        }
        Some(())
    }

    /// Takes the chains that are not safe from the rim.
    fn weak_chains(&mut self, walls: Walls) -> Vec<Point> {
        let rim = std::mem::take(&mut self.rim);
        let (safe, weak) = rim
            .into_iter()
            .partition(|&chain| self.is_safe(chain, walls));
        self.rim = safe;
        weak
    }

    fn is_safe(&self, chain: Point, walls: Walls) -> bool {
        let board = self.known.board;
        if self.known.proven.owner(chain) == board.at(chain) {
            return true;
        }
        let outside = board.liberties(chain).filter(|&l| !self.area.contains(l));
        if self.known.is_settled(chain) {
            return walls == Walls::Safe || outside.count() >= 2;
        }
        board.at(chain) != Some(self.defender) && outside.count() >= SAFE_LIBERTIES
    }

    /// Adds a chain that is not safe: one that counts as alive with its liberties only, others with all around them.
    fn add_weak_chain(&mut self, chain: Point) -> Option<()> {
        let board = self.known.board;
        let is_settled = self.known.is_settled(chain);
        self.add_stones(chain, !is_settled);
        if is_settled {
            for liberty in board.liberties(chain) {
                if !self.area.contains(liberty) {
                    self.outer.push(liberty);
                }
                self.add_empty(liberty)?;
            }
            if board.at(chain) != Some(self.defender) {
                self.walls.push(chain);
            }
        }
        Some(())
    }

    fn finish(self) -> LifeRegion {
        let board = self.known.board;
        let own = |chain: &Point| board.at(*chain) == Some(self.defender);
        LifeRegion {
            points: board
                .size()
                .points()
                .filter(|&p| self.area.contains(p))
                .collect(),
            anchors: self.rim.into_iter().filter(own).collect(),
            walls: self.walls,
            outer: self.outer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    /// Returns the number of points in the region of a chain of which nothing is settled.
    fn points(rows: &[&str], column: u8, row: u8, max: usize) -> Option<usize> {
        let board = Stones::drawn(rows).board();
        let known = KnownLife {
            board: &board,
            proven: &PassAliveArea::pass_alive(&board, false),
            settled: &PointSet::new(),
        };
        let region = LifeRegion::new(&known, Point::new(column, row), Walls::Safe, max);
        region.map(|region| region.points.len())
    }

    #[test]
    fn four_liberties_outside_make_a_chain_of_the_attacker_safe() {
        let four = [". . X O .", "X X X O .", "O O O O X", ". . . . ."];
        assert_eq!(points(&four, 0, 2, 30), Some(6));
        // Three of white's liberties are left, and the region goes on behind the chain.
        let three = [". . X O .", "X X X O .", "O O O O ."];
        assert_eq!(points(&three, 0, 1, 30), Some(15));
    }

    #[test]
    fn undecided_chains_of_the_defender_belong_to_the_region_whatever_their_liberties() {
        let rows = ["X . X . .", "O O X . .", ". . X . ."];
        assert_eq!(points(&rows, 0, 2, 9), Some(15));
        assert_eq!(points(&rows, 0, 2, 8), None, "nine points are empty");
    }
}

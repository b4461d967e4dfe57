//! Chooses a region for a chain by a conservative rule.
//!
//! The region grows from the target through empty points and stones of its side. It ends at chains of the other side
//! that are safe: pass-alive, or connected with chains that have room elsewhere. Other opposing chains become part of
//! it, with their liberties.

use thiserror::Error;

use crate::board::{Board, Point, PointSet};
use crate::rules::benson::PassAliveArea;
use crate::rules::flood::flood;
use tengen_engine::game::Color;

/// The largest number of points without a target stone in a chosen region.
pub const MOST_PLAYABLE: usize = 25;

/// Liberties outside the region that make a wall safe. A chain of the target's side with more behind a neck has room.
const SAFE_LIBERTIES: usize = 4;

/// A region and the chains that it depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenRegion {
    /// The points of the region, row by row from the top.
    pub points: Vec<Point>,
    /// A stone of each surrounding chain that is assumed to be safe.
    pub walls: Vec<Point>,
}

/// The reason that a chain has no region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotEnclosed {
    /// A pass-alive chain of its side is within reach.
    #[error("the chain reaches the pass-alive chain at {0}")]
    ReachesLife(Point),
    /// A chain of its side has room behind a neck.
    #[error("the chain reaches the chain at {0}, which has room behind a neck")]
    ReachesRoom(Point),
    /// The region would be too large.
    #[error("the region has more than {MOST_PLAYABLE} points to play on")]
    TooLarge,
}

/// A region under construction.
struct RegionSearch<'a> {
    board: &'a Board,
    area: &'a PassAliveArea,
    defender: Color,
    target: Point,
    inside: PointSet,
    /// Points with neighbors still to be visited.
    todo: Vec<Point>,
    /// Attacking chains next to the region, one stone each.
    walls: Vec<Point>,
}

/// Returns the region of the chain of the stone on `target`, which must not be empty. Fails if the chain isn't
/// enclosed.
pub fn choose(
    board: &Board,
    area: &PassAliveArea,
    target: Point,
) -> Result<ChosenRegion, NotEnclosed> {
    // A point without a stone has no chain, so the color does not matter.
    let defender = board.at(target).unwrap_or(Color::Black);
    if area.owner(target) == Some(defender) {
        return Ok(pass_alive_region(board, area, target));
    }
    let mut search = RegionSearch {
        board,
        area,
        defender,
        target,
        inside: PointSet::new(),
        todo: Vec::new(),
        walls: Vec::new(),
    };
    search.add(target);
    loop {
        search.spread()?;
        let Some(weak) = search.weak_wall() else {
            break;
        };
        search.absorb(weak);
    }
    search.check_necks()?;
    let size = board.size();
    Ok(ChosenRegion {
        points: size
            .points_from_top()
            .filter(|&point| search.inside.contains(point))
            .collect(),
        walls: search.walls,
    })
}

/// Returns the pass-alive chains and their eyes that are connected with a pass-alive chain. This region depends on no
/// walls.
fn pass_alive_region(board: &Board, area: &PassAliveArea, target: Point) -> ChosenRegion {
    let is_inside = |point| area.owner(point) == area.owner(target);
    let mut inside = PointSet::new();
    flood(board, target, &mut inside, is_inside, |_| ());
    let points = board.size().points_from_top();
    ChosenRegion {
        points: points.filter(|&point| inside.contains(point)).collect(),
        walls: Vec::new(),
    }
}

impl RegionSearch<'_> {
    fn add(&mut self, point: Point) {
        if self.inside.insert(point) {
            self.todo.push(point);
        }
    }

    /// Adds everything connected through empty points and the defender's stones, and records the walls.
    fn spread(&mut self) -> Result<(), NotEnclosed> {
        let most = MOST_PLAYABLE + self.board.chain_len(self.target);
        while let Some(point) = self.todo.pop() {
            if self.inside.len() > most {
                return Err(NotEnclosed::TooLarge);
            }
            let is_stone = self.board.at(point) == Some(self.defender);
            if is_stone && self.area.owner(point) == Some(self.defender) {
                return Err(NotEnclosed::ReachesLife(point));
            }
            for near in point
                .neighbors()
                .into_iter()
                .filter(|&near| self.board.contains(near))
            {
                if self.inside.contains(near) {
                    continue;
                }
                if self.board.at(near) == Some(self.defender.opponent()) {
                    self.add_wall(near);
                } else {
                    self.add(near);
                }
            }
        }
        Ok(())
    }

    fn add_wall(&mut self, stone: Point) {
        let head = self.board.head(stone);
        if !self.walls.iter().any(|&wall| self.board.head(wall) == head) {
            self.walls.push(stone);
        }
    }

    /// Returns a wall that isn't safe.
    fn weak_wall(&self) -> Option<Point> {
        self.walls.iter().copied().find(|&wall| !self.is_safe(wall))
    }

    /// Adds an attacking chain with its liberties to the region.
    fn absorb(&mut self, wall: Point) {
        let board = self.board;
        self.walls
            .retain(|&other| board.head(other) != board.head(wall));
        for stone in board.stones_of(wall) {
            self.add(stone);
        }
        for liberty in board.liberties(wall) {
            self.add(liberty);
        }
    }

    /// Whether an attacking chain is pass-alive or connected with chains that have enough liberties outside the region.
    fn is_safe(&self, wall: Point) -> bool {
        let group = self.joined_chains(wall);
        let own = Some(self.defender.opponent());
        if group.iter().any(|&chain| self.area.owner(chain) == own) {
            return true;
        }
        let outside = group.iter().flat_map(|&chain| self.board.liberties(chain));
        let outside: PointSet = outside
            .filter(|&point| !self.inside.contains(point))
            .collect();
        outside.len() >= SAFE_LIBERTIES
    }

    /// Returns the chains connected with a chain by two common liberties outside the region, one stone each.
    fn joined_chains(&self, wall: Point) -> Vec<Point> {
        let mut group = vec![wall];
        let mut next = 0;
        while let Some(&chain) = group.get(next) {
            let liberties: Vec<Point> = self.outside_liberties(chain);
            for &liberty in &liberties {
                for near in liberty.neighbors() {
                    let is_own = self.board.at(near) == Some(self.defender.opponent());
                    let head = |stone| self.board.head(stone);
                    if !is_own || group.iter().any(|&known| head(known) == head(near)) {
                        continue;
                    }
                    let theirs = self.outside_liberties(near);
                    let common = theirs
                        .iter()
                        .filter(|point| liberties.contains(point))
                        .count();
                    if common >= 2 {
                        group.push(near);
                    }
                }
            }
            next += 1;
        }
        group
    }

    fn outside_liberties(&self, chain: Point) -> Vec<Point> {
        let liberties = self.board.liberties(chain);
        liberties
            .filter(|&point| !self.inside.contains(point))
            .collect()
    }

    /// Checks that no other defending chain has room behind an empty point that separates it from the target.
    fn check_necks(&self) -> Result<(), NotEnclosed> {
        let necks = self
            .inside
            .iter()
            .filter(|&point| self.board.is_empty(point));
        for neck in necks {
            let near = self.reached_without(neck);
            let behind: PointSet = self
                .inside
                .iter()
                .filter(|&point| point != neck && !near.contains(point))
                .collect();
            let chains = behind
                .iter()
                .filter(|&point| self.board.at(point) == Some(self.defender));
            for stone in chains {
                let room = self
                    .board
                    .liberties(stone)
                    .filter(|&point| behind.contains(point));
                if room.count() > SAFE_LIBERTIES {
                    return Err(NotEnclosed::ReachesRoom(stone));
                }
            }
        }
        Ok(())
    }

    /// Returns the points of the region that are connected with the target without passing `neck`.
    fn reached_without(&self, neck: Point) -> PointSet {
        let mut reached = PointSet::new();
        let mut todo = vec![self.target];
        reached.insert(self.target);
        while let Some(point) = todo.pop() {
            for near in point.neighbors() {
                if near != neck && self.inside.contains(near) && reached.insert(near) {
                    todo.push(near);
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    fn chosen(rows: &[&str], target: Point) -> Result<ChosenRegion, NotEnclosed> {
        let board = Stones::drawn(rows).board();
        choose(&board, &PassAliveArea::pass_alive(&board, false), target)
    }

    #[test]
    fn a_wall_with_room_outside_ends_the_region() {
        let region = chosen(
            &[
                ". X O . . . .",
                ". X O . . . .",
                "X X O . . . .",
                "O O O . . . .",
                ". . . . . . .",
                ". . . . . . .",
            ],
            Point::new(0, 3),
        )
        .unwrap();
        let names: Vec<String> = region.points.iter().map(Point::to_string).collect();
        assert_eq!(names, ["A6", "B6", "A5", "B5", "A4", "B4"]);
        assert_eq!(region.walls.len(), 1);
    }

    #[test]
    fn a_weak_wall_is_part_of_the_region() {
        // White's chain in the middle has two liberties and cannot gain others.
        let region = chosen(
            &[
                ". X O . X O . .",
                ". X O . X O . .",
                "X X O X X O . .",
                "O O O X O O . .",
                "X X X X O . . .",
                "O O O O O . . .",
                ". . . . . . . .",
            ],
            Point::new(0, 4),
        )
        .unwrap();
        assert!(region.points.contains(&Point::new(2, 6)));
        assert!(region.points.contains(&Point::new(3, 6)));
        assert!(!region.points.contains(&Point::new(5, 6)));
    }

    #[test]
    fn a_pass_alive_chain_has_its_eyes_for_a_region() {
        let region = chosen(
            &[". X . X O .", "X X X X O .", "O O O O O .", ". . . . . ."],
            Point::new(0, 2),
        )
        .unwrap();
        assert_eq!(region.points.len(), 8);
        assert!(region.walls.is_empty());
    }

    #[test]
    fn open_chains_are_not_enclosed() {
        let open = [
            ". . . . . . .",
            ". X . . . . .",
            ". . . . . . .",
            ". . . . O . .",
            ". . . . . . .",
            ". . . . . . .",
            ". . . . . . .",
        ];
        assert_eq!(chosen(&open, Point::new(1, 5)), Err(NotEnclosed::TooLarge));
        let alive = [
            ". X . X . X O .",
            "X X X X . . O .",
            "O O O O O O O .",
            ". . . . . . . .",
        ];
        let reached = chosen(&alive, Point::new(5, 3));
        assert!(
            matches!(reached, Err(NotEnclosed::ReachesLife(_))),
            "{reached:?}"
        );
    }
}

//! Area and territory scores of a finished board, given the dead stones.

use super::flood::flood;
use super::ruleset::{Rules, Scoring, Tax};
use crate::board::point::{CELLS, Point};
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use tengen_engine::game::Color;

/// The largest number of points in an eye space that can never be divided into two eyes.
const LARGEST_SINGLE_EYE: usize = 2;

/// Connected points without a living stone.
struct EmptyRegion {
    /// Whether a living black stone and a living white stone are adjacent to the region.
    touches: [bool; 2],
}

impl EmptyRegion {
    /// Returns the only side with living stones around the region.
    fn owner(&self) -> Option<Color> {
        match self.touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }
}

/// Living stones of one side, connected with each other through its territory.
#[derive(Clone, Debug, Default)]
pub struct AreaGroup {
    /// The group's stones and territory.
    pub points: Vec<Point>,
    /// The number of territory points.
    territory: i32,
    /// The indices of the regions in the territory.
    eyes: Vec<u16>,
    /// The indices of the adjacent neutral regions.
    pub neutral: Vec<u16>,
}

impl AreaGroup {
    /// Whether the group shares a neutral region and has no room for two eyes.
    pub fn lacks_eyes(&self) -> bool {
        let one_eye_at_most = self.eyes.len() <= 1 && self.territory <= LARGEST_SINGLE_EYE as i32;
        !self.neutral.is_empty() && one_eye_at_most
    }
}

/// Connected points without a living stone, next to living stones of both sides or of neither.
#[derive(Clone, Default)]
pub struct NeutralRegion {
    /// The number of empty points.
    pub empty: usize,
    /// The living stones around the region.
    pub stones: PointSet,
    /// Whether a point of the region touches no living stone.
    pub is_open: bool,
}

/// A finished board with an owner for each point.
pub struct AreaScore<'a> {
    board: &'a Board,
    dead: &'a PointSet,
    regions: Vec<EmptyRegion>,
    /// The index of the region of each point without a living stone.
    region_of: [u16; CELLS],
    /// The stones in seki, if known.
    seki: Option<PointSet>,
    /// Territory that its owner must eventually fill.
    filled: PointSet,
    /// Whether a dead stone's point belongs to its captor even if the region around it is neutral.
    captures: bool,
}

impl<'a> AreaScore<'a> {
    /// Assigns an owner to every point of the board. Stones in `dead` count as captured; the set must contain all
    /// stones of a chain or none.
    pub fn new(board: &'a Board, dead: &'a PointSet) -> AreaScore<'a> {
        let mut count = AreaScore {
            board,
            dead,
            regions: Vec::new(),
            region_of: [0; CELLS],
            seki: None,
            filled: PointSet::new(),
            captures: false,
        };
        let mut seen = PointSet::new();
        for point in board.size().points() {
            if count.living(point).is_none() && !seen.contains(point) {
                let region = count.flood_region(point, &mut seen);
                count.regions.push(region);
            }
        }
        count
    }

    /// Sets the points that their owner must eventually fill, which don't count as territory.
    pub fn with_filled(mut self, filled: PointSet) -> Self {
        self.filled = filled;
        self
    }

    /// Gives the point of every dead stone to its captor, even if both sides touch the empty points around it, because
    /// the captor must take the stone from there.
    pub fn with_captures(mut self) -> Self {
        self.captures = true;
        self
    }

    /// Sets the stones in seki. Without them, a group counts as in seki if it shares a neutral region and has no room
    /// for two eyes.
    pub fn with_seki(mut self, seki: PointSet) -> Self {
        self.seki = Some(seki);
        self
    }

    /// Iterates over the points of a neutral region.
    pub fn points_of_region(&self, region: u16) -> impl Iterator<Item = Point> + '_ {
        let is_in = move |&point: &Point| {
            self.living(point).is_none() && self.region_of[point.index()] == region
        };
        self.board.size().points().filter(is_in)
    }

    /// Returns the owner of a point: the side of its living stone, or the only side around its region.
    pub fn owner(&self, point: Point) -> Option<Color> {
        let captor = || {
            let dead = self.board.at(point).filter(|_| self.captures);
            dead.map(Color::opponent)
        };
        self.living(point)
            .or_else(|| self.regions[usize::from(self.region_of[point.index()])].owner())
            .or_else(captor)
    }

    /// Iterates over the neutral regions with their empty points and the adjacent living stones.
    pub fn neutral_regions(&self) -> impl Iterator<Item = NeutralRegion> + '_ {
        let numbers = 0..self.regions.len();
        numbers.filter_map(|number| {
            let is_neutral = self.regions[number].owner().is_none();
            let points = self.points_of_region(number as u16).collect();
            is_neutral.then(|| self.neutral_region(points))
        })
    }

    fn neutral_region(&self, points: Vec<Point>) -> NeutralRegion {
        let mut region = NeutralRegion::default();
        for point in points {
            let mut touches = false;
            for near in point.neighbors() {
                if self.board.contains(near) && self.living(near).is_some() {
                    touches = true;
                    region.stones.insert(near);
                }
            }
            region.is_open |= !touches;
            region.empty += usize::from(self.board.is_empty(point));
        }
        region
    }

    /// Returns black's points minus white's under these rules, including prisoners if they count, but without komi,
    /// handicap compensation and the button.
    pub fn margin(&self, rules: &Rules) -> i32 {
        let [black, white] = Color::BOTH.map(|color| self.points(color, rules));
        black - white
    }

    fn points(&self, color: Color, rules: &Rules) -> i32 {
        let counted = match rules.scoring {
            Scoring::Area => self.count(|p| self.owner(p) == Some(color)),
            Scoring::Territory => {
                let territory = |p| {
                    let is_own = self.owner(p) == Some(color) && self.living(p).is_none();
                    is_own && !self.filled.contains(p)
                };
                let taken = |p| self.dead.contains(p) && self.board.at(p) == Some(color.opponent());
                let taken_before = self.board.prisoners(color) as i32;
                self.count(territory) + self.count(taken) + taken_before
            }
        };
        counted - self.taxes(color, rules.tax)
    }

    fn count(&self, test: impl Fn(Point) -> bool) -> i32 {
        self.board.size().points().filter(|&p| test(p)).count() as i32
    }

    /// Whether a group is in seki. Without known seki stones this is a guess from the group's eyes, because players
    /// pass before the last neutral points are filled.
    fn is_in_seki(&self, group: &AreaGroup) -> bool {
        match &self.seki {
            Some(seki) => group.points.iter().any(|&point| seki.contains(point)),
            None => group.lacks_eyes(),
        }
    }

    /// Returns the number of territory points of `color` that the tax rule takes away.
    fn taxes(&self, color: Color, tax: Tax) -> i32 {
        if tax == Tax::None {
            return 0;
        }
        let of_group = |group: AreaGroup| match tax {
            _ if self.is_in_seki(&group) => group.territory,
            Tax::All => group.territory.min(2),
            Tax::None | Tax::Seki => 0,
        };
        self.groups(color).into_iter().map(of_group).sum()
    }

    /// Returns the groups of `color`: living stones and the territory connecting them.
    pub fn groups(&self, color: Color) -> Vec<AreaGroup> {
        let mut seen = PointSet::new();
        let mut groups = Vec::new();
        for point in self.board.size().points() {
            if self.owner(point) == Some(color) && !seen.contains(point) {
                groups.push(self.group(point, color, &mut seen));
            }
        }
        groups
    }

    fn group(&self, start: Point, color: Color, seen: &mut PointSet) -> AreaGroup {
        let mut group = AreaGroup::default();
        let is_own = |point| self.owner(point) == Some(color);
        let points = flood(self.board, start, seen, is_own, |neighbor| {
            let region = self.region_of[neighbor.index()];
            if self.owner(neighbor).is_none() && !group.neutral.contains(&region) {
                group.neutral.push(region);
            }
        });
        for &point in &points {
            if self.living(point).is_none() && !self.filled.contains(point) {
                group.territory += 1;
                let eye = self.region_of[point.index()];
                if !group.eyes.contains(&eye) {
                    group.eyes.push(eye);
                }
            }
        }
        group.points = points;
        group
    }

    /// Returns the color of the living stone on a point.
    pub fn living(&self, point: Point) -> Option<Color> {
        self.board.at(point).filter(|_| !self.dead.contains(point))
    }

    fn flood_region(&mut self, start: Point, seen: &mut PointSet) -> EmptyRegion {
        let mut touches = [false; 2];
        let is_empty = |point| self.living(point).is_none();
        let points = flood(self.board, start, seen, is_empty, |neighbor| {
            if let Some(color) = self.living(neighbor) {
                touches[color.index()] = true;
            }
        });
        for point in &points {
            self.region_of[point.index()] = self.regions.len() as u16;
        }
        EmptyRegion { touches }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    fn margins(rows: &[&str], dead: &[(u8, u8)], rules: &[Rules]) -> Vec<i32> {
        let board = Stones::drawn(rows).board();
        let dead: PointSet = dead
            .iter()
            .map(|&(column, row)| Point::new(column, row))
            .collect();
        let count = AreaScore::new(&board, &dead);
        rules.iter().map(|rules| count.margin(rules)).collect()
    }

    const AREA_AND_TERRITORY: [Rules; 2] = [Rules::CHINESE, Rules::JAPANESE];

    #[test]
    fn an_empty_board_is_neutral_and_one_stone_owns_it_all() {
        assert_eq!(
            margins(&["...", "...", "..."], &[], &AREA_AND_TERRITORY),
            [0, 0]
        );
        assert_eq!(
            margins(&["...", ".X.", "..."], &[], &AREA_AND_TERRITORY),
            [9, 8]
        );
    }

    #[test]
    fn neutral_points_count_for_no_side() {
        let rows = [
            ". X . O .",
            ". X . O .",
            ". X O O .",
            ". X O . .",
            "X X O . .",
        ];
        assert_eq!(margins(&rows, &[], &AREA_AND_TERRITORY), [10 - 13, 4 - 7]);
    }

    #[test]
    fn dead_stones_are_a_point_and_a_prisoner() {
        let rows = [
            ". X . O .",
            ". X . O .",
            ". X . O X",
            ". X . O .",
            ". X . O .",
        ];
        assert_eq!(margins(&rows, &[(4, 2)], &AREA_AND_TERRITORY), [0, -1]);
        assert_eq!(margins(&rows, &[], &AREA_AND_TERRITORY), [10 + 1 - 5, 5]);
    }

    #[test]
    fn small_eyes_beside_a_shared_liberty_are_seki() {
        assert_eq!(
            margins(&[". . X . O ."], &[], &AREA_AND_TERRITORY),
            [3 - 2, 0]
        );
        let untaxed = Rules {
            tax: Tax::None,
            ..Rules::JAPANESE
        };
        assert_eq!(margins(&[". . X . O ."], &[], &[untaxed]), [2 - 1]);
        let taxed_area = Rules {
            tax: Tax::Seki,
            ..Rules::CHINESE
        };
        assert_eq!(margins(&[". . X . O ."], &[], &[taxed_area]), [1 - 1]);
    }

    #[test]
    fn groups_with_room_for_two_eyes_are_no_seki() {
        assert_eq!(
            margins(&[". . . X . O ."], &[], &AREA_AND_TERRITORY),
            [4 - 2, 3]
        );
        assert_eq!(
            margins(&[". X . X . O ."], &[], &AREA_AND_TERRITORY),
            [4 - 2, 2]
        );
    }

    #[test]
    fn group_tax_takes_up_to_two_points_from_every_group() {
        let rules = [
            Rules::STONE_SCORING,
            Rules::ANCIENT_TERRITORY,
            Rules::CHINESE,
        ];
        assert_eq!(margins(&[". . . X O ."], &[], &rules), [2 - 1, 1, 4 - 2]);
        assert_eq!(margins(&[". . X . O ."], &[], &rules), [1 - 1, 0, 3 - 2]);
    }

    #[test]
    fn ownership_follows_the_dead_stones() {
        let board = Stones::drawn(&[". X O . O"]).board();
        let none = PointSet::new();
        let owners = |dead: &PointSet| {
            let count = AreaScore::new(&board, dead);
            board
                .size()
                .points()
                .map(|p| count.owner(p))
                .collect::<Vec<_>>()
        };
        let (black, white) = (Some(Color::Black), Some(Color::White));
        assert_eq!(owners(&none), [black, black, white, white, white]);
        let dead = [Point::new(2, 0), Point::new(4, 0)].into_iter().collect();
        assert_eq!(owners(&dead), [black; 5]);
    }
}

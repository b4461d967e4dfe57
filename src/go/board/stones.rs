//! The board: stones, chains with exact liberties, prisoners and the ko, with moves made and unmade in place.

use arrayvec::ArrayVec;

pub(crate) use self::changes::LARGE;
pub use self::moves::BoardUndo;
pub(crate) use self::neighborhood::{ExtensionLiberties, Neighborhood};
use self::site::{Site, SiteKind};
pub(crate) use self::staircase::{StairStep, Staircase, StaircaseSlots};
use super::chain::Chain;
use super::point::{CELLS, MAX_POINTS, Point, Size};
use super::zobrist;
use tengen_engine::game::Color;

mod changes;
mod moves;
mod neighborhood;
mod site;
mod staircase;

/// A simple ko: the point that one side may not retake on its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ko {
    /// The point that must not be retaken.
    pub point: Point,
    /// The side that may not play there; the other side may fill the ko.
    pub barred: Color,
}

/// Counts of black, white, empty and border points among four points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around(u32);

impl Around {
    /// Returns the number of stones of this color.
    pub const fn stones(self, color: Color) -> u32 {
        (self.0 >> (8 * color as u32)) & 0xFF
    }

    /// Returns the number of empty points.
    pub const fn empty(self) -> u32 {
        (self.0 >> (8 * SiteKind::Empty as u32)) & 0xFF
    }

    /// Returns the number of points beyond the edge.
    pub const fn off_board(self) -> u32 {
        self.0 >> (8 * SiteKind::Border as u32)
    }
}

/// A board position: stones, chains, liberties, prisoners and the ko.
#[derive(Clone)]
pub struct Board {
    size: Size,
    sites: [Site; CELLS],
    /// Links the stones of a chain in a ring; stale at points without a stone.
    next: [Point; CELLS],
    /// The counts of each chain, stored at its head; stale elsewhere.
    chains: [Chain; CELLS],
    /// The first `empty_count` entries are the empty points, in arbitrary order.
    empty: [Point; MAX_POINTS],
    empty_count: u16,
    /// The index of each empty point in `empty`.
    empty_index: [u16; CELLS],
    prisoners: [u32; 2],
    ko: Option<Ko>,
    hash: u64,
}

impl Board {
    /// Returns an empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            sites: [Site::BORDER; CELLS],
            next: [Point::NONE; CELLS],
            chains: [Chain::default(); CELLS],
            empty: [Point::NONE; MAX_POINTS],
            empty_count: 0,
            empty_index: [0; CELLS],
            prisoners: [0; 2],
            ko: None,
            hash: 0,
        };
        for point in size.points() {
            board.sites[point.index()] = Site::EMPTY;
            board.insert_empty(point);
        }
        board
    }

    /// Returns a board with these stones, placed in any order without captures. Fails with a point that is off the
    /// board or named twice, or with a stone of a chain that has no liberty.
    pub fn with_stones(size: Size, stones: &[(Color, Point)]) -> Result<Board, Point> {
        let mut board = Board::new(size);
        for &(color, point) in stones {
            if !board.is_empty(point) {
                return Err(point);
            }
            board.place::<true>(color, point);
        }
        let choked = board.chains().find(|&p| board.liberty_count(p) == 0);
        choked.map_or(Ok(board), Err)
    }

    /// Returns the size of the board in points.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the color of the stone on a point; `None` if the point is empty or off the board.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.site(point).color()
    }

    /// Whether the point has a stone of this color.
    #[inline]
    pub fn has_stone(&self, point: Point, color: Color) -> bool {
        self.site(point).is(SiteKind::from(color))
    }

    /// Whether the point is on the board and has no stone.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.site(point) == Site::EMPTY
    }

    /// Whether the point is on the board.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.site(point) != Site::BORDER
    }

    /// Returns the empty points in an arbitrary order that depends on the moves played so far.
    pub fn empty_points(&self) -> &[Point] {
        &self.empty[..usize::from(self.empty_count)]
    }

    /// Sorts [`Board::empty_points`] into board order, so that random choices from it depend on the position alone and
    /// not on the moves that led to it.
    pub fn sort_empty_points(&mut self) {
        self.empty_count = 0;
        for point in self.size.points() {
            if self.is_empty(point) {
                self.insert_empty(point);
            }
        }
    }

    /// Counts the four neighbors of a point by their contents.
    #[inline]
    pub fn neighbors(&self, point: Point) -> Around {
        self.around(point.neighbors())
    }

    /// Counts the four diagonal neighbors of a point by their contents.
    #[inline]
    pub fn diagonals(&self, point: Point) -> Around {
        self.around(point.diagonals())
    }

    fn around(&self, points: [Point; 4]) -> Around {
        let ones = points.map(|p| 1 << (8 * self.site(p).kind()));
        Around(ones.iter().sum())
    }

    /// Returns the head of the chain of the stone on `point`. All stones of a chain have the same head.
    #[inline]
    pub fn head(&self, point: Point) -> Point {
        debug_assert!(self.at(point).is_some());
        self.site(point).head()
    }

    /// Returns the number of stones of the chain of the stone on `point`.
    #[inline]
    pub fn chain_len(&self, point: Point) -> usize {
        usize::from(self.chain(point).stones())
    }

    /// Returns the number of distinct liberties of the chain of the stone on `point`.
    #[inline]
    pub fn liberty_count(&self, point: Point) -> usize {
        usize::from(self.chain(point).liberties())
    }

    /// Returns the only liberty of a chain in atari; `None` if the chain has more.
    #[inline]
    pub fn last_liberty(&self, point: Point) -> Option<Point> {
        let chain = self.chain(point);
        (chain.liberties() == 1).then(|| chain.one_liberty())
    }

    /// Returns both liberties of a chain that has exactly two.
    #[inline]
    pub fn two_liberties(&self, point: Point) -> Option<[Point; 2]> {
        let chain = self.chain(point);
        (chain.liberties() == 2).then(|| chain.two_liberties())
    }

    /// Iterates over the distinct liberties of the chain of the stone on `point`. One or two liberties are known
    /// directly; for more, the chain is walked.
    pub fn liberties(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let chain = self.chain(point);
        let few: ArrayVec<Point, 2> = match chain.liberties() {
            1 => ArrayVec::from_iter([chain.one_liberty()]),
            2 => ArrayVec::from(chain.two_liberties()),
            _ => ArrayVec::new(),
        };
        let walk = if few.is_empty() { chain.liberties() } else { 0 };
        few.into_iter()
            .chain(self.walk_liberties(point).take(usize::from(walk)))
    }

    /// Reports each liberty once: at the first of its neighbors that belongs to the chain.
    fn walk_liberties(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let head = self.head(point);
        self.stones_of(point).flat_map(move |stone| {
            stone.neighbors().into_iter().filter(move |&liberty| {
                self.is_empty(liberty)
                    && liberty
                        .neighbors()
                        .into_iter()
                        .find(|&n| self.belongs(n, head))
                        == Some(stone)
            })
        })
    }

    /// Iterates over the stones of the chain of the stone on `point`, starting with that stone.
    pub fn stones_of(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        debug_assert!(self.at(point).is_some());
        let step = move |&stone: &Point| {
            let next = self.next[stone.index()];
            (next != point).then_some(next)
        };
        std::iter::successors(Some(point), step)
    }

    /// Returns the next stone in the ring of the chain.
    #[inline]
    pub(crate) fn next_stone(&self, stone: Point) -> Point {
        debug_assert!(self.at(stone).is_some());
        self.next[stone.index()]
    }

    /// Iterates over one stone of every chain.
    pub fn chains(&self) -> impl Iterator<Item = Point> + '_ {
        let is_head = |p: &Point| self.at(*p).is_some() && self.site(*p).head() == *p;
        self.size.points().filter(is_head)
    }

    /// Returns the ko left by the last move.
    #[inline]
    pub fn ko(&self) -> Option<Ko> {
        self.ko
    }

    /// Sets or clears the ko, as a pass or a setup does.
    pub fn set_ko(&mut self, ko: Option<Ko>) {
        self.ko = ko;
    }

    /// Returns the number of stones captured by `color`.
    pub fn prisoners(&self, color: Color) -> u32 {
        self.prisoners[color.index()]
    }

    /// Returns the Zobrist key of the stones, without the ko and the side to move.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the Zobrist key of the stones, the ko and the side to move.
    #[inline]
    pub fn hash_with(&self, to_move: Color) -> u64 {
        let ko_key = |ko: Ko| zobrist::stone(ko.barred, ko.point).rotate_left(32);
        let ko = self.ko.map_or(0, ko_key);
        let turn = if to_move == Color::White {
            zobrist::WHITE_TO_MOVE
        } else {
            0
        };
        self.hash ^ ko ^ turn
    }

    /// Returns the value of [`Board::hash`] after a stone of `color` on this empty point, including captures and
    /// suicide.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let mut hash = self.hash ^ zobrist::stone(color, point);
        let taken = if self.is_suicide(color, point) {
            hash ^= zobrist::stone(color, point);
            color
        } else {
            color.opponent()
        };
        for head in self.chains_around(taken, point) {
            if self.chains[head.index()].liberties() == 1 {
                for stone in self.stones_of(head) {
                    hash ^= zobrist::stone(taken, stone);
                }
            }
        }
        hash
    }

    /// Returns the number of stones that `color` would capture on this empty point.
    pub fn captures(&self, color: Color, point: Point) -> usize {
        let foes = self.chains_around(color.opponent(), point);
        let taken = foes
            .iter()
            .filter(|f| self.chains[f.index()].liberties() == 1);
        taken
            .map(|f| usize::from(self.chains[f.index()].stones()))
            .sum()
    }

    /// Whether a stone of `color` on this empty point would capture nothing and have no liberty.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let own = SiteKind::from(color);
        let has_way_out = point.neighbors().into_iter().fold(false, |found, n| {
            let site = self.site(n);
            let in_atari = self.chains[site.head().index()].liberties() == 1;
            found | (site == Site::EMPTY) | (site.is_stone() & (in_atari != site.is(own)))
        });
        !has_way_out
    }

    /// Whether a stone of `color` on this empty point would be suicide of a single stone.
    pub fn is_lone_suicide(&self, color: Color, point: Point) -> bool {
        self.neighbors(point).stones(color) == 0 && self.is_suicide(color, point)
    }

    /// Whether a stone of `color` on this empty point would be forbidden suicide. `allowed` is whether the rules allow
    /// suicide of several stones; none allow suicide of a single one.
    pub fn is_barred_suicide(&self, color: Color, point: Point, allowed: bool) -> bool {
        match allowed {
            true => self.is_lone_suicide(color, point),
            false => self.is_suicide(color, point),
        }
    }

    /// Whether `color` may play here, with the simple ko and without suicide.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && !self.is_ko(color, point) && !self.is_suicide(color, point)
    }

    /// Whether the ko forbids this point to `color`.
    #[inline]
    pub fn is_ko(&self, color: Color, point: Point) -> bool {
        self.ko
            == Some(Ko {
                point,
                barred: color,
            })
    }

    #[inline]
    fn site(&self, point: Point) -> Site {
        self.sites[point.index()]
    }

    #[inline]
    fn chain(&self, point: Point) -> Chain {
        self.chains[self.head(point).index()]
    }

    /// Whether the point has a stone of the chain with this head.
    fn belongs(&self, point: Point, head: Point) -> bool {
        self.site(point) == self.site(head)
    }

    /// Returns the heads of the chains of `color` next to a point.
    #[inline]
    fn chains_around(&self, color: Color, point: Point) -> ArrayVec<Point, 4> {
        let mut heads = ArrayVec::new();
        for neighbor in point.neighbors() {
            let site = self.site(neighbor);
            if site.is(SiteKind::from(color)) {
                let head = site.head();
                if !heads.contains(&head) {
                    heads.push(head);
                }
            }
        }
        heads
    }

    fn insert_empty(&mut self, point: Point) {
        self.empty[usize::from(self.empty_count)] = point;
        self.empty_index[point.index()] = self.empty_count;
        self.empty_count += 1;
    }

    fn remove_empty(&mut self, point: Point) {
        self.empty_count -= 1;
        let index = self.empty_index[point.index()];
        let last = self.empty[usize::from(self.empty_count)];
        self.empty[usize::from(index)] = last;
        self.empty_index[last.index()] = index;
    }

    /// Undoes [`Board::remove_empty`] for a point that was at `index`, moving the point that replaced it back to the
    /// end.
    fn reinsert_empty(&mut self, point: Point, index: u16) {
        if index < self.empty_count {
            let last = self.empty[usize::from(index)];
            self.empty[usize::from(self.empty_count)] = last;
            self.empty_index[last.index()] = self.empty_count;
        }
        self.empty[usize::from(index)] = point;
        self.empty_index[point.index()] = index;
        self.empty_count += 1;
    }
}

#[cfg(test)]
mod tests;

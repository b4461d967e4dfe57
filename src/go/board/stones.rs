//! The board: stones, chains with exact liberties, prisoners and the ko, with moves made and taken back in place.

use arrayvec::ArrayVec;

pub use self::moves::Undo;
pub(in crate::go) use self::run::{Run, RunSlots, Stair};
use self::site::{Cell, Site};
pub(in crate::go) use self::survey::{Room, Survey};
use super::chain::Chain;
use super::point::{CELLS, MAX_POINTS, Point, Size};
use super::zobrist;
use crate::engine::game::Color;

mod moves;
mod run;
mod site;
mod survey;

/// A ko: the point where one side may not retake with its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ko {
    /// The barred point.
    pub point: Point,
    /// The side that may not play there. The other one may fill it.
    pub barred: Color,
}

/// How many of four surrounding points are black, white, empty and off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around(u32);

impl Around {
    /// Points with a stone of this colour.
    pub const fn stones(self, color: Color) -> u32 {
        (self.0 >> (8 * color as u32)) & 0xFF
    }

    /// Empty points.
    pub const fn empty(self) -> u32 {
        (self.0 >> (8 * Cell::Empty as u32)) & 0xFF
    }

    /// Points beyond the edge.
    pub const fn off_board(self) -> u32 {
        self.0 >> (8 * Cell::Border as u32)
    }
}

/// A Go board with its stones.
#[derive(Clone)]
pub struct Board {
    size: Size,
    sites: [Site; CELLS],
    /// The next stone of the ring of the chain; stale where no stone is.
    next: [Point; CELLS],
    /// At the head of a chain its particulars; stale elsewhere.
    chains: [Chain; CELLS],
    /// The first `empty_count` are the empty points, in no order that means anything.
    empty: [Point; MAX_POINTS],
    empty_count: u16,
    /// The place of each empty point in `empty`.
    empty_index: [u16; CELLS],
    prisoners: [u32; 2],
    ko: Option<Ko>,
    hash: u64,
}

impl Board {
    /// An empty board.
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

    /// A board with these stones, put down in any order without capturing anything. `Err` names a point that
    /// is off the board or given twice, or a stone of a chain that would have no liberty.
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

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` if it is empty or off the board.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.site(point).color()
    }

    /// Whether a stone of this colour is on the point.
    #[inline]
    pub fn has_stone(&self, point: Point, color: Color) -> bool {
        self.site(point).is(Cell::from(color))
    }

    /// Whether the point is on the board and no stone is on it.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.site(point) == Site::EMPTY
    }

    /// Whether the point is on the board.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.site(point) != Site::BORDER
    }

    /// The empty points, in no order that means anything; it depends on the moves that led here.
    pub fn empty_points(&self) -> &[Point] {
        &self.empty[..usize::from(self.empty_count)]
    }

    /// Puts [`Board::empty_points`] into the order of the board, so that random choices from it depend on the
    /// position alone and not on how it came about.
    pub fn sort_empty_points(&mut self) {
        self.empty_count = 0;
        for point in self.size.points() {
            if self.is_empty(point) {
                self.insert_empty(point);
            }
        }
    }

    /// What lies left, right, below and above.
    #[inline]
    pub fn neighbours(&self, point: Point) -> Around {
        self.around(point.neighbours())
    }

    /// What touches the point by a corner.
    #[inline]
    pub fn diagonals(&self, point: Point) -> Around {
        self.around(point.diagonals())
    }

    fn around(&self, points: [Point; 4]) -> Around {
        let ones = points.map(|p| 1 << (8 * self.site(p).cell()));
        Around(ones.iter().sum())
    }

    /// The head of the chain of the stone on `point`: the same for all stones of the chain.
    #[inline]
    pub fn head(&self, point: Point) -> Point {
        debug_assert!(self.at(point).is_some());
        self.site(point).head()
    }

    /// The number of stones of the chain of the stone on `point`.
    #[inline]
    pub fn chain_len(&self, point: Point) -> usize {
        usize::from(self.chain(point).stones())
    }

    /// The number of different liberties of the chain of the stone on `point`.
    #[inline]
    pub fn liberty_count(&self, point: Point) -> usize {
        usize::from(self.chain(point).liberties())
    }

    /// The only liberty of a chain in atari; `None` if it has others.
    #[inline]
    pub fn last_liberty(&self, point: Point) -> Option<Point> {
        let chain = self.chain(point);
        (chain.liberties() == 1).then(|| chain.one_liberty())
    }

    /// Both liberties of a chain that has two; `None` if it has more or fewer.
    #[inline]
    pub fn two_liberties(&self, point: Point) -> Option<[Point; 2]> {
        let chain = self.chain(point);
        (chain.liberties() == 2).then(|| chain.two_liberties())
    }

    /// The liberties of the chain of the stone on `point`, each once. At once for one or two, by a walk along
    /// the chain for more.
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

    /// A liberty is reported at the first of its neighbours that belongs to the chain, so once.
    fn walk_liberties(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let head = self.head(point);
        self.stones_of(point).flat_map(move |stone| {
            stone.neighbours().into_iter().filter(move |&liberty| {
                self.is_empty(liberty)
                    && liberty
                        .neighbours()
                        .into_iter()
                        .find(|&n| self.belongs(n, head))
                        == Some(stone)
            })
        })
    }

    /// The stones of the chain of the stone on `point`, that one first.
    pub fn stones_of(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        debug_assert!(self.at(point).is_some());
        let step = move |&stone: &Point| {
            let next = self.next[stone.index()];
            (next != point).then_some(next)
        };
        std::iter::successors(Some(point), step)
    }

    /// The stone that follows this one in the ring of its chain.
    #[inline]
    pub(in crate::go) fn next_stone(&self, stone: Point) -> Point {
        debug_assert!(self.at(stone).is_some());
        self.next[stone.index()]
    }

    /// One stone of every chain on the board.
    pub fn chains(&self) -> impl Iterator<Item = Point> + '_ {
        let is_head = |p: &Point| self.at(*p).is_some() && self.site(*p).head() == *p;
        self.size.points().filter(is_head)
    }

    /// The ko, if the last move has left one.
    #[inline]
    pub fn ko(&self) -> Option<Ko> {
        self.ko
    }

    /// Sets or lifts the ko, as a pass or a set-up does.
    pub fn set_ko(&mut self, ko: Option<Ko>) {
        self.ko = ko;
    }

    /// The stones that `color` has taken.
    pub fn prisoners(&self, color: Color) -> u32 {
        self.prisoners[color.index()]
    }

    /// A key of the stones on the board: neither of the ko nor of the side to move.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Tells boards apart by their stones, their ko and the side to move.
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

    /// What [`Board::hash`] would be after this move on an empty point, captures and suicide included.
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

    /// The number of stones that `color` would capture on this empty point.
    pub fn captures(&self, color: Color, point: Point) -> usize {
        let foes = self.chains_around(color.opponent(), point);
        let taken = foes
            .iter()
            .filter(|f| self.chains[f.index()].liberties() == 1);
        taken
            .map(|f| usize::from(self.chains[f.index()].stones()))
            .sum()
    }

    /// Whether a stone of `color` on this empty point would take nothing and have no liberty itself.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let own = Cell::from(color);
        let has_way_out = point.neighbours().into_iter().fold(false, |found, n| {
            let site = self.site(n);
            let in_atari = self.chains[site.head().index()].liberties() == 1;
            found | (site == Site::EMPTY) | (site.is_stone() & (in_atari != site.is(own)))
        });
        !has_way_out
    }

    /// Whether a suicide on this point would take a lone stone back at once.
    pub fn is_lone_suicide(&self, color: Color, point: Point) -> bool {
        self.neighbours(point).stones(color) == 0 && self.is_suicide(color, point)
    }

    /// Whether `color` may play here by simple ko and without suicide.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && !self.is_ko(color, point) && !self.is_suicide(color, point)
    }

    /// Whether the ko bars `color` from this point.
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

    /// Whether a stone of the chain with this head is on the point.
    fn belongs(&self, point: Point, head: Point) -> bool {
        self.site(point) == self.site(head)
    }

    /// The heads of the chains of `color` next to a point.
    #[inline]
    fn chains_around(&self, color: Color, point: Point) -> ArrayVec<Point, 4> {
        let mut heads = ArrayVec::new();
        for neighbour in point.neighbours() {
            let site = self.site(neighbour);
            if site.is(Cell::from(color)) {
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

    /// Undoes [`Board::remove_empty`] of a point that stood at `index`: what took its place goes back to the end.
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

//! The stones as bits, one word for each row, column and diagonal.
//!
//! A point takes two bits of a word, black's below white's, so one window of a line covers both sides.

use super::Point;
use tengen_engine::game::Color;

/// Maximum number of columns or rows.
pub const MAX_SIDE: usize = 22;

/// Number of points of the largest board.
pub const MAX_POINTS: usize = MAX_SIDE * MAX_SIDE;

/// Distance to which a pattern extends from its point along a line. Every row of five through the point is within four
/// steps; the fifth shows whether the row is longer.
pub(crate) const REACH: u32 = 5;

/// Bit of the center of a window.
pub(crate) const CENTER: u32 = 1 << REACH;

/// All bits of a window.
pub(super) const WINDOW: u32 = (1 << (2 * REACH + 1)) - 1;

/// The four directions of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Along a row, to the right.
    Across,
    /// Along a column, downward.
    Down,
    /// Diagonally to the lower right.
    Falling,
    /// Diagonally to the upper right.
    Rising,
}

impl Direction {
    pub const ALL: [Direction; 4] = [
        Direction::Across,
        Direction::Down,
        Direction::Falling,
        Direction::Rising,
    ];

    /// Returns one step: columns to the right, rows down.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Across => (1, 0),
            Direction::Down => (0, 1),
            Direction::Falling => (1, 1),
            Direction::Rising => (1, -1),
        }
    }

    /// Returns the index of the line through `point`, and the index of `point` on it, both from 0.
    const fn place(self, point: Point) -> (usize, u32) {
        let (x, y) = (point.x() as usize, point.y() as usize);
        match self {
            Direction::Across => (y, x as u32),
            Direction::Down => (x, y as u32),
            Direction::Falling => (x + MAX_SIDE - 1 - y, x as u32),
            Direction::Rising => (x + y, x as u32),
        }
    }
}

/// Returns the point `steps` away from `point`. Beyond the left or the upper edge it wraps to a point off every board.
pub(crate) fn walk(point: Point, direction: Direction, steps: i32) -> Point {
    let (dx, dy) = direction.step();
    let x = i32::from(point.x()) + dx * steps;
    let y = i32::from(point.y()) + dy * steps;
    Point::new(x as u8, y as u8)
}

/// Returns the indices of the set bits, lowest first.
pub(crate) fn bits_of(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let bit = bits.trailing_zeros();
        bits &= bits - 1;
        Some(bit)
    })
}

/// The eleven points of a line around a point, from one side's view. Bit 5 is the point itself. A bit set in both words
/// is a blocked cell or off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineWindow {
    /// The side's own stones, and blocked cells.
    pub own: u32,
    /// The opponent's stones, and blocked cells.
    pub opponent: u32,
}

impl LineWindow {
    pub fn empty(self) -> u32 {
        !(self.own | self.opponent) & WINDOW
    }

    /// Returns the side's own stones, without blocked cells.
    pub fn stones(self) -> u32 {
        self.own & !self.opponent
    }

    /// Returns the window with own stones added on the cells of `bits`.
    pub fn with(self, bits: u32) -> LineWindow {
        LineWindow {
            own: self.own | bits,
            ..self
        }
    }

    /// Returns the length of the row of own stones through the center, which must have one, and whether the opponent
    /// closes both ends. If the row leaves the window, only the visible part counts, at least six.
    pub fn center_row(self) -> (u32, bool) {
        let stones = self.stones();
        let ahead = (stones >> (REACH + 1)).trailing_ones();
        let back = (stones << (32 - REACH)).leading_ones();
        let opponents = self.opponent & !self.own;
        let closed = ahead < REACH
            && back < REACH
            && opponents & (CENTER << (ahead + 1)) != 0
            && opponents & (CENTER >> (back + 1)) != 0;
        (1 + ahead + back, closed)
    }
}

/// All lines of the board, two bits per point. Off the board and on blocked cells both bits are set. The longest line
/// with the margins of its windows just fits into a word.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct LineBits {
    words: [[u64; 2 * MAX_SIDE - 1]; 4],
}

/// The lower bit of every point.
const EVEN: u64 = 0x5555_5555_5555_5555;

impl LineBits {
    /// Returns the lines of an empty board.
    pub fn new(width: u8, height: u8) -> Self {
        let mut lines = LineBits {
            words: [[u64::MAX; 2 * MAX_SIDE - 1]; 4],
        };
        for y in 0..height {
            for x in 0..width {
                lines.flip(Point::new(x, y), [true, true]);
            }
        }
        lines
    }

    /// Toggles the bits of the sides set in `sides` (black, white) at `point`.
    #[inline]
    pub fn flip(&mut self, point: Point, sides: [bool; 2]) {
        let bits = u64::from(sides[0]) | u64::from(sides[1]) << 1;
        for direction in Direction::ALL {
            let (line, place) = direction.place(point);
            self.words[direction as usize][line] ^= bits << (2 * (place + REACH));
        }
    }

    /// Adds a stone on an empty point, or removes it.
    #[inline]
    pub fn flip_stone(&mut self, color: Color, point: Point) {
        self.flip(point, [color == Color::Black, color == Color::White]);
    }

    /// Returns black's and white's bit at `point`: neither is set on an empty point, both on a blocked one.
    #[inline]
    pub fn bits_at(&self, point: Point) -> (bool, bool) {
        let (line, place) = Direction::Across.place(point);
        let bits = self.words[Direction::Across as usize][line] >> (2 * (place + REACH));
        (bits & 1 != 0, bits & 2 != 0)
    }

    /// Returns the window around `point` along `direction`, from the view of `color`.
    #[inline]
    pub fn window(&self, color: Color, direction: Direction, point: Point) -> LineWindow {
        let (word, place) = self.word(direction, point);
        let bits = word >> (2 * place);
        let of = |color: Color| even_bits(bits >> color.index()) & WINDOW;
        LineWindow {
            own: of(color),
            opponent: of(color.opponent()),
        }
    }

    /// Returns the word of the line through `point`, and the index of the first point of the window around it, counted
    /// from the lowest.
    #[inline]
    pub fn word(&self, direction: Direction, point: Point) -> (u64, u32) {
        let (line, place) = direction.place(point);
        (self.words[direction as usize][line], place)
    }

    /// Returns the lengths of the runs of `color`'s stones directly before and after `point`, which is not counted.
    pub fn run_lengths(&self, color: Color, direction: Direction, point: Point) -> (u32, u32) {
        let (word, place) = self.word(direction, point);
        let of = |color: Color| word >> color.index() & EVEN;
        let stones = of(color) & !of(color.opponent());
        let (both, own) = (stones | stones << 1, 2 * (place + REACH));
        let back = (both << (u64::BITS - own)).leading_ones() / 2;
        let ahead = (both >> (own + 2)).trailing_ones() / 2;
        (back, ahead)
    }
}

/// Returns the points of a window, two bits each, that are visible from its center to at least one side: in each
/// direction up to a blocked cell, or the point where stones of both sides have been met.
#[inline]
pub(crate) fn visible_points(window: u64) -> u64 {
    const HAND: u32 = 2 * REACH;
    let ahead = window >> (HAND + 2);
    let bits = (ahead & EVEN)
        .trailing_zeros()
        .max((ahead >> 1 & EVEN).trailing_zeros());
    let ahead = ((1 << bits.min(HAND)) - 1) << (HAND + 2);
    let back = window << (u64::BITS - HAND);
    let bits = (back & EVEN)
        .leading_zeros()
        .max((back & !EVEN).leading_zeros());
    let hand = (1 << HAND) - 1;
    ahead | hand << (HAND - bits.min(HAND)) & hand
}

/// Packs the even bits into the lower 32.
fn even_bits(bits: u64) -> u32 {
    let mut bits = (bits & EVEN) as u32;
    for (shift, groups) in [
        (1, 0x3333_3333),
        (2, 0x0f0f_0f0f),
        (4, 0x00ff_00ff),
        (8, 0xffff),
    ] {
        bits = (bits | bits >> shift) & groups;
    }
    bits
}

//! The stones as rows of bits, one word for each row, column and diagonal: what rules and patterns read.
//!
//! A point takes two bits of a word, black's below white's, so that a window of a line holds both sides.

use super::Point;
use crate::engine::game::Color;

/// The longest side of a board.
pub const MAX_SIDE: usize = 22;

/// Points of the largest board.
pub const MAX_POINTS: usize = MAX_SIDE * MAX_SIDE;

/// How far the pattern at a point can reach along a line: every row of five through the point lies within
/// four steps of it, and the fifth tells whether it would be longer.
pub(in crate::gomoku) const REACH: u32 = 5;

/// Bit of a window's own point.
pub(in crate::gomoku) const CENTER: u32 = 1 << REACH;

/// Bits of a window.
pub(super) const WINDOW: u32 = (1 << (2 * REACH + 1)) - 1;

/// The four ways in which lines run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gomoku) enum Direction {
    /// Along a row, rightwards.
    Across,
    /// Along a column, downwards.
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

    /// One step: columns to the right, rows down.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::Across => (1, 0),
            Direction::Down => (0, 1),
            Direction::Falling => (1, 1),
            Direction::Rising => (1, -1),
        }
    }

    /// The line through `point` and the place of `point` on it, counted from 0.
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

/// The point `steps` away from `point`; beyond the left and the upper edge it is one that no board has.
pub(in crate::gomoku) fn walk(point: Point, direction: Direction, steps: i32) -> Point {
    let (dx, dy) = direction.step();
    let x = i32::from(point.x()) + dx * steps;
    let y = i32::from(point.y()) + dy * steps;
    Point::new(x as u8, y as u8)
}

/// The places of the set bits, lowest first.
pub(in crate::gomoku) fn bits_of(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let bit = bits.trailing_zeros();
        bits &= bits - 1;
        Some(bit)
    })
}

/// The eleven points of a line around one point as one side sees them: bit 5 is the point itself. A bit set
/// in both words is a blocked cell or lies off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gomoku) struct LineWindow {
    /// The side's own stones, and what is blocked.
    pub own: u32,
    /// The other side's stones, and what is blocked.
    pub opponent: u32,
}

impl LineWindow {
    /// The cells that are free.
    pub fn empty(self) -> u32 {
        !(self.own | self.opponent) & WINDOW
    }

    /// The side's own stones.
    pub fn stones(self) -> u32 {
        self.own & !self.opponent
    }

    /// The window after the side has played the cells of `bits`.
    pub fn with(self, bits: u32) -> LineWindow {
        LineWindow {
            own: self.own | bits,
            ..self
        }
    }

    /// The length of the row of own stones through the center, which holds one, and whether the other side
    /// stands at both of its ends. A row that leaves the window counts as far as it is seen, at least six.
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

/// Every line of the board, two bits a point. Off the board all bits are set, for both sides, as they are for
/// blocked cells; a line of the longest side and what windows reach beyond its ends just fill a word.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::gomoku) struct LineBits {
    words: [[u64; 2 * MAX_SIDE - 1]; 4],
}

/// The lower bit of every point.
const EVEN: u64 = 0x5555_5555_5555_5555;

impl LineBits {
    /// The lines of an empty board.
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

    /// Turns the bits of the sides named in `sides` at `point`.
    #[inline]
    pub fn flip(&mut self, point: Point, sides: [bool; 2]) {
        let bits = u64::from(sides[0]) | u64::from(sides[1]) << 1;
        for direction in Direction::ALL {
            let (line, place) = direction.place(point);
            self.words[direction as usize][line] ^= bits << (2 * (place + REACH));
        }
    }

    /// Puts a stone on an empty point or takes it away again.
    #[inline]
    pub fn flip_stone(&mut self, color: Color, point: Point) {
        self.flip(point, [color == Color::Black, color == Color::White]);
    }

    /// Whether black's and white's bits are set at `point`: neither on an empty point, both on a blocked one.
    #[inline]
    pub fn bits_at(&self, point: Point) -> (bool, bool) {
        let (line, place) = Direction::Across.place(point);
        let bits = self.words[Direction::Across as usize][line] >> (2 * (place + REACH));
        (bits & 1 != 0, bits & 2 != 0)
    }

    /// What `color` sees around `point` along `direction`.
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

    /// The word of the line through `point`, and where the window around it begins, in points from the lowest.
    #[inline]
    pub fn word(&self, direction: Direction, point: Point) -> (u64, u32) {
        let (line, place) = direction.place(point);
        (self.words[direction as usize][line], place)
    }

    /// How many of `color`'s stones follow each other from `point` (not counted) backwards and forwards.
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

/// The points of a window, two bits each, from which one side at least sees its middle: on either hand those up to the first
/// stones of both sides, or what is blocked.
#[inline]
pub(in crate::gomoku) fn visible_points(window: u64) -> u64 {
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

/// The even bits of the lower 32, moved together.
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

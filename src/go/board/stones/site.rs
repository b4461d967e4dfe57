//! The content of one board point, in one word.

use super::super::point::Point;
use tengen_engine::game::Color;

/// The kind of content of an array slot. The value selects a byte in [`Around`](super::Around).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(super) enum SiteKind {
    Black,
    White,
    Empty,
    Border,
}

impl SiteKind {
    /// Returns the kind of the opposing side's stones.
    #[inline]
    pub const fn foe(self) -> SiteKind {
        match self {
            SiteKind::Black => SiteKind::White,
            _ => SiteKind::Black,
        }
    }
}

impl From<Color> for SiteKind {
    #[inline]
    fn from(color: Color) -> SiteKind {
        match color {
            Color::Black => SiteKind::Black,
            Color::White => SiteKind::White,
        }
    }
}

/// The content of an array slot: from the lowest bit the head of the stone's chain (12 bits, 0 without a stone) and the
/// [`SiteKind`]. Two stones belong to the same chain if their words are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site(u16);

const KIND: u32 = 12;

impl Site {
    /// Whether two parts of boards differ. Compares every entry, which takes fewer instructions than stopping early.
    #[inline]
    pub fn differ<const N: usize>(part: &[Site; N], other: &[Site; N]) -> bool {
        let bits = part.iter().zip(other).map(|(one, other)| one.0 ^ other.0);
        bits.fold(0, |all, bits| all | bits) != 0
    }

    pub const EMPTY: Site = Site::new(SiteKind::Empty, Point::NONE);
    pub const BORDER: Site = Site::new(SiteKind::Border, Point::NONE);

    /// Returns the content of a point with a stone of the chain headed by `head`.
    #[inline]
    pub const fn new(kind: SiteKind, head: Point) -> Site {
        Site((kind as u16) << KIND | head.index() as u16)
    }

    /// Returns the head of the chain; meaningless without a stone.
    #[inline]
    pub const fn head(self) -> Point {
        Point::from_index((self.0 & ((1 << KIND) - 1)) as usize)
    }

    #[inline]
    pub const fn kind(self) -> u32 {
        (self.0 >> KIND) as u32
    }

    #[inline]
    pub const fn is(self, kind: SiteKind) -> bool {
        self.kind() == kind as u32
    }

    /// Whether the slot holds a stone.
    #[inline]
    pub const fn is_stone(self) -> bool {
        self.0 < Site::EMPTY.0
    }

    #[inline]
    pub const fn color(self) -> Option<Color> {
        const BLACK: u32 = SiteKind::Black as u32;
        const WHITE: u32 = SiteKind::White as u32;
        match self.kind() {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }
}

//! What lies on one place of the board, in one word.

use super::super::point::Point;
use crate::engine::game::Color;

/// What a place of the arrays holds. The numbers select a byte in [`Around`](super::Around).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(super) enum Cell {
    Black,
    White,
    Empty,
    Border,
}

impl Cell {
    /// The stones of the other colour than these.
    #[inline]
    pub const fn foe(self) -> Cell {
        match self {
            Cell::Black => Cell::White,
            _ => Cell::Black,
        }
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// A place of the arrays: from the lowest bit the head of the chain of its stone (12 bits, 0 where no stone is),
/// and the [`Cell`]. Two stones belong to one chain if their words are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site(u16);

const CELL: u32 = 12;

impl Site {
    /// On the board, without a stone.
    pub const EMPTY: Site = Site::new(Cell::Empty, Point::NONE);
    /// Off the board.
    pub const BORDER: Site = Site::new(Cell::Border, Point::NONE);

    /// A stone of the chain with this head.
    #[inline]
    pub const fn new(cell: Cell, head: Point) -> Site {
        Site((cell as u16) << CELL | head.index() as u16)
    }

    /// The head of the chain; of no meaning where no stone is.
    #[inline]
    pub const fn head(self) -> Point {
        Point::from_index((self.0 & ((1 << CELL) - 1)) as usize)
    }

    /// The number of the [`Cell`].
    #[inline]
    pub const fn cell(self) -> u32 {
        (self.0 >> CELL) as u32
    }

    /// Whether this is there.
    #[inline]
    pub const fn is(self, cell: Cell) -> bool {
        self.cell() == cell as u32
    }

    /// Whether a stone is there.
    #[inline]
    pub const fn is_stone(self) -> bool {
        self.0 < Site::EMPTY.0
    }

    /// The colour of the stone, if one is there.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        const BLACK: u32 = Cell::Black as u32;
        const WHITE: u32 = Cell::White as u32;
        match self.cell() {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }
}

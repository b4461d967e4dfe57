//! Points, moves and board sizes.

use std::fmt::{self, Display};

use thiserror::Error;

/// The longest side of a board, limited by GTP's 25 column letters.
pub const MAX_SIDE: u8 = 25;

/// Distance between two rows in a board's arrays. A border column serves as the right end of one row and the left end
/// of the next. The distance is the same for every board size, so neighbors are at constant offsets.
pub(super) const STRIDE: u16 = MAX_SIDE as u16 + 1;

/// Length of an array indexed by [`Point::index`], border included.
pub const CELLS: usize = STRIDE as usize * (MAX_SIDE as usize + 2) + 1;

/// The largest number of points on a board.
pub const MAX_POINTS: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// A point of the board or of the surrounding border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Returns the point in `column` (0 is A, the leftmost) and `row` (0 is GTP's row 1, the lowest).
    ///
    /// # Panics
    /// If a coordinate is not below [`MAX_SIDE`].
    pub const fn new(column: u8, row: u8) -> Point {
        assert!(column < MAX_SIDE && row < MAX_SIDE);
        Point((row as u16 + 1) * STRIDE + column as u16 + 1)
    }

    /// A border point, used as filler in arrays.
    pub(crate) const NONE: Point = Point(0);

    /// Returns the point with this [`index`](Point::index).
    pub(crate) const fn from_index(index: usize) -> Point {
        debug_assert!(index < CELLS);
        Point(index as u16)
    }

    /// Returns the column, from 0 at the left.
    pub const fn column(self) -> u8 {
        ((self.0 - 1) % STRIDE) as u8
    }

    /// Returns the row, from 0 at the bottom.
    pub const fn row(self) -> u8 {
        ((self.0 - 1) / STRIDE - 1) as u8
    }

    /// Returns the index of the point in arrays of length [`CELLS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether two lists of points differ. Compares every entry, which takes fewer instructions than stopping early.
    #[inline]
    pub(crate) fn differ<const N: usize>(points: &[Point; N], others: &[Point; N]) -> bool {
        let bits = points
            .iter()
            .zip(others)
            .map(|(one, other)| one.0 ^ other.0);
        bits.fold(0, |all, bits| all | bits) != 0
    }

    /// Returns the points to the left, right, below and above. Points beyond the edge are border points.
    pub const fn neighbors(self) -> [Point; 4] {
        let at = self.0;
        [
            Point(at.wrapping_sub(1)),
            Point(at + 1),
            Point(at.wrapping_sub(STRIDE)),
            Point(at + STRIDE),
        ]
    }

    /// Returns the four diagonal neighbors. Points beyond the edge are border points.
    pub const fn diagonals(self) -> [Point; 4] {
        let at = self.0;
        [
            Point(at.wrapping_sub(STRIDE + 1)),
            Point(at.wrapping_sub(STRIDE - 1)),
            Point(at + STRIDE - 1),
            Point(at + STRIDE + 1),
        ]
    }

    /// Returns this point moved by the offset from `from` to `to`. The result must be on the board or next to it.
    pub(super) const fn shifted(self, from: Point, to: Point) -> Point {
        Point(self.0.wrapping_add(to.0).wrapping_sub(from.0))
    }

    /// Whether the two points are adjacent.
    pub fn touches(self, other: Point) -> bool {
        matches!(self.0.abs_diff(other.0), 1 | STRIDE)
    }
}

/// Writes a vertex as GTP does: a column letter, skipping I, and a row counted from 1.
impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.column();
        let letter = b'A' + column + u8::from(column >= 8);
        write!(f, "{}{}", letter as char, self.row() + 1)
    }
}

/// A move of Go. Resignation isn't a move; the session handles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A turn without a stone.
    Pass,
    /// A stone on this point.
    Place(Point),
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pass => f.write_str("pass"),
            Move::Place(point) => point.fmt(f),
        }
    }
}

/// A rejected board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board of {width}x{height} points: each side has to be from 1 to {MAX_SIDE}")]
pub struct BadSize {
    /// The requested number of columns.
    pub width: u32,
    /// The requested number of rows.
    pub height: u32,
}

/// The size of a board. Each side is from 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// Returns the size of a board of `width` by `height` points. Fails unless both are from 1 to [`MAX_SIDE`].
    pub const fn new(width: u32, height: u32) -> Result<Size, BadSize> {
        let longest = MAX_SIDE as u32;
        if width == 0 || width > longest || height == 0 || height > longest {
            return Err(BadSize { width, height });
        }
        Ok(Size {
            width: width as u8,
            height: height as u8,
        })
    }

    /// Returns the size of a square board, with the limits of [`Size::new`].
    pub const fn square(side: u32) -> Result<Size, BadSize> {
        Size::new(side, side)
    }

    /// Returns the number of columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the point is on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        // The first comparison excludes the bottom border, where `row` would underflow. Other border points have a
        // column or row out of range.
        point.0 > STRIDE && point.column() < self.width && point.row() < self.height
    }

    /// Iterates over the points row by row from the bottom, each row from the left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |c| Point::new(c, row)))
    }

    /// Iterates over the points row by row from the top, each row from the left: the order of networks and analysis.
    pub fn points_from_top(self) -> impl Iterator<Item = Point> {
        let rows = (0..self.height).rev();
        rows.flat_map(move |row| (0..self.width).map(move |c| Point::new(c, row)))
    }

    /// Returns the index of a point of this board in [`Size::points_from_top`].
    pub fn place_from_top(self, point: Point) -> usize {
        let row = usize::from(self.height - 1 - point.row());
        row * usize::from(self.width) + usize::from(point.column())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_survive_the_index() {
        let size = Size::square(25).unwrap();
        for point in size.points() {
            assert_eq!(point, Point::new(point.column(), point.row()));
            assert!(point.index() < CELLS && size.contains(point));
        }
    }

    #[test]
    fn neighbors_beyond_the_edge_are_off_the_board() {
        for (width, height) in [(1, 1), (2, 5), (19, 19), (25, 25), (25, 1)] {
            let size = Size::new(width, height).unwrap();
            for point in size.points() {
                let (column, row) = (i32::from(point.column()), i32::from(point.row()));
                let inside =
                    |c: i32, r: i32| c >= 0 && r >= 0 && c < width as i32 && r < height as i32;
                let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
                for ((dc, dr), neighbor) in steps.into_iter().zip(point.neighbors()) {
                    assert_eq!(inside(column + dc, row + dr), size.contains(neighbor));
                    assert!(point.touches(neighbor));
                }
                let steps = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
                for ((dc, dr), diagonal) in steps.into_iter().zip(point.diagonals()) {
                    assert_eq!(inside(column + dc, row + dr), size.contains(diagonal));
                    assert!(!point.touches(diagonal));
                }
            }
        }
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        for (width, height) in [(0, 9), (9, 0), (26, 9), (9, 26), (1_000_000, 9)] {
            assert_eq!(Size::new(width, height), Err(BadSize { width, height }));
        }
    }

    #[test]
    fn points_are_spelled_as_in_gtp() {
        assert_eq!(Point::new(0, 0).to_string(), "A1");
        assert_eq!(Point::new(7, 2).to_string(), "H3");
        assert_eq!(Point::new(8, 18).to_string(), "J19");
        assert_eq!(Point::new(24, 24).to_string(), "Z25");
    }
}

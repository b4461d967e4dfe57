//! Sets of points as bits, and arrays over points.

use crate::gomoku::rules::Point;
use crate::gomoku::rules::lines::{MAX_SIDE, bits_of};

/// Length of arrays over points: rows of 32, so that a step along a line is a fixed number of slots.
pub(in crate::gomoku) const SLOTS: usize = 1024;

/// Returns the index of a point in arrays over points.
#[inline]
pub(in crate::gomoku) fn slot(point: Point) -> usize {
    usize::from(point.y() & 31) << 5 | usize::from(point.x() & 31)
}

/// A set of points, one word per row.
pub(in crate::gomoku) type PointSet = [u32; MAX_SIDE];

/// Returns the points of `rows`, row by row from the top.
pub(in crate::gomoku) fn points_of(rows: &PointSet) -> impl Iterator<Item = Point> + '_ {
    rows.iter()
        .enumerate()
        .flat_map(|(y, &row)| bits_of(row).map(move |x| Point::new(x as u8, y as u8)))
}

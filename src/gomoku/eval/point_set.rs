//! Sets of points as bits, and arrays over points.

use crate::rules::Point;
use crate::rules::lines::{MAX_SIDE, bits_of};

/// Length of arrays over points: rows of 32, so that a step along a line is a fixed number of slots.
pub(crate) const SLOTS: usize = 1024;

/// Returns the index of a point in arrays over points.
#[inline]
pub(crate) fn slot(point: Point) -> usize {
    usize::from(point.y() & 31) << 5 | usize::from(point.x() & 31)
}

/// A set of points, one word per row.
pub(crate) type PointSet = [u32; MAX_SIDE];

/// Returns the points of `rows`, row by row from the top.
pub(crate) fn points_of(rows: &PointSet) -> impl Iterator<Item = Point> + '_ {
    rows.iter()
        .enumerate()
        .flat_map(|(y, &row)| bits_of(row).map(move |x| Point::new(x as u8, y as u8)))
}

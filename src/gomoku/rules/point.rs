//! A point of the board.

use std::fmt::{self, Debug};

/// A point of a board of any size; `Position::contains` checks whether it is on a given board. Points are ordered row
/// by row from the top, each from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    y: u8,
    x: u8,
}

impl Point {
    /// Returns the point in column `x` from the left and row `y` from the top, both from 0.
    pub const fn new(x: u8, y: u8) -> Self {
        Point { y, x }
    }

    /// Returns the column, from 0 on the left.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// Returns the row, from 0 at the top.
    pub const fn y(self) -> u8 {
        self.y
    }
}

impl Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

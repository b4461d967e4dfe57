//! A point of the board.

use std::fmt::{self, Debug};

/// A point of a board of any size; whether it lies on a given one is `Position::contains`'s answer. Points
/// are ordered as one reads: row by row from the top, each from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    y: u8,
    x: u8,
}

impl Point {
    /// The point in column `x` from the left and row `y` from the top, both counted from 0.
    pub const fn new(x: u8, y: u8) -> Self {
        Point { y, x }
    }

    /// The column from the left, 0 first.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// The row from the top, 0 first.
    pub const fn y(self) -> u8 {
        self.y
    }
}

impl Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

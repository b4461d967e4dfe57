//! A point of any game's board.

/// A point of a board. Both numbers count from 0 at the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// Column from the left.
    pub column: u8,
    /// Row from the top.
    pub row: u8,
}

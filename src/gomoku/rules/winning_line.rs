//! The row that won a game.

use super::Point;
use super::lines::{Direction, walk};
use tengen_engine::game::Color;

/// A winning row with all of its stones, which may be more than five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningLine {
    color: Color,
    first: Point,
    direction: Direction,
    length: u32,
}

impl WinningLine {
    /// Returns the row of `length` stones of `color` that starts at `first`.
    pub(super) fn new(color: Color, first: Point, direction: Direction, length: u32) -> Self {
        WinningLine {
            color,
            first,
            direction,
            length,
        }
    }

    /// Returns the winning side.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Returns the stones from one end to the other.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let WinningLine {
            first, direction, ..
        } = *self;
        (0..self.length as i32).map(move |steps| walk(first, direction, steps))
    }
}

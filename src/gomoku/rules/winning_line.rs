//! The row that ends a game.

use super::Point;
use super::lines::{Direction, walk};
use crate::engine::game::Color;

/// A finished row: all of its stones, which may be more than five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinningLine {
    color: Color,
    first: Point,
    direction: Direction,
    length: u32,
}

impl WinningLine {
    /// `length` stones of `color` from `first` on.
    pub(super) fn new(color: Color, first: Point, direction: Direction, length: u32) -> Self {
        WinningLine {
            color,
            first,
            direction,
            length,
        }
    }

    /// The side that made it.
    pub fn color(&self) -> Color {
        self.color
    }

    /// Its stones from one end to the other.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let WinningLine {
            first, direction, ..
        } = *self;
        (0..self.length as i32).map(move |steps| walk(first, direction, steps))
    }
}

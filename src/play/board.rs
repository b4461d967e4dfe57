//! A board as points with stones.

use tengen_engine::game::Color;
use tengen_engine::game::Point;

/// The content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// No stone.
    Empty,
    /// A stone or disc.
    Stone(Color),
    /// No stone, and no move to the point is possible.
    Blocked,
}

/// A position set up by a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// All stones, in the order of the arguments. No two share a point.
    pub stones: Vec<(Color, Point)>,
    /// The side to move, if the arguments name one.
    pub to_move: Option<Color>,
}

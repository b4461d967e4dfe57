//! Board contents and positions set up by a client.

use tengen_engine::game::Color;
use tengen_engine::game::Point;

/// Content of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// An empty point that can be played.
    Empty,
    /// A stone or disc of this color.
    Stone(Color),
    /// An empty point on which no move is possible.
    Blocked,
}

/// A position set up by a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Stones in the order of the arguments, each on its own point.
    pub stones: Vec<(Color, Point)>,
    /// Side to move, if the client named one.
    pub to_move: Option<Color>,
}

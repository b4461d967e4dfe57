//! The value and the best line of a position.

use serde::{Deserialize, Serialize};

use crate::engine::game::Color;
use crate::tool::searches::PositionValue;

/// A position of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PositionKey {
    /// The number of the game, from 1.
    pub game: usize,
    /// The number of moves before the position.
    pub moves: usize,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedMove {
    /// Whether black played it.
    pub by_black: bool,
    /// The move as it is spelled in its game.
    pub name: String,
}

impl NamedMove {
    /// Returns the side that played it.
    pub fn color(&self) -> Color {
        match self.by_black {
            true => Color::Black,
            false => Color::White,
        }
    }
}

/// The value and the best line of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Appraisal {
    /// Expected result for black, and score for black. `None` if the game is over and the board does not show the result.
    pub value: Option<PositionValue>,
    /// The move that led to the position.
    pub played: Option<NamedMove>,
    /// The best line; empty if the game is over.
    pub line: Vec<String>,
    /// The moves as good as the first of the line: that move and its images on a board that looks the same from several sides.
    #[serde(default)]
    pub best_moves: Vec<String>,
    /// The nodes or visits of the search.
    pub visits: u64,
}

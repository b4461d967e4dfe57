//! The value and the best line of a position.

use serde::{Deserialize, Serialize};

use crate::tool::searches::PositionValue;
use tengen_engine::game::Color;

/// A position of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PositionKey {
    /// The number of the game, from 1.
    pub game: usize,
    /// The number of moves before the position.
    pub moves: usize,
}

/// What a move loses for its side; 0 for a move as good as the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueLoss {
    /// Loss of the expected result, from 0 to 1.
    pub winrate: f32,
    /// Loss in the game's unit, 0 or more.
    pub score: f32,
}

impl ValueLoss {
    /// Returns the difference of two values of `side`'s moves, 0 where `played` is the higher one.
    pub fn new(best: PositionValue, played: PositionValue, side: Color) -> ValueLoss {
        let (best, played) = (best.turned(side), played.turned(side));
        ValueLoss {
            winrate: (best.winrate - played.winrate).max(0.0),
            score: (best.score - played.score).max(0.0),
        }
    }
}

/// The value and the best line of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Appraisal {
    /// Expected result for black, and score for black. `None` if the game is over and the board does not show the result.
    pub value: Option<PositionValue>,
    /// The move that led to the position, as players spell it.
    pub played: Option<String>,
    /// The best line; empty if the game is over.
    pub line: Vec<String>,
    /// What the next move of the game loses against the best one, found by searches of this position within the same limits.
    /// `None` if no move follows, or the position was not searched.
    pub next_loss: Option<ValueLoss>,
    /// The nodes or visits of the search.
    pub visits: u64,
}

//! Values and best lines of positions.

use serde::{Deserialize, Serialize};

use crate::tool::searches::PositionValue;
use tengen_engine::game::Color;

/// A position in a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PositionKey {
    /// Number of the game in the file, from 1.
    pub game: usize,
    /// Number of moves played before the position.
    pub moves: usize,
}

/// The loss of a move for the side that plays it; 0 if the move is as good as the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueLoss {
    /// Loss of the expected result, from 0 to 1.
    pub winrate: f32,
    /// Loss in the game's unit, 0 or more.
    pub score: f32,
}

impl ValueLoss {
    /// Returns how much worse `played` is than `best` for `side`, or 0 where it is better.
    pub fn new(best: PositionValue, played: PositionValue, side: Color) -> ValueLoss {
        let (best, played) = (best.turned(side), played.turned(side));
        ValueLoss {
            winrate: (best.winrate - played.winrate).max(0.0),
            score: (best.score - played.score).max(0.0),
        }
    }
}

/// A position's value, best line and loss of the move played next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Appraisal {
    /// Expected result and score for Black. `None` if the game is over and the board does not show the result.
    pub value: Option<PositionValue>,
    /// The move that led to the position, in the notation of the game's players.
    pub played: Option<String>,
    /// The best line of play; empty if the game is over.
    pub line: Vec<String>,
    /// Loss of the game's next move against the best move, from searches of this position within the same limits.
    /// `None` if no move follows or the position was not searched.
    pub next_loss: Option<ValueLoss>,
    /// Nodes or visits of the search.
    pub visits: u64,
}

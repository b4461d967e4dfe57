//! What searches of Reversi can be asked beyond others.

use std::convert::Infallible;

use super::rules::Move;
use tengen_engine::game::GameMove;

/// What is asked of a search of Reversi beside its best move.
#[derive(Clone, Debug, PartialEq)]
pub struct ReversiRequest {
    /// Whether the result has to be proven, with a line for every move that reaches it.
    pub proof: bool,
    /// Confidence in percent at which a search to the end of the game may stop; 100 prunes nothing by statistics.
    pub selectivity: u8,
    /// Whether a move from the opening book will do.
    pub book: bool,
}

impl Default for ReversiRequest {
    fn default() -> Self {
        ReversiRequest {
            proof: false,
            selectivity: 100,
            book: false,
        }
    }
}

impl GameMove for Move {
    type Request = ReversiRequest;
    type Event = Infallible;
}

//! Search options specific to Reversi.

use std::convert::Infallible;

use super::rules::Move;
use tengen_engine::game::GameMove;

/// The part of a search request that is specific to Reversi.
#[derive(Clone, Debug, PartialEq)]
pub struct ReversiRequest {
    /// Whether the result must be proven, with a line for every move that reaches it.
    pub proof: bool,
    /// The confidence in percent at which a search to the end of the game may stop; 100 disables statistical pruning.
    pub selectivity: u8,
    /// Whether a move from the opening book is sufficient.
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

//! What searches of Go can be asked beyond others.

use std::convert::Infallible;

use super::board::Move;
use super::puct::SearchOverrides;
use crate::engine::game::GameMove;

/// What is asked of a search of Go beside its best move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoRequest {
    /// Whether the root's ownership is wanted.
    pub ownership: bool,
    /// Whether the ownership after each move of the report is wanted.
    pub move_ownership: bool,
    /// Whether the network's policy of the root is wanted.
    pub policy: bool,
    /// Deviations from the player's way to search.
    pub overrides: SearchOverrides,
    /// Winrate below which the search would resign, from 0 to 1; its own threshold if `None`.
    pub resign_below: Option<f32>,
    /// Whether to capture the opponent's dead stones before a pass, as after a dispute about them.
    pub cleans_up: bool,
}

impl GameMove for Move {
    type Request = GoRequest;
    type Event = Infallible;
}

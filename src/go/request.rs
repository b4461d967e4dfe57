//! What searches of Go can be asked beyond others.

use std::convert::Infallible;

use super::board::Move;
use super::search_mode::SearchOverrides;
use tengen_engine::game::GameMove;

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
    /// Conditions of resigning that replace the player's own.
    pub resign: ResignConditions,
    /// Whether to capture the opponent's dead stones before a pass, as after a dispute about them.
    pub cleans_up: bool,
}

/// Conditions of resigning; the player's own where they are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResignConditions {
    /// Winrate below which the search would resign, from 0 to 1.
    pub below: Option<f32>,
    /// Searches in a row that have to find the game lost, at least 1. The search with playouts resigns at the first.
    pub turns: Option<u32>,
    /// Share of the board's points that have to be occupied, from 0 to 1.
    pub after: Option<f32>,
    /// Points that the side has to be behind.
    pub deficit: Option<f32>,
}

impl ResignConditions {
    /// Whether a side that leads by `lead` points is far enough behind.
    pub fn is_behind(&self, lead: f32) -> bool {
        self.deficit.is_none_or(|deficit| -lead > deficit)
    }
}

impl GameMove for Move {
    type Request = GoRequest;
    type Event = Infallible;
}

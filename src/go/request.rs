//! Requests that only Go searches understand.

use std::convert::Infallible;

use super::board::Move;
use super::search_mode::SearchOverrides;
use tengen_engine::game::GameMove;

/// Requests to a Go search beyond its best move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoRequest {
    /// Whether to report the root's ownership.
    pub ownership: bool,
    /// Whether to report the ownership after each reported move.
    pub move_ownership: bool,
    /// Whether to report the network's policy at the root.
    pub policy: bool,
    /// Overrides of the player's search parameters.
    pub overrides: SearchOverrides,
    /// Resignation conditions that replace the player's own.
    pub resign: ResignConditions,
    /// Whether to capture the opponent's dead stones before passing, as after a dispute about them.
    pub cleans_up: bool,
}

/// Resignation conditions; `None` keeps the player's own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResignConditions {
    /// Winrate below which the search would resign, from 0 to 1.
    pub below: Option<f32>,
    /// Consecutive searches, at least 1, that must find the game lost. The playout search resigns at the first.
    pub turns: Option<u32>,
    /// Share of the board's points that must be occupied, from 0 to 1.
    pub after: Option<f32>,
    /// Points by which the side must be behind.
    pub deficit: Option<f32>,
}

impl ResignConditions {
    /// Whether a side that leads by `lead` points is far enough behind to resign.
    pub fn is_behind(&self, lead: f32) -> bool {
        self.deficit.is_none_or(|deficit| -lead > deficit)
    }
}

impl GameMove for Move {
    type Request = GoRequest;
    type Event = Infallible;
}

//! The player of gomoku: the full search, or a level below it.

use super::level::LevelSearch;
use super::search::AlphaBeta;
use crate::engine::Settings;
use crate::engine::searcher::LeveledPlayer;

/// A player with the full search and with the levels below it.
pub type Player = LeveledPlayer<AlphaBeta, LevelSearch>;

impl Player {
    /// Returns a player with these settings.
    pub fn new(settings: Settings) -> Player {
        Player::of(AlphaBeta::new(settings), LevelSearch::new(settings.seed))
    }
}

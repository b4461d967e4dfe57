//! The gomoku player: the full search, or a level below it.

use super::level::LevelSearch;
use super::search::AlphaBeta;
use tengen_engine::Settings;
use tengen_engine::searcher::LeveledPlayer;

/// A player with the full search and the levels below it.
pub type Player = LeveledPlayer<AlphaBeta, LevelSearch>;

/// Returns a player with these settings.
pub fn new_player(settings: Settings) -> Player {
    LeveledPlayer::new(AlphaBeta::new(settings), LevelSearch::new(settings.seed))
}

//! The Reversi player: the full search with its book, or a level below it.

use std::sync::Arc;

use super::book::Book;
use super::level::LevelSearch;
use super::search::AlphaBeta;
use tengen_engine::Settings;
use tengen_engine::searcher::LeveledPlayer;

/// A player with the full search and with weaker levels, which use no book.
pub type Player = LeveledPlayer<AlphaBeta, LevelSearch>;

/// Returns a player with these settings, using `book` at full strength.
pub fn new_player(settings: Settings, book: Option<Arc<Book>>) -> Player {
    LeveledPlayer::new(
        AlphaBeta::with_book(settings, book),
        LevelSearch::new(settings.seed),
    )
}

//! The player of Reversi: the full search with its book, or a level below it.

use std::sync::Arc;

use super::book::Book;
use super::level::LevelSearch;
use super::search::AlphaBeta;
use tengen_engine::Settings;
use tengen_engine::searcher::LeveledPlayer;

/// A player with the full search and with the levels below it, which use no book.
pub type Player = LeveledPlayer<AlphaBeta, LevelSearch>;

/// Returns a player with these settings and this book.
pub fn new_player(settings: Settings, book: Option<Arc<Book>>) -> Player {
    LeveledPlayer::new(
        AlphaBeta::with_book(settings, book),
        LevelSearch::new(settings.seed),
    )
}

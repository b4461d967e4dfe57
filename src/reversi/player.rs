//! The player of Reversi: the full search with its book, or a level below it.

use std::sync::Arc;

use super::book::Book;
use super::level::LevelSearch;
use super::search::AlphaBeta;
use crate::engine::Settings;
use crate::engine::searcher::LeveledPlayer;

/// A player with the full search and with the levels below it, which use no book.
pub type Player = LeveledPlayer<AlphaBeta, LevelSearch>;

impl Player {
    /// Returns a player with these settings and this book.
    pub fn new(settings: Settings, book: Option<Arc<Book>>) -> Player {
        let full = AlphaBeta::with_book(settings, book);
        Player::of(full, LevelSearch::new(settings.seed))
    }
}

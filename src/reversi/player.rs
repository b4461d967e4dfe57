//! The player of Reversi: the full search with its book, or a level below it.

use std::sync::Arc;

use super::book::Book;
use super::level::LevelSearch;
use super::rules::{Move, Position};
use super::search::AlphaBeta;
use crate::engine::record::Record;
use crate::engine::{Control, SearchResult, Searcher, Settings};

/// A player with the full search and with the levels below it, which use no book.
pub struct Player {
    full: AlphaBeta,
    levels: LevelSearch,
}

impl Player {
    /// Returns a player with these settings and this book.
    pub fn new(settings: Settings, book: Option<Arc<Book>>) -> Player {
        Player {
            full: AlphaBeta::with_book(settings, book),
            levels: LevelSearch::new(settings.seed),
        }
    }
}

impl Searcher<Position> for Player {
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        match control.request().level {
            Some(level) => self.levels.find(level, record, control),
            None => self.full.search_game(record, control),
        }
    }

    fn prepare(&mut self, position: &Position) {
        self.full.prepare(position);
    }

    fn clear(&mut self) {
        self.full.clear();
    }

    fn configure(&mut self, settings: Settings) {
        self.full.configure(settings);
        self.levels.set_seed(settings.seed);
    }
}

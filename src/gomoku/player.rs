//! The player of gomoku: the full search, or a level below it.

use super::level::LevelSearch;
use super::rules::{Point, Position};
use super::search::AlphaBeta;
use crate::engine::record::Record;
use crate::engine::{Control, SearchResult, Searcher, Settings, TableCommand};

/// A player with the full search and with the levels below it.
pub struct Player {
    full: AlphaBeta,
    levels: LevelSearch,
}

impl Player {
    /// Returns a player with these settings.
    pub fn new(settings: Settings) -> Player {
        Player {
            full: AlphaBeta::new(settings),
            levels: LevelSearch::new(settings.seed),
        }
    }
}

impl Searcher<Position> for Player {
    fn search_game(
        &mut self,
        record: &Record<Position>,
        control: &Control<Point>,
    ) -> Option<SearchResult<Point>> {
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

    fn run_table_command(
        &mut self,
        command: &TableCommand,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        self.full.run_table_command(command, interrupted)
    }

    fn configure(&mut self, settings: Settings) {
        self.full.configure(settings);
        self.levels.set_seed(settings.seed);
    }
}

//! A player of full strength with the players of the levels below it.

use super::{Searcher, Settings, TableCommand};
use crate::engine::game::Position;
use crate::engine::record::Record;
use crate::engine::{Control, SearchResult, SkillLevel};

/// The player of the levels of a game.
pub trait LevelPlayer<P: Position>: Send + 'static {
    /// Finds a move of a level; `None` only if there is no legal one.
    fn find(
        &mut self,
        level: SkillLevel,
        record: &Record<P>,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>>;

    /// Changes the seed.
    fn set_seed(&mut self, seed: u64);
}

/// A player that asks the full search `F`, or `L` where a level is wanted.
pub struct LeveledPlayer<F, L> {
    full: F,
    levels: L,
}

impl<F, L> LeveledPlayer<F, L> {
    /// Creates a player.
    pub fn of(full: F, levels: L) -> Self {
        LeveledPlayer { full, levels }
    }
}

impl<P: Position, F: Searcher<P>, L: LevelPlayer<P>> Searcher<P> for LeveledPlayer<F, L> {
    fn search_game(
        &mut self,
        record: &Record<P>,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>> {
        match control.request().level {
            Some(level) => self.levels.find(level, record, control),
            None => self.full.search_game(record, control),
        }
    }

    fn prepare(&mut self, position: &P) {
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

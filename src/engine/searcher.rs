//! What a player of a game is: a search with tables and settings.

use super::control::Control;
use super::report::SearchResult;

use crate::engine::cpu::Level;
use crate::engine::files::Named;
use crate::engine::game::Position;
use crate::engine::record::Record;

/// Resources of a search, changed between jobs only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Threads that one search may use, at least 1.
    pub threads: usize,
    /// Bytes that the search's tables may take.
    pub memory: usize,
    /// Seed of every random choice: with one thread and a node limit the same seed gives the same move.
    pub seed: u64,
    /// Instruction set of the search; every one gives the same moves.
    pub isa: Level,
    /// Numbers of the searches that differ from their defaults.
    #[cfg(feature = "tuning")]
    pub params: &'static [crate::engine::tuning::ParamSetting],
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            memory: 256 << 20,
            seed: 0,
            isa: Level::detect(),
            #[cfg(feature = "tuning")]
            params: &[],
        }
    }
}

/// What can be asked of the table in which a search keeps what it has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// How full is it?
    Usage,
    /// Write it into this file, as a whole or not at all.
    Save(Named),
    /// Take up what this file holds, or leave everything as it is if that is not such a table.
    Load(Named),
}

/// A player of one game: the search and the tables it keeps from move to move.
pub trait Searcher<P: Position>: Send + 'static {
    /// Searches the position at the end of a game for its side to move until the answer is sure or `control` says
    /// stop. `None` only if there is no legal move. Even when stopped at once it returns a legal move. Most searches
    /// look at the position alone, some at the moves before it too.
    fn search_game(
        &mut self,
        record: &Record<P>,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>>;

    /// Searches a position of which no past is known, as [`search_game`](Self::search_game) does.
    fn search(
        &mut self,
        position: &P,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>> {
        self.search_game(&Record::new(position.clone()), control)
    }

    /// Gets ready for a search of a position like this one: builds what takes long and need not wait until a clock runs.
    fn prepare(&mut self, _: &P) {}

    /// Forgets everything learned from former positions: a new game begins, or a result must not depend on
    /// what came before.
    fn clear(&mut self);

    /// Runs an errand for its table; the text says how it went. A file that is being read is left once `interrupted` says
    /// so. Most searches keep no table that could be asked for.
    fn run_table_command(
        &mut self,
        _: &TableCommand,
        _interrupted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        Err("this search keeps no table to be looked at".to_owned())
    }

    /// Takes new resources, resizing tables as needed.
    fn configure(&mut self, settings: Settings);
}

//! The common interface of the searches, and their settings.
//!
//! - `leveled_player`: a player of full strength with the players of the levels below it
//! - `backend`: where a search evaluates its networks
//! - `cold_search`: a full search with a cold table, as used by strong levels
//!
//! Tests: `src/go/player.rs` and the levels of each game, such as `src/gomoku/level/level_search.rs`;
//! `protocol-tests/gtp/levels.txt`.
//! A change moves: the player of every game, at every level. The bench signature stays, unless the settings of a search change.

mod backend;
mod cold_search;
mod leveled_player;

pub use backend::{Backend, BatchCounts, OnnxBackend, OnnxProvider, UnknownBackend};
pub use cold_search::ColdSearch;
pub use leveled_player::{LevelPlayer, LeveledPlayer, valued_at_full_strength};

use crate::control::Control;
use crate::cpu::Level;
use crate::files::Named;
use crate::game::Position;
use crate::record::Record;
use crate::report::SearchResult;

/// Settings of a search, which change only between jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Number of search threads, at least 1.
    pub threads: usize,
    /// Size limit of the search's tables, in bytes.
    pub memory: usize,
    /// Seed of all random choices: with one thread and a node limit, the same seed gives the same move.
    pub seed: u64,
    /// Instruction set of the search and its network; see [`cpu`](crate::cpu) for its effect on results.
    pub isa: Level,
    /// Where networks are evaluated.
    pub backend: Backend,
    /// Parameters that differ from their defaults.
    #[cfg(feature = "tuning")]
    pub params: &'static [crate::tuning::ParamSetting],
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            memory: 256 << 20,
            seed: 0,
            isa: Level::detect(),
            backend: Backend::Cpu,
            #[cfg(feature = "tuning")]
            params: &[],
        }
    }
}

/// A command to the hash table of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Reports how full the table is.
    Usage,
    /// Saves the table to this file, replacing the file as a whole.
    Save(Named),
    /// Loads the table from this file. The table stays unchanged if the file does not contain one.
    Load(Named),
}

/// A search for one game, with the tables that it keeps from move to move.
pub trait Searcher<P: Position>: Send + 'static {
    /// Searches the last position of a record for its side to move, until the result is certain or `control` ends the
    /// search. Returns a legal move even if stopped at once, and `None` only if there is none. Most searches ignore the
    /// earlier moves.
    fn search_game(
        &mut self,
        record: &Record<P>,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>>;

    /// Searches a position without history, like [`search_game`](Self::search_game).
    fn search(
        &mut self,
        position: &P,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>> {
        self.search_game(&Record::new(position.clone()), control)
    }

    /// Prepares a search of a position like this one: does slow initialization before a clock runs.
    fn prepare(&mut self, _: &P) {}

    /// Clears everything kept from earlier searches, for a new game or for a reproducible result.
    fn clear(&mut self);

    /// Runs a hash table command and returns a message about its success, or about its failure. Stops reading a file
    /// once `interrupted` returns true. By default the search has no such table, which is an error.
    fn run_table_command(
        &mut self,
        _: &TableCommand,
        _interrupted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        Err("this search keeps no table to be looked at".to_owned())
    }

    /// Applies new settings, and resizes the tables as needed.
    fn configure(&mut self, settings: Settings);
}

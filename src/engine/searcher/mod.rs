//! The interface of the three searches, and their settings.
//!
//! - `leveled_player`: a player of full strength with the players of the levels below it
//! - `cold_search`: the full search with a cold table, as strong levels use it
//!
//! Tests: `src/go/player.rs` and the levels of each game, such as `src/gomoku/level/level_search.rs`;
//! `protocol-tests/gtp/levels.txt`.
//! A change moves: the player of every game, at every level. The bench signature stays, unless the settings of a search change.

mod cold_search;
mod leveled_player;

pub use cold_search::ColdSearch;
pub use leveled_player::{LevelPlayer, LeveledPlayer, valued_at_full_strength};

use crate::control::Control;
use crate::cpu::Level;
use crate::files::Named;
use crate::game::Position;
use crate::record::Record;
use crate::report::SearchResult;

/// Settings of a search, which change between jobs only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Number of search threads, at least 1.
    pub threads: usize,
    /// Size limit of the search's tables, in bytes.
    pub memory: usize,
    /// Seed of all random choices: with one thread and a node limit, the same seed gives the same move.
    pub seed: u64,
    /// Instruction set of the search and its network; [`cpu`](crate::cpu) promises what stays the same.
    pub isa: Level,
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
            #[cfg(feature = "tuning")]
            params: &[],
        }
    }
}

/// A command to the hash table of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Report how full it is.
    Usage,
    /// Save it to this file, replacing the file as a whole.
    Save(Named),
    /// Load it from this file; the table stays as it is if the file holds none.
    Load(Named),
}

/// A search for one game, with the tables that it keeps from move to move.
pub trait Searcher<P: Position>: Send + 'static {
    /// Searches the position at the end of a record for its side to move, until the result is certain or `control` ends the
    /// search. Returns a legal move even if stopped at once, and `None` only if there is none. Most searches ignore the
    /// moves before the position.
    fn search_game(
        &mut self,
        record: &Record<P>,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>>;

    /// Searches a position without history, as [`search_game`](Self::search_game) does.
    fn search(
        &mut self,
        position: &P,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>> {
        self.search_game(&Record::new(position.clone()), control)
    }

    /// Prepares a search of a position like this one: builds what takes long before a clock runs.
    fn prepare(&mut self, _: &P) {}

    /// Clears everything kept from earlier searches, for a new game or for a reproducible result.
    fn clear(&mut self);

    /// Runs a command on the hash table and returns a text about its success. Reading a file ends early once `interrupted`
    /// returns true.
    ///
    /// # Errors
    ///
    /// A text on what went wrong, by default that the search has no such table.
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

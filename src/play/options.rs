//! Options of the games: those of the command line, and those of a search.

use std::path::PathBuf;
use std::sync::Arc;

use tengen_engine::game::Color;
use tengen_go::net::Network;
use tengen_go::request::ResignConditions;
use tengen_go::search_mode::SearchOverrides;
use tengen_go::{Komi, Rules};
use tengen_gomoku::Rule;
use tengen_reversi::book::Book;

/// Options of all games.
#[derive(Clone, Debug, Default)]
pub struct GameOptions {
    /// Board size; `None` for the game's default.
    pub size: Option<u8>,
    /// Options of Go.
    pub go: GoOptions,
    /// Options of gomoku.
    pub gomoku: GomokuOptions,
    /// Options of Reversi.
    pub reversi: ReversiOptions,
}

/// Options of Go.
#[derive(Clone, Debug, Default)]
pub struct GoOptions {
    /// Columns and rows of the board at first, unless the options of all games set a size.
    pub board: Option<(u8, u8)>,
    /// The initial network; `None` to search with playouts.
    pub network: Option<Arc<Network>>,
    /// A network that predicts the moves of people.
    pub human: Option<Arc<Network>>,
    /// The initial rules; `None` for the engine's own.
    pub rules: Option<Rules>,
    /// The initial komi; `None` for the usual one.
    pub komi: Option<Komi>,
    /// Komi that no command changes.
    pub forced_komi: Option<Komi>,
    /// The handicap stones on the board of the first game, on their usual points; 0 for none.
    pub handicap: u8,
    /// Whether black's first moves are no handicap, however many they are.
    pub ignores_played_handicap: bool,
    /// Conditions of resigning.
    pub resign: ResignConditions,
    /// Deviations of searches for a move.
    pub overrides: SearchOverrides,
    /// Deviations of analyses.
    pub analysis_overrides: SearchOverrides,
}

/// Options of gomoku.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuOptions {
    /// The initial rule.
    pub rule: Rule,
}

/// Options of Reversi.
#[derive(Clone, Debug, Default)]
pub struct ReversiOptions {
    /// The source of opening moves.
    pub opening: Opening,
}

/// The source of opening moves in Reversi.
#[derive(Clone, Debug, Default)]
pub enum Opening {
    /// The search.
    #[default]
    Searched,
    /// The book embedded in the executable.
    Embedded,
    /// A book in a file, which may be extended by learning.
    File(PathBuf, Arc<Book>),
}

impl Opening {
    /// Returns the book, if there is one.
    pub fn book(&self) -> Option<Arc<Book>> {
        match self {
            Opening::Searched => None,
            Opening::Embedded => Some(Book::embedded()),
            Opening::File(_, book) => Some(book.clone()),
        }
    }
}

/// Search options that clients may set in every game. A game ignores those that its search does not support.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClientOptions {
    /// Whether to compute the ownership at the root.
    pub ownership: bool,
    /// Whether to compute the ownership after each move.
    pub move_ownership: bool,
    /// Whether the search is an analysis rather than one for a move.
    pub analysis: bool,
    /// The side that the search is for, if it is not the side to move.
    pub side: Option<Color>,
    /// Whether the move may come from an opening book.
    pub book: bool,
    /// Winrate below which the search may resign, from 0 to 1. `None` leaves the search's own threshold.
    pub resign_below: Option<f32>,
}

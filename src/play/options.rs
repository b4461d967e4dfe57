//! Options of the games, from the command line and for single searches.

use std::path::PathBuf;
use std::sync::Arc;

use tengen_engine::game::Color;
use tengen_go::net::Network;
use tengen_go::request::ResignConditions;
use tengen_go::search_mode::SearchOverrides;
use tengen_go::{Komi, Rules};
use tengen_gomoku::Rule;
use tengen_reversi::book::Book;

/// Command-line options of all games.
#[derive(Clone, Debug, Default)]
pub struct GameOptions {
    /// Side length of the board; `None` for the game's default.
    pub size: Option<u8>,
    /// Options for Go only.
    pub go: GoOptions,
    /// Options for gomoku only.
    pub gomoku: GomokuOptions,
    /// Options for Reversi only.
    pub reversi: ReversiOptions,
}

/// Command-line options of Go.
#[derive(Clone, Debug, Default)]
pub struct GoOptions {
    /// Initial columns and rows of the board, unless [`GameOptions::size`] is set.
    pub board: Option<(u8, u8)>,
    /// Initial network; `None` to search with playouts.
    pub network: Option<Arc<Network>>,
    /// Network that predicts human moves.
    pub human: Option<Arc<Network>>,
    /// Initial rules; `None` for the engine's default.
    pub rules: Option<Rules>,
    /// Initial komi; `None` for the usual komi of the rules.
    pub komi: Option<Komi>,
    /// Komi that no command can change.
    pub forced_komi: Option<Komi>,
    /// Handicap stones on their usual points in the first game; 0 for none.
    pub handicap: u8,
    /// Whether Black's consecutive first moves never count as handicap stones.
    pub ignores_played_handicap: bool,
    /// Conditions for resigning a lost game.
    pub resign: ResignConditions,
    /// Search parameters overridden when searching for a move.
    pub overrides: SearchOverrides,
    /// Search parameters overridden in analysis.
    pub analysis_overrides: SearchOverrides,
}

/// Command-line options of gomoku.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuOptions {
    /// Initial rule of the game.
    pub rule: Rule,
}

/// Command-line options of Reversi.
#[derive(Clone, Debug, Default)]
pub struct ReversiOptions {
    /// Source of opening moves.
    pub opening: Opening,
}

/// Source of opening moves in Reversi.
#[derive(Clone, Debug, Default)]
pub enum Opening {
    /// Search only, without a book.
    #[default]
    Searched,
    /// Book embedded in the executable.
    Embedded,
    /// Book in a file, which learning may extend.
    File(PathBuf, Arc<Book>),
}

impl Opening {
    /// Returns the book; `None` if openings are searched.
    pub fn book(&self) -> Option<Arc<Book>> {
        match self {
            Opening::Searched => None,
            Opening::Embedded => Some(Book::embedded()),
            Opening::File(_, book) => Some(book.clone()),
        }
    }
}

/// Search options that clients can set in every game. A game ignores those that its search does not support.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClientOptions {
    /// Whether to compute ownership at the root.
    pub ownership: bool,
    /// Whether to compute ownership after each move.
    pub move_ownership: bool,
    /// Whether the search is for analysis, not to choose a move.
    pub analysis: bool,
    /// Side to search for, if it is not the side to move.
    pub side: Option<Color>,
    /// Whether the move may come from an opening book.
    pub book: bool,
    /// Winrate below which the search may resign, from 0 to 1; `None` for the search's own threshold.
    pub resign_below: Option<f32>,
}

//! What the command line settles before the first line is read.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::Settings;
use crate::engine::files::Access;
use crate::engine::game::Game;
use crate::go::net::Network;
use crate::gomoku::Rule;
use crate::reversi::book::Book;

/// Options of a conversation, and of each game that it may be about.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game that GTP begins with.
    pub game: Game,
    /// Board size, if not the game's usual one.
    pub size: Option<u8>,
    /// Resources of the search.
    pub settings: Settings,
    /// Time that a search by nodes, visits or depth may still take after the end of the input.
    pub linger: Duration,
    /// Whether sessions of GTP and of NBoard's protocol search on the opponent's time.
    pub ponder: bool,
    /// Which files a client may name.
    pub files: Access,
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
    /// The network to begin with; playouts if `None`.
    pub network: Option<Arc<Network>>,
}

/// Options of gomoku.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuOptions {
    /// The rule to begin with.
    pub rule: Rule,
}

/// Options of Reversi.
#[derive(Clone, Debug, Default)]
pub struct ReversiOptions {
    /// Where openings come from.
    pub opening: Opening,
}

/// Where the first moves of a game of Reversi come from.
#[derive(Clone, Debug, Default)]
pub enum Opening {
    /// The search.
    #[default]
    Searched,
    /// The book in the program.
    Embedded,
    /// A book in a file, which may learn.
    File(PathBuf, Arc<Book>),
}

impl Opening {
    /// The book, if there is one.
    pub fn book(&self) -> Option<Arc<Book>> {
        match self {
            Opening::Searched => None,
            Opening::Embedded => Some(Book::embedded()),
            Opening::File(_, book) => Some(book.clone()),
        }
    }
}

impl Options {
    /// Options with which tools begin a game: its usual board, no network, no book, no files.
    pub fn plain(game: Game) -> Options {
        Options {
            game,
            size: None,
            settings: Settings::default(),
            linger: Duration::ZERO,
            ponder: false,
            files: Access::Nowhere,
            go: GoOptions::default(),
            gomoku: GomokuOptions::default(),
            reversi: ReversiOptions::default(),
        }
    }
}

//! The protocols: text to commands, results to text.
//!
//! - `front`: lines to commands and commands to the conversation, for all protocols
//! - `auto`: the protocol by the first line
//! - `gtp`: Go Text Protocol, all games
//! - `gomocup`: Gomocup's protocol, gomoku
//! - `nboard`: NBoard's protocol, Reversi
//! - `command_row`, `usage`: a row of a table of commands, and the grammar of its arguments
//! - `number`: whole numbers as all protocols write them

mod auto;
mod command_row;
pub mod front;
pub mod gomocup;
pub mod gtp;
pub mod nboard;
mod number;
pub mod usage;

pub use auto::AutoFront;
pub use command_row::CommandRow;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::Settings;
use crate::engine::files::Access;
use crate::engine::game::Game;
use crate::go::net::Network;
use crate::gomoku::Rule;
use crate::reversi::book::Book;

/// The language of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Go Text Protocol, version 2.
    Gtp,
    /// The Gomocup (Piskvork) protocol.
    Gomocup,
    /// NBoard's protocol for Othello.
    NBoard,
}

impl Protocol {
    /// Returns the protocol's name.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "GTP",
            Protocol::Gomocup => "Gomocup",
            Protocol::NBoard => "NBoard",
        }
    }

    /// The protocol that a conversation beginning with `line` is in; `None` for a blank line. Gomocup has a
    /// first word of its own, in any case, and so has NBoard; everything else is GTP's to answer.
    pub fn of_first_line(line: &str) -> Option<Protocol> {
        let word = line.split_whitespace().next()?;
        if word == nboard::OPENING_WORD {
            return Some(Protocol::NBoard);
        }
        let word = word.to_ascii_uppercase();
        let gomocup = word.starts_with("YX") || gomocup::OPENING_WORDS.contains(&word.as_str());
        Some(if gomocup {
            Protocol::Gomocup
        } else {
            Protocol::Gtp
        })
    }
}

/// Where the first moves of a game of Reversi come from.
#[derive(Clone, Debug, Default)]
pub enum Opening {
    /// The search.
    Searched,
    /// The book in the program.
    #[default]
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

/// What the command line settles before the first line is read.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game that GTP begins with.
    pub game: Game,
    /// Board size, if not the game's usual one.
    pub size: Option<u8>,
    /// Gomoku's rule.
    pub rule: Rule,
    /// Resources of the search.
    pub settings: Settings,
    /// What a search by nodes, visits or depth may still take after the end of the input.
    pub linger: Duration,
    /// Whether sessions of GTP and of NBoard's protocol think on the opponent's time.
    pub ponder: bool,
    /// Where Reversi's openings come from.
    pub book: Opening,
    /// The network that Go begins with.
    pub network: Option<Arc<Network>>,
    /// Which files a client may name.
    pub files: Access,
}

impl Options {
    /// What tools begin a game with: its usual board, no network, no book.
    pub fn plain(game: Game) -> Options {
        Options {
            game,
            size: None,
            rule: Rule::default(),
            settings: Settings::default(),
            linger: Duration::ZERO,
            ponder: false,
            book: Opening::Searched,
            files: Access::Nowhere,
            network: None,
        }
    }
}

//! The fronts: text to commands, results to text.

mod auto;
pub mod gomocup;
pub mod gtp;
pub mod nboard;

pub use auto::AutoFront;

use std::sync::Arc;

use crate::game::Game;
use crate::go::net::Network;
use crate::gomoku::Rule;
use crate::search::Settings;

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
    /// Whether GTP's sessions think on the opponent's time.
    pub ponder: bool,
    /// The network that Go begins with.
    pub network: Option<Arc<Network>>,
}

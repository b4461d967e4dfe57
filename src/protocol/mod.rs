//! The protocols: text to commands, results to text.
//!
//! - `front`: lines to commands and commands to the conversation, for all protocols
//! - `auto`: the protocol by the first line
//! - `options`: what the command line settles
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
mod options;
pub mod usage;

pub use auto::AutoFront;
pub use command_row::CommandRow;
pub use options::{GoOptions, GomokuOptions, Opening, Options, ReversiOptions};

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

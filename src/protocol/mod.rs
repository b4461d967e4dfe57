//! The protocols, which parse commands from text and write results as text.
//!
//! - `front`: the front of a conversation, for all protocols
//! - `auto`: detection of the protocol by the first line
//! - `options`, `bounds`, `game_name`: options from the command line; the bounds of searches; names of games and of their
//!   rules
//! - `gtp`: Go Text Protocol, all games
//! - `gomocup`: Gomocup's protocol, gomoku
//! - `nboard`: NBoard's protocol, Reversi
//! - `analysis`: KataGo's analysis protocol, all games
//! - `katago`: the configuration files of KataGo
//! - `page_conversation`: conversations with a page in the browser
//! - `command_row`, `usage`: the rows of command tables, and the grammar of arguments
//! - `number`: the grammar of whole numbers in all protocols

pub mod analysis;
mod auto;
mod bounds;
mod command_row;
pub mod front;
mod game_name;
pub mod gomocup;
pub mod gtp;
pub mod katago;
pub mod nboard;
mod number;
mod options;
mod page_conversation;
pub mod usage;

pub use auto::AutoFront;
pub use bounds::Bounds;
pub use command_row::CommandRow;
pub use game_name::{GameName, UnknownGameName};
pub use options::{
    GoOptions, GomokuOptions, GtpOptions, Opening, Options, Remarks, ReportView, ReversiOptions,
    ScriptOptions,
};
pub use page_conversation::{PageConversation, UnknownConversation};

/// The protocol of a conversation.
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

    /// Detects the protocol by the first line of a conversation. Returns `None` for a blank line. Gomocup is detected
    /// by its opening words in any case, NBoard by its opening word; every other line is GTP's.
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

//! Text conversations about Go, gomoku and Reversi: GTP, Gomocup's and NBoard's protocols, and KataGo's JSON analysis.
//!
//! Use this crate to embed the engine in another program. A front takes lines and writes replies, over any kind of
//! input and output.
//!
//! ```
//! use std::io::{self, Cursor};
//! use crossbeam_channel::never;
//! use tengen_engine::Waker;
//! use tengen_play::Game;
//! use tengen_protocol::Options;
//! use tengen_protocol::gtp::GtpFront;
//! use tengen_protocol::io::{input, output::Output, server};
//!
//! # fn main() -> io::Result<()> {
//! let script = "boardsize 9\nset_position b G8 b F7 w G7 b H7 w G6 b H6\nladder_moves G7\n";
//! let (waker, events) = Waker::new();
//! let mut front = GtpFront::new(Options::new(Game::Go), waker)?;
//! let lines = input::spawn(Cursor::new(script))?;
//! let (mut replies, writer) = io::pipe()?;
//! let sources = server::Sources { lines, events, gone: never() };
//! server::run(sources, &mut front, &mut Output::new(writer))?;
//! assert_eq!(io::read_to_string(&mut replies)?, "=\n\n=\n\n= G5\n\n");
//! # Ok(())
//! # }
//! ```
//!
//! - `io`: input lines, the main loop, and the only code that writes to stdout and stderr
//! - `front`: the front of a conversation, for all protocols
//! - `auto`: detection of the protocol from the first line
//! - `options`, `bounds`, `game_name`: command-line options; search limits; names of games and their rules
//! - `gtp`: Go Text Protocol, all games
//! - `gomocup`: Gomocup's protocol, gomoku
//! - `nboard`: NBoard's protocol, Reversi
//! - `analysis`: KataGo's analysis protocol, all games
//! - `katago`: KataGo's configuration files
//! - `page_conversation`: conversations with a page in the browser
//! - `command_row`, `usage`: rows of command tables; the argument grammar and whole numbers
//! - `notes`: texts of the manual
//!
//! Tests: a transcript in `protocol-tests/gtp`, `gomocup`, `nboard` or `analysis` for each property of a protocol, the
//! fuzz targets of `protocol-tests/fuzz`, which generate conversations from the command tables, and unit tests next to
//! the code.
//! A change moves: replies that clients match byte by byte, and so transcripts; the manual (`manual.md`), which a test
//! compares with the tables; `src/pbrain/main.rs` and the Python module (`scripts/python/tengen`).
//! Invariants:
//!
//! - Parsers have no access to the board, and boards never handle text.
//! - Only the server's `select!` blocks. Fronts, conversations and dialects return at once.
//! - Only `io/output.rs` writes to stdout, and only `io/error_output.rs` to stderr.
//! - A client's mistake gets a reply, never a panic, and leaves the session unchanged.
//! - A command's name, arguments and help share one table row, which the parser, `help`, the manual and the fuzz
//!   targets read.

#[macro_use]
mod command_row;
pub mod analysis;
mod auto;
mod bounds;
pub mod front;
mod game_name;
pub mod gomocup;
pub mod gtp;
pub mod io;
pub mod katago;
pub mod nboard;
pub mod notes;
mod options;
mod page_conversation;
pub mod usage;

pub use auto::AutoFront;
pub use bounds::Bounds;
pub use command_row::CommandRow;
pub use game_name::{GameName, UnknownGameName};
pub use options::{GtpOptions, Options, Remarks, ReportView, ScriptOptions};
pub use page_conversation::{PageConversation, UnknownConversation};

/// Protocol of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Go Text Protocol, version 2.
    Gtp,
    /// Gomocup's protocol, also called Piskvork's.
    Gomocup,
    /// NBoard's protocol for Othello.
    NBoard,
}

impl Protocol {
    /// Returns the protocol's display name.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "GTP",
            Protocol::Gomocup => "Gomocup",
            Protocol::NBoard => "NBoard",
        }
    }

    /// Detects the protocol from the first line of a conversation. Returns `None` for a blank line. Gomocup is detected
    /// by its opening words in any case, NBoard by its opening word; every other line is GTP.
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

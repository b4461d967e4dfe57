//! SGF version 4 (<https://www.red-bean.com/sgf/>): reads and writes games of Go, Othello, gomoku and renju.
//!
//! No board and no rules are involved.
//!
//! - `encoding`: bytes into text
//! - `tokens`: the grammar
//! - `game`: the main line of one game as set-ups and moves
//! - `notes`: names, comments, variations and other parts that a record keeps
//! - `variations`: text of variations
//! - `collection`: the games of a file
//! - `edit`: changes to a text that leave the rest of it alone
//! - `markup`: comments and marks added to games
//! - `read`, `write`: text into a game, and a game as text

mod collection;
mod edit;
mod encoding;
mod game;
mod markup;
mod notes;
mod read;
mod tokens;
mod variations;
mod write;

pub use collection::{GamePlace, games};
pub use edit::{MainLine, NodeText, SgfEdit};
pub use encoding::decode;
pub use game::{Point, SgfGame, SgfGameInfo, SgfGameType, SgfSetup, SgfStep};
pub use markup::{SgfMarkup, add_markup};
pub use notes::{NoteNode, SgfNotes, properties};
pub use read::{SgfReading, read};
pub use tokens::has_game;
pub use variations::SgfVariation;
pub use write::write;

use std::fmt::{self, Display};

use thiserror::Error;

/// A place in a text; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfPlace {
    /// Line of the text.
    pub line: usize,
    /// Column in that line.
    pub column: usize,
}

impl SgfPlace {
    /// Returns the place of the byte `at` of `text`.
    fn of(text: &str, at: usize) -> SgfPlace {
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        SgfPlace {
            line: 1 + before.matches('\n').count(),
            // A byte order mark is no character that a person sees.
            column: 1 + before[line_start..]
                .trim_start_matches('\u{feff}')
                .chars()
                .count(),
        }
    }
}

impl Display for SgfPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Syntax error with its place in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: expected {expected}, saw {seen}")]
pub struct SgfError {
    /// The place.
    pub place: SgfPlace,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found there, shortened.
    pub seen: String,
}

impl SgfError {
    /// Creates an error at the byte `at` of `text`. `seen` is the text found there, empty at the end.
    fn new(text: &str, at: usize, expected: &'static str, seen: &str) -> SgfError {
        const SHOWN: usize = 20;
        let mut shown: String = seen.chars().take(SHOWN).collect();
        if shown.len() < seen.len() {
            shown.push_str("...");
        }
        SgfError {
            place: SgfPlace::of(text, at),
            expected,
            seen: if seen.is_empty() {
                "nothing".to_owned()
            } else {
                format!("{shown:?}")
            },
        }
    }
}

//! SGF version 4 (<https://www.red-bean.com/sgf/>): reads and writes games of Go, Othello, gomoku and renju.
//!
//! No board and no rules are involved.
//!
//! - `encoding`: bytes into text
//! - `tokens`: the grammar, and what is passed over or added where a text is no part of it
//! - `brackets`: ends of values with brackets that are not escaped
//! - `places`: lines and columns
//! - `repair`: damaged texts into well-formed ones
//! - `komi`: the komi of servers and programs in points
//! - `game`: the main line of one game as set-ups and moves
//! - `notes`: names, comments, variations and other parts that a record keeps
//! - `variations`: text of variations
//! - `collection`: the games of a file
//! - `edit`: changes to a text that leave the rest of it alone
//! - `markup`: comments and marks added to games
//! - `read`, `write`: text into a game, and a game as text
//!
//! Tests: `read/tests.rs` and `write/tests.rs`; unit tests in `edit.rs` and `markup.rs`; damaged files in
//! `protocol-tests/fuzz/files.rs`.
//! A change moves: every file that is saved (`protocol-tests/gtp/printsgf.txt`, `src/tool/annotate/tests.rs`,
//! `src/tool/ladders/review/tests.rs`).

mod brackets;
mod collection;
mod edit;
mod encoding;
mod game;
mod komi;
mod markup;
mod notes;
mod places;
mod read;
mod repair;
mod tokens;
mod variations;
mod write;

pub use collection::{GamePlace, games};
pub use edit::{MainLine, NodeText, SgfEdit};
pub use encoding::decode;
pub use game::{SgfGame, SgfGameInfo, SgfGameType, SgfSetup, SgfStep};
pub use komi::written as written_komi;
pub use markup::{SgfMarkup, add_markup};
pub use notes::{NoteNode, SgfNotes, properties};
pub use read::{SgfReading, read};
pub use repair::repaired;
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
    /// Creates an error. `seen` is the text found at its place, empty at the end.
    fn new(place: SgfPlace, expected: &'static str, seen: &str) -> SgfError {
        SgfError {
            place,
            expected,
            seen: shown(seen),
        }
    }
}

/// Returns a text as messages show it: quoted, and only its beginning if it is long.
fn shown(text: &str) -> String {
    const SHOWN: usize = 20;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    format!("{shown:?}")
}

/// Returns a sentence on what was expected and what was found.
fn expected(expected: &str, seen: &str) -> String {
    format!("expected {expected}, saw {}", shown(seen))
}

//! SGF version 4 (<https://www.red-bean.com/sgf/>): reads and writes games of Go, Othello, gomoku and renju.
//!
//! No board or rules are involved.
//!
//! - `encoding`: bytes into text
//! - `tokens`: the grammar, with text that is skipped or added where the input does not follow it
//! - `brackets`: recognition of the end of a value with unescaped brackets
//! - `places`: lines and columns
//! - `repair`: damaged texts into well-formed ones
//! - `komi`: conversion of komi notations to points
//! - `game`: the main line of one game as setups and moves
//! - `notes`: names, comments, variations and other parts that a record keeps
//! - `variations`: text of variations
//! - `collection`: the games of a file
//! - `edit`: edits that leave the rest of a text unchanged
//! - `markup`: comments and marks added to games
//! - `read`, `write`: between a text and a game
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

/// A line and column of a text, both from 1; columns are counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfPlace {
    /// Line of the text, from 1.
    pub line: usize,
    /// Column in that line, from 1.
    pub column: usize,
}

impl Display for SgfPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A syntax error with its location in the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: expected {expected}, saw {seen}")]
pub struct SgfError {
    /// Line and column of the error.
    pub place: SgfPlace,
    /// Description of the expected text.
    pub expected: &'static str,
    /// The text found instead, shortened for the message.
    pub seen: String,
}

impl SgfError {
    /// Creates an error. `seen` is the text found there, empty at the end of the text.
    fn new(place: SgfPlace, expected: &'static str, seen: &str) -> SgfError {
        SgfError {
            place,
            expected,
            seen: shown(seen),
        }
    }
}

/// Returns a text as messages show it: quoted, and cut if it is long.
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

/// Returns "expected ..., saw ..." for a message.
fn expected(expected: &str, seen: &str) -> String {
    format!("expected {expected}, saw {}", shown(seen))
}

//! SGF version 4 (<https://www.red-bean.com/sgf/>): reads and writes games of Go, Othello, gomoku and renju.
//!
//! No board and no rules are involved.
//!
//! - `tree`: any SGF as nodes and properties
//! - `game`: the main line of one game as set-ups and moves
//! - `write`: a game as text
//! - `edit`: changes to a text that leave the rest of it alone

mod edit;
mod game;
mod tree;
mod write;

pub use edit::{GameText, NodePlace, SgfEdit, decode, game_texts};
pub use game::{Point, SgfGame, SgfGameInfo, SgfGameType, SgfSetup, SgfStep};
pub use tree::{SgfNode, SgfProperty, SgfTree, SgfValue, parse, parse_first};
pub use write::{write, write_with_comments};

use thiserror::Error;

/// Syntax error with its place in the text; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: expected {expected}, saw {seen}")]
pub struct SgfError {
    /// Line of the text.
    pub line: usize,
    /// Column in that line.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
    /// What was found there, shortened.
    pub seen: String,
}

impl SgfError {
    /// Creates an error at the byte `at` of `text`. `seen` is the text found there, empty at the end.
    fn new(text: &str, at: usize, expected: &'static str, seen: &str) -> SgfError {
        const SHOWN: usize = 20;
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let mut shown: String = seen.chars().take(SHOWN).collect();
        if shown.len() < seen.len() {
            shown.push_str("...");
        }
        SgfError {
            line: 1 + before.matches('\n').count(),
            column: 1 + before[line_start..].chars().count(),
            expected,
            seen: if seen.is_empty() {
                "nothing".to_owned()
            } else {
                format!("{shown:?}")
            },
        }
    }
}

//! The Gomocup protocol of Piskvork, c-gomoku-cli and the Gomocup referee, with Yixin-Board's extensions.
//!
//! - `parse`, `command_table`: the grammar of lines and the table of commands
//! - `block`: the reader that joins the lines of a block into one command
//! - `command`: commands as values
//! - `database_command`, `opening_command`: commands of databases and of opening rules, with their tables
//! - `dialect`: execution of commands
//! - `answers`: the text of replies
//! - `game`: the game record and the engine's color
//! - `settings`, `time`: the settings of `INFO` and the time budget
//! - `blocked`: points and moves excluded from the search
//! - `search`: the running search
//!
//! Tests: `dialect/tests.rs` and `parse.rs`; the transcripts in `protocol-tests/gomocup`, run by `protocol-tests/gomocup.rs`;
//! `protocol-tests/fuzz/gomocup.rs`.
//! A change moves: replies that managers match byte by byte; the manual (`src/protocol/manual.md`);
//! `scripts/python/tengen/gomocup.py` and `scripts/arena/engines/gomocup.py`.

mod answers;
mod block;
mod blocked;
pub mod command;
pub mod command_table;
pub mod database_command;
mod dialect;
mod game;
pub mod opening_command;
pub mod parse;
mod search;
pub mod settings;
mod time;

pub use dialect::GomocupFront;

/// Words that open a conversation in this protocol and in no other, in capitals.
pub const OPENING_WORDS: [&str; 10] = [
    "ABOUT",
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "SWAP2BOARD",
    "INFO",
    "END",
];

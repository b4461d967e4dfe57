//! Gomocup protocol of Piskvork, c-gomoku-cli and the Gomocup referee, with Yixin-Board's extensions.
//!
//! - `command_table`: the command table
//! - `database_command`, `opening_command`: the tables of commands for databases and opening rules
//! - `grammar`: the line grammar and the arguments of commands
//! - `block`: the reader that joins the lines of a block into one command
//! - `dialect`: execution of commands
//! - `reply`: the text of replies
//! - `board`: the game record and the engine's color
//! - `settings`, `time`: the settings of `INFO` and the time budget
//! - `blocked`: points and moves excluded from the search
//! - `search`: searches: their tasks, start and results
//!
//! Tests: `dialect/tests.rs` and `grammar.rs`; the transcripts in `protocol-tests/gomocup`, run by
//! `protocol-tests/protocols/gomocup.rs`; `protocol-tests/fuzz/gomocup.rs`.
//! A change moves: replies that managers match byte by byte; the manual (`src/protocol/manual.md`);
//! `scripts/python/tengen/gomocup.py` and `scripts/arena/engines/gomocup.py`.

mod block;
mod blocked;
mod board;
pub mod command_table;
pub mod database_command;
mod dialect;
pub mod grammar;
pub mod opening_command;
mod reply;
mod search;
pub mod settings;
mod time;

pub use dialect::GomocupFront;

/// Words that open a conversation only in this protocol, in upper case.
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

//! Tengen, an engine process for Go, gomoku/renju and Reversi: the program around the crates that search and converse.
//!
//! ```text
//! stdin -> input (own thread) -> server: one select! over lines and search events -> front -> output -> stdout
//!                                                         front <-> session: rules, record, clocks
//!                                                                   session <-> worker thread: search
//! ```
//!
//! Library users use one of the crates instead: `tengen_go`, `tengen_gomoku`, `tengen_reversi`, `tengen_records`,
//! `tengen_play`, `tengen_protocol` or `tengen_engine`.
//!
//! - `cli`: the command line
//! - `tool`: subcommands without a conversation
//! - `terminal`: games against a person at a terminal
//! - `web`: a board in the browser, and its server
//! - `wasm`: the engine inside a web page
//!
//! Tests: `protocol-tests` runs the program over pipes; `protocol-tests/source` checks the imports between these
//! modules.
//! A change moves: the manual (`src/protocol/manual.md`), man pages and completions; lines that the Python module and
//! the scripts read (`scripts/tests`). The bench signature moves only with the positions in `src/tool/games`.

#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod terminal;
pub mod tool;
#[cfg(target_family = "wasm")]
mod wasm;
// A browser has no sockets to listen on.
#[cfg(not(target_family = "wasm"))]
pub mod web;

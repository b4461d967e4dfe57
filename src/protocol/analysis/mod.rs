//! KataGo's analysis protocol for all games: JSON objects, one per line. Several positions are analyzed in parallel,
//! and replies come in the order in which the analyses finish. The protocol follows KataGo's docs/Analysis_Engine.md.
//!
//! - `grammar`, `fields`: the line grammar; typed access to the fields of an object
//! - `field_table`: the table of fields
//! - `command_table`: the table of actions, which are queries other than for an analysis
//! - `board`, `turns`: moves, move restrictions and turns in fields
//! - `query`, `query_options`, `settings`: a query, the information it requests, and the settings of its searches
//! - `game`: the interface to a game
//! - `go`, `gomoku`, `reversi`: one module per game
//! - `tactics`: chains and ladders of Go as JSON
//! - `queue`, `pool`, `search`: waiting turns, and the workers that analyze them
//! - `reply`: replies as objects
//! - `dialect`: a conversation
//!
//! Tests: the transcripts in `protocol-tests/analysis`, run by `protocol-tests/protocols/json.rs`; unit tests in `query.rs` and
//! `queue.rs`; `protocol-tests/fuzz/json.rs`.
//! A change moves: replies that clients read, including `scripts/python/tengen/analysis_result.py` and
//! `src/web/page/engine/analysis-client.js`; the manual (`src/protocol/manual.md`); the input of `tengen move`.

mod board;
mod command_table;
mod dialect;
pub mod field_table;
mod fields;
mod game;
mod go;
mod gomoku;
mod grammar;
mod pool;
mod query;
mod query_options;
mod queue;
mod reply;
mod reversi;
mod search;
pub mod settings;
mod tactics;
mod turns;

pub use command_table::ACTIONS;
pub use dialect::{AnalysisFront, AnalysisOptions};
pub use fields::{FieldError, Fields, Object};
pub use game::AnalysisGame;
pub use query::{AnalysisQuery, QueryDefaults, QueryGame, ReadQuery, game_name};
pub use settings::AnalysisSettings;

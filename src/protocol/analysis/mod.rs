//! KataGo's analysis protocol: JSON objects, a line each, for all games. Positions are analyzed several at a time, and
//! the replies come in the order in which the analyses finish. The protocol is that of KataGo's docs/Analysis_Engine.md.
//!
//! - `grammar`, `fields`: the grammar of lines; typed access to the fields of an object
//! - `field_table`: the table of fields
//! - `locations`, `restrictions`, `turns`: moves, restrictions on moves, and turns as fields
//! - `query`, `wishes`, `settings`: a query, what it wants to be told, and the settings of its searches
//! - `action`: queries that ask for no analysis
//! - `game`: the interface to a game
//! - the games, a module each
//! - `tactics`: chains and ladders of Go as JSON
//! - `queue`, `pool`, `analyst`: waiting turns, and the workers that analyze them
//! - `reply`: replies as objects
//! - `dialect`: the protocol's part of a conversation
//!
//! Tests: the transcripts in `protocol-tests/analysis`, run by `protocol-tests/json.rs`; unit tests in `query.rs` and `queue.rs`;
//! `protocol-tests/fuzz/json.rs`.
//! A change moves: replies that clients read, also `scripts/python/tengen/analysis_result.py` and
//! `src/web/page/engine/analysis-client.js`; the manual (`src/protocol/manual.md`); the input of `tengen move`.

mod action;
mod analyst;
mod dialect;
pub mod field_table;
mod fields;
mod game;
mod go;
mod gomoku;
mod grammar;
mod locations;
mod pool;
mod query;
mod queue;
mod reply;
mod restrictions;
mod reversi;
pub mod settings;
mod tactics;
mod turns;
mod wishes;

pub use dialect::{AnalysisFront, AnalysisOptions};
pub use fields::{FieldError, Fields, Object};
pub use game::AnalysisGame;
pub use query::{AnalysisQuery, QueryDefaults, ReadQuery, game_name};
pub use settings::AnalysisSettings;

//! Independent searches of positions: a result depends neither on the order of the positions nor on the machine.
//!
//! - `game`: the interface to a game
//! - `search_args`: options of the searches
//! - `fresh_search`: searches that do not depend on earlier ones
//! - `sgf_record`: the game of an SGF text
//! - `value`: values of positions
//!
//! Tests: unit tests in `fresh_search.rs`, `search_args.rs` and `sgf_record.rs`; `src/tool/annotate/tests.rs` and
//! `src/tool/genmove/tests.rs`.
//! A change moves: values and moves that `tengen annotate` and `tengen move` print.

mod fresh_search;
mod game;
mod search_args;
mod sgf_record;
mod value;

pub use fresh_search::FreshSearch;
pub use game::SearchedGame;
pub use search_args::{SearchArgs, SearchPlan};
pub use sgf_record::{game_of, record_after, replay_of, type_of};
pub use value::PositionValue;

//! Searches of positions one by one, each as if it were the only one, so that a result depends neither on the order of the
//! positions nor on the machine that searches them.
//!
//! - `game`: the interface to a game
//! - `search_args`: options of the searches
//! - `fresh_search`: searches that nothing has preceded
//! - `sgf_record`: the game of an SGF text
//! - `value`: values of positions

mod fresh_search;
mod game;
mod search_args;
mod sgf_record;
mod value;

pub use fresh_search::FreshSearch;
pub use game::SearchedGame;
pub use search_args::{SearchArgs, SearchPlan};
pub use sgf_record::{game_of, record_after, type_of};
pub use value::PositionValue;

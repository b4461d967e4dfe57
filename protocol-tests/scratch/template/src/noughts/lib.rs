//! Noughts and crosses: three in a row on a board of three by three.
//!
//! - `position`: cells and positions
//! - `exact_search`: a search to the end of the game
//!
//! Tests: unit tests next to the code.
//!
//! A change moves: the conversation in `protocol-tests/scratch/run`.

mod exact_search;
mod position;

pub use exact_search::ExactSearch;
pub use position::{Cell, Position, SIDE, Undo};

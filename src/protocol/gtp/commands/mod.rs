//! The commands of GTP that all games share.
//!
//! - `standard`: the table of them
//! - `about`, `play`, `query`, `records`, `gogui`: the program, moves, what is known of a game, SGF, GoGui
//! - `search`: searches for a move, and other questions to the worker
//! - `time`, `limits`, `parameters`: clocks, limits, numbers by name

mod about;
mod gogui;
pub(super) mod limits;
pub mod parameters;
mod play;
mod query;
pub(crate) mod records;
mod search;
pub(super) mod standard;
mod time;

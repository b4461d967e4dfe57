//! The GTP commands that all games share.
//!
//! - `standard`: the table of these commands
//! - `about`: the engine and the session
//! - `play`, `query`: moves; the position
//! - `search`: searches for a move, and analysis
//! - `time`, `limits`, `parameters`: clocks; bounds of searches; KataGo's parameters
//! - `records`: SGF
//! - `gogui`: GoGui's extensions
//!
//! A handler fails with the reply if its arguments are malformed or if the session refuses the command.

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

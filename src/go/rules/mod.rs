//! The rules of Go.
//!
//! - `ruleset`: rule sets with KataGo's names and JSON
//! - `komi`: komi and scores in half points
//! - `handicap`: where handicap stones go
//! - `position`: a game in progress, with superko, passes and handicap
//! - `benson`: life that needs no answer
//! - `area`: the count of a finished board, given the dead stones

pub mod area;
pub mod benson;
pub mod handicap;
pub mod komi;
pub mod position;
pub mod ruleset;

pub use komi::{Komi, Score};
pub use position::Position;
pub use ruleset::Rules;

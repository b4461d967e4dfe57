//! The rules of Go.
//!
//! - `ruleset`: rule sets with KataGo's names and JSON
//! - `komi`: komi and scores in half points
//! - `handicap`: the points of handicap stones
//! - `position`: a game in progress, with superko, passes and handicap
//! - `position_hash`: hashes of positions and of their mirror images
//! - `benson`: Benson's algorithm for pass-alive chains and areas
//! - `area_score`: the score of a finished board, given the dead stones
//! - `flood`: flood fill over points

pub mod area_score;
pub mod benson;
pub(in crate::go) mod flood;
pub mod handicap;
pub mod komi;
pub mod position;
pub mod position_hash;
pub mod ruleset;

pub use komi::{Komi, Score};
pub use position::Position;
pub use ruleset::Rules;

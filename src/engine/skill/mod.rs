//! Levels of play below full strength, for opponents of every strength.
//!
//! A level is a point on the scale of its game: a rank in Go, a rating in gomoku and Reversi. A scale rests on
//! *anchors*: players with fixed profiles (depth of reading, breadth, noise) and ratings measured in matches. Levels
//! between two anchors interpolate their profiles. The `level` folder of each game defines its profiles and how they
//! play.
//!
//! - `level`: a level and its place among the anchors
//! - `scale`: the levels of a game, their names and ratings
//! - `rating_scale`: Elo ratings as names of levels
//! - `interpolation`: the profile of a level between two anchors
//! - `misjudgment`: evaluation errors that stay the same within a game
//!
//! Tests: unit tests in `level.rs`, `scale.rs` and `misjudgment.rs`; `protocol-tests/gtp/levels.txt`.
//! A change moves: how levels play in all games, and so their ratings (`scripts/dev/levels`). Names of levels are also in
//! `src/web/page/game/games.js`. Not the bench signature.

mod interpolation;
mod level;
mod misjudgment;
pub mod rating_scale;
mod scale;

pub use interpolation::{Interpolation, mix};
pub use level::SkillLevel;
pub use misjudgment::Misjudgment;
pub use scale::{Anchor, FULL, SkillScale, UnknownSkillLevel};

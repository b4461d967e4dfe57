//! Levels of strength below the full one, for opponents of every strength.
//!
//! A level is a place on the scale of its game: a rank in Go, a rating in gomoku and Reversi. A scale rests on *anchors*:
//! players with written profiles (depth of reading, breadth, noise), whose ratings were measured in matches. Levels between
//! two anchors interpolate their profiles. What a profile means and how it plays stands in the `level` folder of each game.
//!
//! - `level`: a level and its place among the anchors
//! - `scale`: the levels of a game, their names and ratings
//! - `rating_scale`: names of levels by Elo ratings
//! - `interpolation`: the profile of a level between two anchors
//! - `misjudgment`: errors of evaluation that stay the same within a game
//!
//! Tests: unit tests in `level.rs`, `scale.rs` and `misjudgment.rs`; `protocol-tests/gtp/levels.txt`.
//! A change moves: how levels play in all games, and so their ratings (`scripts/levels`); names of levels also stand in
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

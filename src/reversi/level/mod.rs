//! Levels of strength below the full one: play like a person of that level.
//!
//! A weak player of Othello is not a strong one who throws dice. He counts discs and takes edges, reads a ply or two, and
//! begins late to count the end of a game. So a level shapes what the player looks at:
//!
//! - **depth** of reading, in plies of a plain alpha-beta search without selectivity;
//! - **greed**: the share of the evaluation that counts discs, edges and corners, instead of the learned one;
//! - **noise** of the evaluation: half of it a taste for squares that stays the same throughout a game, the other half bound
//!   to the position;
//! - **endgame**: the number of empty squares from which the rest is read to the last disc;
//! - **search**: the strong levels play by the full search to so many plies.
//!
//! Fields of two anchors are interpolated; a fraction of a ply is a chance, drawn for each position once and for all.
//! Nothing else is random: the same seed, game and position give the same move.
//!
//! - `profile`: what a level looks at
//! - `scale`: the levels and the ratings of their anchors
//! - `limited_eval`: the evaluation of a level
//! - `level_search`: the player
//!
//! Tests: unit tests in `level_search.rs`; `src/web/page.rs` for the names of levels.
//! A change moves: the ratings in `scale.rs`, which `scripts/levels` measures; names of levels also stand in
//! `src/web/page/game/games.js`. Not the bench signature.

mod level_search;
mod limited_eval;
mod profile;
mod scale;

pub use level_search::LevelSearch;
pub use scale::SCALE;

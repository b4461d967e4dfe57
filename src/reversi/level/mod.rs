//! Skill levels below full strength, which play like people of that level.
//!
//! A weak Othello player is not a strong one who throws dice. Weak players count discs and take edges, read a ply or
//! two, and start late to count out the end of a game. A level therefore shapes what the player considers:
//!
//! - **depth** of reading, in plies of a plain alpha-beta search without selectivity;
//! - **greed**: the weight of counting discs, edges and corners in the evaluation, instead of the learned one;
//! - **noise** of the evaluation: half of it a taste for squares that stays the same throughout a game, the other half
//!   specific to the position;
//! - **endgame**: the number of empty squares from which the rest is read to the last disc;
//! - **search**: the strong levels use the full search to a fixed number of plies.
//!
//! Fields of two anchors are interpolated; a fraction of a ply is a probability, drawn once per position. Nothing else
//! is random: the same seed, game and position give the same move.
//!
//! - `profile`: the parameters of a level
//! - `scale`: the levels and the ratings of their anchors
//! - `limited_eval`: the evaluation of a level
//! - `level_search`: the player
//!
//! Tests: unit tests in `level_search.rs`; `src/web/page.rs` for the names of levels.
//! A change moves: the ratings in `scale.rs`, which `scripts/dev/levels` measures; names of levels are also in
//! `src/web/page/game/games.js`. Not the bench signature.

mod level_search;
mod limited_eval;
mod profile;
mod scale;

pub use level_search::LevelSearch;
pub use scale::SCALE;

//! Levels of play below full strength: play like a person of that level.
//!
//! A weak gomoku player is not a strong one who throws dice. He sees his own fives, and usually the opponent's fours.
//! He compares few moves, reads few plies, counts rows rather than combinations, and so walks into double threats a few
//! plies away. A level therefore limits what the player considers:
//!
//! - **depth** of reading, in plies of an alpha-beta search with no extensions except forced answers to fours;
//! - **breadth**: the number of moves considered in a position, the most striking first;
//! - **counting**: the share of the evaluation that only counts fours and threes, without combinations or position;
//! - **noise** of the evaluation, constant for the same position and the same shapes throughout a game;
//! - **alertness**: the chance to notice at the horizon that a three will become an open four;
//! - **fours**: the longest win by continuous fours (VCF) that is read, in moves;
//! - **nodes**: the node limit of the full search that strong levels use.
//!
//! The fields of two anchors are interpolated. A fraction of a ply is a chance, drawn once for each position. Nothing
//! else is random: the same seed, game and position give the same move. A player never overlooks his own five, and only
//! the weakest levels occasionally overlook the opponent's.
//!
//! - `profile`: what a level considers
//! - `scale`: the levels and the ratings of their anchors
//! - `limited_eval`: the evaluation of a level
//! - `level_search`: the player of the levels
//!
//! Tests: unit tests in `level_search.rs` and `profile.rs`; `protocol-tests/gtp/level-answers-a-five.txt`;
//! `protocol-tests/gomocup/strength.txt`.
//! A change moves: the ratings in `scale.rs`, which `scripts/dev/levels` measures. Names of levels are also in
//! `src/web/page/game/games.js`. Not the bench signature.

mod level_search;
mod limited_eval;
mod profile;
mod scale;

pub use level_search::LevelSearch;
pub use scale::SCALE;

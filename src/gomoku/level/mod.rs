//! Levels of strength below the full one: play like a person of that level.
//!
//! A weak player of gomoku is not a strong one who throws dice. He sees a five of his own, and mostly the opponent's four. He
//! compares few moves, reads few plies, counts rows rather than what they make together, and so walks into double threats
//! some plies away. So a level shapes what the player looks at:
//!
//! - **depth** of reading, in plies of an alpha-beta search without extensions but for forced answers to fours;
//! - **breadth**: the moves that are looked at in a position, the most striking first;
//! - **counting**: the share of the evaluation that counts fours and threes alone, without what two of them make together
//!   and without position;
//! - **noise** of the evaluation, the same for the same position and the same shapes throughout a game;
//! - **alertness**: the chance to notice at the horizon that a three will become an open four;
//! - **fours**: the longest win by continuous fours (VCF) that is read, in moves;
//! - **nodes**: the strong levels play by the full search within so many nodes.
//!
//! Fields of two anchors are interpolated; a fraction of a ply is a chance, drawn for each position once and for all.
//! Nothing else is random: the same seed, game and position give the same move. A five is never overlooked, and the
//! opponent's five only by the weakest levels, once in a while.
//!
//! - `profile`: what a level looks at
//! - `scale`: the levels and the ratings of their anchors
//! - `limited_eval`: the evaluation of a level
//! - `level_search`: the player
//!
//! Tests: unit tests in `level_search.rs` and `profile.rs`; `protocol-tests/gtp/level-answers-a-five.txt`;
//! `protocol-tests/gomocup/strength.txt`.
//! A change moves: the ratings in `scale.rs`, which `scripts/levels` measures; names of levels also stand in
//! `src/web/page/game/games.js`. Not the bench signature.

mod level_search;
mod limited_eval;
mod profile;
mod scale;

pub use level_search::LevelSearch;
pub use scale::SCALE;

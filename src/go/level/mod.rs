//! Levels below full strength: playing like a person of a given rank.
//!
//! A 15k isn't a 3d who throws dice. He answers an atari, reads a ladder a few moves ahead, overlooks a net, and
//! overrates some points. So a level shapes the playout search ([`playouts`](super::playouts)):
//!
//! - **playouts**: how much is read. The few candidates a person considers come from the search's priors (captures,
//!   escapes, ladders, shapes); few playouts read little beyond them. Nets are found only by reading.
//! - **ladder**: moves that a ladder reading may try; a longer ladder counts as an escape
//! - **alertness**: how reliably the playouts answer captures, ataris and patterns, which decide how fights are judged
//! - **instinct**: weight of the priors in the choice, so that an atari is answered even with few playouts
//! - **temperature** of the choice among the moves by their visits
//! - **noise**: preferences for points, constant throughout a game
//! - **network**: probability that a move is chosen with the network if it supports the board: always at strong levels,
//!   occasionally at the levels just below them
//! - **visits** of the root of a search with the network
//!
//! With a network that imitates human players, the network's policy for the rank chooses the moves instead.
//!
//! Profiles between two anchors are interpolated. Whether the network chooses a move is drawn once per position.
//! Nothing else is random: the same seed, game and position give the same move.
//!
//! Passing and resigning don't depend on the rank: an umpire of 500 full-strength playouts decides them, at every
//! fourth move once a third of the board is occupied, later at every move, and always after the opponent passes. No
//! level fills its own eyes.
//!
//! - `profile`: the strength profile of a level
//! - `scale`: the levels and the ratings of their anchors
//! - `rank`: levels named by rank
//! - `candidate_choice`: the choice among candidate moves
//! - `level_search`: the player
//!
//! Tests: unit tests in `level_search.rs`, `profile.rs`, `scale.rs` and `rank.rs`; `protocol-tests/gtp/levels.txt`.
//! A change moves: the ratings in `scale.rs`, which `scripts/dev/levels` measures; level names also appear in
//! `src/web/page/game/games.js`. Not the bench signature.

mod candidate_choice;
mod level_search;
mod profile;
mod rank;
mod scale;

pub use level_search::LevelSearch;
pub use profile::Profile;
pub use rank::people;
pub use scale::SCALE;

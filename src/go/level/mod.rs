//! Levels of strength below the full one: play like a person of that rank.
//!
//! A 15k is not a 3d who throws dice. He answers an atari, reads a ladder some moves far, does not see a net, and likes some
//! points more than they are worth. So a level shapes the search with playouts ([`playouts`](super::playouts)):
//!
//! - **playouts**: how much is read; a person's few candidates come from the priors of the search (captures, escapes,
//!   ladders, shapes), and few playouts read little beyond them. Nets are found by reading alone;
//! - **ladder**: moves that a ladder reading may try; a longer ladder counts as an escape;
//! - **alertness**: how surely the playouts answer captures and ataris, and patterns, of which the judgment of fights is made;
//! - **instinct**: how much the priors count in the choice, so that an atari is answered where no playout has time for it;
//! - **temperature** of the choice among the moves by their visits;
//! - **noise**: likings for points, the same throughout a game;
//! - **network**: the chance that a move is chosen with the network, where there is one for the board: always at the strong
//!   levels, now and then at those on the way to them;
//! - **visits** of the root of a search with the network.
//!
//! A network that imitates people replaces all that: its policy for the rank chooses the moves.
//!
//! Fields of two anchors are interpolated; a fraction is a chance, drawn for each position once and for all. Nothing else
//! is random: the same seed, game and position give the same move.
//!
//! Passing and resigning are no matter of rank: an umpire of some hundred playouts of full strength decides about them, at
//! every fourth move once a third of the board is occupied, later at every one, and always after a pass of the opponent's. The
//! search fills no eyes of its own at any level.
//!
//! - `profile`: what a level reads
//! - `scale`: the levels and the ratings of their anchors
//! - `rank`: names of levels by ranks
//! - `candidate_choice`: the choice among the moves of a reading
//! - `level_search`: the player
//!
//! Tests: unit tests in `level_search.rs`, `profile.rs`, `scale.rs` and `rank.rs`; `protocol-tests/gtp/levels.txt`.
//! A change moves: the ratings in `scale.rs`, which `scripts/levels` measures; names of levels also stand in
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

//! Self-play: positions for training a network, from games that a teacher plays against itself.
//!
//! ```text
//! game set-up -> game -> raw policy or search -> label -> rows
//! ```
//!
//! - `self_play`: the games of a shard and their teacher
//! - `game_setup`, `game`: board, rules, komi and randomness; a game whose moves are sampled by policy temperature
//! - `raw_policy`, `search_self_play`: self-play by the raw policy of a network, and by a search
//! - `label`, `self_play_result`: the training targets of a position; the result of its game
//! - `rows`: positions and labels as rows of bytes
//!
//! Tests: `game/tests.rs`, `search_self_play/tests.rs` and `rows/tests.rs`; `src/tool/learn/go/tests.rs`.
//! A change moves: the files of positions, which `scripts/network/rows.py` reads (`scripts/tests/test_learning.py`).

pub mod game;
pub mod game_setup;
pub mod label;
pub mod raw_policy;
pub mod rows;
pub mod search_self_play;
pub mod self_play;
pub mod self_play_result;

pub use game_setup::GameSetup;
pub use label::Label;
pub use rows::Rows;
pub use self_play::{SelfPlay, Shard, Teacher};

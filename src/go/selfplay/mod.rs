//! Self-play: positions for training a network, from games that a teacher plays against itself.
//!
//! ```text
//! game set-up -> game -> raw policy or search -> label -> rows
//! ```
//!
//! - `self_play`: games in shards, and their teachers
//! - `game_setup`, `game`: random boards, rules and komi; a game with moves sampled by policy temperature
//! - `raw_policy`, `search_self_play`: self-play by a network's raw policy, and by a search
//! - `label`, `self_play_result`: the training targets of a position; the result of its game
//! - `selection`: the positions of a game that a network labels
//! - `rows`: positions and labels as rows of bytes
//!
//! Tests: `game/tests.rs`, `search_self_play/tests.rs`, `rows/tests.rs` and unit tests in `selection.rs`; `src/tool/learn/go/tests.rs`.
//! A change moves: the position files that `scripts/network/rows.py` reads (`scripts/tests/test_learning.py`).

pub mod game;
pub mod game_setup;
pub mod label;
pub mod raw_policy;
pub mod rows;
pub mod search_self_play;
pub mod selection;
pub mod self_play;
pub mod self_play_result;

pub use game_setup::GameSetup;
pub use label::Label;
pub use rows::Rows;
pub use selection::KeptPositions;
pub use self_play::{SelfPlay, Shard, Teacher};

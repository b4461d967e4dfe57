//! Learning of the evaluation from nothing but the rules, by self-play in rounds.
//!
//! The player of each round is the one that learned from the round before. At first it knows nothing: positions near the
//! end are solved, and earlier ones have the results of games of a player that only keeps the opponent's mobility low. A
//! few rounds carry what is known from the end of the game to its beginning.
//!
//! - `labeled_games`, `position_file`: whole games with labels; the file that keeps their positions
//! - `training`: the network from such positions
//!
//! Tests: unit tests in `labeled_games.rs`, `training.rs` and `position_file.rs`; `src/tool/learn/reversi.rs`.
//! A change moves: files of positions on disk. Nothing else, until `scripts/learn-reversi` writes `src/reversi/eval/weights.bin`;
//! then the bench signature.

pub mod labeled_games;
pub mod position_file;
pub mod training;

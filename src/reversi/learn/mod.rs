//! Learning the evaluation from the rules alone, by self-play in rounds.
//!
//! Each round's player learned from the previous round. The first player knows nothing: positions near the end are
//! solved, and earlier positions get the results of games in which it only minimizes the opponent's mobility. A few
//! rounds carry the knowledge from the end of the game to the beginning.
//!
//! - `labeled_games`, `position_file`: whole games with labels; the file format of their positions
//! - `training`: training of the network on such positions
//!
//! Tests: unit tests in `labeled_games.rs`, `training.rs` and `position_file.rs`; `src/tool/learn/reversi.rs`.
//! A change moves: files of positions on disk. Nothing else, until `scripts/dev/learn-reversi` writes `src/reversi/eval/weights.bin`;
//! then the bench signature.

pub mod labeled_games;
pub mod position_file;
pub mod training;

//! The rules of Go.
//!
//! - `ruleset`: rule sets with KataGo's names and JSON
//! - `sgf_rules`: names of rule sets in game records
//! - `komi`: komi and scores in half points
//! - `handicap`: placement of handicap stones
//! - `position`: a game in progress, with superko, passes and handicap
//! - `position_hash`: hashes of positions and their mirror images
//! - `benson`: Benson's algorithm for pass-alive chains, and the areas derived from them
//! - `area_score`: the score of a finished board, given the dead stones
//! - `board_count`: the score of a board with known dead stones, its false eyes and seki
//! - `false_eyes`: territory points that must eventually be filled
//! - `seki`: groups without two eyes that share liberties
//! - `flood`: flood fill over points
//!
//! Tests: `position/tests.rs` with `protocol-tests/data/go_final.jsonl`; `benson/tests.rs`; `ruleset/tests.rs`; the model in
//! `protocol-tests/fuzz/models/go.rs`.
//! A change moves: the bench signature, if legal moves or the score change; names of rules in the manual
//! (`src/protocol/manual.md`) and in `protocol-tests/gtp/rules.txt`.

pub mod area_score;
pub mod benson;
pub mod board_count;
mod false_eyes;
pub(crate) mod flood;
pub mod handicap;
pub mod komi;
pub mod position;
pub mod position_hash;
pub mod ruleset;
mod seki;
mod sgf_rules;

pub use board_count::BoardCount;
pub use komi::{Komi, Score};
pub use position::Position;
pub use ruleset::Rules;

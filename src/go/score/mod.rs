//! The score of a finished game.
//!
//! ```text
//! position -> chains read exactly (`life::fate`), evidence (playouts, network) for the others -> dead stones
//!          -> false eyes, seki, bent four -> score
//! ```
//!
//! - `judge`: judges finished boards
//! - `evidence`: ownership by playouts and a network, from the stones alone
//! - `dead_stones`: which chains are read in which region, and how the others are decided
//! - `bent_four`: chains in seki that are dead under territory rules
//! - `estimate`: the lead in an unfinished game
//! - `finished`: the condition for scoring a board
//!
//! Tests: `judge.rs` with `protocol-tests/data/go_final.jsonl`, `protocol-tests/data/go_gnugo.jsonl` and
//! `protocol-tests/data/go_seki.jsonl`; `protocol-tests/gtp/final-score.txt`.
//! A change moves: that transcript and `protocol-tests/gtp/final-status-list.txt`, the count at a terminal, and labels of
//! self-play. Not the bench signature.

mod bent_four;
mod dead_stones;
mod estimate;
mod evidence;
mod finished;
mod judge;

pub use estimate::expected_lead;
pub use judge::{Judgment, judge, judge_with};

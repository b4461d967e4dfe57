//! The score of a finished game.
//!
//! ```text
//! position -> chains read exactly (`life::fate`), evidence (playouts, network) for the others -> dead stones
//!          -> false eyes, seki, bent four -> score
//! ```
//!
//! - `judge`: the judge of finished boards
//! - `evidence`: ownership by playouts and by a network, of the stones alone
//! - `dead_stones`: which chains are read in which region, and what is decided where none can be
//! - `bent_four`: chains in seki that are dead under territory rules
//! - `estimate`: the lead of an unfinished game
//! - `finished`: the rule by which a board can be scored
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

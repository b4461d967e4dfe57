//! The score of a finished game.
//!
//! ```text
//! position -> evidence (playouts, network) -> dead stones -> false eyes, seki, bent four -> score
//! ```
//!
//! - `judge`: the judge of finished boards
//! - `evidence`: ownership by playouts and by a network
//! - `dead_stones`: the order in which the fate of chains is found
//! - `bent_four`: chains in seki that are dead under territory rules
//! - `estimate`: the lead of an unfinished game
//! - `finished`: the rule by which a board can be scored

mod bent_four;
mod dead_stones;
mod estimate;
mod evidence;
mod finished;
mod judge;

pub use estimate::{expected_lead, is_settled};
pub use judge::{Judgment, judge, judge_with};

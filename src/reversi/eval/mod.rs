//! Evaluation of boards whose end is out of the search's reach.
//!
//! - `patterns`, `node`: patterns of squares; a board with the states of its patterns
//! - `evaluation`, `weights`: a sum of learned weights; their file format
//! - `gather`: the sum with AVX2
//! - `features`, `stability`: what players count; discs that can never be flipped again

pub mod evaluation;
pub mod features;
#[cfg(target_arch = "x86_64")]
mod gather;
pub(crate) mod node;
pub(super) mod patterns;
pub(super) mod stability;
pub mod weights;

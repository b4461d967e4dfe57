//! What searches ask about once a millisecond.
//!
//! - `clock_poll`: intervals between readings of the clock
//! - `round_robin`: turns of several clients with the threads
//! - `caller_slices`: slices of a search in the thread of its caller

mod caller_slices;
pub mod clock_poll;
mod round_robin;

pub use caller_slices::CallerSlices;
pub use round_robin::{RoundRobin, SearchClient};

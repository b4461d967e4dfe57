//! What searches ask about once a millisecond.
//!
//! - `clock_poll`: intervals between readings of the clock
//! - `round_robin`: turns of several clients with the threads

pub mod clock_poll;
mod round_robin;

pub use round_robin::{RoundRobin, SearchClient};

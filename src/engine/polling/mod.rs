//! What searches ask about once a millisecond.
//!
//! - `clock_poll`: intervals between readings of the clock
//! - `round_robin`: turns of several clients with the threads
//! - `caller_slices`: slices of a search in the thread of its caller
//!
//! Tests: unit tests in each file; `protocol-tests/stops.rs` for stops, `protocol-tests/web/engines.rs` for shared threads.
//! A change moves: how soon a search sees a stop or the end of its time. A search with a limit in nodes stays the same.

mod caller_slices;
pub mod clock_poll;
mod round_robin;

pub use caller_slices::CallerSlices;
pub use round_robin::{RoundRobin, SearchClient};

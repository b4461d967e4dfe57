//! Checks that searches make about once per millisecond.
//!
//! - `clock_poll`: intervals between readings of the clock
//! - `round_robin`: time slices for the searches of several clients
//! - `caller_slices`: slices of a search in the thread of its caller
//!
//! Tests: unit tests in each file; `protocol-tests/process/stops.rs` for stops, `protocol-tests/web/engines.rs` for shared threads.
//! A change moves: how soon a search sees a stop or the end of its time. A search with a node limit stays the same.

mod caller_slices;
pub mod clock_poll;
mod round_robin;

pub use caller_slices::CallerSlices;
pub use round_robin::{RoundRobin, SearchClient};

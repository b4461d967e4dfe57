//! What threads share: flags, signals, events and bounds.
//!
//! - `sync`: locks, atomics and channels
//! - `stop`: the stop flag of a job
//! - `signal`: a wake-up signal
//! - `current_job`: tickets of jobs, and the events of the current one
//! - `backlog`: the bound of input that waits
//!
//! Tests: `protocol-tests/interleavings/jobs.rs` and `protocol-tests/interleavings/waiting_input.rs` under many schedules;
//! `tests.rs`.
//! A change moves: nothing outside the folder. A new primitive in `sync.rs` needs its twin in
//! `protocol-tests/interleavings/sync.rs`.

pub mod backlog;
pub mod current_job;
pub mod signal;
pub mod stop;
pub mod sync;

pub use current_job::Ticket;
pub use stop::Stop;

#[cfg(test)]
mod tests;

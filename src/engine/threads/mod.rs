//! Flags, signals, events and bounds shared between threads.
//!
//! - `sync`: locks, atomics and channels
//! - `stop`: the stop flag of a job
//! - `signal`: a wake-up signal
//! - `current_job`: tickets of jobs, and the events of the current one
//! - `backlog`: a bound on unanswered input
//!
//! Tests: `protocol-tests/threads/jobs.rs` and `protocol-tests/threads/waiting_input.rs` under many schedules;
//! `tests.rs`.
//! A change moves: nothing outside the folder. A new primitive in `sync.rs` needs a counterpart in
//! `protocol-tests/threads/sync.rs`.

pub mod backlog;
pub mod current_job;
pub mod signal;
pub mod stop;
pub mod sync;

pub use current_job::Ticket;
pub use stop::Stop;

#[cfg(test)]
mod tests;

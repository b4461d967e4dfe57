//! Interleavings of threads: the code that threads share, run by shuttle under many schedules.
//! `cargo test -p tengen-interleavings` builds and runs them.
//!
//! The files under test are those of the program. They import their primitives from `super::sync`, which here is a
//! module with shuttle's. Waits never time out, so that a lost notification is a deadlock, which shuttle reports with
//! its schedule. Atomics are sequentially consistent: memory orders are not explored.

mod jobs;
mod splits;
mod threads;
mod waiting_input;

use shuttle::{check_pct, check_random};

/// Runs of a model under each kind of schedule.
const RUNS: usize = 300;

/// Most priority changes in a schedule by priorities (probabilistic concurrency testing).
const PREEMPTIONS: usize = 3;

/// Runs a model under random schedules, and under schedules by priorities, which find faults that need few preemptions.
///
/// # Panics
///
/// If the model panics, deadlocks or does not end; the message holds the schedule.
fn explore(model: fn()) {
    check_random(model, RUNS);
    check_pct(model, RUNS, PREEMPTIONS);
}

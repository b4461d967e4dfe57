//! The schedules under which a model is run.

use shuttle::{check_pct, check_random};

/// Runs of a model under each kind of schedule.
const RUNS: usize = 300;

/// Largest number of points at which a schedule by priorities goes against them (probabilistic concurrency testing).
const PREEMPTIONS: usize = 3;

/// Runs a model under random schedules, and under schedules by priorities, which find what needs few preemptions.
///
/// # Panics
///
/// With the schedule if the model panics, deadlocks or does not end.
pub fn explore(model: fn()) {
    check_random(model, RUNS);
    check_pct(model, RUNS, PREEMPTIONS);
}

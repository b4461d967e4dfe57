//! `tengen learn reversi`: trains the evaluation of Reversi from nothing and writes its weights.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use super::{Course, write};
use crate::reversi::eval::evaluation::Evaluation;
use crate::reversi::eval::weights::{decode, encode};
use crate::reversi::learn::{Progress, Recipe, learn};

/// Arguments of `tengen learn reversi`.
#[derive(Clone, Debug, Args)]
pub struct Order {
    #[command(flatten)]
    course: Course,
    /// Positions per four empty squares in the last round; each round takes a quarter of the next one's.
    #[arg(long, default_value_t = 360_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    positions: u32,
    /// Most empty squares of the positions that the last round solves.
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=24))]
    exact: u32,
    /// Depth in plies of the search that labels the other positions.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=12))]
    depth: u32,
}

/// Trains the evaluation and writes the weights after every round. Progress goes to `log`.
///
/// # Errors
///
/// Fails if the starting weights or the log cannot be read or written, or the weights cannot be saved.
pub fn run(order: &Order, log: &mut dyn Write) -> Result<()> {
    let course = &order.course;
    let recipe = Recipe {
        rounds: course.rounds,
        positions: order.positions as usize,
        exact: order.exact,
        depth: order.depth,
        threads: usize::from(course.threads),
        seed: course.seed,
    };
    let start = course.start("Reversi", decode)?;
    let start = start.unwrap_or_else(Evaluation::zero);
    course.follow(
        |stop, report| learn(&recipe, start, stop, report),
        |progress| match progress {
            Progress::Learned(evaluation) => write(&course.file, &encode(&evaluation)),
            progress => log_progress(&progress, log),
        },
    )
}

fn log_progress(progress: &Progress, log: &mut dyn Write) -> Result<()> {
    match progress {
        Progress::Played {
            round,
            done,
            of,
            left,
        } => writeln!(
            log,
            "round {round}  {done:8} of {of} games played  {:5} s left",
            left.as_secs()
        )?,
        Progress::Labeled {
            round,
            empties,
            done,
            of,
            left,
        } => writeln!(
            log,
            "round {round}  {:2}-{:2} empty  {done:8} of {of} positions  {:5} s left",
            empties.0,
            empties.1,
            left.as_secs()
        )?,
        Progress::Fitted {
            round,
            empties,
            positions,
            error,
            validation,
        } => writeln!(
            log,
            "round {round}  {:2}-{:2} empty  error {error:.2} discs on {positions} positions, {validation:.2} on others",
            empties.0, empties.1
        )?,
        Progress::Validated {
            empties,
            positions,
            error,
        } => writeln!(
            log,
            "solved   {:2}-{:2} empty  error {error:.2} discs on {positions} positions",
            empties.0, empties.1
        )?,
        Progress::Learned(_) => {}
    }
    Ok(())
}

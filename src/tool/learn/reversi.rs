//! `tengen learn reversi`: trains the evaluation of Reversi from nothing and writes its weights.

use std::io::Write;

use anyhow::Result;
use clap::Args;

use super::{SelfPlayArgs, Streams, write};
use crate::reversi::eval::evaluation::Evaluation;
use crate::reversi::eval::weights::{decode, encode};
use crate::reversi::learn::{Progress, Recipe, learn};
use crate::tool::whole_number::whole;

/// Arguments of `tengen learn reversi`.
#[derive(Clone, Debug, Args)]
pub struct LearnReversiArgs {
    #[command(flatten)]
    course: SelfPlayArgs,
    /// Positions for each four empty squares in the last round; each round takes a quarter of what the next one does.
    #[arg(long, default_value_t = 360_000, value_name = "N", value_parser = whole(1_u32..=100_000_000))]
    positions: u32,
    /// Most empty squares of the positions that the last round solves.
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = whole(4_u32..=24))]
    exact: u32,
    /// Depth in plies of the search that labels the other positions.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = whole(4_u32..=12))]
    depth: u32,
}

impl LearnReversiArgs {
    /// Writes the weights after every round. Progress goes to the log.
    ///
    /// # Errors
    ///
    /// The weights cannot be read or written, or the log is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let course = &self.course;
        let recipe = Recipe {
            rounds: course.rounds,
            positions: self.positions as usize,
            exact: self.exact,
            depth: self.depth,
            threads: usize::from(course.threads),
            seed: course.seed,
        };
        let start = course.start("Reversi", decode)?;
        let start = start.unwrap_or_else(Evaluation::zero);
        course.follow(
            |stop, report| learn(&recipe, start, stop, report),
            |progress| match progress {
                Progress::Learned(evaluation) => write(&course.file, &encode(&evaluation)),
                told => log_progress(&told, streams.log),
            },
        )
    }
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

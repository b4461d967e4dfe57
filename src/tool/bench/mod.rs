//! `tengen bench`: times searches, ladders and networks.
//!
//! - `cases`: positions of the bench
//! - `games`: searches of fixed positions in all games
//! - `ladders`: ladder questions
//! - `network`, `kernel_table`: evaluations of a network, and the kernels in them
//!
//! Tests: `protocol-tests/program.rs`; unit tests in `games.rs`; `scripts/tests/test_bench.py` for the script that reads the
//! output.
//! A change moves: the bench signature (`protocol-tests/bench.signature`); the last lines, which
//! `scripts/arena/measure/benchmark.py` reads.

use anyhow::Result;
use clap::{Args, Subcommand};

use super::streams::Streams;

use self::ladders::BenchLaddersArgs;
use self::network::BenchNetworkArgs;

mod cases;
mod games;
mod kernel_table;
mod ladders;
mod network;

pub use self::cases::{BenchGame, Case, Suite};
pub use self::games::BenchGamesArgs;

/// Arguments of `tengen bench`.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArgs {
    /// What to time instead.
    #[command(subcommand)]
    part: Option<BenchPart>,
    /// What to search.
    #[command(flatten)]
    games: BenchGamesArgs,
}

/// Benches of one part.
#[derive(Clone, Debug, Subcommand)]
enum BenchPart {
    /// Time the verdict and the ko mark of ladder questions; ends with the queries per CPU second.
    Ladders(BenchLaddersArgs),
    /// Time a network on boards of 9x9, 13x13 and 19x19, and its kernels beside the peak of the processor.
    Net(BenchNetworkArgs),
}

impl BenchArgs {
    /// Runs the bench of one part, or that of the games.
    ///
    /// # Errors
    ///
    /// A file cannot be read, instruction sets differ in what they find, or the output is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        match self.part {
            None => self.games.run(streams.out),
            Some(BenchPart::Ladders(args)) => args.run(streams.out),
            Some(BenchPart::Net(args)) => args.run(streams.out),
        }
    }
}

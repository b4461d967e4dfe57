//! `tengen bench`: times searches, ladders and networks.
//!
//! - `cases`: types for the positions of the bench
//! - `games`: searches of fixed positions in all games
//! - `ladders`: ladder questions
//! - `network`, `kernel_table`: evaluations of a network, and their kernels
//!
//! Tests: `protocol-tests/process/program.rs`; unit tests in `games.rs`; `scripts/tests/test_bench.py` for the script that
//! reads the output.
//! A change moves: the bench signature (`protocol-tests/bench/signature`); the last lines, which
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

pub(crate) use self::cases::case;
pub use self::cases::{BenchGame, Case, Suite};
pub use self::games::BenchGamesArgs;

/// Arguments of `tengen bench`.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct BenchArgs {
    /// Part to time in place of the searches of all games.
    #[command(subcommand)]
    part: Option<BenchPart>,
    /// Options for the searches of all games.
    #[command(flatten)]
    games: BenchGamesArgs,
}

/// Parts that can be timed separately.
#[derive(Clone, Debug, Subcommand)]
enum BenchPart {
    /// Time the verdicts and ko marks of ladder questions; the last line has the queries per CPU second.
    Ladders(BenchLaddersArgs),
    /// Time a network on 9x9, 13x13 and 19x19 boards, and compare its kernels with the processor's peak rate.
    Net(BenchNetworkArgs),
}

impl BenchArgs {
    /// Times the part, or the searches of all games.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        match self.part {
            None => self.games.run(streams.out),
            Some(BenchPart::Ladders(args)) => args.run(streams.out),
            Some(BenchPart::Net(args)) => args.run(streams.out),
        }
    }
}

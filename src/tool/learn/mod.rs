//! `tengen learn`: learns evaluations of positions, from self-play or from a teacher.
//!
//! - `go`: positions to train a network on
//! - `gomoku`: gomoku's weights
//! - `reversi`: Reversi's network
//!
//! Tests: `go/tests.rs`; unit tests in `gomoku.rs` and `reversi.rs`.
//! A change moves: options that `scripts/dev/learn-go`, `scripts/dev/learn-gomoku` and `scripts/dev/learn-reversi` pass, and the
//! files that they keep between runs.

mod go;
mod gomoku;
mod reversi;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use self::go::LearnGoArgs;
use self::gomoku::LearnGomokuArgs;
use self::reversi::LearnReversiArgs;
use super::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_engine::control::Stop;
use tengen_engine::files;
use tengen_engine::files::printable;

/// Arguments of `tengen learn`.
#[derive(Clone, Debug, Args)]
pub struct LearnArgs {
    /// Game to learn, with its arguments.
    #[command(subcommand)]
    game: LearnGame,
}

/// Games with a learned evaluation.
#[derive(Clone, Debug, Subcommand)]
enum LearnGame {
    /// Learn gomoku's weights from self-play; more games give better weights.
    ///
    /// The rules are learned one after the other. Positions are labeled by the results of their games and the scores of
    /// the searches that played them.
    Gomoku(LearnGomokuArgs),
    /// Learn Reversi's network from self-play games kept in a file; more games give a better network.
    ///
    /// Every position is labeled by the search that played it and by the rest of the game; positions near the end are
    /// solved. Each round plays with the network of the round before and learns from its own games. The result does not
    /// depend on the machine.
    Reversi(LearnReversiArgs),
    /// Make training positions for a Go network and inspect networks; scripts/dev/learn-go does the training.
    Go(LearnGoArgs),
}

impl LearnArgs {
    /// Learns the evaluation of the game.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        match self.game {
            LearnGame::Gomoku(args) => args.run(streams),
            LearnGame::Reversi(args) => args.run(streams),
            LearnGame::Go(args) => args.run(streams),
        }
    }
}

/// Arguments of learning by self-play, in all games.
#[derive(Clone, Debug, Args)]
struct SelfPlayArgs {
    /// Write the weights to this file after every round.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Start from the weights in this file.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Play N rounds, each with the weights from the round before [default: 2 for gomoku, 5 for Reversi].
    #[arg(long, value_name = "N", value_parser = whole(1_u32..=100))]
    rounds: Option<u32>,
    /// Play and label with N threads; the result does not depend on N.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Set the random seed of the games.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    seed: u64,
}

/// Maximum size of a file of weights, in bytes.
const MOST_WEIGHTS: u64 = 1 << 30;

impl SelfPlayArgs {
    /// Reads the weights of `--from`, if given.
    fn start<W>(&self, game: &str, decode: fn(&[u8]) -> Option<W>) -> Result<Option<W>> {
        let Some(from) = &self.from else {
            return Ok(None);
        };
        let bytes = files::read(from, MOST_WEIGHTS, &|| false).with_context(|| printable(from))?;
        match decode(&bytes) {
            Some(weights) => Ok(Some(weights)),
            None => bail!(
                "{}: expected {game}'s weights of this program",
                printable(from)
            ),
        }
    }

    /// Runs `learn` and passes its progress to `take`. The first error of `take` stops it.
    fn follow<P>(
        &self,
        learn: impl FnOnce(&Stop, &mut dyn FnMut(P)),
        mut take: impl FnMut(P) -> Result<()>,
    ) -> Result<()> {
        // Fail at once if the file can't be written, not after an hour of learning.
        files::check_writable(&self.file).with_context(|| unwritable(&self.file))?;
        let stop = Stop::default();
        let mut result = Ok(());
        learn(&stop, &mut |progress| {
            result = take(progress);
            if result.is_err() {
                stop.stop();
            }
        });
        result
    }
}

/// Replaces the whole file, or leaves the old one if that fails.
fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    files::write(file, bytes).with_context(|| unwritable(file))
}

fn unwritable(file: &Path) -> String {
    format!("cannot write {}", printable(file))
}

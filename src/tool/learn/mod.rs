//! `tengen learn`: learns what positions are worth, from games of the engine with itself or from a teacher.
//!
//! - `go`: positions to learn a network from
//! - `gomoku`: weights of gomoku
//! - `reversi`: Reversi's network
//!
//! Tests: `go/tests.rs`; unit tests in `gomoku.rs` and `reversi.rs`.
//! A change moves: options that `scripts/learn-go`, `scripts/learn-gomoku` and `scripts/learn-reversi` pass, and the files that
//! they keep between runs.

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
    /// The game.
    #[command(subcommand)]
    game: LearnGame,
}

/// Games whose evaluation is learned.
#[derive(Clone, Debug, Subcommand)]
enum LearnGame {
    /// Learn gomoku's weights from games of the engine with itself; the more games, the better.
    ///
    /// The rules are learned one after the other. Positions are labeled by the results of their games and the scores of the
    /// searches that played them.
    Gomoku(LearnGomokuArgs),
    /// Learn Reversi's network from games of the engine with itself, kept in a file; the more games, the better.
    ///
    /// Every position is labeled by the search that played it and by how the game went on; positions near the end are
    /// solved. Each round plays with the network of the one before and learns from its own games. The result does not depend
    /// on the machine.
    Reversi(LearnReversiArgs),
    /// What learning a network for Go takes from this program; scripts/learn-go does the rest.
    Go(LearnGoArgs),
}

impl LearnArgs {
    /// Learns the game.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written, or a stream is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        match self.game {
            LearnGame::Gomoku(args) => args.run(streams),
            LearnGame::Reversi(args) => args.run(streams),
            LearnGame::Go(args) => args.run(streams),
        }
    }
}

/// Arguments of learning from games with itself, in every game.
#[derive(Clone, Debug, Args)]
struct SelfPlayArgs {
    /// Where the weights go after every round.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Go on from these weights.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Rounds, each with games of the player of the one before [default: gomoku 2, Reversi 5].
    #[arg(long, value_name = "N", value_parser = whole(1_u32..=100))]
    rounds: Option<u32>,
    /// Threads that play and label; their number changes nothing but the time.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Seed of the games.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0_u64..=u64::MAX))]
    seed: u64,
}

/// Maximum length of a file of weights, in bytes.
const MOST_WEIGHTS: u64 = 1 << 30;

impl SelfPlayArgs {
    /// Reads the weights to go on from, if there are any.
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

    /// Learns, and hands the progress to `take`; the first error ends it.
    fn follow<P>(
        &self,
        learn: impl FnOnce(&Stop, &mut dyn FnMut(P)),
        mut take: impl FnMut(P) -> Result<()>,
    ) -> Result<()> {
        // Found out now that the file can't be written, not after an hour.
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

/// Writes the whole file or, if that fails, leaves the old one.
fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    files::write(file, bytes).with_context(|| unwritable(file))
}

fn unwritable(file: &Path) -> String {
    format!("cannot write {}", printable(file))
}

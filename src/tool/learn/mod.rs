//! `tengen learn`: what positions are worth, learned from games of the engine with itself or from a teacher.

pub mod go;
pub mod gomoku;
pub mod reversi;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::engine::control::Stop;
use crate::engine::files;

/// What learning from games with itself is told in every game.
#[derive(Clone, Debug, Args)]
pub struct Course {
    /// Where the weights go after every round.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Go on from these weights.
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Rounds, each with games of the player of the one before.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Threads that play and label; their number changes nothing but the time.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Seed of the games.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
}

impl Course {
    /// The weights to go on from, if there are any.
    fn start<W>(&self, game: &str, decode: fn(&[u8]) -> Option<W>) -> Result<Option<W>> {
        let Some(from) = &self.from else {
            return Ok(None);
        };
        let bytes = fs::read(from).with_context(|| from.display().to_string())?;
        match decode(&bytes) {
            Some(weights) => Ok(Some(weights)),
            None => bail!(
                "{}: expected {game}'s weights of this program",
                from.display()
            ),
        }
    }

    /// Learns, and hands what is said of it to `take`; the first error ends it.
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
    format!("cannot write {}", file.display())
}

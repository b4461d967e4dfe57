//! `tengen learn reversi`: learns the evaluation of Reversi from nothing and writes its weights.

pub mod go;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::reversi::eval::Evaluation;
use crate::reversi::learn::{Progress, Recipe, learn};
use crate::reversi::weights::{decode, encode};
use crate::search::control::Stop;

/// Follows `recipe` and writes the weights to `file` after every round. It goes on from the weights in `from` if
/// there are any; how far it has come goes to `log`.
pub fn run(
    recipe: &Recipe,
    file: &Path,
    from: Option<&PathBuf>,
    log: &mut dyn Write,
) -> Result<()> {
    let start = match from {
        Some(from) => read(from)?,
        None => Evaluation::nothing(),
    };
    // Found out now that the file can't be written, not after an hour.
    let part = file.with_extension("part");
    fs::write(&part, b"").with_context(|| part.display().to_string())?;
    let stop = Stop::default();
    let mut result = Ok(());
    learn(recipe, start, &stop, &mut |progress| {
        result = match progress {
            Progress::Learned(evaluation) => write(&evaluation, &part, file),
            told => tell(&told, log),
        };
        if result.is_err() {
            stop.stop();
        }
    });
    result
}

fn read(file: &Path) -> Result<Evaluation> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    match decode(&bytes) {
        Some(evaluation) => Ok(evaluation),
        None => bail!("{}: expected weights of this program", file.display()),
    }
}

/// Writes the whole file or, if that fails, leaves the old one.
fn write(evaluation: &Evaluation, part: &Path, file: &Path) -> Result<()> {
    fs::write(part, encode(evaluation)).with_context(|| part.display().to_string())?;
    fs::rename(part, file).with_context(|| file.display().to_string())
}

fn tell(progress: &Progress, log: &mut dyn Write) -> Result<()> {
    match progress {
        Progress::Labelled {
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
        Progress::Checked {
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

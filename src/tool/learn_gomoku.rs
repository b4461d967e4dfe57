//! `tengen learn gomoku`: learns gomoku's evaluation from the engine's games with itself and writes its weights.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::gomoku::learn::{Progress, Recipe, learn};
use crate::gomoku::weights::{Weights, decode, encode};
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
        None => Weights::by_hand(),
    };
    // Found out now that the file can't be written, not after an hour.
    let part = file.with_extension("part");
    fs::write(&part, b"").with_context(|| part.display().to_string())?;
    let stop = Stop::default();
    let mut result = Ok(());
    learn(recipe, start, &stop, &mut |progress| {
        result = match progress {
            Progress::Learned(weights) => write(&weights, &part, file),
            told => tell(&told, log),
        };
        if result.is_err() {
            stop.stop();
        }
    });
    result
}

fn read(file: &Path) -> Result<Weights> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    match decode(&bytes) {
        Some(weights) => Ok(weights),
        None => bail!(
            "{}: expected gomoku's weights of this program",
            file.display()
        ),
    }
}

/// Writes the whole file or, if that fails, leaves the old one.
fn write(weights: &Weights, part: &Path, file: &Path) -> Result<()> {
    fs::write(part, encode(weights)).with_context(|| part.display().to_string())?;
    fs::rename(part, file).with_context(|| file.display().to_string())
}

fn tell(progress: &Progress, log: &mut dyn Write) -> Result<()> {
    match progress {
        Progress::Played {
            round,
            rule,
            done,
            of,
            took,
        } => writeln!(
            log,
            "round {round}  {rule:9}  {done:6} of {of} games in {} s",
            took.as_secs()
        )?,
        Progress::Fitted {
            round,
            rule,
            positions,
            before,
            after,
        } => writeln!(
            log,
            "round {round}  {rule:9}  fitted to {positions} positions; loss on others {before:.4}, now {after:.4}"
        )?,
        Progress::Learned(_) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_that_are_none_are_refused_before_anything_is_played() {
        let folder = std::env::temp_dir().join(format!("tengen-learn-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (from, file) = (folder.join("bad"), folder.join("weights"));
        fs::write(&from, b"nothing").unwrap();
        let recipe = Recipe {
            rounds: 1,
            games: 1,
            nodes: 10,
            threads: 1,
            seed: 0,
        };
        let mut log = Vec::new();
        let error = run(&recipe, &file, Some(&from), &mut log).unwrap_err();
        assert!(error.to_string().contains("expected gomoku's weights"));
        assert!(log.is_empty() && !file.exists());
        run(&recipe, &file, None, &mut log).unwrap();
        assert!(decode(&fs::read(&file).unwrap()).is_some());
        fs::remove_dir_all(&folder).unwrap();
    }
}

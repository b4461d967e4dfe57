//! A file of games: its content, its name in output, and its path when written back.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};

/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Name under which the games of standard input are written back.
const STANDARD_INPUT: &str = "stdin.sgf";

/// An input file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    /// Path as given on the command line; `-` is standard input.
    pub path: PathBuf,
    /// Path of the file written back, relative to the output folder.
    pub target: PathBuf,
}

impl RecordFile {
    /// Returns the files that the arguments name. A folder contributes all files in it and below it with names that end with a
    /// dot and one of `ends`, sorted by name. Fails if a folder has no such file.
    pub fn of_arguments(arguments: &[PathBuf], ends: &[&str]) -> Result<Vec<RecordFile>> {
        let mut paths = Vec::new();
        for argument in arguments {
            if argument.is_dir() {
                let before = paths.len();
                add_folder(argument, ends, &mut BTreeSet::new(), &mut paths)
                    .with_context(|| printable(argument))?;
                ensure!(
                    paths.len() > before,
                    "{}: no *.{} files in this folder",
                    printable(argument),
                    ends.join(", *.")
                );
            } else {
                paths.push(argument.clone());
            }
        }
        let targets = targets(&paths);
        let files = paths.into_iter().zip(targets);
        Ok(files
            .map(|(path, target)| RecordFile { path, target })
            .collect())
    }

    /// Returns the name in output: the path as given.
    pub fn name(&self) -> String {
        printable(&self.path)
    }

    /// Reads the file, up to 64 MiB.
    pub fn read(&self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        if self.path == Path::new("-") {
            io::stdin()
                .lock()
                .take(MAX_BYTES + 1)
                .read_to_end(&mut bytes)?;
        } else {
            return files::read(&self.path, MAX_BYTES, &|| false);
        }
        if bytes.len() as u64 > MAX_BYTES {
            return Err(FileError::TooLarge(MAX_BYTES));
        }
        Ok(bytes)
    }
}

/// Adds the games of a folder. Skips a folder `visited` under another name, so that cyclic links end.
fn add_folder(
    folder: &Path,
    ends: &[&str],
    visited: &mut BTreeSet<PathBuf>,
    paths: &mut Vec<PathBuf>,
) -> io::Result<()> {
    if !visited.insert(fs::canonicalize(folder)?) {
        return Ok(());
    }
    let mut entries = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        entries.insert(entry?.path());
    }
    for path in entries {
        let is_game = path
            .extension()
            .is_some_and(|kind| ends.iter().any(|end| kind.eq_ignore_ascii_case(end)));
        if path.is_dir() {
            add_folder(&path, ends, visited, paths)?;
        } else if is_game {
            paths.push(path);
        }
    }
    Ok(())
}

/// Returns the paths relative to the deepest common folder, so that no two files have the same path.
fn targets(paths: &[PathBuf]) -> Vec<PathBuf> {
    let real = |path: &PathBuf| match path == Path::new("-") {
        true => PathBuf::from(STANDARD_INPUT),
        // A missing file causes an error later, when it is read.
        false => fs::canonicalize(path).unwrap_or_else(|_| path.clone()),
    };
    let real: Vec<PathBuf> = paths.iter().map(real).collect();
    let folders = real.iter().filter_map(|path| path.parent());
    let common = folders
        .map(Path::to_path_buf)
        .reduce(|one, other| {
            let both = one.components().zip(other.components());
            both.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
        })
        .unwrap_or_default();
    let below = |path: &PathBuf| path.strip_prefix(&common).unwrap_or(path).to_path_buf();
    real.iter().map(below).collect()
}

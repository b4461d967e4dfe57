//! A file of games: its bytes, its name in output, and its place among the files written back.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The name of the file written back for the games of standard input.
const STANDARD_INPUT: &str = "stdin.sgf";

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFile {
    /// The path as it was named; - is standard input.
    pub path: PathBuf,
    /// The path below the folder of files written back.
    pub target: PathBuf,
}

impl RecordFile {
    /// Returns the files of these arguments. A folder stands for all files `*.sgf` in it and below, sorted by name.
    ///
    /// # Errors
    ///
    /// A folder cannot be read or has no such file.
    pub fn of_arguments(arguments: &[PathBuf]) -> Result<Vec<RecordFile>> {
        let mut paths = Vec::new();
        for argument in arguments {
            if argument.is_dir() {
                let before = paths.len();
                add_folder(argument, &mut BTreeSet::new(), &mut paths)
                    .with_context(|| printable(argument))?;
                ensure!(
                    paths.len() > before,
                    "{}: no file *.sgf in this folder",
                    printable(argument)
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

    /// Returns the name in output: the path as it was named.
    pub fn name(&self) -> String {
        printable(&self.path)
    }

    /// Reads the file.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is larger than 64 MiB.
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

/// Adds the games of a folder. One that was `visited` under another name adds none, so that links end.
fn add_folder(
    folder: &Path,
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
            .is_some_and(|kind| kind.eq_ignore_ascii_case("sgf"));
        if path.is_dir() {
            add_folder(&path, visited, paths)?;
        } else if is_game {
            paths.push(path);
        }
    }
    Ok(())
}

/// Returns the paths below the folder that all files have in common, so that no two are equal.
fn targets(paths: &[PathBuf]) -> Vec<PathBuf> {
    let real = |path: &PathBuf| match path == Path::new("-") {
        true => PathBuf::from(STANDARD_INPUT),
        // A file that does not exist is an error when it is read.
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

//! Inputs that are kept in files: seeds to spoil, and those that once showed a fault.

use std::fs;
use std::path::PathBuf;

use bolero::Driver;

use crate::dice::Dice;

/// The files of a folder of the corpus with their names, in the order of the names.
///
/// # Panics
/// If the folder cannot be read.
pub fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "protocol-tests",
        "fuzz",
        "corpus",
        folder,
    ]
    .iter()
    .collect();
    let entries = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a file of the corpus").path())
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a file of the corpus");
        (path.display().to_string(), bytes)
    };
    paths.into_iter().map(read).collect()
}

/// One of these files, whole.
pub fn pick<D: Driver>(dice: &mut Dice<'_, D>, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    dice.pick(files).1.clone()
}

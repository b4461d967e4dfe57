//! Inputs stored in files: seeds to mutate, and inputs that once revealed a fault.

use std::fs;
use std::path::PathBuf;

use bolero::Driver;

use crate::dice::Dice;

/// Reads the files of a corpus folder, sorted by name.
///
/// # Panics If the folder cannot be read.
pub fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "corpus", folder]
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

/// Picks one of these files.
pub fn pick<D: Driver>(dice: &mut Dice<'_, D>, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    dice.pick(files).1.clone()
}

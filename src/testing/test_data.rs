//! Labeled positions for tests: the full sets from the folder in `TENGEN_DATA` if it is set, else the samples in
//! `protocol-tests/data`.

use std::path::PathBuf;

use serde_json::Value;

/// Reads every line of `file` (JSON Lines), from the full set if `TENGEN_DATA` is set.
pub fn lines(file: &str) -> Vec<Value> {
    let folder = std::env::var_os("TENGEN_DATA").map_or_else(sample_folder, PathBuf::from);
    read(folder, file)
}

/// Reads every line of a `file` that exists only in `protocol-tests/data`.
pub fn samples(file: &str) -> Vec<Value> {
    read(sample_folder(), file)
}

fn read(folder: PathBuf, file: &str) -> Vec<Value> {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let parse =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{file}: {e}: {line}"));
    let lines: Vec<Value> = text.lines().map(parse).collect();
    assert!(!lines.is_empty(), "{} is empty", path.display());
    lines
}

fn sample_folder() -> PathBuf {
    project().join("protocol-tests").join("data")
}

/// Returns the root folder of the project.
pub fn project() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", ".."].iter().collect()
}

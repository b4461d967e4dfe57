//! An event file that an interrupted run left. Its lines show how far the run came: it resumes with the file of the
//! last event and compares that file's events with the lines already written.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use tengen_engine::files;
use tengen_engine::files::printable;

/// An event file to which events are appended.
#[derive(Debug)]
pub struct ResumedOutput {
    path: PathBuf,
    file: File,
    /// Length in bytes up to the last complete line.
    length: u64,
    /// Index of the file to resume with.
    first: usize,
    /// Lines already written for that file.
    kept: Vec<String>,
}

/// The part of an output line that names the file.
#[derive(Deserialize)]
struct NamedLine {
    game: String,
}

impl ResumedOutput {
    /// Opens or creates the event file for the input files with these names. Fails, and leaves it unchanged, if its
    /// last line isn't an event of these files.
    pub fn open(path: &Path, names: &[String]) -> Result<ResumedOutput> {
        let shown = || printable(path);
        let mut file = files::open_or_create(path).with_context(shown)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(shown)?;
        // A line without its end was still being written.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut output = ResumedOutput {
            path: path.to_path_buf(),
            file,
            length: whole.len() as u64,
            first: 0,
            kept: Vec::new(),
        };
        let named = |line: &str| {
            serde_json::from_str(line)
                .map(|line: NamedLine| line.game)
                .ok()
        };
        let Some(last) = whole.lines().next_back() else {
            let is_begun = "{\"".starts_with(&text) || text.starts_with("{\"");
            ensure!(is_begun, "{} holds something else", shown());
            return Ok(output);
        };
        let place = named(last).and_then(|game| names.iter().position(|name| *name == game));
        output.first =
            place.with_context(|| format!("{} holds no events of these games", shown()))?;
        let of_last = whole
            .lines()
            .rev()
            .take_while(|line| named(line) == named(last));
        output.kept = of_last.map(str::to_owned).collect();
        output.kept.reverse();
        Ok(output)
    }

    /// Returns the index of the first file to write events for.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Writes the events of the file with this index, except those already written. Fails, and leaves the event file
    /// unchanged, if the events already written differ.
    pub fn write(&mut self, place: usize, lines: &[String]) -> Result<()> {
        if place < self.first {
            return Ok(());
        }
        let shown = || printable(&self.path);
        let kept = std::mem::take(&mut self.kept);
        ensure!(
            lines.starts_with(&kept),
            "{} holds events of other games or of other settings; remove it or name another file",
            shown()
        );
        let text: String = lines[kept.len()..]
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        if place == self.first {
            self.file.set_len(self.length).with_context(shown)?;
            self.file.seek(SeekFrom::End(0)).with_context(shown)?;
        }
        self.file.write_all(text.as_bytes()).with_context(shown)
    }
}

//! A file of events that an interrupted run left. The lines themselves tell how far it came: the run goes on with the
//! file of the last event, whose lines are compared with those that are there.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use tengen_engine::files;
use tengen_engine::files::printable;

/// A file of events that grows.
#[derive(Debug)]
pub struct ResumedOutput {
    path: PathBuf,
    file: File,
    /// The length up to the last whole line.
    length: u64,
    /// The place among the files of the one to go on with.
    first: usize,
    /// The lines of that file that are there.
    kept: Vec<String>,
}

/// The part of a line that names its file.
#[derive(Deserialize)]
struct NamedLine {
    game: String,
}

impl ResumedOutput {
    /// Opens a file of events of the files with these names, or creates it.
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or its last line is no event of these files. It stays as it is.
    pub fn open(path: &Path, names: &[String]) -> Result<ResumedOutput> {
        let shown = || printable(path);
        let mut file = files::open_or_create(path).with_context(shown)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(shown)?;
        // A line without its end was being written.
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

    /// Returns the place of the first file whose events are wanted.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Writes the events of the file with this place; those that are there are not written again.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or what is there are other events; then it stays as it is.
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

//! The appraisals of an unfinished file, as JSON Lines, from which an interrupted run resumes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::appraisal::{Appraisal, PositionKey};
use super::mark::Mark;
use super::output::read_file;
use tengen_engine::files;
use tengen_engine::files::printable;

#[derive(Serialize, Deserialize)]
struct JournalLine {
    position: PositionKey,
    appraisal: Appraisal,
}

/// Key in the first line that identifies a journal.
const NAME: &str = "tengen-annotate";

/// The open journal of one file.
pub struct Journal {
    path: PathBuf,
    file: File,
    appraisals: BTreeMap<PositionKey, Appraisal>,
}

impl Journal {
    /// Opens or creates the journal of a file with this mark. Starts over if the journal belongs to other settings or
    /// another original, and cuts off an incomplete last line. Fails on a file that isn't a journal, and leaves that
    /// file unchanged.
    pub fn open(path: &Path, mark: &Mark) -> Result<Journal> {
        let name = || printable(path);
        let bytes = match read_file(path) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => Vec::new(),
            Err(error) => return Err(error).with_context(name),
        };
        let head = format!("{}\n", json!({ NAME: mark.to_string() }));
        let (kept, appraisals) = match bytes.strip_prefix(head.as_bytes()) {
            Some(lines) => {
                let (length, appraisals) = read(lines);
                (head.len() + length, appraisals)
            }
            None if bytes.is_empty() || is_journal(&bytes) => (0, BTreeMap::new()),
            None => bail!(
                "{} exists and is not a journal; it is left unchanged",
                printable(path)
            ),
        };
        let mut file = files::open_or_create(path).with_context(name)?;
        file.set_len(kept as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        if kept == 0 {
            file.write_all(head.as_bytes()).with_context(name)?;
        }
        Ok(Journal {
            path: path.to_owned(),
            file,
            appraisals,
        })
    }

    /// Returns all appraisals known so far.
    pub fn appraisals(&self) -> &BTreeMap<PositionKey, Appraisal> {
        &self.appraisals
    }

    /// Writes an appraisal to the file and remembers it.
    pub fn add(&mut self, position: PositionKey, appraisal: Appraisal) -> Result<()> {
        let line = JournalLine {
            position,
            appraisal,
        };
        let text = serde_json::to_string(&line)? + "\n";
        let written = self.file.write_all(text.as_bytes());
        written.with_context(|| printable(&self.path))?;
        self.appraisals.insert(line.position, line.appraisal);
        Ok(())
    }

    /// Deletes the journal file.
    pub fn remove(self) -> Result<()> {
        drop(self.file);
        fs::remove_file(&self.path).with_context(|| printable(&self.path))
    }
}

/// Whether a file begins like a journal, or was cut off within its beginning.
fn is_journal(bytes: &[u8]) -> bool {
    let begin = format!("{{\"{NAME}\":");
    let length = begin.len().min(bytes.len());
    bytes[..length] == begin.as_bytes()[..length]
}

/// Reads lines up to the first incomplete or invalid one. Returns their length in bytes and their appraisals.
fn read(lines: &[u8]) -> (usize, BTreeMap<PositionKey, Appraisal>) {
    let (mut length, mut appraisals) = (0, BTreeMap::new());
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        let read = serde_json::from_slice::<JournalLine>(line);
        let (true, Ok(line_read)) = (line.ends_with(b"\n"), read) else {
            break;
        };
        length += line.len();
        appraisals.insert(line_read.position, line_read.appraisal);
    }
    (length, appraisals)
}

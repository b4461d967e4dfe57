//! A collection of problems: a file of JSON Lines to which runs append.
//!
//! After the problems of a game comes a line `{"done":...}` that names the game and the settings. It makes the same
//! command skip the game, so that an interrupted run resumes.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::position::position;
use super::problem::Problem;
use tengen_engine::files;
use tengen_engine::files::{Lock, printable};
use tengen_play::games::with_game;

/// Maximum size of a collection in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// A game that has been searched.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DoneGame {
    /// Digest of the game and the settings of the search.
    pub digest: String,
    /// Name of the game, for people.
    pub name: String,
}

/// A line about a game that has been searched.
#[derive(Serialize, Deserialize)]
struct DoneLine {
    done: DoneGame,
}

/// A line of a collection.
#[derive(Deserialize)]
#[serde(untagged)]
enum CollectionLine {
    Done(DoneLine),
    Problem(Box<Problem>),
}

impl CollectionLine {
    /// Reads a line. `None` if it is neither of the two.
    fn read(line: &[u8]) -> Option<CollectionLine> {
        let read: CollectionLine = serde_json::from_slice(line).ok()?;
        let is_consistent = match &read {
            CollectionLine::Done(_) => true,
            CollectionLine::Problem(problem) => problem.is_consistent(),
        };
        is_consistent.then_some(read)
    }
}

/// Reads the problems of a file without changing it. Fails, with the number of the line, if a line is not a problem of
/// a position that its game can have, and if there is none.
pub fn read_problems(path: &Path) -> Result<Vec<Problem>> {
    let name = || printable(path);
    let text = files::read(path, MAX_BYTES, &|| false).with_context(name)?;
    let mut problems = Vec::new();
    for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match CollectionLine::read(line) {
            Some(CollectionLine::Done(_)) => {}
            Some(CollectionLine::Problem(problem)) if is_possible(&problem) => {
                problems.push(*problem);
            }
            _ => bail!("{}: line {number} is not a problem", name()),
        }
    }
    ensure!(
        !problems.is_empty(),
        "{}: there is no problem in it",
        name()
    );
    Ok(problems)
}

/// Whether the game can have the problem's position.
fn is_possible(problem: &Problem) -> bool {
    with_game!(problem.kind.game(), G => position::<G>(problem).is_some())
}

/// The problems of a collection, and the file that holds them, if any.
#[derive(Default)]
pub struct Collection {
    place: Option<CollectionPlace>,
    problems: Vec<Problem>,
    keys: HashSet<String>,
    done: HashSet<String>,
}

struct CollectionPlace {
    path: PathBuf,
    /// Length in bytes up to the last complete line.
    length: u64,
    /// Opened when the first line is written.
    file: Option<File>,
    /// Keeps other processes from writing the file.
    _lock: Lock,
}

impl Collection {
    /// Reads the file of a collection, or begins one if the file is missing. A last line that an interrupted run left
    /// incomplete is ignored. Fails if the file has another kind of line. Nothing is written before the first game.
    pub fn open(path: &Path) -> Result<Collection> {
        let name = || printable(path);
        let lock = Lock::acquire(path).with_context(name)?;
        let text = match files::read(path, MAX_BYTES, &|| false) {
            Ok(text) => text,
            Err(error) if error.is_missing() => Vec::new(),
            Err(error) => return Err(error).with_context(name),
        };
        let last = text.iter().rposition(|&byte| byte == b'\n');
        let (whole, rest) = text.split_at(last.map_or(0, |end| end + 1));
        let is_begun = b"{\"".starts_with(rest) || rest.starts_with(b"{\"");
        ensure!(
            is_begun,
            "{}: not a collection of problems; it is left unchanged",
            name()
        );
        let mut collection = Collection::default();
        collection.read(whole).with_context(name)?;
        collection.place = Some(CollectionPlace {
            path: path.to_owned(),
            length: whole.len() as u64,
            file: None,
            _lock: lock,
        });
        Ok(collection)
    }

    fn read(&mut self, text: &[u8]) -> Result<()> {
        for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            if line.trim_ascii().is_empty() {
                continue;
            }
            match CollectionLine::read(line) {
                Some(CollectionLine::Done(line)) => {
                    self.done.insert(line.done.digest);
                }
                Some(CollectionLine::Problem(problem)) => self.keep(*problem),
                None => bail!("line {number} is not a problem; the file is left unchanged"),
            }
        }
        Ok(())
    }

    fn keep(&mut self, problem: Problem) {
        self.keys.insert(problem.key.clone());
        self.problems.push(problem);
    }

    /// Returns the problems in the order in which they were found.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether the collection has the problem, perhaps turned or shifted.
    pub fn has(&self, problem: &Problem) -> bool {
        self.keys.contains(&problem.key)
    }

    /// Returns the digests of the games that have been searched.
    pub fn done(&self) -> HashSet<String> {
        self.done.clone()
    }

    /// Adds the problems of a game, except those that the collection has, and marks the game as searched. Returns the
    /// new lines and the number of problems left out. The lines are written to the file, if there is one, at once.
    pub fn add(&mut self, problems: Vec<Problem>, done: DoneGame) -> Result<(Vec<String>, usize)> {
        let mut lines = Vec::new();
        let mut known = 0;
        for problem in problems {
            if self.has(&problem) {
                known += 1;
                continue;
            }
            lines.push(serde_json::to_string(&problem)?);
            self.keep(problem);
        }
        if let Some(place) = &mut self.place {
            let mut text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            text += &serde_json::to_string(&DoneLine { done: done.clone() })?;
            text.push('\n');
            place
                .append(&text)
                .with_context(|| printable(&place.path))?;
        }
        self.done.insert(done.digest);
        Ok((lines, known))
    }
}

impl CollectionPlace {
    /// Writes whole lines after the last one.
    fn append(&mut self, text: &str) -> Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let mut file = files::open_or_create(&self.path)?;
                file.set_len(self.length)?;
                file.seek(SeekFrom::End(0))?;
                self.file.insert(file)
            }
        };
        Ok(file.write_all(text.as_bytes())?)
    }
}

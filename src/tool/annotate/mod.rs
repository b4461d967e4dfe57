//! `tengen annotate`: writes games of SGF and other formats as SGF with values and comments, and reports the discs lost
//! by each move of Othello games in formats other than SGF.
//!
//! - `appraisal`: values and best lines of positions
//! - `appraiser`: appraisal of positions on several threads
//! - `comment`: the values and comments written into nodes
//! - `journal`: the appraisals of an unfinished file
//! - `mark`: the property that identifies annotated files
//! - `original_text`: the games of an original, and its annotated text
//! - `output`: the output file and its current content
//! - `othello`: Othello games as GGF, WTHOR, transcripts and boards
//!
//! Tests: `tests.rs`; `protocol-tests/tools/positions.rs` with kills; `scripts/tests/test_positions.py` for shards.
//! A change moves: annotated files and journals on disk, which an interrupted run continues; the manual's part in
//! `src/tool/manual/subcommands.md`; `scripts/python/tengen/annotate.py`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use self::appraiser::Appraiser;
use self::comment::CommentStyle;
use self::journal::Journal;
use self::mark::Mark;
use self::original_text::OriginalText;
use self::othello::{OthelloArgs, is_othello};
use self::output::{Existing, OutputPlace, format_of};
use crate::tool::searches::{SearchArgs, SearchPlan};
use crate::tool::shard::{self, ShardArgs};
use crate::tool::streams::Streams;
use tengen_engine::files::Lock;
use tengen_engine::files::printable;

mod appraisal;
mod appraiser;
mod comment;
mod journal;
pub(super) mod mark;
mod original_text;
mod othello;
mod output;

/// Default loss, in percent, from which a better line is shown.
const LEAST_LOSS: f32 = 3.0;

/// Arguments of `tengen annotate`.
#[derive(Clone, Debug, Args)]
pub struct AnnotateArgs {
    /// Annotate these files: games of Go, gomoku and Othello as SGF, GIB, NGF, UGF, PSQ and other records, all written
    /// as SGF; or Othello games as GGF, WTHOR or transcripts, for which - reads standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the annotated files to this folder under the names of the originals, creating it if necessary [default:
    /// next to each original, as NAME.annotated.sgf].
    #[arg(long, value_name = "DIR", conflicts_with = "in_place")]
    out: Option<PathBuf>,
    /// Replace the originals with the annotated files.
    #[arg(long)]
    in_place: bool,
    /// Show a better line for moves in SGF that lose at least PERCENT percent, 0 to 100 [default: 3].
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    loss: Option<f32>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(
        flatten,
        next_help_heading = "Othello games as GGF, WTHOR or transcripts"
    )]
    othello: OthelloArgs,
}

/// State of one run of the tool.
struct AnnotateRun<'a, 'b> {
    plan: SearchPlan,
    style: CommentStyle,
    /// Settings on which the annotations depend, as the mark shows them.
    settings: String,
    streams: &'a mut Streams<'b>,
    bad: usize,
}

impl AnnotateArgs {
    /// Annotates the files in turn and prints the names of the annotated ones. Leaves finished files as they are. Logs
    /// bad files and games, and fails in the end if there were any, unless `--lenient` allows them. Fails at once if
    /// two files would be written to the same place.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        if self.is_of_othello()? {
            return self
                .othello
                .run(&self.files, &self.search, &self.shard, streams);
        }
        let places = self.places()?;
        let plan = self.search.open(None, None)?;
        if let Some(folder) = &self.out {
            fs::create_dir_all(folder).with_context(|| printable(folder))?;
        }
        let loss = self.loss.unwrap_or(LEAST_LOSS);
        let mut run = AnnotateRun {
            settings: format!("loss={loss} {}", plan.settings()),
            plan,
            style: CommentStyle {
                least_loss: loss / 100.0,
            },
            streams,
            bad: 0,
        };
        for place in shard::part(self.shard.shard, || Ok(places.iter()))? {
            run.annotate_or_name(place)?;
        }
        let bad = run.bad;
        self.shard
            .judge(bad, || format!("bad files or games: {bad}"))
    }

    /// Whether the files are Othello games in formats other than SGF. An unreadable file counts as SGF, where it is
    /// reported. Fails if the files are of both kinds, or if an option is for the other kind.
    fn is_of_othello(&self) -> Result<bool> {
        let kinds = self.files.iter().map(|file| is_othello(file).ok());
        let kinds: Vec<Option<bool>> = kinds.collect();
        let find = |kind| kinds.iter().position(|&known| known == Some(kind));
        let (of_othello, of_sgf) = (find(true), find(false));
        if let (Some(one), Some(other)) = (of_othello, of_sgf) {
            let (one, other) = (printable(&self.files[one]), printable(&self.files[other]));
            bail!("{other} is SGF and {one} is not: annotate them in two runs");
        }
        let options_of_sgf = [
            ("--out", self.out.is_some()),
            ("--in-place", self.in_place),
            ("--loss", self.loss.is_some()),
        ];
        let of_sgf = options_of_sgf.iter().find(|(_, is_given)| *is_given);
        match (of_othello, of_sgf, self.othello.first_given()) {
            (Some(_), Some((name, _)), _) => bail!("{name} is for SGF"),
            (None, _, Some(name)) => {
                bail!("{name} is for Othello games as GGF, WTHOR or transcripts")
            }
            _ => Ok(of_othello.is_some()),
        }
    }

    fn places(&self) -> Result<Vec<OutputPlace>> {
        let mut originals: HashMap<PathBuf, &Path> = HashMap::new();
        let mut places = Vec::new();
        for file in &self.files {
            let place = match format_of(file) {
                None => OutputPlace::new(file, self.out.as_deref(), self.in_place)?,
                Some(format) => {
                    let name = printable(file);
                    ensure!(
                        !self.in_place,
                        "{name}: --in-place is for SGF, not for {format}"
                    );
                    OutputPlace::of_other(file, self.out.as_deref())?
                }
            };
            if let Some(other) = originals.insert(place.path.clone(), file) {
                let (one, other, both) =
                    (printable(other), printable(file), printable(&place.path));
                ensure!(false, "{one} and {other} would both be written to {both}");
            }
            places.push(place);
        }
        Ok(places)
    }
}

impl AnnotateRun<'_, '_> {
    /// Annotates a file. Logs the error of a bad file; fails only on the output stream.
    fn annotate_or_name(&mut self, place: &OutputPlace) -> Result<()> {
        let name = printable(&place.original);
        match self.annotate(place) {
            Ok(true) => {
                self.streams.out.line(&printable(&place.path))?;
                Ok(self.streams.out.flush()?)
            }
            Ok(false) => Ok(()),
            Err(error) => {
                self.bad += 1;
                writeln!(self.streams.log, "{name}: {error:#}");
                Ok(())
            }
        }
    }

    /// Annotates a file. Returns whether the annotated file exists afterwards.
    fn annotate(&mut self, place: &OutputPlace) -> Result<bool> {
        let bytes = output::read_file(&place.original)?;
        let file = OriginalText::read(&bytes, &self.plan, &printable(&place.original))?;
        self.bad += file.faults.len();
        for sentence in file.faults.iter().chain(&file.warnings) {
            writeln!(
                self.streams.log,
                "{}: {sentence}",
                printable(&place.original)
            );
        }
        if file.games.is_empty() {
            return Ok(false);
        }
        let mark = Mark {
            source: mark::digest(&file.text),
            settings: self.settings.clone(),
        };
        match place.look(&mark, &file.text)? {
            Existing::Replaceable => {}
            Existing::Complete => {
                writeln!(
                    self.streams.log,
                    "{}: already complete",
                    printable(&place.path)
                );
                return Ok(true);
            }
            Existing::Annotation => {
                let name = printable(&place.original);
                writeln!(self.streams.log, "{name}: is an annotated file itself");
                return Ok(false);
            }
        }
        place.check_writable()?;
        // Keep other processes from writing the file.
        let _lock = Lock::acquire(&place.path)?;
        let mut journal = Journal::open(&place.journal(), &mark)?;
        let appraiser = Appraiser {
            file: &file,
            plan: &self.plan,
            name: printable(&place.original),
        };
        appraiser.run(&mut journal, self.streams.log)?;
        let text = mark.marked(&file.annotated(journal.appraisals(), &self.style)?);
        place.write(&text)?;
        journal.remove()?;
        Ok(true)
    }
}

/// Parses a percentage from 0 to 100.
fn percent(text: &str) -> Result<f32, String> {
    let percent = text.parse().ok();
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

#[cfg(test)]
mod tests;

//! `tengen ladders --review`: reports the ladder events of games, as JSON Lines.
//!
//! - `file_review`: the events and errors of a file
//! - `marks`: events as SGF comments and marks
//! - `resumed_output`: an event file that an interrupted run left
//!
//! Tests: `tests.rs` with `protocol-tests/data/ladder_review.jsonl`; `scripts/tests/test_positions.py` for shards.
//! A change moves: lines of JSON that `src/tool/README.md` describes, marks in SGF files, and event files, which an
//! interrupted run continues.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;

use self::file_review::{FileReview, ReviewSettings};
use self::resumed_output::ResumedOutput;
use crate::tool::in_order;
use crate::tool::positions::position_args::PositionArgs;
use crate::tool::positions::record_file::RecordFile;
use crate::tool::shard;
use crate::tool::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_engine::files;
use tengen_engine::files::printable;
use tengen_go::board::point::MAX_POINTS;
use tengen_protocol::io::error_output::ErrorOutput;

mod file_review;
mod marks;
mod resumed_output;

#[cfg(test)]
mod tests;

/// Time between two progress lines.
const PROGRESS: Duration = Duration::from_secs(10);

/// Options of `tengen ladders --review`.
#[derive(Clone, Debug, Args)]
pub struct ReviewArgs {
    /// Review games: report the ladder events of game files, or of all SGF files in folders.
    #[arg(long, conflicts_with = "after")]
    pub review: bool,
    /// In a review, leave out chains of fewer than N stones.
    #[arg(long, default_value_t = 1, value_name = "N", requires = "review", value_parser = whole(1_usize..=MAX_POINTS))]
    min_stones: usize,
    /// In a review, also write each file with comments and marks to this folder; existing files are not overwritten.
    #[arg(long, value_name = "DIR", requires = "review")]
    sgf: Option<PathBuf>,
    /// In a review, write the events to this file; the same command resumes an interrupted run.
    #[arg(long, value_name = "FILE", requires = "review")]
    out: Option<PathBuf>,
}

/// Counts of files and events in a run.
#[derive(Default)]
struct ReviewTally {
    files: usize,
    events: usize,
    bad: usize,
}

impl ReviewArgs {
    /// Reviews the files and logs their errors. Fails in the end if a record is damaged or a file cannot be read or
    /// written, unless `--lenient` allows it; fails at once if the output itself cannot be written.
    pub fn run(&self, input: &PositionArgs, streams: &mut Streams) -> Result<()> {
        let all = RecordFile::of_arguments(&input.files, &["sgf"])?;
        let files = shard::part(input.shard.shard, || Ok(all.iter()))?;
        let files: Vec<&RecordFile> = files.collect();
        let names: Vec<String> = files.iter().map(|file| file.name()).collect();
        let mut output = match &self.out {
            None => None,
            Some(path) => Some(ResumedOutput::open(path, &names)?),
        };
        let skipped = output.as_ref().map_or(0, ResumedOutput::first);
        let settings = ReviewSettings {
            min_stones: self.min_stones,
            has_marks: self.sgf.is_some(),
        };
        let tasks = files.into_iter().enumerate().map(Ok);
        // Of files that an earlier run finished, only the errors are wanted: no chain is as large as this minimum.
        let done = ReviewSettings {
            min_stones: usize::MAX,
            ..settings
        };
        let work = |(place, file): (usize, &RecordFile)| {
            let settings = if place < skipped { done } else { settings };
            let mut review = FileReview::new(file, settings);
            if place >= skipped
                && let Some(folder) = &self.sgf
            {
                let mut target = folder.join(&file.target);
                if review.is_translated {
                    target.set_extension("sgf");
                }
                let written = write_back(&target, review.marked.take());
                review
                    .faults
                    .extend(written.err().map(|error| format!("{error:#}")));
            }
            (place, review)
        };
        let mut tally = ReviewTally::default();
        let mut told = Instant::now();
        in_order::run(
            tasks,
            input.threads(),
            || work,
            |(place, review), is_last| {
                tally.add(&review);
                for fault in &review.faults {
                    writeln!(streams.log, "{}: {fault}", names[place]);
                }
                match &mut output {
                    Some(output) => output.write(place, &review.lines)?,
                    None => {
                        for line in &review.lines {
                            streams.out.line(line)?;
                        }
                        if is_last {
                            streams.out.flush()?;
                        }
                    }
                }
                if told.elapsed() >= PROGRESS {
                    told = Instant::now();
                    tally.tell(names.len(), streams.log);
                }
                Ok(())
            },
        )?;
        input.shard.judge(tally.bad, || {
            format!(
                "files that are bad or could not be written: {} of {}",
                tally.bad,
                names.len()
            )
        })
    }
}

impl ReviewTally {
    fn add(&mut self, review: &FileReview) {
        self.files += 1;
        self.events += review.lines.len();
        self.bad += usize::from(!review.faults.is_empty());
    }

    fn tell(&self, of: usize, log: &mut ErrorOutput) {
        let ReviewTally { files, events, bad } = self;
        writeln!(
            log,
            "ladders: {files} of {of} files, {events} events, {bad} bad"
        );
    }
}

/// Writes a file with marks. Fails if a different file exists.
fn write_back(path: &Path, text: Option<String>) -> Result<()> {
    let Some(text) = text else {
        return Ok(());
    };
    let name = || printable(path);
    if let Ok(there) = files::read(path, text.len() as u64, &|| false) {
        // An earlier run may have written it.
        ensure!(
            there == text.as_bytes(),
            "{} exists and is left unchanged",
            name()
        );
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(name)?;
    }
    files::write(path, text.as_bytes()).with_context(name)
}

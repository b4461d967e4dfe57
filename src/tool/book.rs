//! `tengen book`: expands an opening book for Reversi.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use super::interrupt::stop_on_interrupt;
use super::streams::Streams;
use crate::tool::whole_number::whole;
use tengen_engine::Settings;
use tengen_engine::files::printable;
use tengen_protocol::io::error_output::ErrorOutput;
use tengen_reversi::AlphaBeta;
use tengen_reversi::Board;
use tengen_reversi::book::Book;
use tengen_reversi::eval::evaluation::DISC;

/// Arguments of `tengen book`.
#[derive(Clone, Debug, Args)]
pub struct BookArgs {
    /// Extend the book in this file, or create it.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop when the book has N positions.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = whole(1_usize..=100_000_000))]
    positions: usize,
    /// Stop after N minutes.
    #[arg(long, value_name = "N", value_parser = whole(0_u32..=1_000_000))]
    minutes: Option<u32>,
    /// Search each position to a depth of N plies, 1 to 60.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1_u8..=60))]
    depth: u8,
    /// Search with N threads, 1 to 1024.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Use this much memory for the search tables, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    memory: u32,
}

/// Time from the start to the first save.
const FIRST_SAVE: Duration = Duration::from_secs(1);

/// Time between later saves.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

impl BookArgs {
    /// Expands the book until it has `--positions` positions, the time is up, or Ctrl-C is pressed. Saves it and
    /// reports to the log after a second, every ten seconds, and at the end. Each save merges what other processes have
    /// added to the file. Fails at once if the file isn't a book or cannot be written.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let log = &mut *streams.log;
        let named = || printable(&self.file);
        let mut book = match Book::open(&self.file) {
            Err(error) if error.is_missing() => Book::default(),
            opened => opened.with_context(named)?,
        };
        // Fail at once if the file can't be written, not after an hour of searching.
        book.save_merged(&self.file).with_context(named)?;
        let mut searcher = AlphaBeta::new(Settings {
            threads: self.threads.into(),
            memory: (self.memory as usize) << 20,
            ..Settings::default()
        });
        let began = Instant::now();
        let time = self
            .minutes
            .map(|minutes| Duration::from_secs(60) * minutes);
        let stop = stop_on_interrupt()?;
        let mut next_save = began + FIRST_SAVE;
        let in_time = || time.is_none_or(|time| began.elapsed() < time);
        while book.len() < self.positions && in_time() && !stop.is_set() {
            let Some(&target) = book.expansion_targets().first() else {
                writeln!(log, "the book is complete");
                break;
            };
            book.expand(target, &mut searcher, self.depth, &stop);
            if Instant::now() >= next_save {
                book.save_merged(&self.file).with_context(named)?;
                next_save = Instant::now() + SAVE_INTERVAL;
                log_progress(&book, began, log);
            }
        }
        book.save_merged(&self.file).with_context(named)?;
        log_progress(&book, began, log);
        Ok(())
    }
}

fn log_progress(book: &Book, began: Instant, log: &mut ErrorOutput) {
    let value = book
        .moves(Board::START)
        .first()
        .map_or(0, |best| best.score);
    writeln!(
        log,
        "{} positions  the start is worth {:+.2} discs  {} s",
        book.len(),
        f64::from(value) / f64::from(DISC),
        began.elapsed().as_secs()
    );
}

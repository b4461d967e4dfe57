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
    /// The book; one that is there grows further.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Stop at so many positions.
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = whole(1_usize..=100_000_000))]
    positions: usize,
    /// Stop after so many minutes.
    #[arg(long, value_name = "N", value_parser = whole(0_u32..=1_000_000))]
    minutes: Option<u32>,
    /// Plies of the search that judges each position.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1_u8..=60))]
    depth: u8,
    /// Threads that search.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1_u16..=1024))]
    threads: u16,
    /// Memory for the tables of the search, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MiB", value_parser = whole(1_u32..=1_048_576))]
    memory: u32,
}

/// Time from the start to the first save.
const FIRST_SAVE: Duration = Duration::from_secs(1);

/// Time between two saves after it.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

impl BookArgs {
    /// Grows the book until it has the size asked for, the time is up, or Ctrl-C asks for its end. Saves it and reports
    /// to the log after a second, every ten seconds, and at the end; each save keeps what other processes have put into
    /// the file.
    ///
    /// # Errors
    ///
    /// The file is no book or cannot be written, or the log is closed.
    pub fn run(self, streams: &mut Streams) -> Result<()> {
        let log = &mut *streams.log;
        let named = || printable(&self.file);
        let mut book = match Book::open(&self.file) {
            Err(error) if error.is_missing() => Book::default(),
            opened => opened.with_context(named)?,
        };
        // Found out now that the file can't be written, not after an hour.
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
                writeln!(log, "nothing more is worth knowing");
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

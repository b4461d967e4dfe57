//! `tengen book`: expands an opening book for Reversi.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;

use crate::engine::Settings;
use crate::reversi::AlphaBeta;
use crate::reversi::Board;
use crate::reversi::book::Book;
use crate::reversi::eval::evaluation::DISC;

/// Arguments of `tengen book`.
#[derive(Clone, Debug, Args)]
pub struct Order {
    /// Book file; an existing one is expanded.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Stop at this many positions.
    #[arg(long, default_value_t = 2000, value_name = "N")]
    pub positions: usize,
    /// Stop after this many minutes.
    #[arg(long, value_name = "N")]
    pub minutes: Option<u32>,
    /// Search depth in plies.
    #[arg(long, default_value_t = 14, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    pub depth: u8,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Memory of the transposition table, in MiB.
    #[arg(long, default_value_t = 256, value_name = "MiB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub memory: u32,
}

/// Time between two saves, so that little is lost if the program is ended.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);

/// Expands the book until it has the positions asked for or the time is up. Saves it at intervals, merged with what
/// other processes have added to the file. Progress goes to `log`.
///
/// # Errors
///
/// Fails if the book cannot be read or written.
pub fn run(order: &Order, log: &mut dyn Write) -> Result<()> {
    let named = || order.file.display().to_string();
    let mut book = match Book::open(&order.file) {
        Err(error) if error.is_missing() => Book::default(),
        opened => opened.with_context(named)?,
    };
    // Fails now if the file is not writable, not after an hour.
    book.save_merged(&order.file).with_context(named)?;
    let mut searcher = AlphaBeta::new(Settings {
        threads: order.threads.into(),
        memory: (order.memory as usize) << 20,
        ..Settings::default()
    });
    let began = Instant::now();
    let time = order
        .minutes
        .map(|minutes| Duration::from_secs(60) * minutes);
    let mut saved = Instant::now();
    while book.len() < order.positions && time.is_none_or(|time| began.elapsed() < time) {
        let Some(&target) = book.expansion_targets().first() else {
            writeln!(log, "nothing more is worth knowing")?;
            break;
        };
        book.expand(target, &mut searcher, order.depth);
        if saved.elapsed() >= SAVE_INTERVAL {
            book.save_merged(&order.file).with_context(named)?;
            saved = Instant::now();
            log_progress(&book, began, log)?;
        }
    }
    book.save_merged(&order.file).with_context(named)?;
    log_progress(&book, began, log)
}

fn log_progress(book: &Book, began: Instant, log: &mut dyn Write) -> Result<()> {
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
    )?;
    Ok(())
}

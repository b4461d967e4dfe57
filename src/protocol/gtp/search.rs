//! Searches for a command: the task, the analysis lines and the reply.

use std::time::{Duration, Instant};

use super::analysis_lines::{Format, Writer};
use super::command_table::ReplyMode;
use super::game::GtpGame;
use super::rate_limiter::RateLimiter;
use super::remarks::{self, LiveGraphics};
use tengen_engine::cpu::cpu_clock::CpuClock;
use tengen_engine::game::{Color, GameMove};
use tengen_engine::{Report, SearchRequest, SearchResult};
use tengen_play::MoveOf;
use tengen_play::notation::join;
use tengen_play::notation::write_move;
use tengen_play::options::ClientOptions;

/// Use of the move that a search returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveUse {
    /// Play the move and put it in the reply.
    Played,
    /// Put the move in the reply without playing it.
    Reported,
    /// None: the search is an analysis that runs until a line of input ends it.
    Analysis,
}

/// Search requested by a command.
#[derive(Clone, Debug)]
pub struct SearchTask<M: GameMove> {
    /// Side to search for.
    pub color: Color,
    /// Use of the resulting move.
    pub move_use: MoveUse,
    /// Whether any line of input ends the search.
    pub yields: bool,
    /// Request for the search.
    pub request: SearchRequest<M>,
    /// Options that GTP offers for every game.
    pub options: ClientOptions,
    /// Analysis lines during the search; `None` for a silent search.
    pub reporting: Option<Reporting>,
}

/// Format and rate of the analysis lines.
#[derive(Clone, Debug)]
pub struct Reporting {
    /// Format of a line.
    pub format: Format,
    /// Minimum time between two lines.
    pub interval: Duration,
}

impl<M: GameMove> SearchTask<M> {
    /// Creates a search for a move of `color` without analysis lines.
    pub fn silent(color: Color, move_use: MoveUse) -> Self {
        SearchTask {
            color,
            move_use,
            yields: false,
            request: SearchRequest::default(),
            options: ClientOptions::default(),
            reporting: None,
        }
    }
}

/// A finished search for a move.
pub struct LastSearch<G: GtpGame> {
    /// Side the search was for.
    pub color: Color,
    /// Result of the search.
    pub result: SearchResult<MoveOf<G>>,
}

impl<G: GtpGame> LastSearch<G> {
    /// Returns the move's values and its principal variation. `position` may be any position of the same game.
    pub fn summary(&self, position: &G::Position) -> String {
        let report = &self.result.report;
        let mut lines = report.lines.iter();
        let chosen = lines.find(|line| line.mv == self.result.mv);
        let Some(chosen) = chosen.or(report.lines.first()) else {
            return write_move::<G>(position, self.result.mv);
        };
        let figures = remarks::figures::<G>(position, self.color, report, chosen);
        let line = join(chosen.pv.iter().map(|&mv| write_move::<G>(position, mv)));
        format!("{figures} pv {line}").trim_end().to_owned()
    }
}

/// State of a running search for a command.
pub struct RunningSearch<G: GtpGame> {
    /// Side to search for.
    pub color: Color,
    /// Use of the resulting move.
    pub move_use: MoveUse,
    /// Start time of the search.
    pub since: Instant,
    cpu: CpuClock,
    yields: bool,
    reporter: Option<Reporter<G>>,
    graphics: Option<LiveGraphics<G>>,
}

/// Writer of analysis lines at a limited rate.
struct Reporter<G: GtpGame> {
    writer: Writer<G>,
    limiter: RateLimiter<Report<MoveOf<G>>>,
}

impl<G: GtpGame> RunningSearch<G> {
    /// Creates the state of a search that starts now at `position`, which has `moves` legal moves.
    pub fn new(task: SearchTask<MoveOf<G>>, position: G::Position, moves: usize) -> Self {
        let since = Instant::now();
        let reporter = task.reporting.map(|reporting| Reporter {
            writer: Writer::new(position, moves, reporting.format),
            limiter: RateLimiter::new(reporting.interval, since),
        });
        RunningSearch {
            color: task.color,
            move_use: task.move_use,
            since,
            cpu: CpuClock::start(),
            yields: task.yields,
            reporter,
            graphics: None,
        }
    }

    /// Adds drawings on stderr.
    pub fn drawn_by(self, graphics: Option<LiveGraphics<G>>) -> Self {
        RunningSearch { graphics, ..self }
    }

    /// Returns the processor time used by the process since the start of the search, in seconds.
    pub fn cpu_time(&self) -> f64 {
        self.cpu.seconds().0
    }

    /// Returns the mode of the reply.
    pub fn reply_mode(&self) -> ReplyMode {
        ReplyMode {
            streams: self.reporter.is_some(),
            yields: self.yields,
        }
    }

    /// Handles a report of the search.
    pub fn take_report(&mut self, report: Report<MoveOf<G>>) {
        if let Some(graphics) = &mut self.graphics {
            graphics.take_report(&report);
        }
        if let Some(reporter) = &mut self.reporter {
            reporter.limiter.offer(report);
        }
    }

    /// Returns the time at which `due_line` will return a line, if there is one.
    pub fn next_line_at(&self) -> Option<Instant> {
        self.reporter.as_ref()?.limiter.due()
    }

    /// Returns the next analysis line if it is due.
    pub fn due_line(&mut self) -> Option<String> {
        let reporter = self.reporter.as_mut()?;
        let report = reporter.limiter.take(Instant::now())?;
        Some(reporter.writer.line(&report))
    }

    /// Returns the last analysis line, regardless of the rate; `None` for a silent search.
    pub fn last_line(&self, report: &Report<MoveOf<G>>) -> Option<String> {
        Some(self.reporter.as_ref()?.writer.line(report))
    }

    /// Returns the reply with a move, which begins with `play` if analysis lines came before.
    pub fn reply(&self, mv: String) -> String {
        match self.reporter {
            Some(_) => format!("play {mv}"),
            None => mv,
        }
    }

    /// Returns the end of the reply to a command that a line of input ended.
    pub fn cancelled(&self) -> String {
        match self.move_use {
            MoveUse::Analysis => String::new(),
            MoveUse::Played | MoveUse::Reported => self.reply("cancelled".to_owned()),
        }
    }
}

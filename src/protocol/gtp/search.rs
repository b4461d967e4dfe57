//! A search on behalf of a command: what the command wants of it, and what it says meanwhile and in the end.

use std::time::{Duration, Instant};

use super::analysis::{Format, Writer};
use super::command::ReplyMode;
use super::game::{ClientWishes, GtpGame, MoveOf};
use super::rate_limiter::RateLimiter;
use crate::engine::game::{Color, GameMove};
use crate::engine::{Report, SearchRequest};

/// What becomes of the move that a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveUse {
    /// It is played and told.
    Played,
    /// It is told.
    Reported,
    /// Nothing: the search is an analysis, which goes on until somebody ends it.
    Analysis,
}

/// What a command wants of a search.
#[derive(Clone, Debug)]
pub struct SearchTask<M: GameMove> {
    /// For whom.
    pub color: Color,
    /// What becomes of the move.
    pub end: MoveUse,
    /// Whether any line of input ends it.
    pub yields: bool,
    /// What is asked beside the move.
    pub request: SearchRequest<M>,
    /// What clients can ask of every game.
    pub wishes: ClientWishes,
    /// How it is heard meanwhile, if it is.
    pub reporting: Option<Reporting>,
}

/// How a search is heard while it runs.
#[derive(Clone, Debug)]
pub struct Reporting {
    /// In which words.
    pub format: Format,
    /// How often at most.
    pub interval: Duration,
}

impl<M: GameMove> SearchTask<M> {
    /// A search for a move of `color` that says nothing before its end.
    pub fn silent(color: Color, end: MoveUse) -> Self {
        SearchTask {
            color,
            end,
            yields: false,
            request: SearchRequest::default(),
            wishes: ClientWishes::default(),
            reporting: None,
        }
    }
}

/// A search that is under way.
pub struct RunningSearch<G: GtpGame> {
    /// For whom.
    pub color: Color,
    /// What becomes of the move.
    pub end: MoveUse,
    /// When it began.
    pub since: Instant,
    yields: bool,
    reporter: Option<Reporter<G>>,
}

struct Reporter<G: GtpGame> {
    writer: Writer<G>,
    limiter: RateLimiter<Report<MoveOf<G>>>,
}

impl<G: GtpGame> RunningSearch<G> {
    /// A search that begins now, at `position` with `moves` moves to choose from.
    pub fn new(wish: SearchTask<MoveOf<G>>, position: G::Position, moves: usize) -> Self {
        let since = Instant::now();
        let voice = wish.reporting.map(|telling| Reporter {
            writer: Writer::new(position, moves, telling.format),
            limiter: RateLimiter::new(telling.interval, since),
        });
        RunningSearch {
            color: wish.color,
            end: wish.end,
            since,
            yields: wish.yields,
            reporter: voice,
        }
    }

    /// How its reply goes.
    pub fn course(&self) -> ReplyMode {
        ReplyMode {
            streams: self.reporter.is_some(),
            yields: self.yields,
        }
    }

    /// The search has said this.
    pub fn take_report(&mut self, report: Report<MoveOf<G>>) {
        if let Some(voice) = &mut self.reporter {
            voice.limiter.offer(report);
        }
    }

    /// When `due_line` returns a line.
    pub fn next_line_at(&self) -> Option<Instant> {
        self.reporter.as_ref()?.limiter.due()
    }

    /// The line that may be said now.
    pub fn due_line(&mut self) -> Option<String> {
        let voice = self.reporter.as_mut()?;
        let report = voice.limiter.take(Instant::now())?;
        Some(voice.writer.line(&report))
    }

    /// The last line, whatever was said before.
    pub fn last_line(&self, report: &Report<MoveOf<G>>) -> Option<String> {
        Some(self.reporter.as_ref()?.writer.line(report))
    }

    /// The move as the reply has it: after `play` if lines came before.
    pub fn reply(&self, mv: String) -> String {
        match self.reporter {
            Some(_) => format!("play {mv}"),
            None => mv,
        }
    }

    /// The end of the reply to a command that another line has ended.
    pub fn cancelled(&self) -> String {
        match self.end {
            MoveUse::Analysis => String::new(),
            MoveUse::Played | MoveUse::Reported => self.reply("cancelled".to_owned()),
        }
    }
}

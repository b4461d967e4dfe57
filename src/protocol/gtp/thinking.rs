//! A search on behalf of a command: what the command wants of it, and what it says meanwhile and in the end.

use std::time::{Duration, Instant};

use super::analysis::{Format, Writer};
use super::command::ReplyMode;
use super::game::{ClientWishes, GtpGame, MoveOf};
use super::pace::RateLimiter;
use crate::engine::game::{Color, GameMove};
use crate::engine::{Report, SearchRequest};

/// What becomes of the move that a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveUse {
    /// It is played and told.
    Played,
    /// It is told.
    Told,
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
    pub question: SearchRequest<M>,
    /// What clients can ask of every game.
    pub wishes: ClientWishes,
    /// How it is heard meanwhile, if it is.
    pub telling: Option<Reporting>,
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
            question: SearchRequest::default(),
            wishes: ClientWishes::default(),
            telling: None,
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
    voice: Option<Reporter<G>>,
}

struct Reporter<G: GtpGame> {
    writer: Writer<G>,
    pace: RateLimiter<Report<MoveOf<G>>>,
}

impl<G: GtpGame> RunningSearch<G> {
    /// A search that begins now, at `position` with `moves` moves to choose from.
    pub fn new(wish: SearchTask<MoveOf<G>>, position: G::Position, moves: usize) -> Self {
        let since = Instant::now();
        let voice = wish.telling.map(|telling| Reporter {
            writer: Writer::new(position, moves, telling.format),
            pace: RateLimiter::new(telling.interval, since),
        });
        RunningSearch {
            color: wish.color,
            end: wish.end,
            since,
            yields: wish.yields,
            voice,
        }
    }

    /// How its reply goes.
    pub fn course(&self) -> ReplyMode {
        ReplyMode {
            streams: self.voice.is_some(),
            yields: self.yields,
        }
    }

    /// The search has said this.
    pub fn hear(&mut self, report: Report<MoveOf<G>>) {
        if let Some(voice) = &mut self.voice {
            voice.pace.offer(report);
        }
    }

    /// When `say` has something to say.
    pub fn due(&self) -> Option<Instant> {
        self.voice.as_ref()?.pace.due()
    }

    /// The line that may be said now.
    pub fn say(&mut self) -> Option<String> {
        let voice = self.voice.as_mut()?;
        let report = voice.pace.take(Instant::now())?;
        Some(voice.writer.line(&report))
    }

    /// The last line, whatever was said before.
    pub fn last_word(&self, report: &Report<MoveOf<G>>) -> Option<String> {
        Some(self.voice.as_ref()?.writer.line(report))
    }

    /// The move as the reply has it: after `play` if lines came before.
    pub fn reply(&self, mv: String) -> String {
        match self.voice {
            Some(_) => format!("play {mv}"),
            None => mv,
        }
    }

    /// The end of the reply to a command that another line has ended.
    pub fn cancelled(&self) -> String {
        match self.end {
            MoveUse::Analysis => String::new(),
            MoveUse::Played | MoveUse::Told => self.reply("cancelled".to_owned()),
        }
    }
}

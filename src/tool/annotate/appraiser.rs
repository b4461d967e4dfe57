//! Positions into appraisals, on several threads.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::appraisal::{Appraisal, PositionKey, ValueLoss};
use super::journal::Journal;
use super::original_text::OriginalText;
use crate::tool::in_order;
use crate::tool::searches::{FreshSearch, PositionValue, SearchPlan, SearchedGame, record_after};
use tengen_engine::control::Stop;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_engine::{Limits, Restriction, RootMove, SearchRequest};
use tengen_play::MoveOf;
use tengen_play::games::with_game;
use tengen_protocol::io::error_output::{self, ErrorOutput};
use tengen_records::sgf::{SgfGame, SgfStep};

/// Time between two lines of progress where they do not replace each other.
const PACE: Duration = Duration::from_secs(10);

/// The longest line shown, in moves.
const LONGEST_LINE: usize = 10;

/// What is needed to appraise the positions of a file.
pub struct Appraiser<'a> {
    /// The file.
    pub file: &'a OriginalText,
    /// The searches.
    pub plan: &'a SearchPlan,
    /// The name of the file.
    pub name: String,
}

impl Appraiser<'_> {
    /// Appraises the positions that the journal lacks, and writes them into it. FileProgress goes to the log.
    ///
    /// # Errors
    ///
    /// A search fails, or the journal or the log cannot be written.
    pub fn run(&self, journal: &mut Journal, log: &mut ErrorOutput) -> Result<()> {
        let all = self.file.positions();
        let missing: Vec<PositionKey> = all
            .iter()
            .filter(|key| !journal.appraisals().contains_key(key))
            .copied()
            .collect();
        let mut progress = FileProgress {
            name: &self.name,
            all: all.len(),
            done: all.len() - missing.len(),
            told: Instant::now(),
        };
        progress.tell(log);
        let searcher = || {
            let mut search = FreshSearch::new(self.plan.options.clone(), Stop::default());
            move |key: PositionKey| (key, self.appraise(key, &mut search))
        };
        let threads = self.plan.threads;
        in_order::run(
            missing.into_iter().map(Ok),
            threads,
            searcher,
            |(key, found), _| {
                let moves = key.moves;
                let found =
                    found.map_err(|error| anyhow!("game {}, move {moves}: {error}", key.game))?;
                journal.add(key, found)?;
                progress.done += 1;
                progress.tell_at_times(log);
                Ok(())
            },
        )
    }

    fn appraise(&self, key: PositionKey, search: &mut FreshSearch) -> Result<Appraisal, String> {
        let (game, reading) = self.file.game(key.game)?;
        let next = next_move(&reading.game, key.moves);
        with_game!(game, G => {
            let record = record_after::<G>(reading, self.plan, key.moves)?.record;
            appraise::<G>(&record, next, self.plan, search)
        })
    }
}

/// Returns the move that follows the first `moves` moves of a game; `None` at its end and before a set-up.
fn next_move(game: &SgfGame, moves: usize) -> Option<(Color, Option<Point>)> {
    let mut left = moves;
    let behind = game.steps.iter().skip_while(|step| {
        let is_before = left > 0;
        left -= usize::from(is_before && matches!(step, SgfStep::Move(..)));
        is_before
    });
    match behind.into_iter().next()? {
        &SgfStep::Move(color, point) => Some((color, point)),
        SgfStep::Setup(_) => None,
    }
}

/// Appraises the position at the end of `record`. `next` is the move of the game that follows.
fn appraise<G: SearchedGame>(
    record: &Record<G::Position>,
    next: Option<(Color, Option<Point>)>,
    plan: &SearchPlan,
    search: &mut FreshSearch,
) -> Result<Appraisal, String> {
    let position = record.position();
    let last = record.moves().next_back();
    let played = last.map(|(_, mv)| G::players_name_of(position, mv));
    let none = Appraisal {
        value: G::value_of_end(position),
        played,
        line: Vec::new(),
        next_loss: None,
        visits: 0,
    };
    if position.outcome().is_some() {
        return Ok(none);
    }
    let limits = plan.limits_or(G::NODES);
    let found = search.search::<G>(record, limits, SearchRequest::default())?;
    let Some(found) = found else {
        return Ok(none);
    };
    let lines = &found.report.lines;
    let best = lines.iter().find(|line| line.mv == found.mv);
    let alone = [found.mv];
    let line = best.map_or(&alone[..], |best| &best.pv);
    let shown = line.iter().take(LONGEST_LINE);
    let color = position.to_move();
    let next = next.filter(|&(by, _)| by == color);
    let next = next.and_then(|(_, point)| G::move_at(position, point));
    let next = next.filter(|mv| position.legal_moves(color).contains(mv));
    let next_loss = match (best, next) {
        (Some(best), Some(mv)) => next_loss::<G>(record, mv, best, limits, search)?,
        _ => None,
    };
    Ok(Appraisal {
        value: PositionValue::of(&found.report, position.to_move()),
        line: shown.map(|&mv| G::players_name_of(position, mv)).collect(),
        next_loss,
        visits: found.report.nodes,
        ..none
    })
}

/// Returns what a move loses against the best one. The move is searched alone within the same limits, and no deeper than the
/// best one was, unless that decides the game.
fn next_loss<G: SearchedGame>(
    record: &Record<G::Position>,
    mv: MoveOf<G>,
    best: &RootMove<MoveOf<G>>,
    limits: Limits,
    search: &mut FreshSearch,
) -> Result<Option<ValueLoss>, String> {
    let position = record.position();
    if G::are_alike(position, best.mv, mv) {
        return Ok(Some(ValueLoss::default()));
    }
    let color = position.to_move();
    let only = Restriction {
        color,
        moves: vec![mv],
        only: true,
        plies: 1,
    };
    let is_decided = best.winrate <= 0.0 || best.winrate >= 1.0;
    let depth = best.details.depth.filter(|_| !is_decided);
    let limits = Limits {
        depth: depth.or(limits.depth),
        ..limits
    };
    let request = SearchRequest {
        restrictions: vec![only],
        ..SearchRequest::default()
    };
    let found = search.search::<G>(record, limits, request)?;
    let own = found.and_then(|found| found.report.lines.into_iter().next());
    let value = |line: &RootMove<MoveOf<G>>| {
        PositionValue {
            winrate: line.winrate,
            score: line.score,
        }
        .turned(color)
    };
    Ok(own.map(|own| ValueLoss::new(value(best), value(&own), color)))
}

/// How far a file has come.
struct FileProgress<'a> {
    name: &'a str,
    all: usize,
    done: usize,
    told: Instant,
}

impl FileProgress<'_> {
    fn tell_at_times(&mut self, log: &mut ErrorOutput) {
        let is_due = error_output::is_terminal() || self.told.elapsed() >= PACE;
        if is_due || self.done == self.all {
            self.tell(log);
        }
    }

    fn tell(&mut self, log: &mut ErrorOutput) {
        // On a terminal each line replaces the last.
        let (begin, end) = match (error_output::is_terminal(), self.done == self.all) {
            (true, false) => ("\r", "\x1b[K"),
            (true, true) => ("\r", "\x1b[K\n"),
            (false, _) => ("", "\n"),
        };
        let FileProgress {
            name, all, done, ..
        } = self;
        write!(log, "{begin}{name}: {done} of {all} positions{end}");
        self.told = Instant::now();
    }
}

//! Appraises positions on several threads.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::appraisal::{Appraisal, PositionKey, ValueLoss};
use super::journal::Journal;
use super::original_text::OriginalText;
use crate::tool::in_order;
use crate::tool::searches::{FreshSearch, PositionValue, SearchPlan, SearchedGame, replay_of};
use tengen_engine::control::Stop;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::{Record, Step};
use tengen_engine::{Limits, Restriction, RootMove, SearchRequest};
use tengen_play::MoveOf;
use tengen_play::games::with_game;
use tengen_play::records::load::GameReplay;
use tengen_protocol::io::error_output::{self, ErrorOutput};
use tengen_records::sgf::SgfStep;

/// Time between two lines of progress, unless each replaces the last.
const PACE: Duration = Duration::from_secs(10);

/// Maximum length of a best line, in moves.
const LONGEST_LINE: usize = 10;

/// A file with the plan for the searches of its positions.
pub struct Appraiser<'a> {
    /// The file to appraise.
    pub file: &'a OriginalText,
    /// Limits and settings of the searches.
    pub plan: &'a SearchPlan,
    /// Name of the file for progress and errors.
    pub name: String,
}

impl Appraiser<'_> {
    /// Appraises the positions that the journal lacks and adds them to it. Reports progress to the log.
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
            let mut walk = FileWalk {
                file: self.file,
                plan: self.plan,
                search: FreshSearch::new(self.plan.options.clone(), Stop::default()),
                game: None,
            };
            move |key: PositionKey| (key, walk.appraise(key))
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
}

/// A thread's walk through the positions of a file.
struct FileWalk<'a> {
    file: &'a OriginalText,
    plan: &'a SearchPlan,
    search: FreshSearch,
    /// The game of the last position, with its number.
    game: Option<(usize, Box<dyn GameWalk + 'a>)>,
}

/// A game that is played from position to position.
trait GameWalk {
    /// Appraises the position after `moves` moves. The number never decreases.
    fn appraise(
        &mut self,
        moves: usize,
        plan: &SearchPlan,
        search: &mut FreshSearch,
    ) -> Result<Appraisal, String>;
}

impl FileWalk<'_> {
    /// Appraises a position. Each position has a higher key than the one before.
    fn appraise(&mut self, key: PositionKey) -> Result<Appraisal, String> {
        let known = self.game.take();
        let known = known.filter(|(number, _)| *number == key.game);
        let mut walk = match known {
            Some((_, walk)) => walk,
            None => self.begin(key.game)?,
        };
        let found = walk.appraise(key.moves, self.plan, &mut self.search);
        self.game = Some((key.game, walk));
        found
    }
}

impl<'a> FileWalk<'a> {
    fn begin(&self, number: usize) -> Result<Box<dyn GameWalk + 'a>, String> {
        let (game, reading) = self.file.game(number)?;
        Ok(with_game!(game, G => Box::new(replay_of::<G>(reading, self.plan)?)))
    }
}

impl<G: SearchedGame> GameWalk for GameReplay<'_, G> {
    fn appraise(
        &mut self,
        moves: usize,
        plan: &SearchPlan,
        search: &mut FreshSearch,
    ) -> Result<Appraisal, String> {
        self.play_to(moves, &|| false)?;
        let is_set_up = matches!(self.record().steps().last(), Some(Step::Edit(_)));
        let next = match self.next_step() {
            Some(&SgfStep::Move(color, point)) if !is_set_up => Some((color, point)),
            _ => None,
        };
        appraise::<G>(self.record(), next, plan, search)
    }
}

/// Appraises the position at the end of `record`, in which the game continues with `next`.
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
        value: PositionValue::from_report(&found.report, position.to_move()),
        line: shown.map(|&mv| G::players_name_of(position, mv)).collect(),
        next_loss,
        visits: found.report.nodes,
        ..none
    })
}

/// Returns the loss of a move against the best one. Searches only this move, within the same limits and no deeper than
/// the best move was searched, unless the best move decides the game.
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

/// Progress through a file.
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

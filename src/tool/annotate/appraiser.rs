//! Positions into appraisals, on several threads.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use super::appraisal::{Appraisal, NamedMove, PositionKey};
use super::journal::Journal;
use super::original_text::OriginalText;
use crate::engine::SearchRequest;
use crate::engine::control::Stop;
use crate::engine::game::{Color, Position as _};
use crate::io::error_output::{self, ErrorOutput};
use crate::protocol::gtp::games::with_game;
use crate::records::sgf::SgfReading;
use crate::tool::in_order;
use crate::tool::searches::{FreshSearch, PositionValue, SearchPlan, SearchedGame, record_after};

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
        with_game!(game, G => appraise::<G>(reading, key.moves, self.plan, search))
    }
}

fn appraise<G: SearchedGame>(
    reading: SgfReading<'_>,
    moves: usize,
    plan: &SearchPlan,
    search: &mut FreshSearch,
) -> Result<Appraisal, String> {
    let record = record_after::<G>(reading, plan, moves)?.record;
    let position = record.position();
    let last = record.moves().next_back();
    let played = last.map(|(color, mv)| NamedMove {
        by_black: color == Color::Black,
        name: G::players_name_of(position, mv),
    });
    let none = Appraisal {
        value: G::value_of_end(position),
        played,
        line: Vec::new(),
        best_moves: Vec::new(),
        visits: 0,
    };
    if position.outcome().is_some() {
        return Ok(none);
    }
    let limits = plan.limits_or(G::NODES);
    let found = search.search::<G>(&record, limits, SearchRequest::default())?;
    let Some(found) = found else {
        return Ok(none);
    };
    let lines = &found.report.lines;
    let best = lines.iter().find(|line| line.mv == found.mv);
    let alone = [found.mv];
    let line = best.map_or(&alone[..], |best| &best.pv);
    let shown = line.iter().take(LONGEST_LINE);
    let moves = position.legal_moves(position.to_move());
    let best_moves = moves
        .into_iter()
        .filter(|&mv| {
            line.first()
                .is_some_and(|&best| G::are_alike(position, best, mv))
        })
        .map(|mv| G::players_name_of(position, mv))
        .collect();
    Ok(Appraisal {
        value: PositionValue::of(&found.report, position.to_move()),
        line: shown.map(|&mv| G::players_name_of(position, mv)).collect(),
        best_moves,
        visits: found.report.nodes,
        ..none
    })
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

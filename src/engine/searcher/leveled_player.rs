//! A player of full strength with the players of the levels below it.

use super::{Searcher, Settings, TableCommand};
use crate::game::{Color, GameMove, Position};
use crate::record::Record;
use crate::{Control, Limits, Report, Restriction, SearchRequest, SearchResult, SkillLevel};

/// The player of a game's levels.
pub trait LevelPlayer<P: Position>: Send + 'static {
    /// Finds a move at a level; `None` only if there is no legal one.
    fn find(
        &mut self,
        level: SkillLevel,
        record: &Record<P>,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>>;

    /// Changes the seed of all random choices.
    fn set_seed(&mut self, seed: u64);
}

/// A player that uses the full search `F`, or `L` if a level is requested.
pub struct LeveledPlayer<F, L> {
    full: F,
    levels: L,
}

impl<F, L> LeveledPlayer<F, L> {
    /// Creates a player from its full search and its levels.
    pub fn new(full: F, levels: L) -> Self {
        LeveledPlayer { full, levels }
    }
}

impl<P: Position, F: Searcher<P>, L: LevelPlayer<P>> Searcher<P> for LeveledPlayer<F, L> {
    fn search_game(
        &mut self,
        record: &Record<P>,
        control: &Control<P::Move>,
    ) -> Option<SearchResult<P::Move>> {
        match control.request().level {
            Some(level) => {
                let found = self.levels.find(level, record, control)?;
                let to_move = record.position().to_move();
                let full = |control: &_| self.full.search_game(record, control);
                Some(valued_at_full_strength(found, to_move, control, full))
            }
            None => self.full.search_game(record, control),
        }
    }

    fn prepare(&mut self, position: &P) {
        self.full.prepare(position);
    }

    fn clear(&mut self) {
        self.full.clear();
    }

    fn run_table_command(
        &mut self,
        command: &TableCommand,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        self.full.run_table_command(command, interrupted)
    }

    fn configure(&mut self, settings: Settings) {
        self.full.configure(settings);
        self.levels.set_seed(settings.seed);
    }
}

/// Replaces the values of a level's search, which are as inaccurate as the level is weak, by those of a full search of
/// the same move. Removes them if only the move is wanted.
pub fn valued_at_full_strength<M: GameMove>(
    found: SearchResult<M>,
    to_move: Color,
    control: &Control<M>,
    full: impl FnOnce(&Control<M>) -> Option<SearchResult<M>>,
) -> SearchResult<M> {
    let unknown = Report::new(Vec::new(), found.report.nodes, found.report.depth);
    let request = control.request();
    let report = match request.move_only {
        true => unknown,
        false => {
            let limits = value_limits(control);
            let request = SearchRequest {
                lines: 1,
                restrictions: vec![Restriction {
                    color: to_move,
                    moves: vec![found.mv],
                    only: true,
                    plies: 1,
                }],
                level: None,
                fresh: true,
                ..request.clone()
            };
            let valued = full(&control.nested(limits, request));
            valued.map_or(unknown, |valued| valued.report)
        }
    };
    SearchResult { report, ..found }
}

/// Returns the limits of the search that values a level's move: the client's, with the time of a level if only time
/// limits it.
fn value_limits<M: GameMove>(control: &Control<M>) -> Limits {
    let limits = *control.limits();
    let is_bounded_by_work =
        limits.nodes.is_some() || limits.visits.is_some() || limits.depth.is_some();
    Limits {
        time: match is_bounded_by_work {
            true => limits.time,
            false => control.level_time(false),
        },
        ..limits
    }
}

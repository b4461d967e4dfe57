//! The player of a level.

use std::time::Duration;

use super::candidate_choice::CandidateChoice;
use super::profile::Profile;
use crate::engine::control::Budget;
use crate::engine::game::Position as _;
use crate::engine::record::Record;
use crate::engine::skill::Misjudgment;
use crate::engine::{Control, Limits, SearchRequest, SearchResult, Searcher, Settings};
use crate::go::board::{Move, Point};
use crate::go::playouts::params::PlayoutParams;
use crate::go::playouts::priors;
use crate::go::playouts::tree_search::TreeSearch;
use crate::go::request::GoRequest;
use crate::go::rules::position::Position;

/// Memory of a reading's tree, in bytes.
const MEMORY: usize = 48 << 20;

/// The most moves of a reading that a level chooses from.
const CANDIDATES: usize = 40;

/// Playouts of the umpire.
const UMPIRE_PLAYOUTS: u64 = 500;

/// Share of the board that is occupied before the umpire looks at it, in percent.
const UMPIRE_AFTER: usize = 33;

/// Time of a reading, whatever its playouts.
const MOST_TIME: Duration = Duration::from_millis(700);

/// The player of levels. It keeps nothing from move to move.
#[derive(Default)]
pub struct LevelSearch {
    seed: u64,
}

impl LevelSearch {
    /// Returns a player with this seed.
    pub fn new(seed: u64) -> LevelSearch {
        LevelSearch { seed }
    }

    /// Changes the seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Finds a move of the given profile by playouts. Always returns a move, since a pass is legal.
    pub fn find(
        &self,
        profile: &Profile,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let position = record.position();
        if let Some(ruling) = self.umpire(record, control) {
            return Some(ruling);
        }
        let params = params(profile);
        let misjudgment = Misjudgment::of_game(self.seed, record.moves());
        let key = position.board().hash_with(position.to_move());
        let reading = Settings {
            // The same position is read alike throughout a game.
            seed: misjudgment.error(key, 1e6) as u64,
            memory: MEMORY,
            ..Settings::default()
        };
        let nodes = profile.playouts.exp2().round() as u64;
        let control = nested(control, nodes, CANDIDATES);
        let mut found =
            TreeSearch::with_params(reading, params.clone()).search_game(record, &control)?;
        let mut board = position.board().clone();
        let last = last_point(record);
        let choice = CandidateChoice {
            profile,
            misjudgment,
            key,
            priors: &priors::candidates(&mut board, position.to_move(), last, &params),
            last,
        };
        let best = choice.best(&found.report.lines);
        found.report.lines[..=best].rotate_right(1);
        found.mv = found.report.lines[0].mv;
        found.resigns = false;
        Some(found)
    }

    /// Returns a pass or a resignation by the umpire, if it is time for one.
    fn umpire(
        &self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let position = record.position();
        let area = position.board().size().area();
        let played = area - position.board().empty_points().len();
        let is_late = played * 100 >= area * UMPIRE_AFTER || position.passes() > 0;
        if !is_late || !control.request().restrictions.is_empty() {
            return None;
        }
        let settings = Settings {
            seed: self.seed,
            memory: MEMORY,
            ..Settings::default()
        };
        let control = nested(control, UMPIRE_PLAYOUTS, 1);
        let found = TreeSearch::new(settings).search_game(record, &control)?;
        (found.mv == Move::Pass || found.resigns).then_some(found)
    }
}

/// Returns the parameters of the search of a profile.
fn params(profile: &Profile) -> PlayoutParams {
    let full = PlayoutParams::default();
    let chance = |chance: u32| (chance as f32 * profile.alertness) as u32;
    PlayoutParams {
        capture_chance: chance(full.capture_chance),
        escape_chance: chance(full.escape_chance),
        pattern_chance: chance(full.pattern_chance),
        ladder_moves: profile.ladder.exp2() as u64,
        ..full
    }
}

/// Returns the control of a reading of `playouts` playouts that reports `lines` moves.
fn nested(control: &Control<Move>, playouts: u64, lines: usize) -> Control<Move> {
    let outer = control.limits();
    let limits = Limits {
        nodes: Some(outer.nodes.map_or(playouts, |most| most.min(playouts))),
        time: Some(Budget {
            soft: MOST_TIME,
            hard: MOST_TIME,
        }),
        ..Limits::default()
    };
    let game = &control.request().game;
    let request = SearchRequest {
        lines,
        restrictions: control.request().restrictions.clone(),
        game: GoRequest {
            resign: game.resign,
            cleans_up: game.cleans_up,
            ..GoRequest::default()
        },
        ..SearchRequest::default()
    };
    control.nested(limits, request)
}

/// Returns the point of the last move, if it was no pass.
fn last_point(record: &Record<Position>) -> Option<Point> {
    match record.moves().next_back()? {
        (_, Move::Place(point)) => Some(point),
        (_, Move::Pass) => None,
    }
}

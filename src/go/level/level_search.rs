//! The player of levels below full strength.

use super::candidate_choice::CandidateChoice;
use super::profile::Profile;
use crate::board::{Move, Point};
use crate::playouts::params::PlayoutParams;
use crate::playouts::priors;
use crate::playouts::tree_search::TreeSearch;
use crate::request::GoRequest;
use crate::rules::position::Position;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::skill::Misjudgment;
use tengen_engine::{Control, Limits, SearchRequest, SearchResult, Searcher, Settings};

/// Memory for a search tree, in bytes.
const MEMORY: usize = 48 << 20;

/// Maximum number of moves that a level chooses from.
const CANDIDATES: usize = 40;

const UMPIRE_PLAYOUTS: u64 = 500;

/// Share of the board that must be occupied before the umpire is consulted, in percent.
const UMPIRE_AFTER: usize = 33;

/// Share of the board from which the umpire is consulted at every move, in percent.
const UMPIRE_ALWAYS_AFTER: usize = 60;

/// Moves of a side between two consultations of the umpire before that.
const UMPIRE_PERIOD: usize = 4;

/// A number of playouts that takes less than a second on any board.
const SHORT: u64 = 1 << 10;

/// The player of levels. It keeps no state between moves.
#[derive(Default)]
pub struct LevelSearch {
    seed: u64,
}

impl LevelSearch {
    /// Creates a player with this seed.
    pub fn new(seed: u64) -> LevelSearch {
        LevelSearch { seed }
    }

    /// Sets the seed of the random choices.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Returns the number of visits if the network is to choose this move.
    pub fn network_visits(&self, profile: &Profile, record: &Record<Position>) -> Option<u64> {
        let position = record.position();
        let key = position.board().hash_with(position.to_move());
        Misjudgment::of_game(self.seed, record.moves())
            .happens(!key, profile.network)
            .then(|| profile.visits.exp2().round() as u64)
    }

    /// Finds a move by playouts with the given profile. Always returns a move, since a pass is legal.
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
            // Within a game, the same position is always read the same way.
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

    /// Returns a pass or resignation by the umpire, if the umpire is due and decides so.
    fn umpire(
        &self,
        record: &Record<Position>,
        control: &Control<Move>,
    ) -> Option<SearchResult<Move>> {
        let position = record.position();
        let area = position.board().size().area();
        let played = area - position.board().empty_points().len();
        let is_due = played * 100 >= area * UMPIRE_ALWAYS_AFTER
            || played * 100 >= area * UMPIRE_AFTER
                && (record.len() / 2).is_multiple_of(UMPIRE_PERIOD)
            || position.passes() > 0;
        if !is_due || !control.request().restrictions.is_empty() {
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

/// Returns the playout parameters of a profile.
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

/// Returns the control for a search of `playouts` playouts that reports `lines` moves.
fn nested(control: &Control<Move>, playouts: u64, lines: usize) -> Control<Move> {
    let outer = control.limits();
    let limits = Limits {
        nodes: Some(outer.nodes.map_or(playouts, |most| most.min(playouts))),
        time: control.level_time(playouts <= SHORT),
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

/// Returns the point of the last move, unless it was a pass.
fn last_point(record: &Record<Position>) -> Option<Point> {
    match record.moves().next_back()? {
        (_, Move::Place(point)) => Some(point),
        (_, Move::Pass) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Profile, SCALE};
    use super::*;
    use crate::board::point::Size;
    use crate::board::point_set::PointSet;
    use crate::board::tactics::is_eye;
    use crate::rules::{Komi, Rules};
    use crate::testing::go_reference::Stones;
    use tengen_engine::game::{Color, Outcome};

    fn find(name: &str, seed: u64, record: &Record<Position>) -> SearchResult<Move> {
        let level = SCALE.read(name).unwrap().unwrap();
        let control = Control::new(Limits::default());
        let profile = Profile::new(level, record.position().board().size());
        let found = LevelSearch::new(seed).find(&profile, record, &control);
        found.unwrap()
    }

    /// Plays a game and returns the outcome: a resignation, or the score of the final board.
    fn game(names: [&str; 2], side: u32, seed: u64) -> (Record<Position>, Outcome) {
        let komi = Komi::from_points(7.0).unwrap();
        let start = Position::new(Size::square(side).unwrap(), Rules::CHINESE, komi);
        let mut record = Record::new(start);
        while record.position().passes() < 2 && record.len() < 200 {
            let color = record.position().to_move();
            let found = find(names[color.index()], seed, &record);
            if found.resigns {
                return (record, Outcome::Win(color.opponent()));
            }
            if let Move::Place(point) = found.mv {
                let board = record.position().board();
                assert!(!is_eye(board, color, point), "{color} fills {point}");
            }
            record.play(color, found.mv).unwrap();
        }
        let outcome = record.position().score(&PointSet::new()).outcome();
        (record, outcome)
    }

    #[test]
    fn every_level_by_playouts_plays_a_game_to_its_end_and_fills_no_eye() {
        for number in 0..5 {
            let name = format!("anchor:{number}");
            let (record, _) = game([&name, &name], 5, number);
            assert!(record.len() < 200, "{name}");
        }
    }

    #[test]
    fn the_same_seed_plays_the_same_game() {
        let moves = |seed| game(["anchor:1"; 2], 5, seed).0.steps().to_vec();
        assert_eq!(moves(1), moves(1));
        assert!((2..6).any(|seed| moves(seed) != moves(1)));
    }

    /// Counts how many of several players of a level answer the opponent's last move at `last` with `wanted`.
    fn agreeing(rows: &[&str], name: &str, (last, wanted): (Point, &str)) -> usize {
        let to_move = Color::White;
        let board = Stones::drawn(rows).board();
        let mut position = Position::new(board.size(), Rules::CHINESE, Komi::default());
        let points = board.size().points().filter(|&point| point != last);
        let stones: Vec<_> = points
            .filter_map(|point| Some((board.at(point)?, point)))
            .collect();
        let opponent = to_move.opponent();
        position.set_position(&stones, opponent).unwrap();
        let mut record = Record::new(position);
        record.play(opponent, Move::Place(last)).unwrap();
        let agrees = |&seed: &u64| find(name, seed, &record).mv.to_string() == wanted;
        (0..PLAYERS).filter(agrees).count()
    }

    const PLAYERS: u64 = 12;

    #[test]
    fn a_weak_player_runs_in_a_ladder_that_a_stronger_one_sees() {
        let rows = [
            ". . . . . . . . .",
            ". . X . . . . . .",
            ". X O X . . . . .",
            ". X . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ];
        let run = (Point::new(3, 6), "C6");
        let weak = agreeing(&rows, "anchor:1", run);
        let strong = agreeing(&rows, "anchor:6", run);
        assert!(weak >= 4 && strong <= 1, "{weak} {strong}");
    }

    #[test]
    fn a_weak_player_answers_an_atari_on_several_stones() {
        let rows = [
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . O . . . . . .",
            ". . . X X X . . .",
            ". . X O O O . . .",
            ". . . X X X . . .",
            ". . O . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ];
        let answers = agreeing(&rows, "anchor:2", (Point::new(2, 4), "G5"));
        assert!(answers > PLAYERS as usize / 2, "{answers}");
    }

    #[test]
    fn a_level_on_the_way_to_the_network_asks_it_now_and_then() {
        let start = Position::new(Size::square(9).unwrap(), Rules::CHINESE, Komi::default());
        let record = Record::new(start.clone());
        let asks = |profile: &Profile, seed| {
            let visits = LevelSearch::new(seed).network_visits(profile, &record);
            visits.is_some()
        };
        let share = |profile: &Profile| (0..200).filter(|&seed| asks(profile, seed)).count();
        let profiles: Vec<Profile> = SCALE
            .levels()
            .map(|level| Profile::new(level, start.board().size()))
            .collect();
        for profile in &profiles {
            let expected = profile.network * 200.0;
            let seen = share(profile) as f32;
            assert!((seen - expected).abs() < 25.0, "{profile:?} {seen}");
        }
        assert!(profiles.iter().any(|profile| share(profile) == 0));
        assert!(
            profiles
                .iter()
                .any(|profile| (20..180).contains(&share(profile)))
        );
        assert!(profiles.iter().any(|profile| share(profile) == 200));
    }

    #[test]
    fn a_higher_level_wins() {
        let wins = |seed| match game(["anchor:4", "anchor:0"], 7, seed).1 {
            Outcome::Win(Color::Black) => 1,
            _ => 0,
        };
        assert!((0..3).map(wins).sum::<i32>() >= 2);
    }
}

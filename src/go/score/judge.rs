//! The judge of finished boards: living and dead stones, and the score.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::bent_four;
use super::dead_stones::DeadStones;
use super::evidence::Evidence;
use super::finished;
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use crate::life::fate::{FateLimits, FateReader};
use crate::net::{Evaluation, Evaluator, Features, GameHistory, Network, Symmetry};
use crate::playouts::ownership::Ownership;
use crate::playouts::params::PlayoutParams;
use crate::playouts::playout;
use crate::playouts::playout::{PlayoutMoves, PlayoutStart};
use crate::rules::benson::PassAliveArea;
use crate::rules::board_count::BoardCount;
use crate::rules::komi::Score;
use crate::rules::position::Position;
use crate::rules::ruleset::Scoring;
use tengen_engine::cpu::Level;
use tengen_engine::game::Color;

/// Number of playouts per judgment.
const PLAYOUTS: u32 = 400;

/// Limits for reading one board.
const LIMITS: FateLimits = FateLimits {
    empty: 24,
    visits: 60_000,
    all_visits: 150_000,
    memory: 32 << 20,
};

/// A fixed seed, so that a position is always judged the same way.
const SEED: u64 = 0x60;

/// The status of all stones if both sides stop playing.
#[derive(Clone, Debug)]
pub struct Judgment {
    /// Stones that would be captured.
    pub dead: PointSet,
    /// Living stones of groups without two eyes that share liberties with the opponent.
    pub seki: PointSet,
    /// All other stones: alive, but not in seki.
    pub alive: PointSet,
    /// Ownership by playouts and the network.
    pub ownership: Ownership,
    /// Score with the dead stones removed.
    pub score: Score,
    /// Whether the board can be scored: the game has ended, or no open area is left.
    pub is_finished: bool,
}

/// Judges a position without a network as if both sides had passed. The result depends only on stones and rules.
pub fn judge(position: &Position) -> Judgment {
    judge_by(position, &by_playouts(position), &|| false)
}

/// Judges the end of a game, using the network if it fits the board and its output is finite. `is_stopped` cuts the
/// readings short.
pub fn judge_with(
    history: &GameHistory,
    network: Option<(&Arc<Network>, Level)>,
    is_stopped: &dyn Fn() -> bool,
) -> Judgment {
    let position = history.position();
    let network = network.filter(|_| Network::fits(position.board().size()));
    let evidence = Evidence {
        network: network.and_then(|(network, isa)| network_ownership(position, network, isa)),
        ..by_playouts(position)
    };
    judge_by(position, &evidence, is_stopped)
}

fn judge_by(position: &Position, evidence: &Evidence, is_stopped: &dyn Fn() -> bool) -> Judgment {
    let board = position.board();
    let proven = PassAliveArea::pass_alive(board, position.rules().suicide);
    let reader = FateReader::new(LIMITS, is_stopped);
    let DeadStones { mut dead, alive } = DeadStones::find(board, &proven, evidence, &reader);
    let is_over = position.passes() >= 2;
    let counted = |dead: &PointSet| match is_over {
        true => BoardCount::new(position, dead),
        false => BoardCount::filled_in_turn(position, dead),
    };
    let mut count = counted(&dead);
    if position.rules().scoring == Scoring::Territory {
        let by_ko = bent_four::chains_dead_by_ko(board, &alive, &count.seki, &reader);
        if !by_ko.is_empty() {
            let stones = by_ko.into_iter().flat_map(|chain| board.stones_of(chain));
            dead.insert_all(&stones.collect());
            count = counted(&dead);
        }
    }
    let BoardCount { seki, score, .. } = count;
    let stones = board.chains().flat_map(|chain| board.stones_of(chain));
    let lives = |stone: &Point| !dead.contains(*stone) && !seki.contains(*stone);
    Judgment {
        alive: stones.filter(lives).collect(),
        score,
        ownership: evidence.ownership(board, &proven),
        is_finished: finished::can_be_scored(position, count.has_open_ground),
        dead,
        seki,
    }
}

fn by_playouts(position: &Position) -> Evidence {
    Evidence {
        playouts: play_out(position.board(), PLAYOUTS),
        network: None,
    }
}

/// Returns the network's ownership, averaged over all symmetries and both sides to move; `None` if its output isn't
/// finite. The network sees only the stones, because komi and earlier moves don't affect their status.
fn network_ownership(position: &Position, network: &Arc<Network>, isa: Level) -> Option<Ownership> {
    let size = position.board().size();
    let histories =
        Color::BOTH.map(|to_move| position.with_stones_alone(to_move).map(GameHistory::new));
    let mut evaluator = Evaluator::new(network, size, 1, isa);
    let mut white = vec![0.0; size.area()];
    for (number, symmetry) in Symmetry::all().enumerate() {
        let history = histories[number % 2].as_ref()?;
        let features = Features::new(history, network.model().inputs);
        evaluator.set(0, &features, symmetry);
        evaluator.evaluate(1);
        let evaluation = Evaluation::new(history, evaluator.output(0), 0.0);
        if !evaluation.is_finite() {
            network.mark_failed();
            return None;
        }
        for (sum, share) in white.iter_mut().zip(&evaluation.white_ownership) {
            *sum += share / Symmetry::all().count() as f32;
        }
    }
    Some(Ownership::from_network(size, &white))
}

/// Plays out a board; each side moves first in half of the playouts.
fn play_out(board: &Board, playouts: u32) -> Ownership {
    let mut start = board.clone();
    start.set_ko(None);
    start.sort_empty_points();
    let params = PlayoutParams::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut ownership = Ownership::default();
    let (mut end, mut moves) = (start.clone(), PlayoutMoves::default());
    for playout in 0..playouts {
        end.clone_from(&start);
        moves.stones.clear();
        let first = PlayoutStart {
            color: Color::BOTH[playout as usize % 2],
            last: None,
        };
        playout::play_out(&mut end, first, &params, &mut rng, &mut moves);
        ownership.add(&end);
    }
    ownership
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::{Komi, Rules};
    use crate::testing::counted_games::CountedGame;
    use crate::testing::go_reference::Stones;
    use tengen_testing::length::short_or_long;
    use tengen_testing::test_data;

    /// Asserts that the score and the dead stones match the game's label under these rules.
    #[track_caller]
    fn assert_right(judged: &Judgment, game: &CountedGame, rules: &str, number: usize) {
        let mut dead: Vec<_> = judged.dead.iter().map(|p| p.to_string()).collect();
        dead.sort();
        let said = (judged.score, dead);
        assert_eq!(said, game.expected(rules), "{rules}, game {number}");
    }

    const RULES: [(&str, Rules); 2] = [("chinese", Rules::CHINESE), ("japanese", Rules::JAPANESE)];

    #[test]
    fn finished_games_are_judged_as_gnu_go_and_katago_agree() {
        let games = CountedGame::all();
        assert!(games.len() >= 29);
        for (name, rules) in RULES {
            for (number, game) in games.iter().enumerate() {
                assert_right(&judge(&game.position(rules)), game, name, number);
            }
        }
    }

    #[test]
    fn games_of_the_search_are_judged_as_gnu_go_counts_them() {
        let games = CountedGame::counted_by_gnu_go();
        assert!(games.len() >= 60);
        for (number, (game, name)) in games.iter().enumerate().step_by(short_or_long(3, 1)) {
            for (_, rules) in RULES.iter().filter(|(known, _)| known == name) {
                assert_right(&judge(&game.position(*rules)), game, name, number);
            }
        }
    }

    /// Boards with a label score that counts moves still to be made by both sides: seki-32 has room for them between
    /// living walls, the others are open outside.
    const NO_SCORE: [&str; 4] = ["seki-14", "seki-32", "seki-36", "bent4-6"];

    /// Boards with regions that exceed the reading limits.
    const UNREAD: [&str; 4] = ["seki-14", "seki-30", "seki-36", "bent4-6"];

    #[test]
    fn nakade_sekis_and_dead_walls_are_judged_as_gnu_go_and_their_authors_agree() {
        for label in test_data::lines("go_seki.jsonl") {
            let id = label["id"].as_str().unwrap();
            let rows: Vec<&str> = label["rows"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row.as_str().unwrap())
                .collect();
            let height = rows.len() as u8;
            for (name, rules) in RULES {
                let judged = judge_ruled(&rows, rules);
                let points = |status: &str| -> PointSet {
                    let points = label[name][status].as_array().unwrap().iter();
                    let number = |value: &serde_json::Value| value.as_u64().unwrap() as u8;
                    points
                        .map(|point| Point::new(number(&point[0]), height - 1 - number(&point[1])))
                        .collect()
                };
                let names =
                    |points: &PointSet| points.iter().map(|p| p.to_string()).collect::<Vec<_>>();
                if !UNREAD.contains(&id) {
                    assert_eq!(
                        names(&judged.dead),
                        names(&points("dead")),
                        "dead, {id}, {name}"
                    );
                    assert_eq!(
                        names(&judged.seki),
                        names(&points("seki")),
                        "seki, {id}, {name}"
                    );
                }
                if !NO_SCORE.contains(&id) && !UNREAD.contains(&id) {
                    let points = 2.0 * label[name]["score"].as_f64().unwrap();
                    assert_eq!(
                        judged.score.half_points(),
                        points as i32,
                        "score, {id}, {name}"
                    );
                }
            }
        }
    }

    fn judge_ruled(rows: &[&str], rules: Rules) -> Judgment {
        let stones = Stones::drawn(rows);
        let size = Size::new(rows[0].replace(' ', "").len() as u32, rows.len() as u32).unwrap();
        let mut position = Position::new(size, rules, Komi::from_points(0.0).unwrap());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        judge(&position)
    }

    fn judge_drawn(rows: &[&str]) -> Judgment {
        judge_ruled(rows, Rules::JAPANESE)
    }

    #[test]
    fn a_seki_lives_and_is_called_so() {
        // Whichever side plays between the two middle chains loses its own.
        let judged = judge_drawn(&[
            ". X X O O . X X O O .",
            "X X X O O O X X O O O",
            ". X X O O . X X O O .",
        ]);
        assert!(judged.dead.is_empty());
        assert_eq!((judged.seki.len(), judged.alive.len()), (13, 14));
        assert_eq!(judged.score.half_points(), 0);
    }

    #[test]
    fn an_empty_board_is_neutral_and_judgments_repeat() {
        let empty = judge_drawn(&[". . .", ". . ."]);
        assert_eq!(empty.score.half_points(), 0);
        assert!(empty.dead.is_empty() && empty.alive.is_empty() && empty.seki.is_empty());
        let rows = [
            "X X . O .",
            ". X . O O",
            "X X . O .",
            "O . . . O",
            ". . X . O",
        ];
        let (a, b) = (judge_drawn(&rows), judge_drawn(&rows));
        assert_eq!((a.score, a.dead), (b.score, b.dead));
    }

    /// White lives only by ko threats: black can make a bent four, and white cannot approach.
    const BENT_FOUR: [&str; 6] = [
        ". X . X . X",
        "X X X X X .",
        "O O X . X X",
        ". O X X X .",
        "X O O O X X",
        "X X . O X .",
    ];

    #[test]
    fn bent_four_in_the_corner_is_dead_without_ko_threats() {
        for rules in [Rules::JAPANESE, Rules::CHINESE] {
            let judged = judge_ruled(&BENT_FOUR, rules);
            assert_eq!((judged.dead.len(), judged.seki.len()), (7, 0));
        }
    }

    #[test]
    fn dead_stones_inside_are_found() {
        let judged = judge_drawn(&[
            ". X . X O . .",
            "X X X X O O O",
            ". O . X O . .",
            ". O . X O . X",
            ". . . X O . .",
            "X X X X O O O",
            ". X . X O . .",
        ]);
        let dead: Vec<_> = judged.dead.iter().map(|p| p.to_string()).collect();
        assert_eq!(dead, ["B4", "G4", "B5"]);
        assert!(judged.seki.is_empty());
    }

    #[test]
    fn a_false_eye_is_no_territory_but_counts_as_area() {
        // White, with fewer stones, fills the one neutral point.
        let rows = [". X X . O .", "X X . X O O", "X X X O O .", ". X O O . O"];
        let [territory, area] = [Rules::JAPANESE, Rules::CHINESE]
            .map(|rules| judge_ruled(&rows, rules).score.to_string());
        assert_eq!([territory.as_str(), area.as_str()], ["W+1", "0"]);
    }

    #[test]
    fn a_board_with_open_ground_is_not_finished() {
        let open = judge_drawn(&[
            ". . . . . . .",
            ". . X . . . .",
            ". X . . . O .",
            ". . . . . . .",
            ". X . . O . .",
            ". . . . . . .",
            ". . . . . . .",
        ]);
        assert!(!open.is_finished && open.seki.is_empty());
        let closed = judge_drawn(&[". X . O .", ". X . O .", ". X . O ."]);
        assert!(closed.is_finished);
    }

    #[test]
    fn a_stopped_judgment_leaves_readings_out() {
        let stones = Stones::drawn(&BENT_FOUR);
        let mut position = Position::new(stones.size, Rules::JAPANESE, Komi::default());
        let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
        position.set_position(&placed, Color::Black).unwrap();
        let history = GameHistory::new(position);
        let calls = std::cell::Cell::new(0);
        let stop = || {
            calls.set(calls.get() + 1);
            true
        };
        judge_with(&history, None, &stop);
        assert!(calls.get() <= 1);
    }
}

//! Tests with small diagrams, and with published ones where the full data is at hand.

use std::sync::Arc;

use super::*;
use crate::board::{Board, Move, Point};
use crate::life::group::{GroupLife, GroupLimits, GroupStatus};
use crate::life::question::LifeQuestion;
use crate::life::reading::LifeVerdict;
use crate::life::zone_search::ZoneLimits;
use crate::net::Network;
use crate::puct::NetworkSearch;
use crate::rules::{Komi, Position, Rules};
use crate::testing::go_reference::Stones;
use tengen_engine::control::Stop;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::{Control, Limits, Settings};
use tengen_testing::test_data;

const LIMITS: ProblemLimits = ProblemLimits {
    budget: 30_000,
    memory: 64 << 20,
};

fn builtin_search() -> NetworkSearch {
    search(&Arc::new(Network::builtin()), Settings::default())
}

fn position(rows: &[&str], to_move: Color) -> Position {
    let board = Stones::drawn(rows).board();
    let komi = Komi::from_points(0.0).unwrap();
    let mut position = Position::new(board.size(), Rules::DEFAULT, komi);
    let stones = board.chains().flat_map(|chain| board.stones_of(chain));
    let stones: Vec<_> = stones
        .map(|stone| (board.at(stone).unwrap(), stone))
        .collect();
    position.set_position(&stones, to_move).unwrap();
    position
}

/// Reads a drawing, with this color to move.
fn reading(rows: &[&str], to_move: Color, limits: ProblemLimits) -> ProblemReading {
    let control = Control::new(Limits::default());
    let position = position(rows, to_move);
    read(&position, &mut builtin_search(), limits, &control).unwrap()
}

/// Returns the first answer to a drawing.
fn answer(rows: &[&str], to_move: Color, limits: ProblemLimits) -> Option<ProblemAnswer> {
    reading(rows, to_move, limits).answers.into_iter().next()
}

/// White has three points in a row in the corner; black's wall is open to the left.
const THREE_IN_A_ROW: [&str; 9] = [
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . X . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . X . . X . . .",
    ". . . . X X X X X",
    ". . . X X O O O O",
    ". . . . X O . . .",
];

#[test]
fn the_side_to_move_kills_or_lives_at_the_same_point() {
    let vital = Point::new(7, 0);
    for (to_move, goal) in [(Color::Black, Goal::Kill), (Color::White, Goal::Live)] {
        let answer = answer(&THREE_IN_A_ROW, to_move, LIMITS).unwrap();
        assert_eq!(answer.goal, goal);
        assert_eq!(answer.moves, [vital]);
        assert_eq!(answer.kind, SuccessKind::Unconditional);
    }
}

#[test]
fn natural_wrong_moves_are_refuted_at_the_vital_point() {
    for to_move in [Color::Black, Color::White] {
        let answer = answer(&THREE_IN_A_ROW, to_move, LIMITS).unwrap();
        let mut wrong: Vec<Point> = answer.refutations.iter().map(|wrong| wrong.mv).collect();
        wrong.sort();
        assert_eq!(wrong, [Point::new(6, 0), Point::new(8, 0)]);
        for refutation in &answer.refutations {
            let vital = Move::Place(Point::new(7, 0));
            assert_eq!(refutation.line[0], (to_move.opponent(), vital));
        }
        let position = position(&THREE_IN_A_ROW, to_move);
        assert_eq!(confirmed_refutations(&position, &answer), 2);
    }
}

#[test]
fn only_moves_that_fail_are_refuted() {
    let position = position(&THREE_IN_A_ROW, Color::Black);
    let control = Control::new(Limits::default());
    let stakes = stakes::Stakes::new(&position, &mut builtin_search(), &control).unwrap();
    let area = area::Area::around(&stakes, Point::new(6, 1), 2).unwrap();
    let limits = ZoneLimits {
        visits: LIMITS.budget,
        memory: LIMITS.memory,
        is_stopped: &|| false,
    };
    let is_refuted = |column, row| {
        let mv = Point::new(column, row);
        refutation::refute(&area.question, (Color::Black, mv), limits).is_some()
    };
    assert!(is_refuted(6, 0));
    assert!(!is_refuted(7, 0));
    // There is a stone.
    assert!(!is_refuted(6, 1));
}

/// Checks the refutations by another search. Returns the number of those that it decides.
fn confirmed_refutations(position: &Position, answer: &ProblemAnswer) -> usize {
    let board = position.board();
    let defender = board.at(answer.target).unwrap();
    let stones = board.chains().flat_map(|chain| board.stones_of(chain));
    let stones = stones.map(|stone| (board.at(stone).unwrap(), stone));
    let walls = answer.assumed.iter();
    let walls = walls.map(|&point| (defender.opponent(), point));
    let all: Vec<(Color, Point)> = stones.chain(walls).collect();
    let walled = Board::with_stones(board.size(), &all).unwrap();
    let asked = LifeQuestion::new(&walled, &[answer.target], answer.region()).unwrap();
    let limits = GroupLimits {
        visits: 200_000,
        memory: 64 << 20,
        is_stopped: &|| false,
    };
    let first = asked.side(position.to_move());
    let confirms = |refutation: &&Refutation| {
        assert!(!answer.moves.contains(&refutation.mv));
        let mv = Move::Place(refutation.mv);
        let Ok(after) = GroupLife::after(&asked, (first, mv), limits) else {
            return false;
        };
        let winner = after.verdict.winner();
        if winner.is_some() {
            let fails = winner == Some(first.opponent()) && after.ko.is_none();
            assert!(fails, "{} with {:?}", refutation.mv, after.ko);
        }
        winner.is_some()
    };
    answer.refutations.iter().filter(confirms).count()
}

/// No ladder works against white's cutting stones, and they are not enclosed.
const CUTTING_STONES: [&str; 9] = [
    ". . . . . . . . .",
    ". . . . . . X . .",
    ". . O . . . . . .",
    ". . . . . . . . .",
    ". . X . O X . . .",
    ". . X . O X . . .",
    ". O O X X O . . .",
    ". . O . O O . . .",
    ". . . . . . . . .",
];

#[test]
fn cutting_stones_are_captured_in_a_net() {
    let found = answer(&CUTTING_STONES, Color::Black, LIMITS).unwrap();
    assert_eq!(found.goal, Goal::Capture);
    assert_eq!(found.moves, [Point::new(4, 5)]);
    assert_eq!(found.kind, SuccessKind::WithoutThreats);
    assert_eq!(found.status, GroupStatus::Unsettled);
    let verdicts = found.lines.each_ref().map(|line| line.verdict);
    assert_eq!(verdicts, [LifeVerdict::Captured, LifeVerdict::Unknown]);
    assert!(found.region().is_empty());
    assert!(found.refutations.is_empty());
}

/// White's groups in two corners live or die at their middle points.
const TWO_CORNERS: [&str; 9] = [
    ". . . O X . . . .",
    "O O O O X . . . .",
    "X X X X X . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
    ". . . . X X X X X",
    ". . . . X O O O O",
    ". . . . X O . . .",
];

#[test]
fn each_group_in_question_has_its_answer() {
    let found = reading(&TWO_CORNERS, Color::Black, LIMITS).answers;
    let mut moves: Vec<&[Point]> = found.iter().map(|answer| &answer.moves[..]).collect();
    moves.sort();
    assert_eq!(moves, [[Point::new(7, 0)], [Point::new(1, 8)]]);
}

#[test]
fn without_time_or_stones_nothing_is_claimed() {
    let none = ProblemLimits {
        budget: 0,
        ..LIMITS
    };
    let unread = reading(&THREE_IN_A_ROW, Color::Black, none);
    assert!(unread.answers.is_empty());
    let [tried] = &unread.tried[..] else {
        panic!("{} areas", unread.tried.len());
    };
    let group = position(&THREE_IN_A_ROW, Color::Black);
    let mut stones = group.board().stones_of(tried.target);
    assert!(stones.any(|stone| stone == Point::new(5, 0)));
    assert_eq!(tried.outcome, TriedOutcome::Limit);
    // One white stone makes two eyes, which needs no search.
    let verdicts = Color::BOTH.map(|first| tried.verdict(first));
    assert_eq!(verdicts, [LifeVerdict::Unknown, LifeVerdict::Lives]);
    assert_eq!(unread.expected[0].0, Color::Black);
    let stop = Stop::default();
    stop.stop();
    let stopped = Control::new(Limits::default()).stopped_by(stop);
    let free = Control::new(Limits::default());
    for (rows, control) in [(&THREE_IN_A_ROW[..], stopped), (&[". . ."; 3], free)] {
        let position = position(rows, Color::Black);
        assert!(read(&position, &mut builtin_search(), LIMITS, &control).is_none());
    }
}

/// Returns the rows of a diagram with blanks between the points.
fn spaced(rows: &serde_json::Value) -> Vec<String> {
    let rows = rows.as_array().unwrap().iter();
    let letters = |row: &serde_json::Value| row.as_str().unwrap().chars().collect::<Vec<_>>();
    rows.map(|row| {
        letters(row)
            .iter()
            .map(char::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    })
    .collect()
}

/// Returns the numbers of diagrams with an answer, and with one that the book has.
fn answered_and_right(diagrams: &[serde_json::Value]) -> (usize, usize) {
    let (mut answered, mut right) = (0, 0);
    for diagram in diagrams {
        let rows = spaced(&diagram["rows"]);
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let Some(answer) = answer(&rows, Color::Black, LIMITS) else {
            continue;
        };
        confirmed_refutations(&position(&rows, Color::Black), &answer);
        let first = answer.moves[0];
        let place = serde_json::json!([first.column(), rows.len() as u8 - 1 - first.row()]);
        answered += 1;
        right += usize::from(diagram["right"].as_array().unwrap().contains(&place));
    }
    (answered, right)
}

#[test]
fn the_sample_diagrams_are_all_answered_right() {
    let diagrams = test_data::samples("life_diagrams.jsonl");
    assert_eq!(answered_and_right(&diagrams), (3, 3));
}

/// With a small budget a book's only right move may have a twin in the region.
#[test]
fn published_diagrams_are_answered_as_in_the_book() {
    let diagrams = test_data::lines("life_diagrams.jsonl");
    let diagrams = &diagrams[..diagrams.len().min(12)];
    let (answered, right) = answered_and_right(diagrams);
    assert!(3 * right >= diagrams.len(), "{right} of {answered}");
    assert!(answered <= right + 1, "{right} of {answered}");
}

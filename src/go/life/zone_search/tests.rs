//! Readings compared with labeled questions, and zones with the exhaustive solver.

use serde_json::{Value, json};

use super::{ZoneLimits, ZoneReading, reading, readings};
use crate::board::{Board, Move, Point};
use crate::life::enclosure::Enclosure;
use crate::life::question::LifeQuestion;
use crate::life::reading::LifeVerdict;
use crate::life::side::LifeSide;
use crate::life::solver::LifeSolver;
use crate::life::tests::{SAME, labeled_question};
use crate::testing::go_reference::Stones;
use tengen_testing::test_data;

const LIMITS: ZoneLimits<'_> = ZoneLimits {
    visits: 100_000,
    memory: 256 << 20,
    is_stopped: &|| false,
};

fn read(question: &LifeQuestion, first: LifeSide) -> Option<ZoneReading> {
    reading(question, first, LIMITS)
}

fn solved(question: &LifeQuestion, first: LifeSide) -> LifeVerdict {
    let enclosure = Enclosure::new(question).unwrap();
    let mut solver = LifeSolver::new(&enclosure, question, 256 << 20, &|| false);
    solver.reading(first, 1_000_000).verdict
}

#[test]
fn labeled_questions_are_answered_as_labeled() {
    let (mut known, mut unknown) = (0, 0);
    for line in test_data::lines("life.jsonl") {
        let question = labeled_question(&line, SAME);
        let both = readings(&question, LIMITS).into_iter().flatten();
        for (first, reading) in LifeSide::BOTH.into_iter().zip(both) {
            let label = &line[first.name()];
            let name = format!("{} {}", line["id"], first.name());
            if reading.verdict == LifeVerdict::Unknown {
                unknown += 1;
                continue;
            }
            known += 1;
            assert_eq!(reading.verdict.name(), label["verdict"], "{name}");
            let ko = reading.ko.map(|ko| ko.side.name());
            assert_eq!(ko, label["ko"].as_str(), "{name}");
            let threats = reading.ko.map(|ko| ko.count as u64);
            assert_eq!(threats, label["threats"].as_u64(), "{name}");
            if let Some(Move::Place(mv)) = reading.best_move(first) {
                // In a ko the move that was found may not be the best.
                let listed = match reading.ko {
                    None => "best",
                    Some(ko) if ko.side == first => continue,
                    Some(_) => "moves",
                };
                let place = json!([mv.column(), question.board().size().height() - 1 - mv.row()]);
                let moves = label[listed].as_array().unwrap();
                assert!(
                    moves.contains(&place),
                    "{name}: {mv} is not among {moves:?}"
                );
            }
        }
    }
    assert!(known > 60 && unknown * 50 < known, "{known} {unknown}");
}

#[test]
fn stones_outside_a_zone_change_nothing() {
    let mut checked = 0;
    let lines = test_data::lines("life.jsonl");
    let small = |line: &&Value| line["states"].as_u64().unwrap() < 5_000;
    for line in lines.iter().filter(small) {
        let question = labeled_question(line, SAME);
        for first in LifeSide::BOTH {
            let Some(reading) = read(&question, first) else {
                continue;
            };
            let Some(loser) = reading.verdict.winner().map(LifeSide::opponent) else {
                continue;
            };
            // The zone of a ko is unknown.
            if reading.ko.is_some() {
                continue;
            }
            let outside = question.region().iter().filter(|point| {
                question.board().is_empty(**point) && !reading.zone.contains(point)
            });
            for &point in outside {
                if let Some(after) = with_stone(&question, loser, point) {
                    let name = format!("{} {} {point}", line["id"], first.name());
                    assert_eq!(solved(&after, first), reading.verdict, "{name}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 10, "{checked}");
}

/// Returns a question with another stone of a side; `None` if that stone is illegal or captures.
fn with_stone(question: &LifeQuestion, side: LifeSide, point: Point) -> Option<LifeQuestion> {
    let mut board: Board = question.board().clone();
    let color = question.color(side);
    if !board.is_legal(color, point) || board.captures(color, point) > 0 {
        return None;
    }
    let ko = board.ko();
    board.play(color, point);
    board.set_ko(ko);
    LifeQuestion::new(&board, question.targets(), question.region()).ok()
}

#[test]
fn a_corner_is_read_in_a_region_of_72_points() {
    let board = Stones::drawn(&[
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        "O O O O O . . . .",
        "X X X X O . . . .",
        ". . . X O . . . .",
    ])
    .board();
    let points = board.size().points();
    let region: Vec<Point> = points.filter(|point| point.row() < 8).collect();
    let question = LifeQuestion::new(&board, &[Point::new(0, 1)], &region).unwrap();
    let middle = Move::Place(Point::new(1, 0));
    for (first, verdict) in [
        (LifeSide::Attacker, LifeVerdict::Captured),
        (LifeSide::Defender, LifeVerdict::Lives),
    ] {
        let reading = read(&question, first).unwrap();
        assert_eq!(reading.verdict, verdict, "{reading:?}");
        assert_eq!(reading.best_move(first), Some(middle), "{reading:?}");
        assert!(reading.zone.len() < 20, "{reading:?}");
    }
}

#[test]
fn limits_and_other_questions_are_respected() {
    let board = Stones::drawn(&["X . X O", ". . . O", "O O O O"]).board();
    let region: Vec<Point> = board.size().points().collect();
    let targets = [Point::new(0, 2), Point::new(2, 2)];
    let both = LifeQuestion::new(&board, &targets, &region).unwrap();
    assert_eq!(read(&both, LifeSide::Attacker), None);
    let one = LifeQuestion::new(&board, &targets[..1], &region).unwrap();
    let limits = ZoneLimits {
        visits: 0,
        ..LIMITS
    };
    let reading = reading(&one, LifeSide::Attacker, limits).unwrap();
    assert_eq!(reading.verdict, LifeVerdict::Unknown);
}

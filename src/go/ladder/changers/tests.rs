//! Answers of several readings against single readings of the same boards.

use serde_json::Value;

use super::*;
use crate::go::ladder::DEFAULT_NODES;
use crate::testing::go_reference::{LADDER, Stones};
use crate::testing::test_data;

const NEVER: &dyn Fn() -> bool = &|| false;

fn board(rows: &[&str]) -> Board {
    Stones::drawn(rows).board()
}

fn at(name: &str) -> Point {
    let column = "ABCDEFGHJ".find(&name[..1]).unwrap() as u8;
    Point::new(column, name[1..].parse::<u8>().unwrap() - 1)
}

fn usual(board: &Board, name: &str) -> LadderQuestion {
    LadderQuestion::usual(board, at(name)).unwrap()
}

/// Boards of the labeled set, every few of them.
fn labeled_boards(every: usize) -> Vec<Board> {
    let lines = test_data::lines("ladders.jsonl");
    let rows = |line: &Value| -> Vec<String> {
        let rows = line["rows"].as_array().unwrap();
        rows.iter()
            .map(|row| row.as_str().unwrap().to_owned())
            .collect()
    };
    let boards = lines.iter().step_by(every).map(|line| {
        let rows = rows(line);
        board(&rows.iter().map(String::as_str).collect::<Vec<_>>())
    });
    boards.collect()
}

#[test]
fn the_usual_question_depends_on_the_liberties() {
    let board = board(&LADDER);
    assert_eq!(usual(&board, "G6").first, Color::Black);
    assert_eq!(LadderQuestion::usual(&board, at("A1")), None);
    let atari = self::board(&["O .", "X ."]);
    let question = LadderQuestion::usual(&atari, Point::new(0, 0)).unwrap();
    assert_eq!(
        (question.defender, question.first),
        (Color::Black, Color::Black)
    );
}

#[test]
fn short_chains_come_from_the_top_left_each_once() {
    let board = board(&[
        "X O . . .",
        "X O . . .",
        ". O . . .",
        ". . . . .",
        ". . . . O",
    ]);
    let chains: Vec<String> = short_chains(&board).iter().map(Point::to_string).collect();
    assert_eq!(chains, ["A5", "E1"]);
}

#[test]
fn breakers_and_makers_are_what_single_readings_say() {
    for mut board in labeled_boards(40) {
        for target in short_chains(&board) {
            let question = LadderQuestion::usual(&board, target).unwrap();
            let before = board.clone();
            let (verdict, helper) = match question.verdict(&mut board, BATCH_NODES).0 {
                Verdict::Captured => (Verdict::Escapes, question.defender),
                Verdict::Escapes => (Verdict::Captured, question.defender.opponent()),
                Verdict::Unknown => continue,
            };
            let turning = if helper == question.defender {
                breakers(&mut board, &[question], BATCH_NODES, NEVER).unwrap()
            } else {
                makers(&mut board, question, BATCH_NODES, NEVER).unwrap()
            };
            assert_eq!(turning.unknown, []);
            for point in board.size().points() {
                let mut with = before.clone();
                let turns = with.is_legal(helper, point) && {
                    with.play(helper, point);
                    let reading = ladder::read(&mut with, target, question.first, DEFAULT_NODES);
                    let stands = with.at(target) == Some(question.defender);
                    match reading {
                        Some(reading) if stands => reading.verdict == verdict,
                        _ => verdict == Verdict::Captured,
                    }
                };
                assert_eq!(
                    turning.points.contains(&point),
                    turns,
                    "{helper} {point} for {target} on\n{}",
                    Stones::of(&before).draw()
                );
            }
            assert_eq!(board.hash(), before.hash());
            assert_eq!(board.ko(), before.ko());
        }
    }
}

#[test]
fn double_breakers_serve_both_ladders() {
    // The white chains run towards each other.
    let rows = [
        ". . . . . . . . . . .",
        ". . X . . . . . X . .",
        ". X O X . . . X O X .",
        ". X O . . . . . O X .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
    ];
    let mut board = board(&rows);
    let left = LadderQuestion::attack(&board, Point::new(2, 7)).unwrap();
    let right = LadderQuestion::attack(&board, Point::new(8, 7)).unwrap();
    let mut of = |questions: &[LadderQuestion]| breakers(&mut board, questions, BATCH_NODES, NEVER);
    match (of(&[left]), of(&[right]), of(&[left, right])) {
        (Ok(left), Ok(right), Ok(both)) => {
            let common: Vec<Point> = left
                .points
                .iter()
                .copied()
                .filter(|point| right.points.contains(point))
                .collect();
            assert_eq!(both.points, common);
            assert!(!common.is_empty() && common.len() < left.points.len());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_has_no_breakers_says_why() {
    let mut board = board(&LADDER);
    let captured = usual(&board, "G6");
    let free = LadderQuestion::attack(&board, at("F7")).unwrap();
    assert_eq!(
        makers(&mut board, captured, BATCH_NODES, NEVER),
        Err(NoAnswer::Captured(at("G6")))
    );
    assert_eq!(
        breakers(&mut board, &[free], BATCH_NODES, NEVER),
        Err(NoAnswer::Escapes(at("F7")))
    );
    assert_eq!(
        breakers(&mut board, &[captured, free], BATCH_NODES, NEVER),
        Err(NoAnswer::BothColors)
    );
    assert_eq!(
        breakers(&mut board, &[captured], BATCH_NODES, &|| true),
        Err(NoAnswer::Stopped)
    );
    assert_eq!(
        breakers(&mut board, &[captured], 1, NEVER),
        Err(NoAnswer::Unknown(at("G6")))
    );
    assert_eq!(
        attack(&mut board, at("G6"), 1),
        Err(NoAnswer::Unknown(at("G6")))
    );
}

#[test]
fn codes_agree_with_verdicts_and_ko_marks() {
    for mut board in labeled_boards(10) {
        for target in short_chains(&board) {
            let question = LadderQuestion::attack(&board, target).unwrap();
            let expected = match question.verdict(&mut board, DEFAULT_NODES) {
                (Verdict::Captured, None) => Some(Success::Win),
                (Verdict::Captured, Some(_)) => Some(Success::Ko),
                (Verdict::Escapes, Some(_)) => Some(Success::KoWithThreat),
                (Verdict::Escapes, None) => None,
                (Verdict::Unknown, _) => continue,
            };
            let found = attack(&mut board, target, DEFAULT_NODES).unwrap();
            assert_eq!(
                found.map(|(success, _)| success),
                expected,
                "{target} on\n{}",
                Stones::of(&board).draw()
            );
            if let Some((Success::Win | Success::Ko, point)) = found {
                let reading = ladder::read(&mut board, target, question.first, DEFAULT_NODES);
                assert!(reading.unwrap().moves.contains(&point));
            }
        }
    }
}

#[test]
fn a_defense_saves_and_none_is_given_up_that_a_reading_finds() {
    for mut board in labeled_boards(20) {
        for target in short_chains(&board) {
            let question = LadderQuestion::usual(&board, target).unwrap();
            let found = defend(&mut board, target, BATCH_NODES, NEVER).unwrap();
            if question.first == question.defender {
                let (verdict, _) = question.verdict(&mut board, DEFAULT_NODES);
                assert!(verdict == Verdict::Captured || found.is_some(), "{target}");
            }
            let Some((Success::Win, mv)) = found else {
                continue;
            };
            let mut after = board.clone();
            if let Some(point) = mv {
                assert!(after.is_legal(question.defender, point));
                after.play(question.defender, point);
            }
            assert_eq!(
                attack(&mut after, target, DEFAULT_NODES),
                Ok(None),
                "{target} {mv:?}"
            );
        }
    }
}

#[test]
fn a_ko_is_written_as_gnu_go_writes_it() {
    let rows = [
        ". . . . .",
        ". X O . .",
        "X O . O .",
        ". X O . .",
        ". . . . .",
    ];
    let mut board = board(&rows);
    let taken = Point::new(1, 2);
    // Black takes the stone at B3 by C3; white may not take back at once.
    let attacked = attack(&mut board, taken, DEFAULT_NODES).unwrap();
    assert_eq!(attacked, Some((Success::Win, Point::new(2, 2))));
    board.play(Color::Black, Point::new(2, 2));
    let black = Point::new(2, 2);
    let answer = attack(&mut board, black, DEFAULT_NODES).unwrap();
    assert_eq!(answer, Some((Success::KoWithThreat, taken)));
}

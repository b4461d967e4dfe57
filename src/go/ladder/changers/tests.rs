//! Ladder changers compared with single readings of the same boards.

use super::*;
use crate::ladder::question::{BATCH_NODES, short_chains};
use crate::ladder::tests::labeled_boards;
use crate::ladder::{self, DEFAULT_NODES};
use crate::testing::go_reference::{LADDER, Stones};

const NEVER: &dyn Fn() -> bool = &|| false;

fn board(rows: &[&str]) -> Board {
    Stones::drawn(rows).board()
}

fn at(name: &str) -> Point {
    let column = "ABCDEFGHJ".find(&name[..1]).unwrap() as u8;
    Point::new(column, name[1..].parse::<u8>().unwrap() - 1)
}

fn question(board: &Board, name: &str) -> LadderQuestion {
    LadderQuestion::from_target(board, at(name)).unwrap()
}

#[test]
fn breakers_and_makers_are_what_single_readings_say() {
    for mut board in labeled_boards(40) {
        for target in short_chains(&board) {
            let question = LadderQuestion::from_target(&board, target).unwrap();
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
                    Stones::from_board(&before).draw()
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
    let captured = question(&board, "G6");
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
}

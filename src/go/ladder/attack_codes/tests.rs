//! Attack codes against single readings of the same boards.

use super::*;
use crate::go::ladder::question::{BATCH_NODES, short_chains};
use crate::go::ladder::tests::labeled_boards;
use crate::go::ladder::{self, DEFAULT_NODES};
use crate::testing::go_reference::{LADDER, Stones};

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
            let found = defend(&mut board, target, BATCH_NODES, &|| false).unwrap();
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
    let mut board = Stones::drawn(&rows).board();
    let taken = Point::new(1, 2);
    // Black takes the stone at B3 by C3; white may not take back at once.
    let attacked = attack(&mut board, taken, DEFAULT_NODES).unwrap();
    assert_eq!(attacked, Some((Success::Win, Point::new(2, 2))));
    board.play(Color::Black, Point::new(2, 2));
    let black = Point::new(2, 2);
    let answer = attack(&mut board, black, DEFAULT_NODES).unwrap();
    assert_eq!(answer, Some((Success::KoWithThreat, taken)));
}

#[test]
fn an_attack_that_runs_out_of_moves_has_no_answer() {
    let mut board = Stones::drawn(&LADDER).board();
    let target = Point::new(6, 5);
    assert_eq!(
        attack(&mut board, target, 1),
        Err(NoAnswer::Unknown(target))
    );
}

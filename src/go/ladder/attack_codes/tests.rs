//! Attack codes compared with single readings of the same boards.

use super::*;
use crate::ladder::question::{BATCH_NODES, short_chains};
use crate::ladder::tests::labeled_boards;
use crate::ladder::{self, DEFAULT_NODES};
use crate::testing::go_reference::{LADDER, Stones};

#[test]
fn codes_agree_with_verdicts_and_ko_marks() {
    for mut board in labeled_boards(10) {
        for target in short_chains(&board) {
            let question = LadderQuestion::attack(&board, target).unwrap();
            if is_captured_by_ko(&mut board, question) {
                let found = attack(&mut board, target, DEFAULT_NODES).unwrap();
                assert!(matches!(found, Some((Success::Win | Success::Ko, _))));
                continue;
            }
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
                Stones::from_board(&board).draw()
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
            let question = LadderQuestion::from_target(&board, target).unwrap();
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
    // Black takes the stone at B3 by playing C3. White may retake after a threat, and saves the stone by connecting.
    let mouth = Point::new(2, 2);
    let attacked = attack(&mut board, taken, DEFAULT_NODES).unwrap();
    assert_eq!(attacked, Some((Success::Ko, mouth)));
    let defended = defend(&mut board, taken, BATCH_NODES, &|| false).unwrap();
    assert_eq!(defended, Some((Success::Win, Some(mouth))));
    board.play(Color::Black, mouth);
    let black = Point::new(2, 2);
    let answer = attack(&mut board, black, DEFAULT_NODES).unwrap();
    assert_eq!(answer, Some((Success::KoWithThreat, taken)));
}

/// GNU Go's tests 125 and 132 in reading.tst have this shape at the edge.
#[test]
fn a_capture_at_the_edge_that_can_be_taken_back_is_a_ko() {
    let rows = [
        ". . . . .",
        ". . . . .",
        ". . . . .",
        "X X O O .",
        "X O . O .",
    ];
    let mut board = Stones::drawn(&rows).board();
    let [stone, mouth] = [1, 2].map(|column| Point::new(column, 0));
    let attacked = attack(&mut board, stone, DEFAULT_NODES).unwrap();
    assert_eq!(attacked, Some((Success::Ko, mouth)));
    // Once connected, the stones have too many liberties.
    board.play(Color::White, mouth);
    let attacked = attack(&mut board, stone, DEFAULT_NODES).unwrap();
    assert_eq!(attacked, None);
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

//! Kept answers against new readings after every move of games.

use super::*;
use crate::go::board::point::Move;
use crate::go::ladder;
use crate::go::ladder::question::{self, BATCH_NODES};
use crate::records::sgf::SgfGame;
use crate::testing::go_reference::LADDER;
use crate::testing::go_reference::Stones;
use crate::testing::test_data;

/// Asks about every chain with one or two liberties, each side first.
fn compare(memo: &mut LadderMemo, board: &Board, name: &str) {
    let fresh = &mut board.clone();
    for target in question::short_chains(board) {
        for first in [Color::Black, Color::White] {
            let name = format!("{name}: {target}, {first} first");
            let verdict = ladder::verdict(fresh, target, first, BATCH_NODES);
            assert_eq!(memo.verdict(fresh, target, first), verdict, "{name}");
            let reading = ladder::read(fresh, target, first, BATCH_NODES);
            assert_eq!(
                memo.read(fresh, target, first, BATCH_NODES),
                reading,
                "{name}"
            );
        }
    }
}

#[test]
fn kept_answers_are_those_of_new_readings() {
    let mut kept = 0;
    for line in test_data::lines("ladder_review.jsonl") {
        let game = SgfGame::from_text(line["sgf"].as_str().unwrap()).unwrap();
        let mut board = crate::testing::go_records::start(&game);
        let mut memo = LadderMemo::default();
        for (number, (color, mv)) in crate::testing::go_records::moves(&game).enumerate() {
            let former = board.clone();
            match mv {
                Move::Pass => board.set_ko(None),
                Move::Place(point) => board.play(color, point),
            }
            memo.follow(&former, &board);
            kept += memo.verdicts.len();
            compare(
                &mut memo,
                &board,
                &format!("{} after {}", line["id"], number + 1),
            );
        }
    }
    assert!(kept > 0);
}

#[test]
fn answers_hold_until_their_surroundings_change() {
    let mut board = Stones::drawn(&LADDER).board();
    let target = Point::new(6, 5);
    let mut memo = LadderMemo::default();
    let answer = memo.verdict(&mut board, target, Color::Black);
    let mut far = board.clone();
    far.play(Color::White, Point::new(0, 8));
    memo.follow(&board, &far);
    assert_eq!(memo.verdicts.len(), 1);
    assert_eq!(memo.verdict(&mut far, target, Color::Black), answer);
    let mut near = far.clone();
    near.play(Color::White, Point::new(4, 5));
    memo.follow(&far, &near);
    assert_eq!(memo.verdicts.len(), 0);
}

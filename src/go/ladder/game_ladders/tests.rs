use super::*;
use crate::board::point::Point;
use crate::ladder;
use crate::ladder::question::BATCH_NODES;
use crate::testing::go_reference::{LADDER, Stones};

#[test]
fn each_position_has_its_own_answers() {
    let ladder = Stones::drawn(&LADDER).board();
    let mut broken = ladder.clone();
    let question = LadderQuestion::attack(&ladder, Point::new(6, 5)).unwrap();
    broken.play(question.defender, Point::new(3, 2));
    let shared = SharedLadders::default();
    let small = Stones::drawn(&["O .", "X ."]).board();
    for board in [&ladder, &broken, &small, &ladder] {
        shared.lend(|ladders| {
            ladders.follow(board);
            let target = board.chains().next().unwrap();
            for question in [question, LadderQuestion::attack(board, target).unwrap()] {
                let LadderQuestion { target, first, .. } = question;
                let fresh = ladder::read(&mut board.clone(), target, first, BATCH_NODES);
                let answer = ladders.read_until(question, BATCH_NODES, &|| false);
                assert_eq!(answer, fresh);
            }
        });
    }
}

#[test]
fn without_a_position_there_is_no_answer() {
    let question = LadderQuestion::attack(&Stones::drawn(&LADDER).board(), Point::new(6, 5));
    let shared = SharedLadders::default();
    let answer = shared.lend(|ladders| ladders.read_until(question.unwrap(), 1, &|| false));
    assert_eq!(answer, None);
}

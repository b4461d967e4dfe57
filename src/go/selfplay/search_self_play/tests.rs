use super::*;
use crate::board::Point;
use crate::rules::{Position, Rules};
use tengen_engine::{RootMove, RootStats};

/// A report of moves and their visits, best first, for a side with this winrate and lead.
fn report(lines: &[(Move, u64)], winrate: f32, score: f32) -> Report<Move> {
    let lines = lines
        .iter()
        .map(|&(mv, visits)| RootMove::new(mv, winrate, score, visits, vec![mv]));
    let mut report = Report::new(lines.collect(), 100, 0);
    report.root = Some(RootStats {
        winrate,
        score,
        score_stdev: 3.0,
        ownership: vec![0.5; 9],
        ..RootStats::default()
    });
    report
}

fn history(to_move: Color) -> GameHistory {
    let size = Size::square(3).unwrap();
    let mut position = Position::new(size, Rules::DEFAULT, Komi::default());
    position.turn_to(to_move).unwrap();
    GameHistory::new(position)
}

#[test]
fn visits_are_the_policy_and_the_root_is_the_rest() {
    let corner = Move::Place(Point::new(2, 2));
    let told = report(&[(corner, 30), (Move::Pass, 10)], 0.75, 4.0);
    for (color, win, sign) in [(Color::White, 0.75, 1.0), (Color::Black, 0.25, -1.0)] {
        let said = evaluation(&history(color), &told).unwrap();
        assert_eq!((said.white_win, said.white_loss), (win, 1.0 - win));
        assert_eq!(
            (said.white_score, said.white_score_squared),
            (4.0 * sign, 25.0)
        );
        assert_eq!(said.white_ownership[4], 0.5 * sign as f32);
        assert_eq!(
            (said.policy.points[2], said.policy.pass),
            (Some(0.75), 0.25)
        );
    }
}

#[test]
fn what_says_nothing_of_its_root_is_no_lesson() {
    let mut told = report(&[(Move::Pass, 10)], 0.75, 4.0);
    told.root = None;
    assert!(evaluation(&history(Color::Black), &told).is_none());
}

#[test]
fn a_search_that_passes_teaches_the_pass() {
    let corner = Move::Place(Point::new(0, 0));
    let told = policy(
        Size::square(3).unwrap(),
        &report(&[(Move::Pass, 1), (corner, 30)], 0.9, 1.0),
    );
    assert_eq!((told.points[6], told.pass), (None, 1.0));
}

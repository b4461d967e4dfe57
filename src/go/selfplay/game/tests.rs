use rand_xoshiro::rand_core::SeedableRng;

use super::*;
use crate::board::Point;

/// A possible evaluation of the position by a teacher: the policy has one move, and white is ahead by `lead`.
fn evaluation(game: &SelfPlayGame, mv: Move, (white_win, lead): (f64, f64)) -> Evaluation {
    let size = game.history().position().board().size();
    let mut policy = Policy {
        points: vec![Some(0.0); size.area()],
        pass: 0.0,
    };
    match mv {
        Move::Pass => policy.pass = 1.0,
        Move::Place(point) => policy.points[size.place_from_top(point)] = Some(1.0),
    }
    Evaluation {
        white_win,
        white_loss: 1.0 - white_win,
        no_result: 0.0,
        white_lead: lead,
        white_score: lead,
        white_score_squared: lead * lead + 9.0,
        time_left: None,
        value_error: None,
        score_error: None,
        policy,
        white_ownership: vec![0.5; size.area()],
    }
}

/// A game without random moves in the opening or later.
fn quiet_game() -> SelfPlayGame {
    let size = Size::square(7).unwrap();
    (0..)
        .map(|seed| SelfPlayGame::new(size, Xoshiro256PlusPlus::seed_from_u64(seed)))
        .find(|game| {
            game.setup.random_opening_moves == 0 && game.setup.random_move_interval.is_none()
        })
        .unwrap()
}

#[test]
fn the_policy_s_move_is_played_and_two_passes_end_a_game() {
    let mut game = quiet_game();
    let corner = Move::Place(Point::new(6, 1));
    let label = game.advance(&evaluation(&game, corner, (0.5, 4.0)));
    let board = game.history().position().board();
    assert_eq!(board.at(Point::new(6, 1)), Some(Color::Black));
    // White's lead is negative for black, who was to move.
    assert_eq!(
        (label.score, label.lead, label.deviation),
        (-4.0, -4.0, 3.0)
    );
    assert_eq!((label.ownership[0], label.policy[5 * 7 + 6]), (-0.5, 1.0));
    for passes in 0..2 {
        assert!(!game.is_over(), "{passes}");
        game.advance(&evaluation(&game, Move::Pass, (0.5, 4.0)));
    }
    assert!(game.is_over());
}

#[test]
fn a_game_that_is_won_goes_on_with_another_komi() {
    let mut game = quiet_game();
    let komi = game.history().position().komi().points();
    for _ in 0..20 {
        game.advance(&evaluation(&game, Move::Pass, (0.94, 20.0)));
    }
    assert_eq!(game.history().position().komi().points(), komi);
    for _ in 0..40 {
        game.advance(&evaluation(&game, Move::Pass, (0.96, 20.0)));
        let now = game.history().position().komi().points();
        if now != komi {
            assert!((now - komi + 20.0).abs() <= 2.0, "{komi} to {now}");
            return;
        }
    }
    panic!("komi stayed");
}

#[test]
fn blind_moves_come_first_and_handicap_leaves_them_to_black() {
    let size = Size::square(9).unwrap();
    for seed in 0..200 {
        let game = SelfPlayGame::new(size, Xoshiro256PlusPlus::seed_from_u64(seed));
        let board = game.history().position().board();
        let stones = |color| {
            size.points()
                .filter(|&p| board.at(p) == Some(color))
                .count() as u32
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        let moves = game.setup.random_opening_moves;
        match game.setup.handicap {
            true => assert_eq!((black, white), (moves.div_ceil(2), 0)),
            false => assert_eq!((black, white), (moves.div_ceil(2), moves / 2)),
        }
    }
}

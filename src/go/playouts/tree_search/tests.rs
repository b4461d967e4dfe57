use std::time::{Duration, Instant};

use super::*;
use crate::board::{Point, Size};
use crate::request::{GoRequest, ResignConditions};
use crate::rules::ruleset::KoRule;
use crate::rules::{Komi, Rules};
use crate::testing::counted_games::CountedGame;
use crate::testing::go_reference::Stones;
use tengen_engine::control::Budget;
use tengen_engine::game::Outcome;
use tengen_engine::testing::time_use::assert_time_is_used_unless_saved;
use tengen_engine::{Event, Limits, Restriction, SearchRequest, Waker, Worker};

fn searcher(seed: u64) -> TreeSearch {
    TreeSearch::new(Settings {
        seed,
        memory: 32 << 20,
        ..Settings::default()
    })
}

fn search(position: &Position, playouts: u64) -> SearchResult<Move> {
    let found = searcher(1).search(position, &Control::new(Limits::nodes(playouts)));
    found.expect("a pass is always legal")
}

fn drawn(rows: &[&str], rules: Rules, to_move: Color) -> Position {
    let stones = Stones::drawn(rows);
    let mut position = Position::new(stones.size, rules, Komi::from_points(6.5).unwrap());
    let placed: Vec<_> = stones.stones.iter().map(|(&p, &c)| (c, p)).collect();
    position.set_position(&placed, to_move).unwrap();
    position
}

fn best(rows: &[&str], to_move: Color, playouts: u64) -> String {
    let position = drawn(rows, Rules::CHINESE, to_move);
    search(&position, playouts).mv.to_string()
}

#[test]
fn whole_games_are_legal_on_any_board_under_any_rules() {
    let sizes = [(1, 1), (1, 2), (2, 2), (7, 1), (3, 5), (6, 6), (9, 7)];
    let rules = [
        Rules::DEFAULT,
        Rules::TROMP_TAYLOR,
        Rules::CHINESE,
        Rules::JAPANESE,
        Rules::ANCIENT_TERRITORY,
    ];
    for (game, (size, rules)) in sizes.iter().flat_map(|s| rules.map(|r| (s, r))).enumerate() {
        let size = Size::new(size.0, size.1).unwrap();
        let mut position = Position::new(size, rules, Komi::from_points(0.5).unwrap());
        let mut player = searcher(game as u64);
        let mut moves = 0;
        while position.passes() < 2 && moves < 6 * size.area() + 10 {
            let control = Control::new(Limits::nodes(40));
            let found = player.search(&position, &control).unwrap();
            assert_eq!(found.report.lines[0].mv, found.mv);
            position.play(position.to_move(), found.mv).unwrap();
            moves += 1;
        }
        assert!(
            position.passes() == 2 || rules.ko == KoRule::Simple,
            "{game}: {moves} moves"
        );
    }
}

#[test]
fn a_big_capture_is_made() {
    let rows = [
        ". . . . . . . . .",
        ". . X X X X . . .",
        ". X O O O O X . .",
        ". X O O O O X . .",
        ". . X X X . . . .",
        ". O . . . O . . .",
        ". . O . . . O . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    assert_eq!(best(&rows, Color::Black, 500), "F5");
    assert_eq!(best(&rows, Color::White, 500), "F5");
}

#[test]
fn the_vital_point_of_a_three_space_eye_is_taken() {
    let rows = [
        ". . . O X . X",
        "O O O O X X X",
        "X X X X X . X",
        "X X X X X X X",
        "O O O O O O O",
        "O . O O O . O",
        "O O O . O O O",
    ];
    assert_eq!(best(&rows, Color::Black, 300), "B7");
    assert_eq!(best(&rows, Color::White, 300), "B7");
}

#[test]
fn a_finished_game_is_passed() {
    // Under territory scoring, dead stones are removed by agreement, with or without friendly passes.
    let japanese = Rules {
        friendly_pass_ok: false,
        ..Rules::JAPANESE
    };
    for rules in [Rules::CHINESE, japanese] {
        for (i, game) in CountedGame::all()
            .iter()
            .enumerate()
            .filter(|(i, _)| i % 3 == 0)
        {
            let position = game.position_before(rules, 1);
            let counted = crate::score::judge(&position).score.outcome();
            if counted == Outcome::Win(position.to_move()) {
                assert_eq!(search(&position, 600).mv, Move::Pass, "game {i}");
            }
        }
    }
}

#[test]
fn no_side_passes_while_a_border_of_territory_is_open() {
    let rows = [
        ". . X . X O . . .",
        ". . X . X O . O .",
        "X X X . X O . . .",
        ". . X X X O . . X",
        "X . X . X O O . .",
        ". . X . . X O . .",
        "X X X X X X O O O",
        ". . . X . X O . .",
        ". X . . . . O . .",
    ];
    for color in Color::BOTH {
        let mut position = drawn(&rows, Rules::JAPANESE, color);
        position.set_komi(Komi::from_points(0.5).unwrap());
        assert_ne!(search(&position, 800).mv, Move::Pass, "{color:?}");
        if color == Color::White {
            // Black leads, but has no territory on the left while its border is open.
            position.play(color, Move::Pass).unwrap();
            assert_ne!(search(&position, 800).mv, Move::Pass);
        }
    }
}

#[test]
fn dead_stones_are_captured_before_a_pass_where_the_rules_count_them() {
    // As it stands white leads by komi, but black can capture the two white stones.
    let rows = [
        ". X . X O .",
        "X X X X O O",
        "O O X X O .",
        ". . X O O O",
        "X X X O . O",
        ". X . X O O",
    ];
    let mut position = drawn(&rows, Rules::DEFAULT, Color::Black);
    position.set_komi(Komi::from_points(4.5).unwrap());
    let mv = search(&position, 800).mv;
    assert_ne!(mv, Move::Pass);
}

#[test]
fn a_pass_that_wins_answers_a_pass() {
    let rows = [
        ". X . X O .",
        "X X X X O O",
        ". . X X O .",
        ". . X O O O",
        "X X X O . O",
        ". X . X O O",
    ];
    let mut position = drawn(&rows, Rules::DEFAULT, Color::White);
    position.play(Color::White, Move::Pass).unwrap();
    assert_eq!(search(&position, 300).mv, Move::Pass);
}

#[test]
fn a_hopeless_game_is_resigned_and_a_young_one_is_not() {
    let rows = [
        ". . . . . . . . .",
        "O O O O O O O O O",
        ". O . O . O . O .",
        "O O O O O O O O O",
        ". . . . . . . . .",
        ". . . X . . . . .",
        ". . X . X . . O .",
        ". X . . O . O . .",
        ". . . . . . . . .",
    ];
    let mut position = drawn(&rows, Rules::DEFAULT, Color::Black);
    position.set_komi(Komi::from_points(60.5).unwrap());
    assert!(search(&position, 800).resigns);
    let mut young = Position::new(position.board().size(), Rules::DEFAULT, position.komi());
    young.set_komi(Komi::from_points(100.5).unwrap());
    assert!(!search(&young, 800).resigns);
}

#[test]
fn superko_holds_at_the_root() {
    // White has captured; retaking would repeat the previous position.
    let rows = [". X O .", "X . X O", ". X O .", ". . . ."];
    let mut position = drawn(&rows, Rules::DEFAULT, Color::White);
    position
        .play(Color::White, Move::Place(Point::new(1, 2)))
        .unwrap();
    let retaking = Move::Place(Point::new(2, 2));
    assert!(position.check(Color::Black, retaking).is_err());
    let report = search(&position, 300).report;
    assert!(report.lines.iter().all(|line| line.mv != retaking));
}

#[test]
fn the_same_seed_and_limit_give_the_same_search() {
    let size = Size::square(9).unwrap();
    let position = Position::new(size, Rules::DEFAULT, Komi::from_points(7.5).unwrap());
    let first = searcher(7).search(&position, &Control::new(Limits::nodes(700)));
    let mut player = searcher(7);
    player.search(&position, &Control::new(Limits::nodes(100)));
    player.clear();
    let second = player.search(&position, &Control::new(Limits::nodes(700)));
    assert_eq!(first, second);
    assert_eq!(first.unwrap().report.nodes, 700);
    let other = searcher(8).search(&position, &Control::new(Limits::nodes(700)));
    assert_ne!(other, second);
}

#[test]
fn several_threads_share_the_playouts() {
    let position = Position::new(Size::square(9).unwrap(), Rules::DEFAULT, Komi::default());
    let settings = Settings {
        threads: 3,
        memory: 1,
        seed: 5,
        ..Settings::default()
    };
    let found = TreeSearch::new(settings).search(&position, &Control::new(Limits::nodes(999)));
    let report = found.unwrap().report;
    assert_eq!(report.nodes, 999);
    assert!(report.lines.iter().map(|line| line.visits).sum::<u64>() <= 999);
}

#[test]
fn a_search_without_time_makes_no_playout_and_still_moves() {
    let budget = Budget {
        soft: Duration::ZERO,
        hard: Duration::ZERO,
    };
    let limits = Limits {
        time: Some(budget),
        ..Limits::default()
    };
    for side in [9, 25] {
        let size = Size::square(side).unwrap();
        let position = Position::new(size, Rules::DEFAULT, Komi::default());
        let mut search = TreeSearch::new(Settings::default());
        let found = search.search(&position, &Control::new(limits)).unwrap();
        assert_eq!(found.report.nodes, 0);
        assert_eq!(position.check(Color::Black, found.mv), Ok(()));
    }
}

/// Allow for delays on a busy machine, but never a full second.
#[test]
fn a_stopped_search_ends_at_once() {
    let (waker, bell) = Waker::new();
    let mut worker = Worker::spawn(Settings::default(), waker, TreeSearch::new).unwrap();
    for side in [9, 19, 25] {
        let size = Size::square(side).unwrap();
        worker.start(
            Position::new(size, Rules::DEFAULT, Komi::default()),
            Limits::default(),
        );
        let progress = bell.recv_timeout(Duration::from_secs(10));
        assert!(progress.is_ok() && matches!(worker.next_event(), Some(Event::Progress(_))));
        worker.stop();
        let stopped = Instant::now();
        loop {
            match worker.next_event() {
                Some(Event::Done(found)) => break assert!(found.is_some()),
                Some(Event::Failed(message)) => panic!("{message}"),
                _ => bell.recv_timeout(Duration::from_secs(10)).unwrap(),
            }
        }
        assert!(stopped.elapsed() < Duration::from_secs(1), "{side}x{side}");
    }
}

#[test]
fn a_clock_is_kept() {
    let position = Position::new(Size::square(9).unwrap(), Rules::DEFAULT, Komi::default());
    let budget = Budget {
        soft: Duration::from_millis(50),
        hard: Duration::from_millis(100),
    };
    let limits = Limits {
        time: Some(budget),
        ..Limits::default()
    };
    let control = Control::new(limits);
    let found = searcher(1).search(&position, &control).unwrap();
    assert!(found.report.nodes > 0 && control.elapsed() < Duration::from_secs(1));
}

#[test]
fn time_that_cannot_be_saved_is_used_where_one_move_is_plainly_best() {
    // White captures immediately or loses everything.
    let rows = [
        "X X X X X X .",
        "X X X X X X X",
        "O O O O O O O",
        "O O O O O O O",
        "X X X X X X .",
        ". . . . . . .",
        ". . . . . . .",
    ];
    let position = drawn(&rows, Rules::CHINESE, Color::White);
    assert_time_is_used_unless_saved(|control| {
        searcher(1).search(&position, control).unwrap();
    });
}

#[test]
fn a_question_restricts_the_moves_of_its_side() {
    let rows = [
        ". X O . .",
        "X X O . .",
        ". X O O .",
        ". X O . O",
        ". X O O .",
    ];
    let position = drawn(&rows, Rules::CHINESE, Color::Black);
    let asked = |only, moves: &[Move]| {
        let restriction = tengen_engine::Restriction {
            color: Color::Black,
            moves: moves.to_vec(),
            only,
            plies: 1,
        };
        let request = tengen_engine::SearchRequest {
            restrictions: vec![restriction],
            ..tengen_engine::SearchRequest::default()
        };
        let control = Control::new(Limits::nodes(200)).with_request(request);
        searcher(1).search(&position, &control).unwrap()
    };
    let corner = Move::Place(Point::new(4, 4));
    let found = asked(true, &[corner]);
    let moves: Vec<_> = found.report.lines.iter().map(|line| line.mv).collect();
    assert_eq!((found.mv, moves), (corner, vec![corner]));
    assert!(found.report.lines[0].visits > 100, "and it is searched");
    let free = asked(false, &[]);
    let other = asked(false, &[free.mv]);
    assert_ne!(other.mv, free.mv);
    assert!(other.report.lines.iter().all(|line| line.mv != free.mv));
}

#[test]
fn a_report_tells_whose_the_points_will_be_for_the_side_to_move() {
    let rows = [
        ". X . O .",
        "X X . O O",
        ". X . O .",
        "X X . O O",
        ". X . O .",
    ];
    for (color, sign) in [(Color::Black, 1.0), (Color::White, -1.0)] {
        let request = tengen_engine::SearchRequest {
            game: GoRequest {
                ownership: true,
                ..GoRequest::default()
            },
            ..tengen_engine::SearchRequest::default()
        };
        let control = Control::new(Limits::nodes(100)).with_request(request);
        let position = drawn(&rows, Rules::CHINESE, color);
        let found = searcher(1).search(&position, &control).unwrap();
        let root = found.report.root.unwrap();
        assert_eq!(root.ownership.len(), 25);
        assert_eq!(root.ownership[0] * sign, 1.0, "{color}");
        assert_eq!(root.ownership[4] * sign, -1.0, "{color}");
        let best = &found.report.lines[0];
        assert!((root.winrate - best.winrate).abs() < 0.2);
        assert!((root.score - best.score).abs() < 5.0);
    }
}

#[test]
fn dead_stones_are_taken_off_before_a_pass_where_that_is_asked_for() {
    let rows = [
        ". X . X O . .",
        "X X X X O O O",
        "O . X X O . O",
        ". X X O O O O",
        "X X X O . O .",
        ". X . X O O O",
        "X X X X O . O",
    ];
    let rules = Rules {
        friendly_pass_ok: false,
        ..Rules::CHINESE
    };
    let mut position = drawn(&rows, rules, Color::Black);
    let request = tengen_engine::SearchRequest {
        game: GoRequest {
            cleans_up: true,
            ..GoRequest::default()
        },
        ..tengen_engine::SearchRequest::default()
    };
    let cleaning = |position: &Position| {
        let control = Control::new(Limits::nodes(500)).with_request(request.clone());
        searcher(1).search(position, &control).unwrap().mv
    };
    let prey = Point::new(0, 4);
    for _ in 0..2 {
        assert_eq!(position.board().at(prey), Some(Color::White));
        let mv = cleaning(&position);
        assert_ne!(mv, Move::Pass);
        position.play(Color::Black, mv).unwrap();
        position.play(Color::White, Move::Pass).unwrap();
    }
    assert_eq!(position.board().at(prey), None, "two moves take it");
    assert_eq!(cleaning(&position), Move::Pass);
}

/// A game that white has clearly lost, with half of the board occupied.
fn lost_by_white() -> Position {
    let rows = [
        ". X . X . . . . .",
        "X X X X . . . . .",
        "X X X X X X X X X",
        ". X X X . X X . X",
        "X X X X X X X X X",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . O . . .",
        ". . . . . . . . .",
    ];
    drawn(&rows, Rules::CHINESE, Color::White)
}

fn resigns(position: &Position, resign_below: Option<f32>) -> bool {
    let request = tengen_engine::SearchRequest {
        game: GoRequest {
            resign: ResignConditions {
                below: resign_below,
                ..ResignConditions::default()
            },
            ..GoRequest::default()
        },
        ..tengen_engine::SearchRequest::default()
    };
    let control = Control::new(Limits::nodes(500)).with_request(request);
    searcher(1).search(position, &control).unwrap().resigns
}

#[test]
fn a_lost_game_is_resigned_below_the_threshold_that_is_set() {
    let position = lost_by_white();
    assert!(resigns(&position, None));
    assert!(resigns(&position, Some(0.5)));
    assert!(!resigns(&position, Some(0.0)), "never");
}

#[test]
fn a_game_with_handicap_is_not_resigned_early() {
    let resigned = [false, true].map(|is_handicap| {
        let of_lost = lost_by_white();
        let mut position = Position::new(of_lost.board().size(), Rules::CHINESE, of_lost.komi());
        if is_handicap {
            position.place_fixed_handicap(2).unwrap();
        }
        let points = of_lost.board().size().points();
        for (point, color) in points.filter_map(|p| Some((p, of_lost.board().at(p)?))) {
            if position.board().is_empty(point) {
                position.play(color, Move::Place(point)).unwrap();
            }
        }
        position.turn_to(Color::White).unwrap();
        resigns(&position, None)
    });
    assert_eq!(resigned, [true, false]);
}

/// Priors omit own eyes, the first line of an empty board and more, but a client may ask for such a point.
#[test]
fn an_allowed_point_is_searched_even_with_a_low_prior() {
    let only = |point: Point| SearchRequest {
        restrictions: vec![Restriction {
            color: Color::Black,
            moves: vec![Move::Place(point)],
            only: true,
            plies: 3,
        }],
        ..SearchRequest::default()
    };
    for side in [2, 9, 19, 21, 25] {
        let position = Position::new(Size::square(side).unwrap(), Rules::DEFAULT, Komi::default());
        let corner = Point::new(0, 0);
        let control = Control::new(Limits::nodes(50)).with_request(only(corner));
        let found = searcher(1).search(&position, &control).unwrap();
        assert_eq!(found.mv, Move::Place(corner), "{side}");
        assert_eq!(found.report.lines[0].visits, 50);
    }
}

#[test]
fn what_priors_leave_out_is_searched_if_nothing_else_may_be() {
    // Black's only points are eyes.
    let position = drawn(&[". X .", "X X X", ". X ."], Rules::CHINESE, Color::Black);
    let request = SearchRequest {
        restrictions: vec![Restriction {
            color: Color::Black,
            moves: vec![Move::Pass],
            only: false,
            plies: 1,
        }],
        ..SearchRequest::default()
    };
    let control = Control::new(Limits::nodes(50)).with_request(request);
    let found = searcher(1).search(&position, &control).unwrap();
    assert_ne!(found.mv, Move::Pass);
}

/// Searches a position with 200 playouts, with each side restricted to these moves near the root.
fn named(position: &Position, plies: u32, moves: [&[Move]; 2]) -> SearchResult<Move> {
    let restrictions = Color::BOTH.map(|color| Restriction {
        color,
        moves: moves[color.index()].to_vec(),
        only: true,
        plies,
    });
    let request = SearchRequest {
        restrictions: restrictions.to_vec(),
        ..SearchRequest::default()
    };
    let control = Control::new(Limits::nodes(200)).with_request(request);
    searcher(1).search(position, &control).unwrap()
}

/// A square board with a black stone on B1, where black A1 would be a suicide of two stones.
fn before_suicide(side: u32, rules: Rules, to_move: Color) -> Position {
    let size = Size::square(side).unwrap();
    let mut position = Position::new(size, rules, Komi::from_points(6.5).unwrap());
    let white = [(0, 1), (1, 1), (2, 0)].map(|(x, y)| (Color::White, Point::new(x, y)));
    let stones = [(Color::Black, Point::new(1, 0))].into_iter().chain(white);
    position
        .set_position(&stones.collect::<Vec<_>>(), to_move)
        .unwrap();
    position
}

#[test]
fn an_allowed_suicide_is_searched_where_the_rules_have_it() {
    let corner = Move::Place(Point::new(0, 0));
    for side in [3, 9, 19, 21, 25] {
        for rules in [Rules::TROMP_TAYLOR, Rules::NEW_ZEALAND] {
            let position = before_suicide(side, rules, Color::Black);
            let found = named(&position, 1, [&[corner], &[]]);
            assert_eq!(found.mv, corner, "{side}");
            assert_eq!(found.report.lines[0].visits, 200);
        }
    }
}

#[test]
fn an_allowed_suicide_is_searched_after_other_moves() {
    let corner = Move::Place(Point::new(0, 0));
    for side in [3, 9, 19] {
        let position = before_suicide(side, Rules::TROMP_TAYLOR, Color::White);
        let found = named(&position, 3, [&[corner], &[Move::Pass]]);
        let line = &found.report.lines[0].pv;
        // Two stones are gone, and black can catch the white stones.
        assert_eq!(line[..3], [Move::Pass, corner, Move::Pass], "{side}");
        assert!(line.len() > 3, "{side}: {line:?}");
        let position = before_suicide(side, Rules::CHINESE, Color::White);
        let found = named(&position, 3, [&[corner], &[Move::Pass]]);
        assert_eq!(found.report.lines[0].pv, [Move::Pass], "barred, {side}");
    }
}

#[test]
fn a_suicide_that_repeats_a_position_is_found_out_after_other_moves() {
    // Black can throw two stones into A1 and B1, after which the board is as before.
    let rows = [". . . .", "O O O .", ". . O ."];
    let throws = ["A1", "B1"].map(|name| Move::Place(Point::new(name.as_bytes()[0] - b'A', 0)));
    let repeats = |rules| {
        let position = drawn(&rows, rules, Color::Black);
        let found = named(&position, 3, [&throws, &[Move::Pass]]);
        found.report.lines[0].pv.len() > 2
    };
    let simple = Rules {
        ko: KoRule::Simple,
        ..Rules::TROMP_TAYLOR
    };
    assert!(repeats(simple));
    assert!(!repeats(Rules::TROMP_TAYLOR));
}

#[test]
fn eyes_are_searched_where_superko_takes_what_priors_leave() {
    let rows = [
        "X X X X O .",
        "X . X . X O",
        "X X X X O .",
        "X . X O O O",
        "X X X O . .",
    ];
    let mut position = drawn(&rows, Rules::TROMP_TAYLOR, Color::White);
    let taking = Move::Place(Point::new(3, 3));
    position.play(Color::White, taking).unwrap();
    // A pass lifts the ko, but not superko.
    position.play(Color::Black, Move::Pass).unwrap();
    position.turn_to(Color::Black).unwrap();
    let [retaking, eye] = [(4, 3), (1, 3)].map(|(x, y)| Move::Place(Point::new(x, y)));
    assert!(position.check(Color::Black, retaking).is_err());
    let restricted = |moves: Vec<Move>, only| {
        let restriction = Restriction {
            color: Color::Black,
            moves,
            only,
            plies: 1,
        };
        let request = SearchRequest {
            restrictions: vec![restriction],
            ..SearchRequest::default()
        };
        let control = Control::new(Limits::nodes(200)).with_request(request);
        searcher(1).search(&position, &control).unwrap()
    };
    let mut others = position.legal_moves(Color::Black);
    others.retain(|mv| *mv != eye);
    assert_eq!(restricted(others, false).mv, eye);
    let free = restricted(vec![retaking], true);
    assert!(free.report.lines.len() > 1, "nothing allowed is legal");
    assert_eq!(position.check(Color::Black, free.mv), Ok(()));
}

use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::*;
use crate::eval::score::plies_to_end;
use crate::rules::{Cell, MAX_SIDE};
use crate::testing::drawing::{board as draw, marked};
use tengen_engine::control::Budget;
use tengen_engine::game::{Color, Outcome};
use tengen_engine::{Limits, Restriction};

fn player() -> AlphaBeta {
    AlphaBeta::new(Settings {
        memory: 8 << 20,
        ..Settings::default()
    })
}

fn answer(position: &Position, nodes: u64) -> SearchResult<Point> {
    let control = Control::new(Limits::nodes(nodes));
    player().search(position, &control).unwrap()
}

/// Searches a move of a game, for which no value is wanted.
fn bare_move(position: &Position, limits: Limits) -> SearchResult<Point> {
    let request = SearchRequest {
        move_only: true,
        ..SearchRequest::default()
    };
    let control = Control::new(limits).with_request(request);
    player().search(position, &control).unwrap()
}

/// Asserts that the move found is marked `*`. Returns its score.
fn check(rule: Rule, to_move: Color, rows: &[&str]) -> f32 {
    let mut position = draw(rule, rows);
    position.turn_to(to_move).unwrap();
    let found = answer(&position, 3000);
    assert!(
        marked(rows, '*').contains(&found.mv),
        "{:?} in {rule}\n{position:?}",
        found.mv
    );
    found.report.lines[0].score
}

/// Black makes an open four on either `*`.
const OPEN_THREE: [&str; 7] = [
    ". . . . . . . . .",
    ". . . . . O . . .",
    ". . . O . . . . .",
    ". . * X X X * . .",
    ". . . . . . . . .",
    ". . . . O . . . .",
    ". . . . . . . . .",
];

#[test]
fn takes_five_and_blocks_five() {
    let rows = [
        ". . . . . . . . .",
        ". O . . . . . . .",
        ". . O . . . . . .",
        ". . . O . . . . .",
        ". . . . O . . . .",
        "O X X X X * . . .",
        ". . . . . . . . .",
    ];
    for rule in Rule::ALL {
        assert_eq!(check(rule, Color::Black, &rows), 29_999.0);
    }
    let rows = [
        ". . . . . . . . .",
        ". . O . . . . . .",
        ". . . O . . . . .",
        "O X X X X * . . .",
        ". . . . . O . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        check(rule, Color::White, &rows);
    }
    // Under caro a five needs an open end, so a stone one point beyond it prevents it too.
    let rows = rows.map(|row| row.replace("* .", "* *"));
    for rule in [Rule::Caro, Rule::ExactCaro] {
        check(rule, Color::White, &rows.each_ref().map(String::as_str));
    }
}

#[test]
fn an_open_four_and_a_four_three_are_found() {
    for rule in Rule::ALL {
        assert_eq!(check(rule, Color::Black, &OPEN_THREE), 29_997.0);
    }
    let rows = [
        ". . . . . . . . . . .",
        ". . . . . O . . . . .",
        ". . . . . . X O . . .",
        ". . O . . . X . . . .",
        ". . O X X X * * . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . O . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
    ];
    for rule in Rule::ALL {
        assert!(check(rule, Color::Black, &rows) > 29_000.0);
    }
}

#[test]
fn two_open_threes_win_against_a_side_without_a_four() {
    let rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . X X * . . .",
        ". . . . . X . . .",
        ". . . . . X . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". O . O . . . O .",
        ". . . . . . O . .",
    ];
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::ExactCaro] {
        assert_eq!(check(rule, Color::Black, &rows), 29_995.0);
    }
    // White can make a four in between.
    let mut rows = rows;
    rows[7] = "# O O O . . . . .";
    let mut position = draw(Rule::Freestyle, &rows);
    position.turn_to(Color::Black).unwrap();
    assert!(answer(&position, 3000).report.lines[0].score < 29_995.0);
}

#[test]
fn an_open_three_is_stopped() {
    let rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . O . . . .",
        ". * * X X X * * .",
        ". . . . . . . . .",
        ". . . O . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        check(rule, Color::White, &rows);
    }
}

#[test]
fn black_avoids_forbidden_moves_and_white_exploits_them() {
    // Both `*` and `!` make a four, `!` two of them.
    let rows = [
        ". . . . . . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . O X X ! X . . . .",
        ". . . . . . . . . . .",
        ". . . . . . . . . . .",
        ". O . O . O . O . . .",
        ". . . . . . . . . . .",
    ];
    let position = draw(Rule::Renju, &rows);
    let forbidden = marked(&rows, '!')[0];
    let mut black = position.clone();
    black.turn_to(Color::Black).unwrap();
    assert!(!black.is_legal(forbidden));
    let found = answer(&black, 3000);
    assert_ne!(found.mv, forbidden);
    assert!(black.is_legal(found.mv));
    // Black's only defense against white's four is an overline.
    let rows = [
        ". . . . . . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        "X O O O * . . . . . .",
        ". . . . . X . . . . .",
        ". . . . . X . . . . .",
        ". . . . . . . . . . .",
        ". . . O . . . O . . .",
    ];
    assert_eq!(check(Rule::Renju, Color::White, &rows), 29_997.0);
}

#[test]
fn begins_in_the_middle() {
    let mut position = Position::new(15, 15, Rule::Renju).unwrap();
    assert_eq!(bare_move(&position, Limits::nodes(1)).mv, Point::new(7, 7));
    position.place(Point::new(7, 7), Cell::Blocked).unwrap();
    let found = bare_move(&position, Limits::nodes(1)).mv;
    assert_eq!(found.x().abs_diff(7) + found.y().abs_diff(7), 1);
}

#[test]
fn several_lines_have_moves_of_their_own() {
    let position = draw(Rule::Freestyle, &OPEN_THREE);
    let request = SearchRequest {
        lines: 3,
        ..SearchRequest::default()
    };
    let control = Control::new(Limits::nodes(20_000)).with_request(request);
    let found = player().search(&position, &control).unwrap();
    let lines = &found.report.lines;
    assert_eq!(lines.len(), 3);
    assert_eq!(found.mv, lines[0].mv);
    assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
    let mut moves: Vec<Point> = lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(moves, lines.iter().map(|line| line.mv).collect::<Vec<_>>());
    // Both ends make an open four; the third move does not.
    assert_eq!(lines[1].score, 29_997.0);
    assert!(lines[2].score < 29_997.0);
    moves.truncate(2);
    moves.sort_unstable();
    assert_eq!(moves, marked(&OPEN_THREE, '*'));
}

#[test]
fn restrictions_are_kept() {
    let mut rows = OPEN_THREE;
    (rows[3], rows[6]) = ("O X X X X * . . .", "! . . . . . . . .");
    let position = draw(Rule::Freestyle, &rows);
    let search = |moves: Vec<Point>, only| {
        let rule = Restriction {
            color: Color::Black,
            moves,
            only,
            plies: 1,
        };
        let request = SearchRequest {
            restrictions: vec![rule],
            ..SearchRequest::default()
        };
        let control = Control::new(Limits::nodes(2000)).with_request(request);
        player().search(&position, &control)
    };
    let (five, far) = (marked(&rows, '*'), marked(&rows, '!'));
    assert_ne!(search(five.clone(), false).unwrap().mv, five[0]);
    assert_eq!(search(five.clone(), true).unwrap().mv, five[0]);
    assert_eq!(search(far.clone(), true).unwrap().mv, far[0]);
    assert_eq!(search(Vec::new(), true), None);
}

#[test]
fn node_limits_are_exact_and_results_repeat() {
    let rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . O X . . . .",
        ". . . X O . . . .",
        ". . . . . X . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    let position = draw(Rule::Freestyle, &rows);
    for nodes in [1, 2, 10, 1000, 5000] {
        let first = answer(&position, nodes);
        assert!(first.report.nodes <= nodes);
        assert!(position.is_legal(first.mv));
        assert_eq!(first, answer(&position, nodes));
    }
}

#[test]
fn keeps_to_its_time_with_any_number_of_threads() {
    let rows = [
        ". . . . . . . . . . . . . . .",
        ". . . . . . . . . . . . . . .",
        ". . . . . . . . . . . . . . .",
        ". . . . . O X . . . . . . . .",
        ". . . . . . O X . . . . . . .",
        ". . . . . . X O . . . . . . .",
        ". . . . . . . . . . . . . . .",
    ];
    let position = draw(Rule::Standard, &rows);
    for threads in 1..=3 {
        let mut player = AlphaBeta::new(Settings {
            threads,
            memory: 32 << 20,
            ..Settings::default()
        });
        let hard = Duration::from_millis(60);
        // A busy machine may need several attempts.
        let mut times = (0..5).map(|_| {
            let control = Control::new(Limits {
                time: Some(Budget { soft: hard, hard }),
                ..Limits::default()
            });
            let start = Instant::now();
            let found = player.search(&position, &control).unwrap();
            assert!(position.is_legal(found.mv));
            start.elapsed()
        });
        assert!(times.any(|time| time < hard + Duration::from_millis(100)));
    }
}

#[test]
fn a_single_choice_is_played_at_once_if_that_saves_time() {
    let rows = [
        ". . . . . . . . .",
        ". O . . . . . . .",
        ". . O . . . . . .",
        ". . . . X . . . .",
        "O X X X X * . . .",
        ". . . . . . . . .",
    ];
    let mut position = draw(Rule::Freestyle, &rows);
    position.turn_to(Color::White).unwrap();
    // Builds the tables first; this time is not measured.
    answer(&position, 10);
    let depth = |soft: u64| {
        let [soft, hard] = [soft, 200].map(Duration::from_millis);
        let limits = Limits {
            time: Some(Budget { soft, hard }),
            ..Limits::default()
        };
        let found = bare_move(&position, limits);
        assert!(marked(&rows, '*').contains(&found.mv));
        found.report.depth
    };
    assert_eq!(depth(199), 1);
    assert!(depth(200) > 1);
}

#[test]
fn plays_whole_games_by_every_rule_and_on_every_shape() {
    for (i, (width, height)) in [(5, 5), (15, 15), (7, 12), (MAX_SIDE as u8, MAX_SIDE as u8)]
        .into_iter()
        .enumerate()
    {
        for rule in Rule::ALL {
            let mut position = Position::new(width, height, rule)
                .unwrap()
                .with_continuous(i == 2);
            position.place(Point::new(1, 3), Cell::Blocked).unwrap();
            let mut player = player();
            let mut plies = 0;
            while position.outcome().is_none() {
                let control = Control::new(Limits::nodes(60));
                let found = player.search(&position, &control).unwrap();
                assert!(found.report.nodes <= 60);
                position.play(position.to_move(), found.mv).unwrap();
                plies += 1;
            }
            assert!(plies <= usize::from(width) * usize::from(height));
            let control = Control::new(Limits::nodes(60));
            assert_eq!(player.search(&position, &control), None);
        }
    }
}

#[test]
fn the_result_of_a_lost_position_is_a_loss() {
    let rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". * X X X X * . .",
        ". . . O O . . . .",
        ". . . O . . . . .",
        ". . . . . . . . .",
    ];
    let mut position = draw(Rule::Freestyle, &rows);
    position.turn_to(Color::White).unwrap();
    let found = answer(&position, 1000);
    assert_eq!(found.report.lines[0].winrate, 0.0);
    assert!(marked(&rows, '*').contains(&found.mv));
    position.play(Color::White, found.mv).unwrap();
    let found = answer(&position, 1000);
    position.play(Color::Black, found.mv).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Win(Color::Black)));
}

#[test]
fn a_helper_that_knows_more_than_the_leader_answers() {
    let [leaders, helpers] = [Point::new(7, 7), Point::new(8, 8)];
    let player = player();
    let answer = |helper_depth, request: &SearchRequest<Point>| {
        let helper = Iteration {
            depth: helper_depth,
            score: 30,
            pv: [helpers, leaders].into_iter().collect(),
        };
        let found = player.result(&[leaders], -40, 8, 1234);
        player.best_result(found, vec![helper], request)
    };
    let plain = SearchRequest::default();
    assert_eq!(answer(8, &plain).mv, leaders);
    let found = answer(9, &plain);
    let line = &found.report.lines[0];
    assert_eq!((found.mv, line.mv, line.score), (helpers, helpers, 30.0));
    assert_eq!(line.pv, [helpers, leaders]);
    assert_eq!((found.report.depth, found.report.nodes), (9, 1234));
    // A helper searches only one line of all moves.
    let lines = SearchRequest { lines: 2, ..plain };
    assert_eq!(answer(9, &lines).mv, leaders);
}

#[test]
fn no_thread_searches_deeper_than_the_limit() {
    let mut position = Position::new(15, 15, Rule::Freestyle).unwrap();
    for point in [Point::new(7, 7), Point::new(8, 8)] {
        let color = position.to_move();
        position.play(color, point).unwrap();
    }
    let mut player = AlphaBeta::new(Settings {
        threads: 3,
        memory: 8 << 20,
        ..Settings::default()
    });
    for depth in 1..=6 {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let found = player.search(&position, &Control::new(limits)).unwrap();
        assert_eq!(found.report.depth, depth);
    }
}

/// Returns the result for the side to move under best play: 1 for a win, 0 for a draw, -1 for a loss.
fn exhaustive_result(position: &mut Position) -> i32 {
    let me = position.to_move();
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Win(color) if color == me => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        };
    }
    let mut best = -1;
    for point in position.legal_moves(me) {
        let undo = position.play(me, point).unwrap();
        best = best.max(-exhaustive_result(position));
        position.undo(undo);
        if best == 1 {
            break;
        }
    }
    best
}

/// Returns a renju position with at most six empty points, at least one of them forbidden, without a five and with
/// black to move.
fn renju_endgame(dice: &mut Xoshiro256PlusPlus) -> Position {
    const SIDE: u8 = 7;
    loop {
        let mut position = Position::new(SIDE, SIDE, Rule::Renju).unwrap();
        for y in 0..SIDE {
            for x in 0..SIDE {
                let color = match dice.next_u32() % 100 {
                    0..6 => continue,
                    6..56 => Color::Black,
                    _ => Color::White,
                };
                position
                    .place(Point::new(x, y), Cell::Stone(color))
                    .unwrap();
            }
        }
        position.turn_to(Color::Black).unwrap();
        let is_endgame = (1..=6).contains(&position.empty_count());
        let has_forbidden = !position.forbidden_points().is_empty();
        if is_endgame && has_forbidden && position.winning_line().is_none() {
            return position;
        }
    }
}

#[test]
fn endgames_of_renju_agree_with_exhaustive_search() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(58);
    let (mut stuck, mut decided) = (0, 0);
    for _ in 0..400 {
        let mut position = renju_endgame(&mut dice);
        let expected = exhaustive_result(&mut position);
        let Some(found) = player().search(&position, &Control::new(Limits::nodes(20_000))) else {
            assert_eq!(position.outcome(), Some(Outcome::Win(Color::White)));
            assert_eq!(expected, -1);
            stuck += 1;
            continue;
        };
        let score = found.report.lines[0].score as i32;
        let result = plies_to_end(score).map_or(0, i32::signum);
        assert_eq!(result, expected, "{score}\n{position:?}");
        decided += i32::from(result != 0);
    }
    assert!(
        stuck >= 5 && decided >= 50,
        "{stuck} stuck, {decided} decided"
    );
}

//! Ladders compared with labeled positions and a slow reader written from the definition.

use std::collections::BTreeSet;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Value;

use super::*;
use crate::board::point::Size;
use crate::board::stones::Ko;
use crate::testing::go_reference::{LADDER, Stones};
use crate::testing::ladder_reference::{Past, SlowLadder};
use tengen_testing::test_data;

struct Question {
    board: Board,
    target: Point,
    first: Color,
    verdict: Verdict,
    ko: Option<KoMark>,
    moves: Option<BTreeSet<Point>>,
    depth: Option<u64>,
    name: String,
}

/// Parses a column from the left and a row from the top.
fn from_top(pair: &Value, size: Size) -> Point {
    let [column, row] = [0, 1].map(|i| pair[i].as_u64().unwrap() as u8);
    Point::new(column, size.height() - 1 - row)
}

/// Returns every `every`-th board of the labeled set.
pub(super) fn labeled_boards(every: usize) -> Vec<Board> {
    let lines = test_data::lines("ladders.jsonl");
    let rows = |line: &Value| -> Vec<String> {
        let rows = line["rows"].as_array().unwrap();
        rows.iter()
            .map(|row| row.as_str().unwrap().to_owned())
            .collect()
    };
    let boards = lines.iter().step_by(every).map(|line| {
        let rows = rows(line);
        Stones::drawn(&rows.iter().map(String::as_str).collect::<Vec<_>>()).board()
    });
    boards.collect()
}

fn questions(file: &str) -> Vec<Question> {
    let mut questions = Vec::new();
    for line in test_data::lines(file) {
        let rows: Vec<&str> = line["rows"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let mut board = Stones::drawn(&rows).board();
        if !line["ko"].is_null() {
            let point = from_top(&line["ko"], board.size());
            // The stones around a ko belong to the side that took it.
            let taker = point
                .neighbors()
                .into_iter()
                .find_map(|n| board.at(n))
                .unwrap();
            board.set_ko(Some(Ko {
                point,
                barred: taker.opponent(),
            }));
        }
        for query in line["queries"].as_array().unwrap() {
            let target = from_top(&query["at"], board.size());
            let defender = board.at(target).unwrap();
            assert_eq!(
                board.liberty_count(target) as u64,
                query["libs"].as_u64().unwrap_or(2)
            );
            let points = query["moves"].as_array();
            questions.push(Question {
                board: board.clone(),
                target,
                first: if query["first"] == "attacker" {
                    defender.opponent()
                } else {
                    defender
                },
                verdict: if query["captured"] == true {
                    Verdict::Captured
                } else {
                    Verdict::Escapes
                },
                ko: match query["ko_threats"].as_str() {
                    Some("attacker") => Some(KoMark::Attacker),
                    Some("defender") => Some(KoMark::Defender),
                    _ => None,
                },
                moves: points
                    .map(|points| points.iter().map(|p| from_top(p, board.size())).collect()),
                depth: query["depth"].as_u64(),
                name: format!("{} at {target}", line["id"]),
            });
        }
    }
    questions
}

/// Plays a line on the slow board: every move must be legal, and the end must match the verdict.
fn assert_line_holds(question: &Question, reading: &Reading) {
    let mut slow = Stones::from_board(&question.board);
    let mut ko = question.board.ko();
    let defender = slow.stones[&question.target];
    let mut to_move = question.first;
    let mut past = BTreeSet::new();
    let state = |slow: &Stones, ko: Option<Ko>, to_move: Color| {
        (slow.stones.clone(), ko.map(|ko| ko.point), to_move)
    };
    for &(color, point) in &reading.pv {
        if color != to_move {
            // The other side had no useful move.
            ko = None;
        }
        assert_ne!(
            ko,
            Some(Ko {
                point,
                barred: color
            }),
            "{}",
            question.name
        );
        past.insert(state(&slow, ko, to_move));
        let next_ko = slow.ko_after(color, point);
        let (after, _, lost) = slow.after(color, point);
        assert_eq!(lost, 0, "{}", question.name);
        slow = after;
        ko = next_ko.map(|point| Ko {
            point,
            barred: color.opponent(),
        });
        to_move = color.opponent();
    }
    let is_captured = !slow.stones.contains_key(&question.target);
    assert_eq!(
        is_captured,
        reading.verdict == Verdict::Captured,
        "{}",
        question.name
    );
    if !is_captured {
        let liberties = slow.chain(question.target).1.len();
        let has_escaped = if to_move == defender {
            liberties >= 2
        } else {
            liberties >= 3
        };
        let mut left = slow.chain(question.target).1.into_iter();
        let is_barred = |p: Point| {
            ko == Some(Ko {
                point: p,
                barred: to_move,
            }) || slow.after(to_move, p).2 > 0
        };
        let repeats = past.contains(&state(&slow, ko, to_move));
        assert!(
            has_escaped || repeats || left.all(is_barred),
            "{}",
            question.name
        );
    }
}

fn assert_all_right(file: &str) {
    for mut question in questions(file) {
        let hash = question.board.hash();
        let reading = read(
            &mut question.board,
            question.target,
            question.first,
            DEFAULT_NODES,
        )
        .unwrap();
        assert_eq!(question.board.hash(), hash);
        assert_eq!(reading.verdict, question.verdict, "{}", question.name);
        assert_eq!(reading.ko, question.ko, "{}", question.name);
        if let Some(moves) = &question.moves {
            assert_eq!(
                &reading.moves.iter().copied().collect::<BTreeSet<_>>(),
                moves,
                "{}",
                question.name
            );
        }
        assert_line_holds(&question, &reading);
        if let Some(depth) = question.depth {
            assert_eq!(reading.pv.len() as u64, depth, "{}", question.name);
        }
        let quick = verdict(
            &mut question.board,
            question.target,
            question.first,
            DEFAULT_NODES,
        );
        assert_eq!(
            quick,
            Some((reading.verdict, reading.ko)),
            "{}",
            question.name
        );
    }
}

#[test]
fn labeled_ladders() {
    assert_all_right("ladders.jsonl");
}

#[test]
fn teaching_ladders() {
    assert_all_right("ladder_teaching.jsonl");
}

/// Compares verdict, ko mark, first moves and line with the slow reader on random boards, many with kos.
#[test]
fn random_boards_agree_with_the_slow_reader() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20);
    let mut compared = 0;
    let mut marks = 0;
    for _ in 0..400 {
        let size = Size::new(random.next_u32() % 5 + 5, random.next_u32() % 5 + 5).unwrap();
        let board = random_board(size, &mut random);
        for target in board.chains().collect::<Vec<_>>() {
            for first in Color::BOTH {
                if let Some(ko) = assert_agrees(&board, target, first) {
                    compared += 1;
                    marks += usize::from(ko.is_some());
                }
            }
        }
    }
    assert!(compared > 4_000 && marks > 50, "{compared} {marks}");
}

/// Stones by random play biased toward contact, so that captures and kos occur; on some boards, a point that looks like
/// a ko is barred.
pub(super) fn random_board(size: Size, random: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(size);
    let moves = size.area() as u32 / 3 + random.next_u32() % size.area() as u32;
    for number in 0..moves {
        let color = Color::BOTH[number as usize % 2];
        let points = board.empty_points();
        let point = points[random.next_u32() as usize % points.len()];
        let is_capture = |p: &&Point| board.captures(color, **p) == 1 && board.is_legal(color, **p);
        let point = points.iter().find(is_capture).copied().unwrap_or(point);
        if board.is_legal(color, point) {
            board.make(color, point);
        }
    }
    if random.next_u32().is_multiple_of(4) {
        let kos: Vec<Ko> = size.points().filter_map(|p| likely_ko(&board, p)).collect();
        if !kos.is_empty() {
            board.set_ko(Some(kos[random.next_u32() as usize % kos.len()]));
        }
    }
    board
}

/// Returns a ko at an empty point surrounded by stones of one side.
fn likely_ko(board: &Board, point: Point) -> Option<Ko> {
    let sides = board.neighbors(point);
    let is_around = |color: &Color| sides.stones(*color) + sides.off_board() == 4;
    let taker = Color::BOTH.into_iter().find(is_around)?;
    board.is_empty(point).then_some(Ko {
        point,
        barred: taker.opponent(),
    })
}

/// Compares one question with the slow reader. Returns the ko mark, or `None` if the slow reader gives up.
fn assert_agrees(board: &Board, target: Point, first: Color) -> Option<Option<KoMark>> {
    let slow = Stones::from_board(board);
    let defender = board.at(target).unwrap();
    let ko = board.ko().map(|ko| (ko.point, ko.barred));
    let slowly = |free| {
        let mut reading = SlowLadder {
            target,
            defender,
            free,
            nodes_left: 3_000,
        };
        reading.captured(&slow, ko, first, &mut Past::new())
    };
    let captured = slowly(None)?;
    let loser = if captured {
        defender
    } else {
        defender.opponent()
    };
    let mark = if captured {
        KoMark::Defender
    } else {
        KoMark::Attacker
    };
    let expected_ko = (slowly(Some(loser))? != captured).then_some(mark);
    let expected = if captured {
        Verdict::Captured
    } else {
        Verdict::Escapes
    };

    let mut quick = board.clone();
    let reading = read(&mut quick, target, first, DEFAULT_NODES).unwrap();
    let name = format!("{target} for {first}, ko {ko:?}, on\n{}", slow.draw());
    assert_eq!(
        (reading.verdict, reading.ko),
        (expected, expected_ko),
        "{name}"
    );
    let question = Question {
        board: board.clone(),
        target,
        first,
        verdict: expected,
        ko: expected_ko,
        moves: None,
        depth: None,
        name,
    };
    assert_line_holds(&question, &reading);
    Some(expected_ko)
}

/// A ladder has the same answer in all eight orientations and both colors.
#[test]
fn symmetry_changes_no_answer() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let size = Size::square(9).unwrap();
    for _ in 0..60 {
        let board = random_board(size, &mut random);
        for target in board.chains().collect::<Vec<_>>() {
            let first = Color::BOTH[random.next_u32() as usize % 2];
            let answer = |symmetry| {
                let (mut turned, turn) = turn_board(&board, symmetry);
                let first = if symmetry & 8 != 0 {
                    first.opponent()
                } else {
                    first
                };
                let reading = read(&mut turned, turn(target), first, DEFAULT_NODES).unwrap();
                let moves: BTreeSet<Point> = reading.moves.into_iter().collect();
                (turn, reading.verdict, reading.ko, moves)
            };
            let (_, verdict, ko, moves) = answer(0);
            for symmetry in 1..16 {
                let (turn, turned_verdict, turned_ko, turned_moves) = answer(symmetry);
                assert_eq!((turned_verdict, turned_ko), (verdict, ko));
                assert_eq!(turned_moves, moves.iter().map(|&p| turn(p)).collect());
            }
        }
    }
}

/// Transforms a square board: bit 0 mirrors columns, bit 1 rows, bit 2 swaps them, bit 3 swaps the colors.
pub(super) fn turn_board(board: &Board, symmetry: u8) -> (Board, impl Fn(Point) -> Point + use<>) {
    let last = board.size().width() - 1;
    let turn = move |point: Point| {
        let column = if symmetry & 1 != 0 {
            last - point.column()
        } else {
            point.column()
        };
        let row = if symmetry & 2 != 0 {
            last - point.row()
        } else {
            point.row()
        };
        if symmetry & 4 != 0 {
            Point::new(row, column)
        } else {
            Point::new(column, row)
        }
    };
    let recolor = |color: Color| {
        if symmetry & 8 != 0 {
            color.opponent()
        } else {
            color
        }
    };
    let slow = Stones::from_board(board);
    let stones: Vec<_> = slow
        .stones
        .iter()
        .map(|(&p, &c)| (recolor(c), turn(p)))
        .collect();
    let mut turned = Board::with_stones(board.size(), &stones).unwrap();
    turned.set_ko(board.ko().map(|ko| Ko {
        point: turn(ko.point),
        barred: recolor(ko.barred),
    }));
    (turned, turn)
}

#[test]
fn no_side_fills_its_last_liberty() {
    // Black at B1 could only fill A1, which is fatal: white captures immediately.
    let mut board = Stones::drawn(&[
        ". . . . .",
        ". . . . .",
        ". . . . .",
        "O O . . .",
        ". X O . .",
    ])
    .board();
    let (target, eye) = (Point::new(1, 0), Point::new(0, 0));
    let reading = read(&mut board, target, Color::Black, DEFAULT_NODES).unwrap();
    assert_eq!(reading.verdict, Verdict::Captured);
    assert_eq!(reading.pv, [(Color::White, eye)]);
    // With an eye next to the other liberty, the chain cannot be put in atari from inside.
    let mut board = Stones::drawn(&[
        ". . . . . .",
        ". . . . . .",
        "O O O O . .",
        "X X X X O .",
        ". X . X O .",
    ])
    .board();
    for eye in [Point::new(0, 0), Point::new(2, 0)] {
        let reading = read(&mut board, target, Color::White, DEFAULT_NODES).unwrap();
        assert_eq!(reading.verdict, Verdict::Escapes);
        assert!(!reading.pv.contains(&(Color::White, eye)), "{eye}");
    }
}

#[test]
fn a_spent_reading_is_no_guess() {
    let mut board = Stones::drawn(&LADDER).board();
    let target = Point::new(6, 5);
    assert_eq!(
        verdict(&mut board, target, Color::Black, 5),
        Some((Verdict::Unknown, None))
    );
    let reading = read(&mut board, target, Color::Black, 5).unwrap();
    assert_eq!((reading.verdict, reading.pv.len()), (Verdict::Unknown, 0));
    assert_eq!(
        verdict(&mut board, target, Color::Black, 500),
        Some((Verdict::Captured, None))
    );
    assert_eq!(
        verdict(&mut board, Point::new(0, 0), Color::Black, 500),
        None
    );
}

/// KataGo's own example of a ladder with more side branches than KataGo's limit allows, and its target.
pub(super) fn polynomial_ladder() -> (Board, Point) {
    let board = Stones::drawn(&[
        "X . O O O O X . O O O O X . O O O O O",
        "O X X X X O O X X X X O O X X X X X O",
        "O X . . X X O X . . X X O X . . . X O",
        "O . . . . X O X . . . X O X . . . X O",
        ". . . . . . O X . . . . O X . . . X O",
        ". . . . . . . . . . . . . . . . . X O",
        ". . . . . . . . . . . . . . . X X O O",
        ". . . . . . . . . . . . . . . O O O X",
        ". . . . . . . . . . . . . . . . X X .",
        ". . . . . . . . . . . . . . . . . X O",
        ". . . . . . . . . . . . . . . . . X O",
        ". . . . . . . . . . . . . . . . . X O",
        ". . . . . . . . . . . . . . . X X O O",
        ". . . . . . . . . . . . . . . O O O X",
        ". . . . . . . . . . . . . . . . X X .",
        ". . . . . . . . . . . . . . . . . X O",
        ". . . . . . . . . . . . . . . . . X O",
        ". X . . . X . . . . . . . . . . X . O",
        ". . . . . . . . . . . . . . . O O O .",
    ])
    .board();
    (board, Point::new(0, 17))
}

#[test]
fn a_reading_stops_when_it_is_asked_to() {
    let (mut board, target) = polynomial_ladder();
    let before = board.hash();
    let looks = std::cell::Cell::new(0);
    let is_stopped = || {
        looks.set(looks.get() + 1);
        looks.get() > 2
    };
    let first = Color::Black;
    let reading = read_until(&mut board, target, first, DEFAULT_NODES, &is_stopped).unwrap();
    assert_eq!(reading.verdict, Verdict::Unknown);
    assert!(reading.nodes < 5_000, "{}", reading.nodes);
    assert_eq!((looks.get(), board.hash()), (3, before));
}

/// Every capture on the way may be made now, later or never, which makes millions of positions.
#[test]
fn a_ladder_past_many_captures_is_read_to_the_end() {
    let (mut board, target) = polynomial_ladder();
    let question = Question {
        target,
        first: Color::Black,
        verdict: Verdict::Captured,
        ko: None,
        moves: None,
        depth: None,
        name: "polynomial ladder".to_owned(),
        board: board.clone(),
    };
    let reading = read(&mut board, target, Color::Black, DEFAULT_NODES).unwrap();
    assert_eq!((reading.verdict, reading.ko), (Verdict::Captured, None));
    assert_eq!(reading.moves, [Point::new(1, 15)]);
    assert!(reading.nodes < 30_000, "{}", reading.nodes);
    assert!(!reading.pv.is_empty());
    assert_line_holds(&question, &reading);
    assert_eq!(
        verdict(&mut board, target, Color::Black, DEFAULT_NODES),
        Some((Verdict::Captured, None))
    );
}

/// A stone heading into a ladder, with stones scattered where it may run to; `None` if one of them would have no
/// liberty.
fn open_board(random: &mut Xoshiro256PlusPlus) -> Option<(Board, Point)> {
    let size = Size::new(random.next_u32() % 9 + 7, random.next_u32() % 9 + 7).unwrap();
    let sides = [size.width(), size.height()].map(i16::from);
    let steps = [(); 2].map(|()| {
        if random.next_u32().is_multiple_of(2) {
            1
        } else {
            -1
        }
    });
    let corner = [0, 1].map(|i| if steps[i] > 0 { 1 } else { sides[i] - 2 });
    let at = |along: i16, up: i16| {
        let [column, row] = [corner[0] + along * steps[0], corner[1] + up * steps[1]];
        Point::new(column as u8, row as u8)
    };
    let target = at(0, 0);
    let mut stones = vec![
        (Color::White, target),
        (Color::Black, at(-1, 0)),
        (Color::Black, at(0, -1)),
        (Color::Black, at(1, -1)),
    ];
    if random.next_u32().is_multiple_of(2) {
        stones.push((Color::Black, at(-1, 1)));
    }
    for _ in 0..random.next_u32() % 5 {
        let along = (random.next_u32() % (sides[0] as u32 - 2)) as i16;
        let up = (random.next_u32() % (sides[1] as u32 - 2)) as i16;
        let is_free = stones.iter().all(|&(_, point)| point != at(along, up));
        if is_free && along + up > 2 {
            let color = Color::BOTH[random.next_u32() as usize % 2];
            stones.push((color, at(along, up)));
        }
    }
    let board = Board::with_stones(size, &stones).ok()?;
    Some((board, target))
}

/// Compares long ladders across open board, where many moves are made at once, with the slow reader.
#[test]
fn ladders_across_the_board_agree_with_the_slow_reader() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(45);
    let mut compared = 0;
    for _ in 0..300 {
        let Some((board, target)) = open_board(&mut random) else {
            continue;
        };
        for first in Color::BOTH {
            compared += usize::from(assert_agrees(&board, target, first).is_some());
        }
    }
    assert!(compared > 500, "{compared}");
}

//! The solver compared with labeled questions, a slow reference, and well-known shapes.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;

use super::enclosure::Enclosure;
use super::proof::LifeClaim;
use super::question::LifeQuestion;
use super::reading::{LifeReading, LifeVerdict};
use super::region;
use super::side::LifeSide;
use super::solver::LifeSolver;
use super::state::LifeMove;
use crate::board::stones::Ko;
use crate::board::{Board, Point, Size};
use crate::rules::benson::PassAliveArea;
use crate::testing::go_reference::Stones;
use crate::testing::life_checker;
use crate::testing::life_reference::SlowLife;
use tengen_engine::game::Color;
use tengen_testing::test_data;

const MEMORY: usize = 1 << 30;
const BUDGET: u64 = 1_000_000;

/// One of the eight symmetries of a square board, with or without swapped colors.
#[derive(Clone, Copy)]
pub(super) struct Symmetry {
    mirror: bool,
    flip: bool,
    transpose: bool,
    swap: bool,
}

pub(super) const SAME: Symmetry = Symmetry {
    mirror: false,
    flip: false,
    transpose: false,
    swap: false,
};

impl Symmetry {
    fn point(self, side: u8, mut column: u8, mut row: u8) -> Point {
        if self.mirror {
            column = side - 1 - column;
        }
        if self.flip {
            row = side - 1 - row;
        }
        if self.transpose {
            (column, row) = (row, column);
        }
        Point::new(column, row)
    }

    fn color(self, color: Color) -> Color {
        if self.swap { color.opponent() } else { color }
    }
}

fn side_of(line: &Value) -> u8 {
    line["size"].as_u64().unwrap() as u8
}

fn place(line: &Value, at: &Value, symmetry: Symmetry) -> Point {
    let side = side_of(line);
    let number = |index: usize| at[index].as_u64().unwrap() as u8;
    symmetry.point(side, number(0), side - 1 - number(1))
}

pub(super) fn labeled_question(line: &Value, symmetry: Symmetry) -> LifeQuestion {
    let side = side_of(line);
    let mut stones = Vec::new();
    for (row, text) in line["rows"].as_array().unwrap().iter().enumerate() {
        for (column, letter) in text.as_str().unwrap().chars().enumerate() {
            let color = match letter {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            let point = symmetry.point(side, column as u8, side - 1 - row as u8);
            stones.push((symmetry.color(color), point));
        }
    }
    let size = Size::square(side.into()).unwrap();
    let mut board = Board::with_stones(size, &stones).unwrap();
    if !line["ko"].is_null() {
        board.set_ko(Some(Ko {
            point: place(line, &line["ko"], symmetry),
            barred: Color::Black,
        }));
    }
    let points = |field: &str| -> Vec<Point> {
        let places = line[field].as_array().unwrap().iter();
        places.map(|at| place(line, at, symmetry)).collect()
    };
    LifeQuestion::new(&board, &points("target"), &points("region")).unwrap()
}

fn readings(question: &LifeQuestion) -> [LifeReading; 2] {
    let enclosure = Enclosure::new(question).unwrap();
    let mut solver = LifeSolver::new(&enclosure, question, MEMORY, &|| false);
    LifeSide::BOTH.map(|first| solver.reading(first, BUDGET))
}

/// The points of moves, with `None` for a pass.
fn points(question: &LifeQuestion, moves: &[LifeMove]) -> BTreeSet<Option<Point>> {
    let enclosure = Enclosure::new(question).unwrap();
    let point = |&mv: &LifeMove| match mv {
        LifeMove::Pass => None,
        LifeMove::Stone(node) => Some(enclosure.point(node)),
    };
    moves.iter().map(point).collect()
}

fn check_label(line: &Value, symmetry: Symmetry) {
    let question = labeled_question(line, symmetry);
    for reading in readings(&question) {
        let label = &line[reading.first.name()];
        let name = format!("{} {}", line["id"], reading.first.name());
        assert_eq!(reading.verdict.name(), label["verdict"], "{name}");
        let ko = reading.ko.map(|ko| ko.side.name());
        assert_eq!(ko, label["ko"].as_str(), "{name}");
        let threats = reading.ko.map(|ko| ko.count as u64);
        assert_eq!(threats, label["threats"].as_u64(), "{name}");
        assert_eq!(
            reading.how.map(|how| how.name()),
            label["how"].as_str(),
            "{name}"
        );
        for (given, field) in [(&reading.moves, "moves"), (&reading.best, "best")] {
            let labeled = label[field].as_array().unwrap().iter();
            let labeled = labeled.map(|mv| mv.is_array().then(|| place(line, mv, symmetry)));
            assert_eq!(
                points(&question, given),
                labeled.collect(),
                "{name} {field}"
            );
        }
    }
}

#[test]
pub(super) fn labeled_questions_are_answered_as_labeled() {
    for line in test_data::lines("life.jsonl") {
        check_label(&line, SAME);
    }
}

#[test]
fn symmetries_and_swapped_colors_change_nothing() {
    for (number, line) in test_data::samples("life.jsonl").iter().enumerate() {
        check_label(
            line,
            Symmetry {
                mirror: number & 1 != 0,
                flip: number & 2 != 0,
                transpose: number & 4 != 0,
                swap: number & 1 == 0 || number & 4 != 0,
            },
        );
    }
}

#[test]
fn every_claim_of_a_labeled_question_has_a_proof() {
    let lines = test_data::samples("life.jsonl");
    let small = lines
        .iter()
        .filter(|line| line["states"].as_u64().unwrap() < 700);
    let mut checked = 0;
    for line in small {
        let question = labeled_question(line, SAME);
        check_proofs(&question);
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
}

fn check_proofs(question: &LifeQuestion) {
    let enclosure = Enclosure::new(question).unwrap();
    let mut solver = LifeSolver::new(&enclosure, question, MEMORY, &|| false);
    for first in LifeSide::BOTH {
        let reading = solver.reading(first, BUDGET);
        for claim in LifeClaim::from_reading(&reading) {
            let text = solver.proof_text(claim, "a").unwrap();
            let checked = life_checker::check(&text, question);
            assert!(checked.is_ok(), "{checked:?} {claim:?}\n{text}");
        }
    }
}

/// The readings of the chain on a point, in its chosen region.
fn drawn(rows: &[&str], target: (u8, u8)) -> (LifeQuestion, [LifeReading; 2]) {
    let board = Stones::drawn(rows).board();
    let target = Point::new(target.0, board.size().height() - 1 - target.1);
    let area = PassAliveArea::pass_alive(&board, false);
    let region = region::choose(&board, &area, target).unwrap();
    let question = LifeQuestion::new(&board, &[target], &region.points).unwrap();
    let answer = readings(&question);
    (question, answer)
}

/// A reading in words, such as `captured`, `lives by eyes` or `captured unless defender has 1`.
fn words(reading: &LifeReading) -> String {
    let mut words = reading.verdict.name().to_owned();
    if let Some(how) = reading.how {
        words += &format!(" by {}", how.name());
    }
    if let Some(ko) = reading.ko {
        words += &format!(" unless {} has {}", ko.side.name(), ko.count);
    }
    words
}

/// A well-known shape: its name, a drawing, a stone of the group, and the readings with the attacker first and with the
/// defender first.
type Shape = (
    &'static str,
    &'static [&'static str],
    (u8, u8),
    [&'static str; 2],
);

const SHAPES: [Shape; 9] = [
    (
        "square four",
        &[
            ". . . . . . . .",
            ". O O O O O O .",
            ". O X X X X O .",
            ". O X . . X O .",
            ". O X . . X O .",
            ". O X X X X O .",
            ". O O O O O O .",
            ". . . . . . . .",
        ],
        (2, 2),
        ["captured", "captured"],
    ),
    (
        "two by three in the corner",
        &[
            ". . . X O . .",
            ". . . X O . .",
            "X X X X O . .",
            "O O O O O . .",
            ". . . . . . .",
        ],
        (3, 0),
        ["captured", "lives by eyes"],
    ),
    (
        "two by three in the corner with a liberty outside",
        &[
            ". . . X O . . .",
            ". . . X O . . .",
            "X X X X O . . .",
            "O O . O O . . .",
            "O O O O O . . .",
            ". . . . . . . .",
        ],
        (3, 0),
        ["captured unless defender has 1", "lives by eyes"],
    ),
    (
        "two by three in the corner with two liberties outside",
        &[
            ". . . X O . . .",
            ". . . X O . . .",
            "X X X X O . . .",
            "O . . O O . . .",
            "O O O O O . . .",
            ". . . . . . . .",
        ],
        (3, 0),
        ["lives by eyes", "lives by eyes"],
    ),
    (
        "bent four in the corner",
        &[
            ". . . X O . .",
            ". X X X O . .",
            "X X O O O . .",
            "O O O . . . .",
            ". . . . . . .",
        ],
        (3, 0),
        ["captured unless defender has 1", "lives by eyes"],
    ),
    (
        "L group",
        &[
            ". . . . O . .",
            ". . . X O . .",
            ". X X X O . .",
            "O O O O O . .",
            ". . . . . . .",
        ],
        (3, 1),
        ["captured", "captured"],
    ),
    (
        "L+1 group, the leg on the long side",
        &[
            ". . . . O . .",
            ". . . X O . .",
            "X X X X O . .",
            "O O O O O . .",
            ". . . . . . .",
        ],
        (3, 1),
        ["captured", "lives by eyes"],
    ),
    (
        "L+1 group, the leg on the short side, without liberties outside",
        &[
            ". . . X O . .",
            ". . . X O . .",
            ". X X X O . .",
            "O O O O O . .",
            ". . . . . . .",
        ],
        (3, 1),
        ["captured", "captured unless defender has 1"],
    ),
    (
        "two eyes",
        &[". X . X O .", "X X X X O .", "O O O O O .", ". . . . . ."],
        (0, 1),
        ["lives by eyes", "lives by eyes"],
    ),
];

/// The question about the chain on a point, in the region marked in a second drawing.
fn question_within(rows: &[&str], region: &[&str], target: (u8, u8)) -> LifeQuestion {
    let board = Stones::drawn(rows).board();
    let marks = region.iter().flat_map(|row| row.split(' '));
    let points = board.size().points_from_top().zip(marks);
    let inside: Vec<Point> = points
        .filter(|(_, mark)| *mark == "#")
        .map(|(point, _)| point)
        .collect();
    let target = Point::new(target.0, board.size().height() - 1 - target.1);
    LifeQuestion::new(&board, &[target], &inside).unwrap()
}

fn drawn_within(rows: &[&str], region: &[&str], target: (u8, u8)) -> [LifeReading; 2] {
    readings(&question_within(rows, region, target))
}

#[test]
fn a_snapback_captures_what_a_connection_would_save() {
    let readings = drawn_within(
        &["O X . X X", "O X . O X", "O O O O X", ". . . . ."],
        &[". # # . .", ". # # . .", ". . . . .", ". . . . ."],
        (1, 0),
    );
    assert_eq!(
        readings.each_ref().map(words),
        ["captured", "lives by eyes"]
    );
    // The throw-in and the connection, both on the edge.
    assert_eq!(
        readings.each_ref().map(|reading| reading.moves.len()),
        [1, 1]
    );
    assert_eq!(readings[0].moves, readings[1].moves);
}

#[test]
fn a_double_ko_lives_without_an_end() {
    let rows = [
        "X X X . . . . . .",
        ". . . . . . X X X",
        ". . . . . . X O O",
        ". . . X X X X O X",
        ". X X X O O O O X",
        ". X X . O . X X .",
    ];
    let region = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . # #",
        ". . . . . . . # #",
        ". . . . # # # # #",
        ". . # # # # # # #",
    ];
    let readings = drawn_within(&rows, &region, (8, 2));
    assert_eq!(readings.each_ref().map(words), ["lives by cycle"; 2]);
}

#[test]
fn shapes_with_a_name_are_read_as_known() {
    for (name, rows, target, expected) in SHAPES {
        let (_, readings) = drawn(rows, target);
        assert_eq!(readings.each_ref().map(words), expected, "{name}");
    }
}

#[test]
fn a_spent_budget_is_unknown() {
    let line = &test_data::samples("life.jsonl")[0];
    let question = labeled_question(line, SAME);
    let enclosure = Enclosure::new(&question).unwrap();
    for (budget, memory) in [(0, MEMORY), (3, MEMORY), (BUDGET, 0)] {
        let mut solver = LifeSolver::new(&enclosure, &question, memory, &|| false);
        let reading = solver.reading(LifeSide::Attacker, budget);
        assert_eq!(reading.verdict, LifeVerdict::Unknown);
        assert_eq!((reading.ko, reading.moves.len()), (None, 0));
    }
}

#[test]
fn a_budget_that_ends_among_the_moves_leaves_an_incomplete_reading() {
    let lines = test_data::samples("life.jsonl");
    let line = lines
        .iter()
        .find(|line| line["status"] == "unsettled")
        .unwrap();
    let question = labeled_question(line, SAME);
    let [full, _] = readings(&question);
    assert!(full.is_complete);
    let enclosure = Enclosure::new(&question).unwrap();
    let at = |budget| {
        let mut solver = LifeSolver::new(&enclosure, &question, MEMORY, &|| false);
        solver.reading(LifeSide::Attacker, budget)
    };
    let partial = (0..full.nodes)
        .map(at)
        .filter(|reading| !reading.is_complete);
    let decided: Vec<LifeReading> = partial
        .filter(|reading| reading.verdict != LifeVerdict::Unknown)
        .collect();
    assert!(!decided.is_empty());
    for reading in decided {
        assert_eq!((reading.verdict, reading.ko), (full.verdict, full.ko));
        assert!(reading.moves.iter().all(|mv| full.moves.contains(mv)));
        assert!(reading.best.is_empty() || reading.best == full.best);
    }
}

/// A small board with a region and a chain in it.
fn arbitrary_question() -> impl Strategy<Value = LifeQuestion> {
    let letter = prop_oneof![3 => Just('X'), 2 => Just('O'), 2 => Just('.')];
    let cells = proptest::collection::vec(letter, 16);
    let region = proptest::collection::vec(proptest::bool::weighted(0.75), 16);
    let ko = proptest::option::of(0_usize..16);
    (cells, region, ko).prop_filter_map("no chain in the region", |(cells, region, ko)| {
        let size = Size::square(4).ok()?;
        let points: Vec<Point> = size.points().collect();
        let stones: Vec<(Color, Point)> = cells
            .iter()
            .zip(&points)
            .filter(|(letter, _)| **letter != '.')
            .map(|(letter, &point)| {
                let color = if *letter == 'X' {
                    Color::Black
                } else {
                    Color::White
                };
                (color, point)
            })
            .collect();
        let mut board = Board::with_stones(size, &stones).ok()?;
        let ko = ko
            .map(|index| points[index])
            .filter(|&point| board.is_empty(point));
        board.set_ko(ko.map(|point| Ko {
            point,
            barred: Color::Black,
        }));
        let inside: Vec<Point> = points
            .iter()
            .zip(region)
            .filter(|(_, is)| *is)
            .map(|(p, _)| *p)
            .collect();
        let empty = inside
            .iter()
            .filter(|&&point| board.is_empty(point))
            .count();
        if empty > 4 {
            return None;
        }
        let black = inside
            .iter()
            .copied()
            .filter(|&point| board.at(point) == Some(Color::Black));
        let mut questions =
            black.filter_map(|target| LifeQuestion::new(&board, &[target], &inside).ok());
        questions.next()
    })
}

/// Compares the readings with those of the reference, if it has an answer.
fn check_by_reference(question: &LifeQuestion) {
    const MOST: usize = 1_500;
    let (life, state) = SlowLife::new(question);
    for reading in readings(question) {
        let root = life.start(question, &state, reading.first);
        let Some(slow) = life.answer(&root, MOST) else {
            continue;
        };
        assert_eq!(reading.verdict == LifeVerdict::Captured, slow.captured);
        assert_eq!(reading.ko.map(|ko| (ko.side, ko.count)), slow.ko);
        assert_eq!(reading.how.map(|how| how.name()), slow.how);
        let moves = points(question, &reading.moves);
        assert_eq!(moves, slow.moves.into_iter().collect());
    }
}

#[test]
fn a_last_liberty_inside_is_read_as_by_the_reference() {
    check_by_reference(&question_within(
        &["O . X X", "O X X X", "O O O X"],
        &[". . # #", ". # # #", ". . . #"],
        (3, 2),
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn small_regions_are_answered_as_by_the_reference(question in arbitrary_question()) {
        check_by_reference(&question);
        check_proofs(&question);
    }
}

//! Checks claims independently of the code that makes them: rules, ladders and Benson's proof by slow references, life
//! and death by labels, or by proofs that the slow checker accepts.

mod references;

use serde_json::Value;

use self::references::{check, check_sentence};
use super::claim::Claim;
use super::explain;
use crate::board::{Board, Move, Point, Size};
use crate::life::group::GroupLimits;
use crate::rules::position::Position;
use crate::rules::{Komi, Rules};
use crate::testing::go_reference::Stones;
use tengen_engine::game::{Color, Position as _};
use tengen_testing::test_data;

const LIMITS: GroupLimits<'static> = GroupLimits {
    visits: 20_000,
    memory: 256 << 20,
    is_stopped: &|| false,
};

struct Explained {
    position: Position,
    points: Vec<Point>,
    /// The labeled question, if any.
    label: Option<Value>,
}

/// Numbers of checked claims.
#[derive(Debug, Default)]
struct Checked {
    claims: usize,
    ladders: usize,
    breakers: usize,
    lives: usize,
    pass_alive: usize,
    shared: usize,
    stones: usize,
    eyes: usize,
    /// Claims that the slow references could not check in time.
    left_out: usize,
}

fn position_of(line: &Value) -> Position {
    let rows: Vec<&str> = line["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let size = Size::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let mut stones = Vec::new();
    for (row, text) in rows.iter().rev().enumerate() {
        for (column, letter) in text.chars().enumerate() {
            let color = match letter {
                'X' => Color::Black,
                'O' => Color::White,
                _ => continue,
            };
            stones.push((color, Point::new(column as u8, row as u8)));
        }
    }
    let mut position = Position::new(size, Rules::DEFAULT, Komi::default());
    position.set_position(&stones, Color::Black).unwrap();
    position
}

fn place(size: Size, at: &Value) -> Point {
    let number = |index: usize| at[index].as_u64().unwrap() as u8;
    Point::new(number(0), size.height() - 1 - number(1))
}

/// Up to 1,000 positions: labeled questions of life and death, and boards with ladders.
fn positions() -> Vec<Explained> {
    let lives = test_data::lines("life.jsonl");
    let ladders = test_data::lines("ladders.jsonl");
    let of_life = lives.into_iter().take(600).map(|line| {
        let position = position_of(&line);
        let size = position.board().size();
        let board = position.board();
        let target = place(size, &line["target"][0]);
        let mut points = vec![target];
        points.extend(board.liberties(target).take(2));
        Explained {
            points,
            label: line["ko"].is_null().then_some(line),
            position,
        }
    });
    let of_ladders = ladders.into_iter().take(400).map(|line| {
        let position = position_of(&line);
        let board = position.board();
        let size = board.size();
        let queries = line["queries"].as_array().unwrap();
        let mut points: Vec<Point> = queries
            .iter()
            .take(2)
            .map(|query| place(size, &query["at"]))
            .collect();
        points.extend(board.empty_points().iter().step_by(29).take(2));
        Explained {
            points,
            label: None,
            position,
        }
    });
    of_life.chain(of_ladders).collect()
}

#[test]
fn every_claim_about_a_thousand_positions_holds() {
    let mut checked = Checked::default();
    for explained in positions() {
        for &point in &explained.points {
            let claims = explain(&explained.position, point, LIMITS);
            assert!(!claims.is_empty());
            for claim in &claims {
                check_sentence(claim);
                check(&explained, point, &claims, claim, &mut checked);
            }
        }
    }
    assert!(checked.left_out * 4 < checked.claims, "{checked:?}");
    for count in [
        checked.ladders,
        checked.breakers,
        checked.lives,
        checked.pass_alive,
        checked.shared,
        checked.stones,
        checked.eyes,
    ] {
        assert!(count > 0, "{checked:?}");
    }
}

fn drawn(rows: &[&str]) -> Position {
    let rows: Vec<String> = rows.iter().map(|row| row.replace(' ', "")).collect();
    position_of(&serde_json::json!({ "rows": rows }))
}

fn words(position: &Position, point: Point) -> Vec<String> {
    let claims = explain(position, point, LIMITS);
    claims.iter().map(Claim::to_string).collect()
}

#[test]
fn kos_and_repetitions_are_forbidden_by_their_names() {
    let mut position = drawn(&[". X O .", "X . X O", ". X O .", ". . . ."]);
    let (taken, taker) = (Point::new(2, 2), Point::new(1, 2));
    position.play(Color::White, Move::Place(taker)).unwrap();
    let forbidden = words(&position, taken);
    assert!(
        forbidden.contains(&"Black may not take the ko here now.".to_owned()),
        "{forbidden:?}"
    );
    // After a move elsewhere, only superko forbids the capture.
    position.play(Color::Black, Move::Pass).unwrap();
    position.play(Color::White, Move::Pass).unwrap();
    let forbidden = words(&position, taken);
    assert!(
        forbidden.contains(&"Black may not play here: it repeats an earlier position.".to_owned()),
        "{forbidden:?}"
    );
    let atari = words(&position, taker);
    assert_eq!(
        atari[1],
        "It is in atari, but black may not capture it at C3 now."
    );
}

#[test]
fn a_stone_is_described_by_its_effect() {
    let position = drawn(&[". X . .", "X . X O", "O X O .", ". . . ."]);
    let middle = words(&position, Point::new(1, 2));
    assert_eq!(middle[0], "The point is a false eye of black.");
    assert_eq!(
        middle[1],
        "A black stone here joins the chains at B2, A3, C3 and B4 and has 3 liberties."
    );
    assert_eq!(middle[2], "White may not play here: suicide.");
    let corner = words(&position, Point::new(0, 3));
    assert_eq!(corner[0], "The point is an eye of black.");
}

#[test]
fn suicide_is_called_so_where_the_rules_allow_it() {
    let mut position = drawn(&[". X O .", "X X O .", "O O O ."]);
    position.set_rules(Rules {
        suicide: true,
        ..Rules::DEFAULT
    });
    let mut stones = words(&position, Point::new(0, 2));
    stones.retain(|sentence| sentence.contains("stone"));
    assert_eq!(
        stones,
        [
            "A black stone here would be suicide.",
            "A white stone here captures 3 stones at A2, B2 and B3 and has 2 liberties."
        ]
    );
}

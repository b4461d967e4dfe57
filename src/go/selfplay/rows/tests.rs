use rand_xoshiro::rand_core::SeedableRng;

use super::*;
use crate::board::{Move, Point};
use crate::net::GameHistory;
use crate::net::model::Inputs;
use crate::rules::Position;
use crate::rules::{Komi, Rules};
use tengen_engine::game::Color;

/// A position on a 5x4 board, and a label with numbers that a row stores exactly.
fn example() -> (Features, Label) {
    let size = Size::new(5, 4).unwrap();
    let position = Position::new(size, Rules::DEFAULT, Komi::from_points(5.5).unwrap());
    let mut history = GameHistory::new(position);
    for (color, column, row) in [
        (Color::Black, 0, 0),
        (Color::White, 4, 3),
        (Color::Black, 1, 0),
    ] {
        history
            .play(color, Move::Place(Point::new(column, row)))
            .unwrap();
    }
    let mut policy = vec![0.0; 21];
    (policy[3], policy[20]) = (0.2, 0.8);
    let mut ownership = vec![0.0; 20];
    (ownership[0], ownership[19]) = (-1.0, 1.0);
    let label = Label {
        policy,
        ownership,
        value: [0.25, 0.625, 0.125],
        score: -3.25,
        deviation: f32::MAX,
        lead: 1e-20,
    };
    (Features::new(&history, Inputs::LATEST), label)
}

#[test]
fn rows_come_back_from_a_file() {
    let (features, label) = example();
    let mut turned = label.clone();
    turned.policy.reverse();
    turned.ownership.reverse();
    let mut rows = Rows::new(Size::new(5, 4).unwrap());
    rows.push(&features, &label);
    rows.push(&features, &turned);
    let read = Rows::read(&rows.file()).unwrap();
    assert_eq!(read, rows);
    assert_eq!((read.len(), read.size()), (2, rows.size()));
    assert_eq!(read.row(0), (features.clone(), label));
    assert_eq!(read.row(1), (features, turned));
}

/// A script in another language reads these bytes, so the test checks them one by one.
#[test]
fn a_row_has_its_numbers_where_the_table_says() {
    let (features, label) = example();
    let mut rows = Rows::new(Size::new(5, 4).unwrap());
    rows.push(&features, &label);
    let file = rows.file();
    assert_eq!(&file[..8], b"TENGENR1");
    assert_eq!(&file[8..10], &[5, 4]);
    let row = &file[16..];
    assert_eq!(file[10..12], (row.len() as u16).to_le_bytes());
    assert_eq!(file[12..16], 1u32.to_le_bytes());
    // Black's stones are at the left end of the bottom row, white's at the right end of the top row; white is to move.
    assert_eq!(row[0..3], [0xff, 0xff, 0x0f]);
    assert_eq!(row[3..6], [0b1_0000, 0, 0]);
    assert_eq!(row[6..9], [0, 0b1000_0000, 0b1]);
    let globals = 22 * 3;
    // Komi for the side to move, in units of 20 points.
    assert_eq!(
        row[globals + 20..globals + 24],
        (5.5f32 / 20.0).to_le_bytes()
    );
    let policy = globals + 4 * 19;
    assert_eq!(row[policy + 6..policy + 8], 13107u16.to_le_bytes());
    let ownership = policy + 2 * 21;
    assert_eq!(
        (row[ownership] as i8, row[ownership + 19] as i8),
        (-127, 127)
    );
    let numbers = ownership + 20;
    assert_eq!(row[numbers..numbers + 4], 0.25f32.to_le_bytes());
    assert_eq!(row[numbers + 12..numbers + 16], (-3.25f32).to_le_bytes());
    assert_eq!(row.len(), numbers + 24);
}

#[test]
fn a_broken_file_is_refused() {
    let (features, label) = example();
    let mut rows = Rows::new(Size::new(5, 4).unwrap());
    rows.push(&features, &label);
    let whole = rows.file();
    let (seen, expected) = (whole.len() - 1, whole.len());
    let cut = Rows::read(&whole[..seen]);
    assert_eq!(cut, Err(BadRows::Length { seen, expected }));
    assert_eq!(Rows::read(&whole[..10]), Err(BadRows::Kind));
    assert_eq!(Rows::read(b"TENGENX1 and more"), Err(BadRows::Kind));
    let mut other = whole.clone();
    other[8] = 26;
    let refused = Rows::read(&other);
    assert_eq!(
        refused,
        Err(BadRows::Size {
            width: 26,
            height: 4
        })
    );
    let mut other = whole;
    other[10] += 1;
    assert!(matches!(Rows::read(&other), Err(BadRows::Length { .. })));
}

#[test]
fn a_sample_has_each_row_equally_often_and_in_order() {
    let (features, mut label) = example();
    let mut all = Rows::new(Size::new(5, 4).unwrap());
    for number in 0..10 {
        label.score = number as f32;
        all.push(&features, &label);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut seen = [0; 10];
    for _ in 0..1000 {
        let mut rows = all.clone();
        rows.sample(3, &mut random);
        let kept: Vec<usize> = (0..rows.len())
            .map(|row| rows.row(row).1.score as usize)
            .collect();
        assert!(kept.len() == 3 && kept.is_sorted(), "{kept:?}");
        assert_eq!(Rows::read(&rows.file()).unwrap(), rows);
        kept.iter().for_each(|&number| seen[number] += 1);
    }
    assert!(
        seen.iter().all(|count| (240..360).contains(count)),
        "{seen:?}"
    );
    let mut twice = all.clone();
    twice.append(&all);
    assert_eq!(twice.row(13), all.row(3));
    twice.sample(30, &mut random);
    assert_eq!(twice.len(), 20);
}

use proptest::prelude::*;

use super::*;
use crate::testing::drawing::{board, marked};
use tengen_engine::game::Position as _;

/// Whether `color` has a winning row, found by walking from the first stone of each row.
fn has_row(position: &Position, color: Color) -> bool {
    let cell = |x: i32, y: i32| match (u8::try_from(x), u8::try_from(y)) {
        (Ok(x), Ok(y)) => position.cell(Point::new(x, y)),
        _ => Cell::Blocked,
    };
    let mine = Cell::Stone(color);
    let theirs = Cell::Stone(color.opponent());
    position.points().any(|point| {
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|(dx, dy)| {
            let (x, y) = (i32::from(point.x()), i32::from(point.y()));
            if cell(x, y) != mine || cell(x - dx, y - dy) == mine {
                return false;
            }
            let mut length = 1;
            while cell(x + dx * length, y + dy * length) == mine {
                length += 1;
            }
            let closed =
                cell(x - dx, y - dy) == theirs && cell(x + dx * length, y + dy * length) == theirs;
            match (position.rule(), color) {
                (Rule::Freestyle, _) | (Rule::Renju, Color::White) => length >= 5,
                (Rule::Standard, _) | (Rule::Renju, Color::Black) => length == 5,
                (Rule::Caro, _) => length > 5 || length == 5 && !closed,
                (Rule::ExactCaro, _) => length == 5 && !closed,
            }
        })
    })
}

/// Returns a board of any size and rule with random cells.
fn filled() -> impl Strategy<Value = Position> {
    (5u8..=22, 5u8..=22, 0usize..5)
        .prop_flat_map(|(width, height, rule)| {
            let size = usize::from(width) * usize::from(height);
            // Mostly black stones; otherwise rows of five would be rare.
            let cells = proptest::collection::vec(0u8..16, size);
            (Just((width, height, rule)), cells)
        })
        .prop_map(|((width, height, rule), cells)| {
            let mut position = Position::new(width, height, Rule::ALL[rule]).unwrap();
            let points: Vec<Point> = position.points().collect();
            for (point, cell) in points.into_iter().zip(cells) {
                let cell = match cell {
                    0..=5 => Cell::Stone(Color::Black),
                    6..=8 => Cell::Stone(Color::White),
                    9 => Cell::Blocked,
                    _ => Cell::Empty,
                };
                position.place(point, cell).unwrap();
            }
            position
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn empty_points_and_stones_are_counted(mut position in filled(), chosen in 0usize..25) {
        let cleared = position.points().nth(chosen).unwrap();
        position.place(cleared, Cell::Empty).unwrap();
        let count = |cell| position.points().filter(|&point| position.cell(point) == cell).count();
        assert_eq!(position.empty_count(), count(Cell::Empty));
        for color in Color::BOTH {
            assert_eq!(position.stone_count(color), count(Cell::Stone(color)));
        }
    }

    #[test]
    fn finds_the_rows_that_win(position in filled()) {
        let winners: Vec<Color> =
            Color::BOTH.into_iter().filter(|&c| has_row(&position, c)).collect();
        match position.winning_line() {
            None => prop_assert!(winners.is_empty()),
            Some(line) => {
                prop_assert!(winners.contains(&line.color()));
                prop_assert!(line.points().count() >= 5);
                for point in line.points() {
                    prop_assert_eq!(position.cell(point), Cell::Stone(line.color()));
                }
                prop_assert_eq!(position.outcome(), Some(Outcome::Win(line.color())));
                prop_assert!(position.legal_moves(Color::Black).is_empty());
            }
        }
    }

    #[test]
    fn a_move_wins_when_it_finishes_a_row(
        rule in 0usize..5,
        continuous in any::<bool>(),
        moves in proptest::collection::vec((0u8..7, 0u8..7, any::<bool>()), 1..40),
    ) {
        let mut position =
            Position::new(7, 6, Rule::ALL[rule]).unwrap().with_continuous(continuous);
        let mut history = Vec::new();
        for (x, y, black) in moves {
            let before = position.clone();
            let color = if black { Color::Black } else { Color::White };
            match position.play(color, Point::new(x, y)) {
                Ok(undo) => history.push((before, undo)),
                Err(_) => prop_assert!(position == before),
            }
            prop_assert_eq!(
                position.winning_line().is_some(),
                Color::BOTH.into_iter().any(|c| has_row(&position, c))
            );
            for color in Color::BOTH {
                let stones = position
                    .points()
                    .filter(|&p| position.cell(p) == Cell::Stone(color))
                    .count();
                prop_assert_eq!(position.stone_count(color), stones);
            }
        }
        while let Some((before, undo)) = history.pop() {
            position.undo(undo);
            prop_assert!(position == before);
        }
    }
}

/// Returns the stones that become blocked cells when `color` plays `point` in a continuous game, found by walking.
fn dying_by_walking(before: &Position, color: Color, point: Point) -> Vec<Point> {
    let at = |x: i32, y: i32| match (u8::try_from(x), u8::try_from(y)) {
        (Ok(x), Ok(y)) if Point::new(x, y) == point => Cell::Stone(color),
        (Ok(x), Ok(y)) => before.cell(Point::new(x, y)),
        _ => Cell::Blocked,
    };
    let mut dying = Vec::new();
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        let (mut x, mut y) = (i32::from(point.x()), i32::from(point.y()));
        while at(x - dx, y - dy) == Cell::Stone(color) {
            (x, y) = (x - dx, y - dy);
        }
        let theirs = Cell::Stone(color.opponent());
        let is_closed = at(x - dx, y - dy) == theirs;
        let mut row = Vec::new();
        while at(x, y) == Cell::Stone(color) {
            row.push(Point::new(x as u8, y as u8));
            (x, y) = (x + dx, y + dy);
        }
        let closed = is_closed && at(x, y) == theirs;
        let wins = match (before.rule(), color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => row.len() >= 5,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => row.len() == 5,
            (Rule::Caro, _) => row.len() > 5 || row.len() == 5 && !closed,
            (Rule::ExactCaro, _) => row.len() == 5 && !closed,
        };
        if wins {
            dying.extend(row);
        }
    }
    dying
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn finished_rows_of_a_continuous_game_die_and_no_other_stones(
        position in filled(),
        black in any::<bool>(),
    ) {
        let position = position.with_continuous(true);
        let color = if black { Color::Black } else { Color::White };
        for point in position.points() {
            let mut after = position.clone();
            if after.play(color, point).is_err() {
                continue;
            }
            let dying = dying_by_walking(&position, color, point);
            for other in position.points() {
                let expected = match position.cell(other) {
                    _ if dying.contains(&other) => Cell::Blocked,
                    _ if other == point => Cell::Stone(color),
                    cell => cell,
                };
                prop_assert_eq!(after.cell(other), expected);
            }
        }
    }
}

#[test]
fn sizes_from_5_to_22_are_boards() {
    assert!(Position::new(5, 22, Rule::Freestyle).is_ok());
    for (width, height) in [(4, 15), (15, 4), (23, 15), (15, 23), (0, 0), (255, 15)] {
        let error = Position::new(width, height, Rule::Freestyle).err().unwrap();
        assert_eq!(error, SizeError { width, height });
    }
}

#[test]
fn whether_a_six_or_a_closed_five_wins_depends_on_the_rule() {
    let six = [".......", "XXX.XX.", ".......", ".......", "......."];
    let closed = [".......", "OXXX.XO", ".......", ".......", "......."];
    let at_edge = ["XX.XXO.", ".......", ".......", ".......", "......."];
    let wins = |rows: &[&str], point: Point| -> Vec<Rule> {
        Rule::ALL
            .into_iter()
            .filter(|&rule| {
                let mut position = board(rule, rows);
                position.play(Color::Black, point).is_ok() && position.outcome().is_some()
            })
            .collect()
    };
    use Rule::*;
    assert_eq!(wins(&six, Point::new(3, 1)), [Freestyle, Caro]);
    assert_eq!(
        wins(&closed, Point::new(4, 1)),
        [Freestyle, Standard, Renju]
    );
    assert_eq!(wins(&at_edge, Point::new(2, 0)), Rule::ALL);
}

#[test]
fn a_continuous_game_blocks_finished_rows_and_goes_on() {
    let rows = ["XXXX..", "....X.", "....X.", "....X.", "....X.", "OOOO.."];
    let mut position = board(Rule::Freestyle, &rows).with_continuous(true);
    let before = position.clone();
    let undo = position.play(Color::Black, Point::new(4, 0)).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.stone_count(Color::Black), 0);
    for point in marked(&rows, 'X') {
        assert_eq!(position.cell(point), Cell::Blocked);
    }
    position.undo(undo);
    assert!(position == before);
}

#[test]
fn a_full_board_is_a_draw() {
    let rows = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOO."];
    let mut position = board(Rule::Freestyle, &rows);
    assert_eq!(position.outcome(), None);
    position.play(Color::White, Point::new(4, 4)).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}

#[test]
fn black_loses_if_every_move_is_forbidden() {
    // The last point would make a row of six.
    let rows = ["XXX.XX", "OOOXXX", "XOOXOO", "OXXXOO", "XOOOOX", "OOXXOX"];
    let mut position = board(Rule::Renju, &rows);
    position.turn_to(Color::Black).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Win(Color::White)));
    // White fills it.
    position.turn_to(Color::White).unwrap();
    assert_eq!(position.outcome(), None);
    position.play(Color::White, Point::new(3, 0)).unwrap();
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}

#[test]
fn illegal_moves_give_their_reason() {
    let mut position = board(
        Rule::Renju,
        &[
            ".......", ".......", ".......", ".......", "OXXX.XX", ".......", "OOOOOO.",
        ],
    );
    let mut refuse = |color, x, y| position.play(color, Point::new(x, y)).err();
    assert_eq!(refuse(Color::Black, 7, 0), Some(IllegalMove::OffBoard));
    assert_eq!(refuse(Color::Black, 0, 4), Some(IllegalMove::Occupied));
    // A setup in which white has a row of six is over.
    assert_eq!(refuse(Color::Black, 4, 4), Some(IllegalMove::GameOver));
    position.place(Point::new(5, 6), Cell::Empty).unwrap();
    position.place(Point::new(4, 6), Cell::Empty).unwrap();
    let mut refuse = |color, x, y| position.play(color, Point::new(x, y)).err();
    assert_eq!(refuse(Color::Black, 4, 4), Some(IllegalMove::Forbidden));
    assert_eq!(refuse(Color::White, 4, 4), None);
}

//! Gomoku positions drawn as text, for tests.

use crate::{Cell, Point, Position, Rule};
use tengen_engine::game::{Color, Position as _};

/// Reads a drawing with rows of `X` (black), `O` (white), `#` (blocked), `.` (empty) and other characters, which mark
/// empty points. The side with fewer stones is to move; black if they are equal.
pub fn board(rule: Rule, rows: &[&str]) -> Position {
    let cells = |row: &str| -> Vec<char> { row.chars().filter(|c| !c.is_whitespace()).collect() };
    let width = cells(rows[0]).len();
    let mut position = Position::new(width as u8, rows.len() as u8, rule).unwrap();
    for (y, row) in rows.iter().enumerate() {
        let row = cells(row);
        assert_eq!(row.len(), width, "row {y}");
        for (x, c) in row.into_iter().enumerate() {
            let cell = match c {
                'X' => Cell::Stone(Color::Black),
                'O' => Cell::Stone(Color::White),
                '#' => Cell::Blocked,
                _ => Cell::Empty,
            };
            position.place(Point::new(x as u8, y as u8), cell).unwrap();
        }
    }
    let to_move = if position.stone_count(Color::Black) > position.stone_count(Color::White) {
        Color::White
    } else {
        Color::Black
    };
    position.turn_to(to_move).unwrap();
    position
}

/// Returns the points that a drawing marks with `mark`, row by row from the top.
pub fn marked(rows: &[&str], mark: char) -> Vec<Point> {
    let mut points = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().filter(|c| !c.is_whitespace()).enumerate() {
            if c == mark {
                points.push(Point::new(x as u8, y as u8));
            }
        }
    }
    points
}

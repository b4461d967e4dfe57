//! Explains renju's forbidden points: `cargo run -p tengen-gomoku --example forbidden [< DRAWING]`.
//!
//! A drawing has its rows from the top, with `X` for black, `O` for white and `.` for an empty point.

use std::error::Error;
use std::io::{self, IsTerminal};

use tengen_engine::game::Color;
use tengen_gomoku::{Cell, Point, Position, Rule};

const DRAWING: &str = "
. . . . . X X X . X X
. . . . . . . . . . .
. . . . . . . . . . .
. . X . . . . . O . .
. . X . . . X X X . .
. . . X X . . . . X .
. . . . O . . . . X .
. . . . . . . . . X .";

fn main() -> Result<(), Box<dyn Error>> {
    let input = match io::stdin().is_terminal() {
        true => String::new(),
        false => io::read_to_string(io::stdin())?,
    };
    let text = if input.is_empty() { DRAWING } else { &input };
    let position = read_position(text)?;
    let name = |point: &Point| {
        let letter = char::from(b'a' + point.x());
        format!("{letter}{}", position.height() - point.y())
    };
    let list = |points: &[Point]| points.iter().map(name).collect::<Vec<_>>().join(" ");
    for (point, reason) in position.forbidden_points() {
        println!("{}: {reason}", name(&point));
        let stone = position.explain_renju(point).expect("it is empty");
        let rows = stone.overlines.iter().map(|row| ("overline", row));
        let fours = stone.fours.iter().map(|four| ("four", &four.stones));
        let threes = stone.threes.iter().filter(|three| three.is_real());
        let threes = threes.map(|three| ("three", &three.stones));
        for (kind, stones) in rows.chain(fours).chain(threes) {
            println!("  {kind} {}", list(stones));
        }
    }
    Ok(())
}

fn read_position(text: &str) -> Result<Position, Box<dyn Error>> {
    let rows: Vec<&str> = text.trim().lines().map(str::trim).collect();
    let width = rows.first().map_or(0, |row| row.split(' ').count());
    let (width, height) = (u8::try_from(width)?, u8::try_from(rows.len())?);
    let mut position = Position::new(width, height, Rule::Renju)?;
    for (y, row) in (0..height).zip(&rows) {
        for (x, letter) in (0..width).zip(row.split(' ')) {
            match letter {
                "X" => position.place(Point::new(x, y), Cell::Stone(Color::Black))?,
                "O" => position.place(Point::new(x, y), Cell::Stone(Color::White))?,
                _ => {}
            }
        }
    }
    Ok(position)
}

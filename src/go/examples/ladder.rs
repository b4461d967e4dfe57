//! Reads a ladder: `cargo run -p tengen-go --example ladder [VERTEX] [< DRAWING]`.
//!
//! A drawing lists the rows from the top, with `X` for black, `O` for white and `.` for an empty point.

use std::error::Error;
use std::io::{self, IsTerminal};

use tengen_engine::game::Color;
use tengen_go::ladder::question::LadderQuestion;
use tengen_go::{Board, Point, Size, ladder};

const DRAWING: &str = "
. . . . . . . . .
. . . . . . X . .
. . . . . X O X .
. . . . . . O X .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .";

fn main() -> Result<(), Box<dyn Error>> {
    let input = match io::stdin().is_terminal() {
        true => String::new(),
        false => io::read_to_string(io::stdin())?,
    };
    let text = if input.is_empty() { DRAWING } else { &input };
    let mut board = read_board(text)?;
    let vertex = std::env::args().nth(1).unwrap_or_else(|| "G7".to_owned());
    let target = board.size().points().find(|at| at.to_string() == vertex);
    let target = target.ok_or_else(|| format!("{vertex} is not on the board"))?;
    let question = LadderQuestion::from_target(&board, target);
    let first = question.ok_or_else(|| format!("{vertex} is empty"))?.first;
    let reading = ladder::read(&mut board, target, first, ladder::DEFAULT_NODES);
    let reading = reading.expect("the vertex has a stone");
    println!("{vertex}, {first} first: {:?}", reading.verdict);
    let moves: Vec<String> = reading.moves.iter().map(Point::to_string).collect();
    println!("working moves: {}", moves.join(" "));
    for (number, (color, point)) in (1..).zip(&reading.pv) {
        println!("{number:3}. {color} {point}");
    }
    Ok(())
}

fn read_board(text: &str) -> Result<Board, Box<dyn Error>> {
    let rows: Vec<&str> = text.trim().lines().map(str::trim).collect();
    let width = rows.first().map_or(0, |row| row.split(' ').count());
    let size = Size::new(u32::try_from(width)?, u32::try_from(rows.len())?)?;
    let mut stones = Vec::new();
    for (row, letters) in (0..size.height()).zip(rows.iter().rev()) {
        for (column, letter) in (0..size.width()).zip(letters.split(' ')) {
            match letter {
                "X" => stones.push((Color::Black, Point::new(column, row))),
                "O" => stones.push((Color::White, Point::new(column, row))),
                _ => {}
            }
        }
    }
    let board = Board::with_stones(size, &stones);
    Ok(board.map_err(|point| format!("the chain at {point} has no liberty"))?)
}

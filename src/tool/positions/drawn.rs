//! Positions drawn as rows of characters in JSON.

use serde::Deserialize;

use tengen_engine::game::Color;
use tengen_go::board::stones::Ko;
use tengen_go::{Board, Point, Size};

/// The board size: one number for a square board, or two.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub enum DrawnSize {
    /// Side length of a square board.
    Square(u64),
    /// Width and height in points.
    Rectangle([u64; 2]),
}

/// Returns the point in this column and row from the top left; `None` off the board.
pub fn drawn_point(size: Size, [column, row]: [u64; 2]) -> Option<Point> {
    let column = u8::try_from(column).ok()?;
    let row = u8::try_from(row).ok()?;
    if column >= size.width() || row >= size.height() {
        return None;
    }
    Some(Point::new(column, size.height() - 1 - row))
}

/// Returns the board of a drawing with rows from the top: X is black, O white and . empty. Fails if the rows aren't a
/// board, `size` differs from theirs, or `ko` is impossible.
pub fn drawn_board(
    rows: &[String],
    size: Option<DrawnSize>,
    ko: Option<[u64; 2]>,
) -> Result<Board, String> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let height = rows.len();
    // A length beyond 32 bits isn't a size either.
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let drawn = Size::new(side(width), side(height)).map_err(|error| format!("rows: {error}"))?;
    let said = size.map(|sides| match sides {
        DrawnSize::Square(side) => [side, side],
        DrawnSize::Rectangle(sides) => sides,
    });
    if let Some([said_width, said_height]) = said
        && said != Some([width as u64, height as u64])
    {
        return Err(format!(
            "size: expected {width}x{height} as the rows are, saw {said_width}x{said_height}"
        ));
    }
    let mut board = Board::with_stones(drawn, &stones(drawn, rows)?)
        .map_err(|_| "rows: a chain has no liberty".to_owned())?;
    if let Some(at) = ko {
        board.set_ko(Some(drawn_ko(&board, at)?));
    }
    Ok(board)
}

fn stones(size: Size, rows: &[String]) -> Result<Vec<(Color, Point)>, String> {
    let mut stones = Vec::new();
    for (from_top, row) in (0..size.height()).zip(rows) {
        let length = row.chars().count();
        if length != usize::from(size.width()) {
            return Err(format!(
                "rows: row {from_top} has {length} points, the first {}",
                size.width()
            ));
        }
        for (column, letter) in (0..size.width()).zip(row.chars()) {
            let point = Point::new(column, size.height() - 1 - from_top);
            match letter {
                'X' => stones.push((Color::Black, point)),
                'O' => stones.push((Color::White, point)),
                '.' => {}
                other => return Err(format!("rows: expected X, O or ., saw {other:?}")),
            }
        }
    }
    Ok(stones)
}

/// Parses a ko. The stones around it belong to the side that captured; the other side may not retake.
fn drawn_ko(board: &Board, at: [u64; 2]) -> Result<Ko, String> {
    let [column, row] = at;
    let point = drawn_point(board.size(), at)
        .filter(|&point| board.is_empty(point))
        .ok_or_else(|| format!("ko: [{column},{row}] is not an empty point"))?;
    let around = point.neighbors().into_iter();
    let around: Vec<Option<Color>> = around
        .filter(|&neighbor| board.contains(neighbor))
        .map(|neighbor| board.at(neighbor))
        .collect();
    match around.first() {
        Some(&Some(taker)) if around.iter().all(|&stone| stone == Some(taker)) => Ok(Ko {
            point,
            barred: taker.opponent(),
        }),
        _ => Err(format!(
            "ko: [{column},{row}] is not surrounded by stones of one color"
        )),
    }
}

/// Describes an error without the line number, which is reported separately.
pub fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(what) => format!("column {}: {what}", error.column()),
        None => text,
    }
}

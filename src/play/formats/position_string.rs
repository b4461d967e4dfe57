//! Gomoku moves in a row, such as `h8h9i9i8g10`: column letters from the left, with no letter skipped, and rows from
//! the bottom. Each line is a game. Numbers such as `1.`, blanks, commas and hyphens may separate the moves.
//!
//! The board is 15x15, or 19x19 or 20x20 if a point is off the smaller board. Squares that form a legal Othello game
//! are read as Othello, unless the caller asks for gomoku.

use super::other_game::{TextLine, lines};
use super::{OtherGame, RecordContent, RecordFormat};
use crate::refusal::Refusal;
use tengen_engine::game::Point;
use tengen_records::sgf::SgfGameType;
use tengen_reversi::records::transcript::number_of_move;

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "moves of gomoku such as `h8h9i9`",
    game: SgfGameType::Gomoku,
    recognize: |content| is_of_gomoku(content.text),
    read,
};

/// Side lengths to try, smallest first, and the largest of them.
const SIZES: [u8; 3] = [15, 19, 20];
const MOST: u8 = 20;

/// Whether the first line of a text other than comments is a gomoku game.
pub(super) fn is_of_gomoku(text: &str) -> bool {
    let mut lines = lines(text).filter(|line| !is_comment(line.text));
    lines.next().is_some_and(|line| read_line(line).is_ok())
}

fn is_comment(line: &str) -> bool {
    line.starts_with(['%', '#'])
}

fn read(content: RecordContent<'_>) -> Vec<Result<OtherGame, Refusal>> {
    let games = lines(content.text).filter(|line| !is_comment(line.text));
    games.map(read_line).collect()
}

fn read_line(line: TextLine<'_>) -> Result<OtherGame, Refusal> {
    let text = line.text;
    let refused = |rest: &str, reason: &str| {
        let column = 1 + text[..text.len() - rest.len()].chars().count();
        let place = format!("line {}, column {column}", line.number);
        Refusal::at(line.number, format!("{place}: {reason}"))
    };
    let mut rest = text;
    let mut points = Vec::new();
    let mut seen = [[false; MOST as usize]; MOST as usize];
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',', '-', ';']);
        if rest.is_empty() {
            break;
        }
        if let Some(length) = number_of_move(rest) {
            rest = &rest[length..];
            continue;
        }
        let at = line.at + text.len() - rest.len();
        let (column, row, length) =
            first_point(rest).ok_or_else(|| refused(rest, "expected a point such as h8"))?;
        let is_seen = &mut seen[usize::from(row)][usize::from(column)];
        if *is_seen {
            let point = &rest[..length];
            return Err(refused(rest, &format!("{point} is played already")));
        }
        *is_seen = true;
        points.push((at, column, row));
        rest = &rest[length..];
    }
    let furthest = points.iter().map(|&(_, column, row)| column.max(row)).max();
    let Some(furthest) = furthest else {
        return Err(refused(rest, "expected moves such as h8h9i9"));
    };
    let fits = SIZES.into_iter().find(|&size| furthest < size);
    let size = fits.unwrap_or(MOST);
    let mut game = OtherGame::new(SgfGameType::Gomoku, (size, size), line.at);
    for (at, column, row) in points {
        let row = size - 1 - row;
        game.play(at, game.next_color(), Some(Point { column, row }));
    }
    Ok(game)
}

/// Reads the point at the start of a text. Returns its column from the left and its row from the bottom, both from 0,
/// and the length of its text.
fn first_point(text: &str) -> Option<(u8, u8, usize)> {
    let letter = text.bytes().next()?.to_ascii_lowercase();
    let column = letter.checked_sub(b'a').filter(|&column| column < MOST)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let row: u8 = text[1..=digits].parse().ok()?;
    let row = row.checked_sub(1).filter(|&row| row < MOST)?;
    Some((column, row, 1 + digits))
}

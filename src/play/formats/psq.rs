//! Piskvork's `.psq`, which Gomocup tournaments write: a head, the moves, two names and the result.
//!
//! ```text
//! Piskvorky 20x20, 11:11, 0
//! 10,10,0
//! 11,9,1245
//! pbrain-one.exe
//! pbrain-two.exe
//! -1
//! 2,Freestyle
//! ```
//!
//! A move is a column and a row, counted from 1 at the upper left, and a time in milliseconds. The last number of the
//! head is 1 if the second player moved first. Tournaments add a last line with the winner (1 for the first name) and
//! the rule.

use super::other_game::{TextLine, lines};
use super::{OtherGame, RecordFormat};
use crate::refusal::Refusal;
use tengen_records::sgf::SgfGameType;

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "Piskvork's PSQ",
    game: SgfGameType::Gomoku,
    recognize: |content| {
        lines(content.text)
            .next()
            .is_some_and(|line| starts_psq(line.text))
    },
    read: |content| vec![read(content.text)],
};

/// First word of every file.
const NAME: &str = "Piskvorky";

fn starts_psq(line: &str) -> bool {
    line.strip_prefix(NAME)
        .is_some_and(|rest| rest.starts_with(' '))
}

fn read(text: &str) -> Result<OtherGame, Refusal> {
    let mut lines = lines(text);
    let head = lines.next();
    let fault = || {
        let number = head.map_or(1, |line| line.number);
        let text = format!("line {number}: expected a head such as `{NAME} 20x20, 11:11, 0`");
        Refusal::at(number, text)
    };
    let (size, second_begins) = head.and_then(read_head).ok_or_else(fault)?;
    let mut game = OtherGame::new(SgfGameType::Gomoku, size, head.map_or(0, |line| line.at));
    let mut names = Vec::new();
    let mut end = None;
    for line in lines {
        let numbers = numbers(line.text);
        match numbers.as_deref() {
            Some(&[column, row] | &[column, row, _]) if names.is_empty() && end.is_none() => {
                add_move(&mut game, line, column, row);
            }
            None if names.len() < 2 && end.is_none() && !is_result(line.text) => {
                names.push(line.text);
            }
            Some([_]) => {}
            _ if is_result(line.text) => end = Some(line.text),
            _ => game.warn(line.number, "expected a move such as `10,10,0`"),
        }
    }
    if let &[first, second] = &names[..] {
        let (black, white) = if second_begins {
            (second, first)
        } else {
            (first, second)
        };
        game.note("PB", player(black));
        game.note("PW", player(white));
    }
    if let Some((winner, rule)) = end.and_then(|end| end.split_once(',')) {
        let black = if second_begins { "2" } else { "1" };
        let result = match winner.trim() {
            "0" => "0",
            winner if winner == black => "B+",
            _ => "W+",
        };
        game.note("RE", result);
        game.game.info.rules = Some(rule.trim().to_owned());
    }
    Ok(game)
}

/// Reads the size, columns first, and whether the second player moved first.
fn read_head(line: TextLine<'_>) -> Option<((u8, u8), bool)> {
    let mut fields = line.text.strip_prefix(NAME)?.split(',').map(str::trim);
    let (width, height) = fields.next()?.split_once('x')?;
    let side = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|side| (1..=52).contains(side))
    };
    let second_begins = fields.nth(1) == Some("1");
    Some(((side(width)?, side(height)?), second_begins))
}

fn numbers(line: &str) -> Option<Vec<i64>> {
    let numbers = line.split(',').map(|text| text.trim().parse().ok());
    numbers.collect()
}

/// Whether a line is the winner and the rule, such as `1,Freestyle`.
fn is_result(line: &str) -> bool {
    let Some((winner, rule)) = line.split_once(',') else {
        return false;
    };
    matches!(winner.trim(), "0" | "1" | "2") && rule.trim().parse::<i64>().is_err()
}

fn add_move(game: &mut OtherGame, line: TextLine<'_>, column: i64, row: i64) {
    let from_zero = |number: i64| u32::try_from(number.checked_sub(1)?).ok();
    let point = from_zero(column).zip(from_zero(row));
    match point.and_then(|(column, row)| game.point(column, row)) {
        Some(point) => game.play(line.at, game.next_color(), Some(point)),
        None => game.warn(line.number, "expected a point of the board, from 1"),
    }
}

/// Returns a program's name without its file extension.
fn player(name: &str) -> &str {
    let stem = name
        .rsplit_once('.')
        .filter(|(_, ending)| matches!(*ending, "exe" | "zip"));
    stem.map_or(name, |(stem, _)| stem)
}

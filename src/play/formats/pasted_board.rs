//! Othello boards as people paste them: eight rows of eight squares, one row of 64, or GGF's `[8 ...]`.
//!
//! | | |
//! |---|---|
//! | black | `X`, `*`, `B`, `#`, `@`, `●` |
//! | white | `O`, `0`, `W`, `○` |
//! | empty | `-`, `.`, `_`, `+`, `,`, `·` |
//!
//! Letters may be upper or lower case. Blanks and `|` between squares, row numbers, column letters and borders are
//! skipped. The side to move may follow the squares or have its own line before or after the board, such as `X` or
//! `White to move`. If it is missing, Black moves when the number of discs is even, as in a game without passes, and
//! White when it is odd. If that side has no move but the other has, the other moves.

use tengen_engine::game::Color;
use tengen_reversi::rules::position::Position;

/// Number of rows and of columns.
const SIDE: usize = 8;

const SQUARES: usize = SIDE * SIDE;

/// Maximum number of lines for a board with its borders, labels and surrounding lines.
const MOST_LINES: usize = 24;

/// Maximum length of a line in bytes.
const LONGEST_LINE: usize = 400;

/// Reads the board at the start of a text and returns it with the length of its text.
pub(super) fn read(text: &str) -> Option<(Position, usize)> {
    bracketed(text).or_else(|| drawn(text))
}

/// Reads `[8 SQUARES SIDE]`, optionally after `BO`.
fn bracketed(text: &str) -> Option<(Position, usize)> {
    let rest = text.strip_prefix("BO").unwrap_or(text);
    let inner = rest.strip_prefix('[')?.trim_start().strip_prefix('8')?;
    if !inner.starts_with(char::is_whitespace) {
        return None;
    }
    let end = inner
        .bytes()
        .take(LONGEST_LINE)
        .position(|byte| byte == b']')?;
    let position = with_side(inner.get(..end)?)?;
    let length = text.len() - inner.len() + end + 1;
    Some((position, length))
}

/// Reads 64 squares and an optional side to move.
fn with_side(text: &str) -> Option<Position> {
    let mut squares: Vec<char> = text.chars().filter(|&c| !is_gap(c)).collect();
    let mover = match squares.len() {
        SQUARES => None,
        n if n == SQUARES + 1 => Some(cell(squares.pop()?)??),
        _ => return None,
    };
    let cells: Option<Vec<Option<Color>>> = squares.into_iter().map(cell).collect();
    position(&cells?, mover)
}

/// Reads a board in rows, or 64 squares on a single line.
fn drawn(text: &str) -> Option<(Position, usize)> {
    let (mut cells, mut mover, mut length, mut at) = (Vec::new(), None, 0, 0);
    for line in text.split_inclusive('\n').take(MOST_LINES) {
        let seen = line.trim();
        at += line.len();
        if line.len() > LONGEST_LINE {
            break;
        }
        let is_whole = cells.len() == SQUARES;
        match row(seen).filter(|_| !is_whole) {
            Some(row) => {
                cells.extend(row);
                length = at;
                continue;
            }
            None if cells.is_empty() => {
                if let Some(position) = with_side(seen) {
                    return Some((position, at));
                }
            }
            None => {}
        }
        let is_around = is_border(seen) || is_columns(seen);
        match side_of(seen) {
            Some(color) if mover.is_none() && (is_whole || cells.is_empty()) => {
                mover = Some(color);
                length = at;
            }
            _ if is_around => length = if is_whole { at } else { length },
            _ if seen.is_empty() && is_whole => {}
            _ => break,
        }
    }
    (cells.len() == SQUARES).then_some(())?;
    Some((position(&cells, mover)?, length))
}

fn row(line: &str) -> Option<Vec<Option<Color>>> {
    let is_label = |c: char| matches!(c, '1'..='8') || is_gap(c);
    let squares = line.trim_matches(is_label).chars();
    let cells: Option<Vec<Option<Color>>> = squares.filter(|&c| !is_gap(c)).map(cell).collect();
    cells.filter(|cells| cells.len() == SIDE)
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '│' | '┃')
}

/// Returns the content of a square; `None` if the character is not a square.
fn cell(c: char) -> Option<Option<Color>> {
    match c {
        'X' | 'x' | '*' | 'B' | 'b' | '#' | '@' | '●' | '⚫' => Some(Some(Color::Black)),
        'O' | 'o' | '0' | 'W' | 'w' | '○' | '⚪' => Some(Some(Color::White)),
        '-' | '.' | '_' | '+' | ',' | '·' => Some(None),
        _ => None,
    }
}

fn is_border(line: &str) -> bool {
    !line.is_empty()
        && line
            .chars()
            .all(|c| is_gap(c) || matches!(c, '+' | '-' | '=' | '─'..='╿'))
}

/// Whether a line is the column letters, `a b c d e f g h`.
fn is_columns(line: &str) -> bool {
    let letters = line.chars().filter(|&c| !is_gap(c) && c != '+');
    letters
        .map(|c| c.to_ascii_lowercase())
        .eq("abcdefgh".chars())
}

/// Returns the side to move named on a line such as `X`, `White to move` or `turn: black`.
fn side_of(line: &str) -> Option<Color> {
    let line = line.to_lowercase();
    let words: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '.' | '(' | ')'))
        .filter(|word| !word.is_empty())
        .collect();
    if words.len() > SIDE {
        return None;
    }
    let colors: Vec<Color> = words.iter().filter_map(|word| color(word)).collect();
    let is_said = |word: &&str| matches!(*word, "move" | "moves" | "play" | "plays" | "turn");
    match colors[..] {
        [color] if words.len() == 1 || words.iter().any(is_said) => Some(color),
        _ => None,
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "black" | "x" | "*" | "b" | "●" => Some(Color::Black),
        "white" | "o" | "w" | "○" => Some(Color::White),
        _ => None,
    }
}

/// Returns a position with the given side to move, or with the one inferred from the discs.
fn position(cells: &[Option<Color>], mover: Option<Color>) -> Option<Position> {
    let letters = cells.iter().map(|cell| match cell {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '-',
    });
    let squares: String = letters.collect();
    if let Some(mover) = mover {
        return Position::from_text(&squares, mover).ok();
    }
    let discs = cells.iter().flatten().count();
    let by_count = match discs % 2 {
        0 => Color::Black,
        _ => Color::White,
    };
    let position = Position::from_text(&squares, by_count).ok()?;
    match position.must_pass() {
        true => Position::from_text(&squares, by_count.opponent()).ok(),
        false => Some(position),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(text: &str) -> Option<Color> {
        use tengen_engine::game::Position as _;
        read(text).map(|(position, _)| position.to_move())
    }

    const ROWS: [&str; 8] = [
        "--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------",
        "--------",
    ];

    #[test]
    fn boards_of_every_spelling_are_the_start() {
        use tengen_engine::game::Position as _;
        let rows = ROWS.join("\n");
        let blanks = ROWS
            .map(|row| row.split("").collect::<Vec<_>>().join(" "))
            .join("\n");
        let stars = rows.replace('X', "*").replace('-', ".");
        let letters = rows.replace('X', "b").replace('O', "w").replace('-', "_");
        let numbered: Vec<String> = (1..)
            .zip(ROWS)
            .map(|(n, row)| format!("{n} {row} {n}"))
            .collect();
        let numbered = format!(
            "  a b c d e f g h\n{}\n  ABCDEFGH\nBlack to move\n",
            numbered.join("\n")
        );
        let boxed: Vec<String> = ROWS.map(|row| format!("|{row}|")).to_vec();
        let boxed = format!("+--------+\n{}\n+--------+\n", boxed.join("\n"));
        for text in [
            rows.clone(),
            blanks,
            stars,
            letters,
            numbered,
            boxed,
            ROWS.concat(),
            format!("{} X", ROWS.join(" ")),
            format!("[8 {} *]", ROWS.join(" ")),
            format!("BO[8 {}]", ROWS.concat().replace('X', "*")),
        ] {
            let (position, length) = read(&text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(position.to_move(), Color::Black, "{text}");
            assert!(position == Position::start(), "{text}");
            assert_eq!(text[length..].trim(), "", "{text}");
        }
    }

    #[test]
    fn the_side_follows_from_the_discs_unless_it_is_named() {
        let rows = ROWS.join("\n");
        assert_eq!(side(&rows), Some(Color::Black));
        for named in ["O", "White to move", "turn: white", "○ to play", "WHITE"] {
            assert_eq!(
                side(&format!("{rows}\n\n{named}\n")),
                Some(Color::White),
                "{named}"
            );
            assert_eq!(
                side(&format!("{named}\n{rows}\n")),
                Some(Color::White),
                "{named}"
            );
        }
        let odd = rows.replacen("---OX---", "--XXX---", 1);
        assert_eq!(side(&odd), Some(Color::White));
        // White has no disc to outflank with, so the side that has a move keeps the turn.
        let stuck = format!("XO------{}", "-".repeat(56));
        assert_eq!(side(&stuck), Some(Color::Black));
        let stuck = format!("OXX-----{}", "-".repeat(56));
        assert_eq!(side(&stuck), Some(Color::White));
    }

    #[test]
    fn other_texts_are_no_boards() {
        let rows = ROWS.join("\n");
        for text in [
            "",
            "hello",
            &ROWS[1..].join("\n"),
            &rows.replace('X', "?"),
            &rows.replacen("---OX---", "---OX--", 1),
            "[8]",
            "[Event \"8\"]",
            "f5d6c3",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        let (_, length) = read(&format!("{rows}\nf5d6")).unwrap();
        assert_eq!(length, rows.len() + 1);
    }
}

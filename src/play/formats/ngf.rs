//! `.ngf` of Cyberoro and WBaduk: unnamed header lines, then moves. A move is `PM`, the move number in two letters, the
//! color, column and row, and the column and row again.
//!
//! Columns and rows count from `B` at the upper left. The header lines are the kind of game, the size, White with rank,
//! Black with rank, the server, handicap stones, a number, the komi without its half point, the date, a number, the
//! result and the number of moves. Older files begin every line with `GI`: event, White, Black, two blank lines, date,
//! size, handicap stones, a number, komi and number of moves.

use super::other_game::{TextLine, date, lines};
use super::{OtherGame, RecordContent, RecordFormat, handicap};
use tengen_engine::game::Color;
use tengen_records::sgf::SgfGameType;

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "NGF of Cyberoro and WBaduk",
    game: SgfGameType::Go,
    recognize: |content| is_ngf(content.text),
    read: |content: RecordContent<'_>| vec![Ok(read(content.text))],
};

/// Largest number of header lines.
const MOST_HEADER_LINES: usize = 14;

fn is_ngf(text: &str) -> bool {
    let mut lines = lines(text).take(MOST_HEADER_LINES);
    lines.any(|line| is_move(line.text) || line.text == "www.cyberoro.com")
}

/// Whether a line is a move such as `PMABBREER`.
fn is_move(line: &str) -> bool {
    let &[b'P', b'M', first, second, color, column, row, ..] = line.as_bytes() else {
        return false;
    };
    let are_letters = [first, second, column, row]
        .iter()
        .all(u8::is_ascii_uppercase);
    are_letters && matches!(color, b'B' | b'W')
}

fn read(text: &str) -> OtherGame {
    let old = text.trim_start_matches('\u{feff}').starts_with("GI");
    let header: Vec<&str> = text
        .lines()
        .map(|line| line.trim_start_matches('\u{feff}').trim())
        .take_while(|line| !is_move(line))
        .take(MOST_HEADER_LINES)
        .map(|line| {
            if old {
                line.strip_prefix("GI").unwrap_or(line)
            } else {
                line
            }
        })
        .collect();
    let at = |index: usize| header.get(index).copied().unwrap_or_default();
    let [size, white, black, stones, komi, begun] = match old {
        true => [6, 1, 2, 7, 9, 5],
        false => [1, 2, 3, 5, 7, 8],
    }
    .map(at);
    let size = size
        .parse()
        .ok()
        .filter(|size| (2..=25).contains(size))
        .unwrap_or(19);
    let mut game = OtherGame::new(SgfGameType::Go, (size, size), 0);
    player(&mut game, ["PB", "BR"], black);
    player(&mut game, ["PW", "WR"], white);
    game.note("EV", at(0));
    if !old {
        game.note("PC", at(4));
        game.note("RE", &result(at(10)).unwrap_or_default());
    }
    game.note("DT", &date(begun).unwrap_or_default());
    let stones: u32 = stones.parse().unwrap_or(0);
    handicap::set_up(&mut game, stones);
    if let Ok(komi) = komi.parse::<f64>() {
        let is_whole = komi.fract() == 0.0;
        let half = if stones == 0 && is_whole { 0.5 } else { 0.0 };
        game.game.info.komi = komi.is_finite().then(|| (komi + half).to_string());
    }
    for line in lines(text) {
        if is_move(line.text) {
            add_move(&mut game, line);
        }
    }
    game
}

fn add_move(game: &mut OtherGame, line: TextLine<'_>) {
    let &[_, _, _, _, color, column, row, ..] = line.text.as_bytes() else {
        return;
    };
    let color = match color {
        b'B' => Color::Black,
        _ => Color::White,
    };
    // `A` is just off the board and means a pass.
    if (column, row) == (b'A', b'A') {
        return game.play(line.at, color, None);
    }
    let from_b = |letter: u8| u32::from(letter).checked_sub(u32::from(b'B'));
    let point = from_b(column).zip(from_b(row));
    match point.and_then(|(column, row)| game.point(column, row)) {
        Some(point) => game.play(line.at, color, Some(point)),
        None => game.warn(
            line.number,
            "expected a move such as `PMABBREER` on the board",
        ),
    }
}

/// Adds a player from a name, blanks and a rank such as `9DP` (a professional), `7D*` or `3K`.
fn player(game: &mut OtherGame, [name, rank]: [&str; 2], line: &str) {
    let (player, level) = line.rsplit_once(char::is_whitespace).unwrap_or((line, ""));
    game.note(name, player);
    let level = level.replace("DP", "p").replace('D', "d").replace('K', "k");
    game.note(rank, &level);
}

/// Translates a result such as `White wins by resign!` or `Black wins by 0.5!`.
fn result(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let says = |words: &str| text.contains(words);
    let winner = match () {
        () if says("white win") || says("black lose") => 'W',
        () if says("black win") || says("white lose") => 'B',
        () => return None,
    };
    let number = text
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .find(|part| part.parse::<f64>().is_ok());
    let by = match () {
        () if says("resign") => "R",
        () if says("time") => "T",
        () => number.unwrap_or_default(),
    };
    Some(format!("{winner}+{by}"))
}

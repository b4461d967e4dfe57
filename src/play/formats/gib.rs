//! Tygem's `.gib`: headers `\[NAME=VALUE\]`, then moves `STO 0 NUMBER COLOR COLUMN ROW`.
//!
//! Columns and rows count from 0 at the upper left, and color 1 is black. `INI` gives the number of handicap stones,
//! `SKI` is a pass. A truncated file yields the moves before its end.

use super::other_game::{TextLine, date, lines, name_and_rank};
use super::{OtherGame, RecordContent, RecordFormat, handicap, language_hints};
use tengen_engine::game::Color;
use tengen_records::encoding::{EncodingHints, Language};
use tengen_records::sgf::SgfGameType;

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "Tygem's GIB",
    game: SgfGameType::Go,
    recognize,
    read: |content| vec![Ok(read(content.text))],
};

/// Number of leading bytes searched for the language.
const HEAD: usize = 256;

fn recognize(content: RecordContent<'_>) -> bool {
    let mut lines = lines(content.text).map(|line| line.text);
    match lines.next() {
        Some("\\HS") => true,
        Some(first) if first.starts_with("\\[") => first.contains("\\]"),
        Some(first) => first.starts_with("INI ") && lines.next().is_some_and(is_stone),
        None => false,
    }
}

fn is_stone(line: &str) -> bool {
    line.starts_with("STO ")
}

/// Returns the language of the server branch that wrote the file.
pub(super) fn hints(bytes: &[u8]) -> Option<EncodingHints<'static>> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let branch = |name: &str| {
        let mut windows = head.windows(name.len());
        windows.any(|window| window == name.as_bytes())
    };
    match () {
        () if branch("GIBOKIND=China") => Some(language_hints(Language::SimplifiedChinese)),
        () if branch("GIBOKIND=Korea") => Some(language_hints(Language::Korean)),
        () if branch("GIBOKIND=Japan") => Some(language_hints(Language::Japanese)),
        () => None,
    }
}

fn read(text: &str) -> OtherGame {
    let mut game = OtherGame::new(SgfGameType::Go, (19, 19), 0);
    let mut header = GibHeader::default();
    for line in lines(text) {
        let word = line.text.split(' ').next().unwrap_or_default();
        match word {
            "STO" => add_stone(&mut game, line),
            "SKI" => game.play(line.at, game.next_color(), None),
            "INI" => {
                let stones = line.text.split_ascii_whitespace().nth(3);
                let stones = stones.and_then(|stones| stones.parse().ok());
                handicap::set_up(&mut game, stones.unwrap_or(0));
            }
            _ if line.text.starts_with("\\[") => {
                for part in line.text.split("\\[").skip(1) {
                    let part = part.split("\\]").next().unwrap_or_default();
                    header.add(&mut game, part);
                }
            }
            _ => {}
        }
    }
    header.finish(&mut game);
    game
}

fn add_stone(game: &mut OtherGame, line: TextLine<'_>) {
    let mut numbers = line.text.split_ascii_whitespace().skip(3);
    let mut number = || numbers.next().and_then(|text| text.parse::<u32>().ok());
    let (color, column, row) = (number(), number(), number());
    let color = match color {
        Some(1) => Color::Black,
        Some(2) => Color::White,
        _ => return game.warn(line.number, "expected a move such as `STO 0 2 1 15 3`"),
    };
    match column
        .zip(row)
        .and_then(|(column, row)| game.point(column, row))
    {
        Some(point) => game.play(line.at, color, Some(point)),
        None => game.warn(line.number, "expected a move such as `STO 0 2 1 15 3`"),
    }
}

/// Header values that may appear in more than one field.
#[derive(Default)]
struct GibHeader {
    date: Option<String>,
    result: Option<String>,
    komi: Option<f64>,
}

impl GibHeader {
    fn add(&mut self, game: &mut OtherGame, text: &str) {
        let Some((name, value)) = text.split_once('=') else {
            return;
        };
        match name {
            "GAMEBLACKNAME" => player(game, ["PB", "BR"], value),
            "GAMEWHITENAME" => player(game, ["PW", "WR"], value),
            "GAMENAME" => game.note("EV", value),
            "GAMEPLACE" => game.note("PC", value),
            "GAMECOMMENT" => game.note("GC", value),
            "GAMEDATE" => self.date = date(value),
            "GAMEINFOMAIN" => self.add_values(value, ["GRLT:", "ZIPSU:", "GONGJE:"]),
            "GAMETAG" => {
                self.add_values(value, ["W", "Z", "G"]);
                let mut fields = value.split(',');
                let begun = fields.find_map(|field| date(field.strip_prefix('C')?));
                self.date = self.date.take().or(begun);
                let times = value.split(',').find_map(|field| field.strip_prefix('T'));
                self.add_times(game, times.unwrap_or_default());
            }
            _ => {}
        }
    }

    /// Adds the time settings: periods, seconds per period and main time, separated by `-`.
    fn add_times(&mut self, game: &mut OtherGame, times: &str) {
        let times: Vec<u32> = times
            .split('-')
            .filter_map(|time| time.parse().ok())
            .collect();
        // Tygem may write the first two in reverse order. A period is assumed to have more seconds than there are
        // periods.
        if let &[first, second, main] = &times[..] {
            let (periods, seconds) = (first.min(second), first.max(second));
            if main > 0 {
                game.note("TM", &main.to_string());
            }
            if periods > 0 && main > 0 {
                game.note("OT", &format!("{periods}x{seconds} byo-yomi"));
            }
        }
    }

    /// Adds the result, and the margin and komi, which are in tenths of a point.
    fn add_values(&mut self, values: &str, names: [&str; 3]) {
        let value = |name: &str| -> Option<u32> {
            let mut fields = values.split(',');
            fields.find_map(|field| field.trim().strip_prefix(name)?.parse().ok())
        };
        let [kind, margin, komi] = names.map(value);
        let tenths = |value: u32| f64::from(value) / 10.0;
        let result = match kind {
            Some(kind @ (0 | 1)) => margin.filter(|&margin| margin > 0).map(|margin| {
                let winner = if kind == 0 { 'B' } else { 'W' };
                format!("{winner}+{}", tenths(margin))
            }),
            Some(3) => Some("B+R".to_owned()),
            Some(4) => Some("W+R".to_owned()),
            Some(7) => Some("B+T".to_owned()),
            Some(8) => Some("W+T".to_owned()),
            _ => None,
        };
        self.result = self.result.take().or(result);
        self.komi = self.komi.or(komi.map(tenths));
    }

    fn finish(self, game: &mut OtherGame) {
        for (name, value) in [("DT", self.date), ("RE", self.result)] {
            game.note(name, &value.unwrap_or_default());
        }
        game.game.info.komi = self.komi.map(|komi| komi.to_string());
    }
}

fn player(game: &mut OtherGame, [name, rank]: [&str; 2], value: &str) {
    let (player, level) = name_and_rank(value);
    game.note(name, player);
    game.note(rank, level);
}

//! Writes a game as SGF `FF[4]`.

use super::{Point, SgfGame, SgfGameInfo, SgfSetup, SgfStep};
use crate::engine::game::Color;

/// Line length after which the next property begins a new line.
const LINE_LENGTH: usize = 72;

/// Writes a game as one SGF tree. Parsing it gives the same game, provided that its points are on its board, its texts
/// are single trimmed lines, and no set-up is empty.
pub fn write(game: &SgfGame) -> String {
    write_with_comments(game, &[])
}

/// Writes a game as [`write()`] does, with comments (`C`). Each comment has the index of its step and a text. A set-up
/// at the start of the game belongs to the root.
pub fn write_with_comments(game: &SgfGame, comments: &[(usize, String)]) -> String {
    let mut file = SgfWriter::default();
    file.text.push_str("(;");
    info(&game.info, &mut file);
    for (index, step) in game.steps.iter().enumerate() {
        // The root holds the initial position.
        if index > 0 || matches!(step, SgfStep::Move(..)) {
            file.node();
        }
        match step {
            SgfStep::Setup(points) => setup(points, &mut file),
            SgfStep::Move(color, point) => {
                file.property(letter(*color), &[point.map(letters).unwrap_or_default()]);
            }
        }
        let here = comments.iter().filter(|(at, _)| *at == index);
        let texts: Vec<String> = here.map(|(_, text)| escape(text)).collect();
        file.property("C", texts.get(..1).unwrap_or_default());
    }
    file.text.push_str(")\n");
    file.text
}

fn info(info: &SgfGameInfo, file: &mut SgfWriter) {
    file.property("GM", &[info.kind.number().to_string()]);
    file.property("FF", &["4".to_owned()]);
    file.property("CA", &["UTF-8".to_owned()]);
    file.property("AP", &[format!("Tengen:{}", env!("CARGO_PKG_VERSION"))]);
    let size = if info.width == info.height {
        info.width.to_string()
    } else {
        format!("{}:{}", info.width, info.height)
    };
    file.property("SZ", &[size]);
    let numbers = [
        ("KM", info.komi.map(|komi| komi.to_string())),
        ("HA", info.handicap.map(|stones| stones.to_string())),
    ];
    let texts = [
        ("PB", &info.black),
        ("PW", &info.white),
        ("RU", &info.rules),
        ("RE", &info.result),
        ("DT", &info.date),
        ("EV", &info.event),
    ];
    let texts = texts.map(|(name, text)| (name, text.as_deref().map(escape)));
    for (name, value) in numbers.into_iter().chain(texts) {
        if let Some(value) = value {
            file.property(name, &[value]);
        }
    }
}

fn setup(setup: &SgfSetup, file: &mut SgfWriter) {
    for (name, points) in [
        ("AB", &setup.black),
        ("AW", &setup.white),
        ("AE", &setup.empty),
    ] {
        let values: Vec<String> = points.iter().copied().map(letters).collect();
        file.property(name, &values);
    }
    if let Some(color) = setup.to_move {
        file.property("PL", &[letter(color).to_owned()]);
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

fn letters(point: Point) -> String {
    let letter = |index: u8| match index {
        0..26 => char::from(b'a' + index),
        _ => char::from(b'A' + (index - 26)),
    };
    [letter(point.column), letter(point.row)]
        .into_iter()
        .collect()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The text so far and the length of its last line.
#[derive(Default)]
struct SgfWriter {
    text: String,
    column: usize,
}

impl SgfWriter {
    fn node(&mut self) {
        self.wrap();
        self.text.push(';');
        self.column += 1;
    }

    /// Adds a property with its escaped values, or nothing without values.
    fn property(&mut self, name: &str, values: &[String]) {
        if values.is_empty() {
            return;
        }
        self.add(name);
        for value in values {
            self.wrap();
            self.add("[");
            self.add(value);
            self.add("]");
        }
    }

    fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn wrap(&mut self) {
        if self.column > LINE_LENGTH {
            self.text.push('\n');
            self.column = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::records::sgf::SgfGameType;

    #[test]
    fn a_small_game_in_full() {
        let mut info = SgfGameInfo::new(SgfGameType::Go, 9, 13);
        info.komi = Some(7.5);
        info.black = Some("a]b\\c:d".to_owned());
        let start = SgfSetup {
            black: vec![Point { column: 2, row: 2 }],
            to_move: Some(Color::White),
            ..SgfSetup::default()
        };
        let steps = vec![
            SgfStep::Setup(start),
            SgfStep::Move(Color::White, Some(Point { column: 8, row: 12 })),
            SgfStep::Move(Color::Black, None),
        ];
        let text = SgfGame { info, steps }.to_text();
        let (head, tail) = text.split_once("AP[").unwrap();
        assert_eq!(head, "(;GM[1]FF[4]CA[UTF-8]");
        let tail = tail.split_once(']').unwrap().1.replace('\n', "");
        assert_eq!(
            tail,
            "SZ[9:13]KM[7.5]PB[a\\]b\\\\c\\:d]AB[cc]PL[W];W[im];B[])"
        );
    }

    #[test]
    fn lines_are_short() {
        let moves = vec![SgfStep::Move(Color::Black, Some(Point { column: 0, row: 0 })); 500];
        let game = SgfGame {
            info: SgfGameInfo::new(SgfGameType::Go, 19, 19),
            steps: moves,
        };
        assert!(
            game.to_text()
                .lines()
                .all(|line| line.len() <= LINE_LENGTH + 10)
        );
    }

    fn text() -> impl Strategy<Value = Option<String>> {
        let printable = proptest::collection::vec(
            prop_oneof![
                Just(']'),
                Just('['),
                Just('\\'),
                Just(':'),
                Just(' '),
                Just(';'),
                any::<char>()
            ],
            0..12,
        );
        printable.prop_map(|chars| {
            let visible = |c: &char| *c == ' ' || !(c.is_whitespace() || c.is_control());
            let text: String = chars.into_iter().filter(visible).collect();
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        })
    }

    fn info_strategy() -> impl Strategy<Value = SgfGameInfo> {
        let kind = prop_oneof![
            Just(SgfGameType::Go),
            Just(SgfGameType::Othello),
            Just(SgfGameType::Gomoku)
        ];
        let numbers = (
            proptest::option::of(-200i32..200),
            proptest::option::of(0u32..30),
        );
        let texts = [text(), text(), text(), text(), text(), text()];
        (kind, 1u8..=52, 1u8..=52, numbers, texts).prop_map(
            |(
                kind,
                width,
                height,
                (half_komi, handicap),
                [black, white, rules, result, date, event],
            )| SgfGameInfo {
                komi: half_komi.map(|half| f64::from(half) / 2.0),
                handicap,
                black,
                white,
                rules,
                result,
                date,
                event,
                ..SgfGameInfo::new(kind, width, height)
            },
        )
    }

    /// A point of the board, or a pass.
    fn point(index: Option<u16>, info: &SgfGameInfo) -> Option<Point> {
        let (width, height) = (u16::from(info.width), u16::from(info.height));
        let index = index? % (width * height);
        Some(Point {
            column: (index % width) as u8,
            row: (index / width) as u8,
        })
    }

    fn color(black: bool) -> Color {
        if black { Color::Black } else { Color::White }
    }

    fn setup_of(cells: Vec<(u16, u8)>, turn: Option<bool>, info: &SgfGameInfo) -> SgfSetup {
        let mut setup = SgfSetup {
            to_move: turn.map(color),
            ..SgfSetup::default()
        };
        let mut cells: Vec<_> = cells
            .into_iter()
            .map(|(i, kind)| (point(Some(i), info), kind))
            .collect();
        cells.sort_by_key(|(point, _)| point.map(|p| (p.row, p.column)));
        cells.dedup_by_key(|(point, _)| *point);
        for (point, kind) in cells {
            match kind {
                0 => setup.black.extend(point),
                1 => setup.white.extend(point),
                _ => setup.empty.extend(point),
            }
        }
        setup
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_the_same(
            info in info_strategy(),
            start in (proptest::collection::vec((any::<u16>(), 0u8..3), 0..60), any::<Option<bool>>()),
            moves in proptest::collection::vec((any::<bool>(), any::<Option<u16>>()), 0..100),
        ) {
            let mut steps = Vec::new();
            let first = setup_of(start.0, start.1, &info);
            if first != SgfSetup::default() {
                steps.push(SgfStep::Setup(first));
            }
            steps.extend(moves.into_iter().map(|(black, to)| SgfStep::Move(color(black), point(to, &info))));
            let game = SgfGame { info, steps };
            prop_assert_eq!(SgfGame::from_text(&game.to_text()), Ok(game));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[(;)\\[\\]a-tABWEZS0-9:\\\\ \n]{0,60}") {
            let _ = SgfGame::from_text(&text);
        }
    }
}

//! Pandanet's `.ugf`, and `.ugi` for reviews: a section `[Header]` with `NAME=VALUE`, and `[Data]` with moves
//! `POINT,COLOR,NODE,SECONDS`.
//!
//! A point is two letters from `A`, without gaps in the alphabet: the column from the left and the row from the bottom.
//! The moves of node 0 are handicap stones. Review comments on nodes of the game are kept.

use std::collections::BTreeMap;

use super::other_game::{TextLine, date, lines};
use super::{OtherGame, RecordFormat};
use crate::refusal::Refusal;
use tengen_engine::game::Color;
use tengen_engine::game::Point;
use tengen_records::encoding::EncodingHints;
use tengen_records::sgf::{NoteNode, SgfGameType};

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "Pandanet's UGF",
    game: SgfGameType::Go,
    recognize: |content| {
        lines(content.text)
            .next()
            .is_some_and(|line| line.text.eq_ignore_ascii_case("[Header]"))
    },
    read: |content| vec![read(content.text)],
};

/// Number of leading bytes searched for the name of the encoding.
const HEAD: usize = 512;

/// Returns the encoding named in the file.
pub(super) fn hints(bytes: &[u8]) -> Option<EncodingHints<'_>> {
    let head = &bytes[..bytes.len().min(HEAD)];
    if !head.trim_ascii_start().starts_with(b"[Header]") {
        return None;
    }
    let mut lines = head.split(|&byte| byte == b'\n');
    let declared = lines.find_map(|line| line.trim_ascii().strip_prefix(b"Lang="));
    Some(EncodingHints {
        declared,
        language: None,
    })
}

enum UgfSection {
    Header,
    Data,
    /// Review comments on the node with this number.
    Comments(Option<u32>),
    Other,
}

fn read(text: &str) -> Result<OtherGame, Refusal> {
    let mut reader = UgfReader {
        game: OtherGame::new(SgfGameType::Go, (19, 19), 0),
        section: UgfSection::Other,
        comments: BTreeMap::new(),
        steps: BTreeMap::new(),
    };
    // The size precedes the moves, and no value before it depends on it.
    for line in lines(text) {
        reader.add(line)?;
    }
    Ok(reader.finish())
}

struct UgfReader {
    game: OtherGame,
    section: UgfSection,
    /// Comments by node number.
    comments: BTreeMap<u32, String>,
    /// Step of the game at each node.
    steps: BTreeMap<u32, u32>,
}

impl UgfReader {
    fn add(&mut self, line: TextLine<'_>) -> Result<(), Refusal> {
        let text = line.text;
        if let Some(name) = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            self.section = match name {
                "Header" => UgfSection::Header,
                "Data" => UgfSection::Data,
                "ReviewComment" => UgfSection::Comments(None),
                _ => UgfSection::Other,
            };
            return Ok(());
        }
        match self.section {
            UgfSection::Header => match text.split_once('=') {
                Some((name, value)) => self.add_value(line, name.trim(), value.trim()),
                None => Ok(()),
            },
            UgfSection::Data => {
                self.add_move(line);
                Ok(())
            }
            UgfSection::Comments(node) => {
                if let Some(rest) = text.strip_prefix(".Comment") {
                    let number = rest
                        .split(',')
                        .nth(1)
                        .and_then(|text| text.trim().parse().ok());
                    let number = number.and_then(|number: u32| number.checked_sub(1));
                    self.section = UgfSection::Comments(number);
                } else if let Some(node) = node {
                    let comment = self.comments.entry(node).or_default();
                    if !comment.is_empty() {
                        comment.push('\n');
                    }
                    comment.push_str(text);
                }
                Ok(())
            }
            UgfSection::Other => Ok(()),
        }
    }

    fn add_value(&mut self, line: TextLine<'_>, name: &str, value: &str) -> Result<(), Refusal> {
        let mut fields = value.split(',').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        let game = &mut self.game;
        match name {
            "PlayerB" | "PlayerW" => {
                let names = if name == "PlayerB" {
                    ["PB", "BR"]
                } else {
                    ["PW", "WR"]
                };
                for property in names {
                    let value = field();
                    game.note(property, value);
                }
            }
            "Size" => {
                let size = value.parse().ok().filter(|size| (2..=25).contains(size));
                let size: u8 = size.ok_or_else(|| {
                    let text = format!("line {}: expected a size from 2 to 25", line.number);
                    Refusal::at(line.number, text)
                })?;
                (game.game.info.width, game.game.info.height) = (size, size);
            }
            "Hdcp" => {
                let (stones, komi) = (field(), field());
                if stones.parse().is_ok_and(|stones: u32| stones > 1) {
                    game.game.info.handicap = Some(stones.to_owned());
                    game.game.start.to_move = Some(Color::White);
                }
                let komi = komi.parse().ok().filter(|komi: &f64| komi.is_finite());
                game.game.info.komi = komi.map(|komi| komi.to_string());
            }
            "Rule" => {
                let rules = match value {
                    "JPN" => "Japanese",
                    "CHN" => "Chinese",
                    other => other,
                };
                game.game.info.rules = (!rules.is_empty()).then(|| rules.to_owned());
            }
            "Date" => game.note("DT", &date(value).unwrap_or_default()),
            "Title" => game.note("EV", value.trim_end_matches(',')),
            "Place" => game.note("PC", value),
            "Copyright" => game.note("CP", value),
            "Comment" => game.note("GC", value),
            "Winner" => game.note("RE", &result(field(), field())),
            "CoordinateType" if !value.is_empty() && value != "IGS" => {
                let warning = format!("points of type {value} are read as those of IGS");
                game.warn(line.number, &warning);
            }
            _ => {}
        }
        Ok(())
    }

    fn add_move(&mut self, line: TextLine<'_>) {
        let mut fields = line.text.split(',').map(str::trim);
        let mut field = || fields.next().unwrap_or_default();
        let (point, color, node) = (field(), field(), field().parse::<u32>());
        let color = match color.chars().next() {
            Some('B') => Some(Color::Black),
            Some('W') => Some(Color::White),
            _ => None,
        };
        let is_pass = matches!(point, "" | "YA");
        let place = self.point(point);
        let game = &mut self.game;
        match (color, node, place) {
            (Some(Color::Black), Ok(0), Some(point)) => {
                let stones = &mut game.game.start.black;
                let key = |point: &Point| (point.row, point.column);
                if let Err(index) = stones.binary_search_by_key(&key(&point), key) {
                    stones.insert(index, point);
                }
            }
            (Some(color), Ok(node), place) if place.is_some() || is_pass => {
                game.play(line.at, color, place);
                self.steps.insert(node, game.moves() as u32 - 1);
            }
            _ => game.warn(line.number, "expected a move such as `QD,B1,1,0`"),
        }
    }

    fn point(&self, text: &str) -> Option<Point> {
        let &[column, row] = text.as_bytes() else {
            return None;
        };
        let from_a = |letter: u8| u32::from(letter).checked_sub(u32::from(b'A'));
        let height = u32::from(self.game.game.info.height);
        let row = height.checked_sub(1)?.checked_sub(from_a(row)?)?;
        self.game.point(from_a(column)?, row)
    }

    fn finish(mut self) -> OtherGame {
        let mut comments = BTreeMap::new();
        for (node, comment) in self.comments {
            match (node, self.steps.get(&node)) {
                (0, _) => drop(comments.insert(NoteNode::Root, comment)),
                (_, Some(&step)) => drop(comments.insert(NoteNode::Step(step), comment)),
                _ => {}
            }
        }
        for (node, comment) in comments {
            self.game.game.notes.add(node, "C", &comment);
        }
        self.game
    }
}

/// Translates a result: the winner, then points or a letter (`C` is a resignation).
fn result(winner: &str, by: &str) -> String {
    let winner = match winner {
        "B" | "W" => winner,
        "D" => return "0".to_owned(),
        _ => return String::new(),
    };
    match (by, by.parse::<f64>()) {
        ("C" | "R", _) => format!("{winner}+R"),
        ("T", _) => format!("{winner}+T"),
        (_, Ok(points)) if points.is_finite() => format!("{winner}+{}", points.abs()),
        _ => format!("{winner}+"),
    }
}

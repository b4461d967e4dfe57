//! A game of another format converted to SGF, and the lines of a text.

use tengen_engine::game::Color;
use tengen_engine::game::Point;
use tengen_records::record_fault::{FaultKind, RecordFault};
use tengen_records::sgf::{NoteNode, SgfGame, SgfGameInfo, SgfGameType, SgfReading, SgfStep};

/// Maximum number of warnings kept per game; further ones are only counted.
const MAX_WARNINGS: usize = 20;

/// A game of a format other than SGF, with the position of each move in the text.
#[derive(Clone, Debug)]
pub struct OtherGame {
    /// Game in SGF's terms.
    pub game: SgfGame,
    warnings: Vec<RecordFault>,
    /// Number of warnings, including those not kept.
    warned: usize,
    start_at: usize,
    places: Vec<u32>,
}

impl OtherGame {
    /// Creates a game without moves that begins at byte `start_at` of its text.
    pub fn new(kind: SgfGameType, (width, height): (u8, u8), start_at: usize) -> OtherGame {
        OtherGame {
            game: SgfGame::new(SgfGameInfo::new(kind, width, height)),
            warnings: Vec::new(),
            warned: 0,
            start_at,
            places: Vec::new(),
        }
    }

    /// Adds a root property, unless its value is blank.
    pub(super) fn note(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            let value: String = value.chars().filter(|c| !c.is_control()).collect();
            self.game.notes.add(NoteNode::Root, name, &value);
        }
    }

    /// Adds a move found at byte `at` of the text.
    pub(super) fn play(&mut self, at: usize, color: Color, point: Option<Point>) {
        self.game.steps.push(SgfStep::Move(color, point));
        self.places.push(at as u32);
    }

    /// Returns the number of moves added.
    pub(super) fn moves(&self) -> usize {
        self.game.steps.len()
    }

    /// Returns the side to move next if the sides alternate.
    pub(super) fn next_color(&self) -> Color {
        match self.game.steps.last() {
            Some(SgfStep::Move(color, _)) => color.opponent(),
            _ => self.game.start.to_move.unwrap_or(Color::Black),
        }
    }

    pub(super) fn warn(&mut self, line: usize, warning: &str) {
        self.warned += 1;
        if self.warned <= MAX_WARNINGS {
            let text = format!("line {line}: {warning}");
            self.warnings
                .push(RecordFault::at(line, FaultKind::LeftOut, text));
        }
    }

    /// Returns the point at this column and row, counted from 0, if it is on the board.
    pub(super) fn point(&self, column: u32, row: u32) -> Option<Point> {
        let info = &self.game.info;
        let point = Point {
            column: u8::try_from(column).ok()?,
            row: u8::try_from(row).ok()?,
        };
        (point.column < info.width && point.row < info.height).then_some(point)
    }

    /// Returns the game as an SGF reading of `text`, which it was read from.
    pub fn reading<'a>(&self, text: &'a str) -> SgfReading<'a> {
        let mut warnings = self.warnings.clone();
        if self.warned > MAX_WARNINGS {
            let more = self.warned - MAX_WARNINGS;
            let text = format!("lines left out: {more}");
            warnings.push(RecordFault::more(more, text));
        }
        SgfReading::of_other(
            text,
            self.game.clone(),
            warnings,
            (self.start_at, self.places.clone()),
        )
    }
}

/// A nonblank line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextLine<'a> {
    /// Line number, counted from 1.
    pub number: usize,
    /// Byte offset of the first nonblank character.
    pub at: usize,
    /// Text without surrounding blanks.
    pub text: &'a str,
}

/// Returns the nonblank lines of a text.
pub(super) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').zip(1..);
    lines.filter_map(move |(line, number)| {
        let start = at;
        at += line.len();
        let begun = line.trim_start_matches('\u{feff}').trim_start();
        (!begun.is_empty()).then(|| TextLine {
            number,
            at: start + line.len() - begun.len(),
            text: begun.trim_end(),
        })
    })
}

/// Splits `name (5d)` into the name and the rank; the rank may be missing.
pub(super) fn name_and_rank(text: &str) -> (&str, &str) {
    let text = text.trim();
    let split = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('));
    match split {
        Some((name, rank)) if !name.trim().is_empty() => (name.trim(), rank.trim()),
        _ => (text, ""),
    }
}

/// Returns an SGF date from the first numbers of a text (year, month, day); `None` if they are not a date.
pub(super) fn date(text: &str) -> Option<String> {
    let mut numbers = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty());
    let first = numbers.next()?;
    let (year, month, day): (u32, u32, u32) = match first.len() {
        8 => (
            first[..4].parse().ok()?,
            first[4..6].parse().ok()?,
            first[6..].parse().ok()?,
        ),
        4 => (
            first.parse().ok()?,
            numbers.next()?.parse().ok()?,
            numbers.next()?.parse().ok()?,
        ),
        _ => return None,
    };
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day) && year > 0;
    is_date.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

//! Reads the main line of a game, and its variations as text.

use super::brackets::with_escapes;
use super::game::{SgfGame, SgfGameInfo, SgfGameType, SgfSetup, SgfStep};
use super::komi;
use super::notes::NoteNode;
use super::places::PlaceIndex;
use super::tokens::{
    LEFT_OUT, MAX_FAULTS, SgfFault, SgfToken, SgfTokens, SgfValue, canonical, find_game,
};
use super::variations::Variations;
use super::{SgfError, SgfPlace, expected};
use crate::record_fault::{FaultKind, RecordFault};
use tengen_engine::game::Color;
use tengen_engine::game::Point;

/// A game that was read, with warnings and the places of its steps in the text.
#[derive(Clone, Debug)]
pub struct SgfReading<'a> {
    /// The main line of the game, with its notes.
    pub game: SgfGame,
    /// Faults that did not prevent reading and parts that were left out, each with its line and column.
    pub warnings: Vec<RecordFault>,
    text: &'a str,
    index: PlaceIndex<'a>,
    /// Byte offset of the root's first setup value, or of the game if the root sets up nothing.
    start_at: usize,
    /// Byte offset of each step.
    places: Vec<u32>,
    /// Whether the text ends before the last bracket of the game.
    is_cut: bool,
}

impl<'a> SgfReading<'a> {
    /// Creates the reading of a game in another notation, given the byte offsets of its beginning and of its steps.
    pub fn of_other(
        text: &'a str,
        game: SgfGame,
        warnings: Vec<RecordFault>,
        (start_at, places): (usize, Vec<u32>),
    ) -> SgfReading<'a> {
        SgfReading {
            game,
            warnings,
            text,
            index: PlaceIndex::new(text),
            start_at,
            places,
            is_cut: false,
        }
    }
}

impl SgfReading<'_> {
    /// Returns the place of the root's setup, or of the root if it sets up nothing.
    pub fn start_place(&self) -> SgfPlace {
        self.index.of(self.start_at)
    }

    /// Returns the place where the text ends, if it ends before the last bracket of the game.
    pub fn cut(&self) -> Option<SgfPlace> {
        self.is_cut.then(|| self.index.of(self.text.len()))
    }

    /// Returns the byte offset of a step: of the first value of its property.
    pub fn offset(&self, step: usize) -> Option<usize> {
        self.places.get(step).map(|&at| at as usize)
    }

    /// Returns the place of a step, counted from 0; the end of the text if there is no such step.
    pub fn place(&self, step: usize) -> SgfPlace {
        let at = self
            .places
            .get(step)
            .map_or(self.text.len(), |&at| at as usize);
        self.index.of(at)
    }
}

/// Reads the main line of a collection's first game: the nodes from the root along the first variation at every branch.
/// The other variations become notes. Further games are left out, with a warning. The time is linear in the length of
/// the text.
///
/// Real files have faults. Values that make no sense, such as points off the board, and text outside the grammar are
/// left out, and a truncated text is read up to its end. Each fault is a warning with its line and column. Reading
/// fails only if the text contains no game or its game type is not known.
pub fn read(text: &str) -> Result<SgfReading<'_>, SgfError> {
    read_within(0, PlaceIndex::new(text))
}

/// Reads the first game at or after byte `from`, as [`read()`] does.
pub(super) fn read_within(from: usize, places: PlaceIndex<'_>) -> Result<SgfReading<'_>, SgfError> {
    let text = places.text();
    let (info, faults) = root_info(from, &places)?;
    let tokens = SgfTokens::at_place(text, from, &places)?;
    let mut reader = SgfReader {
        board: SgfBoard {
            kind: info.kind,
            width: info.width,
            height: info.height,
        },
        reading: SgfReading {
            game: SgfGame::new(info),
            warnings: Vec::new(),
            text,
            index: places,
            start_at: text.len() - tokens.rest().len(),
            places: Vec::new(),
            is_cut: false,
        },
        node: OpenNode::default(),
        in_root: true,
        branches: 0,
        faults,
        more_faults: 0,
    };
    reader.read_game(tokens);
    Ok(reader.reading)
}

/// Reads the root properties on which the rest depends. Also returns their faults.
fn root_info(
    from: usize,
    places: &PlaceIndex<'_>,
) -> Result<(SgfGameInfo, Vec<SgfFault>), SgfError> {
    let mut tokens = SgfTokens::at_place(places.text(), from, places)?;
    let (mut kind, mut size) = (None, None);
    let mut info = SgfGameInfo::new(SgfGameType::Go, 0, 0);
    let mut program = None;
    let mut name = "".into();
    let mut nodes = 0;
    while let Some(token) = tokens.next_token() {
        let value = match token {
            SgfToken::Open => continue,
            SgfToken::Node if nodes == 0 => {
                nodes = 1;
                continue;
            }
            SgfToken::Name(seen) => {
                name = canonical(seen);
                continue;
            }
            SgfToken::Value(value) => value,
            SgfToken::Node | SgfToken::Close | SgfToken::Cut(_) => break,
        };
        let text = match name.as_ref() {
            "GM" => {
                kind = kind.or(Some(value).filter(|value| !value.raw.trim().is_empty()));
                continue;
            }
            "SZ" => {
                size = size.or(Some(value));
                continue;
            }
            "KM" => &mut info.komi,
            "HA" => &mut info.handicap,
            "RU" => &mut info.rules,
            "RULES" => &mut info.exact_rules,
            "AP" => &mut program,
            _ => continue,
        };
        if text.is_none() {
            *text = Some(value.simple_text()).filter(|text| !text.is_empty());
        }
    }
    let kind = match kind {
        None => SgfGameType::Go,
        Some(value) => game_type(value).ok_or_else(|| {
            let games = "game 1 (Go), 2 (Othello) or 4 (gomoku and renju)";
            SgfError::new(places.of(value.at), games, value.raw)
        })?,
    };
    let default = kind.default_size();
    let mut faults = Vec::new();
    let known = size.and_then(board_size);
    if let Some(value) = size.filter(|_| known.is_none()) {
        let message = expected("a board size from 1 to 52", value.raw);
        faults.push(SgfFault {
            at: value.at,
            kind: FaultKind::Size,
            message: format!("{message}; it is taken for {default}"),
        });
    }
    let (width, height) = known.unwrap_or((default, default));
    let komi = info.komi.take().map(|text| {
        let rules = info.rules.as_deref().unwrap_or_default();
        komi::in_points(text, rules, program.as_deref().unwrap_or_default())
    });
    let info = SgfGameInfo {
        kind,
        width,
        height,
        komi,
        ..info
    };
    Ok((info, faults))
}

fn game_type(value: SgfValue<'_>) -> Option<SgfGameType> {
    let number: u32 = value.simple_text().parse().ok()?;
    [SgfGameType::Go, SgfGameType::Othello, SgfGameType::Gomoku]
        .into_iter()
        .find(|kind| kind.number() == number)
}

/// Largest board side: the number of coordinate letters, `a` to `z` and `A` to `Z`.
const MAX_SIZE: u8 = 52;

/// Reads a board size, `9` or `9:13`, columns first. Some programs write `9x13`, or the same number twice.
fn board_size(value: SgfValue<'_>) -> Option<(u8, u8)> {
    let text = value.raw.trim();
    let (width, height) = text.split_once([':', 'x']).unwrap_or((text, text));
    let parse = |text: &str| {
        let lines: u8 = text.trim().parse().ok()?;
        (1..=MAX_SIZE).contains(&lines).then_some(lines)
    };
    Some((parse(width)?, parse(height)?))
}

/// The meaning of a property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Property {
    /// Irrelevant for play: its text is kept.
    #[default]
    Note,
    /// Root information that has already been read, or that the writer always generates.
    Info,
    /// `AB`, `AW` or `AE`, with the content that they give to points.
    Points(Option<Color>),
    ToMove,
    Move(Color),
}

impl Property {
    fn named(name: &str, in_root: bool) -> Property {
        match name {
            "B" => Property::Move(Color::Black),
            "W" => Property::Move(Color::White),
            "AB" => Property::Points(Some(Color::Black)),
            "AW" => Property::Points(Some(Color::White)),
            "AE" => Property::Points(None),
            "PL" => Property::ToMove,
            "GM" | "FF" | "CA" | "AP" | "SZ" | "KM" | "HA" | "RU" | "RULES" if in_root => {
                Property::Info
            }
            _ => Property::Note,
        }
    }
}

/// The node being read.
#[derive(Debug, Default)]
struct OpenNode<'a> {
    property: Property,
    /// Name of a note with no value read yet.
    note_name: Option<&'a str>,
    /// Contents that the node gives to the points of the board, row by row; empty if it gives none.
    cells: Vec<Option<Option<Color>>>,
    to_move: Option<Color>,
    moves: Vec<(Color, Option<Point>, u32)>,
    /// Byte offset of the first setup value.
    setup_at: Option<u32>,
}

struct SgfReader<'a> {
    board: SgfBoard,
    reading: SgfReading<'a>,
    node: OpenNode<'a>,
    in_root: bool,
    /// Number of branches of the main line so far.
    branches: usize,
    faults: Vec<SgfFault>,
    /// Number of faults beyond those kept.
    more_faults: usize,
}

impl<'a> SgfReader<'a> {
    fn read_game(&mut self, mut tokens: SgfTokens<'a>) {
        let is_closed = self.read_main_line(&mut tokens);
        let mut variations = Vec::new();
        variations.resize_with(self.branches, Variations::default);
        let is_whole = is_closed && read_variations(&mut variations, &mut tokens);
        let texts = variations.into_iter().map(Variations::into_text);
        self.reading.game.notes.end_branches(texts.collect());
        let (faults, more_faults) = tokens.take_faults();
        self.faults.extend(faults);
        self.more_faults += more_faults;
        self.write_warnings();
        if !is_whole {
            self.reading.is_cut = true;
            let end = self.reading.text.len();
            self.warn(end, FaultKind::Cut, "the file ends before its last bracket");
        } else if find_game(tokens.rest()).is_some() {
            self.warn(
                tokens.place(),
                FaultKind::FurtherGames,
                "further games are left out",
            );
        }
    }

    /// Turns the faults into warnings, in the order of the text.
    fn write_warnings(&mut self) {
        let mut faults = std::mem::take(&mut self.faults);
        faults.sort_by_key(|fault| fault.at);
        let more = self.more_faults + faults.len().saturating_sub(MAX_FAULTS);
        for fault in faults.iter().take(MAX_FAULTS) {
            self.warn(fault.at, fault.kind, &fault.message);
        }
        if more > 0 {
            let text = format!("{more} more faults");
            self.reading.warnings.push(RecordFault::more(more, text));
        }
    }

    fn add_fault(&mut self, at: usize, message: String) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(SgfFault {
                at,
                kind: FaultKind::LeftOut,
                message,
            });
        } else {
            self.more_faults += 1;
        }
    }

    /// Reads up to the first `)`: all nodes before it belong to the main line. Returns whether there is one.
    fn read_main_line(&mut self, tokens: &mut SgfTokens<'a>) -> bool {
        let mut is_closed = false;
        let mut is_in_node = false;
        while let Some(token) = tokens.next_token() {
            match token {
                SgfToken::Open | SgfToken::Node | SgfToken::Close if is_in_node => {
                    self.end_node();
                    is_in_node = false;
                }
                _ => {}
            }
            match token {
                // The parenthesis of the game.
                SgfToken::Open if self.in_root => {}
                SgfToken::Open => {
                    let steps = self.reading.game.steps.len() as u32;
                    self.reading.game.notes.begin_branch(steps);
                    self.branches += 1;
                }
                SgfToken::Node => is_in_node = true,
                SgfToken::Close => {
                    is_closed = true;
                    break;
                }
                SgfToken::Name(name) => self.begin_property(name),
                SgfToken::Value(value) => {
                    if let Err(message) = self.add_value(value) {
                        self.add_fault(value.at, format!("{message}{LEFT_OUT}"));
                    }
                }
                SgfToken::Cut(value) => self.add_cut_value(value),
            }
        }
        if is_in_node {
            self.end_node();
        }
        is_closed
    }

    fn begin_property(&mut self, name: &'a str) {
        self.node.property = Property::named(&canonical(name), self.in_root);
        self.node.note_name = Some(name);
    }

    /// Adds a value, or fails with a message if it makes no sense.
    fn add_value(&mut self, value: SgfValue<'a>) -> Result<(), String> {
        match self.node.property {
            Property::Info => {}
            Property::Note => self.add_note(value.raw),
            Property::Move(color) => {
                let point = self.board.move_point(value)?;
                self.node.moves.push((color, point, value.at as u32));
            }
            Property::ToMove => {
                self.node.to_move = self.board.to_move(value)?;
                self.node.setup_at.get_or_insert(value.at as u32);
            }
            // Some programs write a list without points.
            Property::Points(_) if value.raw.trim().is_empty() => {}
            Property::Points(content) => {
                self.board.fill(&mut self.node.cells, value, content)?;
                self.node.setup_at.get_or_insert(value.at as u32);
            }
        }
        Ok(())
    }

    /// Adds the last value of a truncated text, unless it makes no sense because a part of it is missing.
    fn add_cut_value(&mut self, value: SgfValue<'a>) {
        let is_missing = value.raw.is_empty() && self.node.property != Property::Note;
        if is_missing || self.add_value(value).is_err() {
            let message = "the property that the end of the file cuts off is left out";
            self.add_fault(value.at, message.to_owned());
        }
    }

    fn add_note(&mut self, raw: &str) {
        if let Some(name) = self.node.note_name.take() {
            self.reading.game.notes.push_raw(&canonical(name));
        }
        for part in ["[", with_escapes(raw).as_ref(), "]"] {
            self.reading.game.notes.push_raw(part);
        }
    }

    /// Ends a node. By the standard a node has either a setup or moves; if it has both, the setup comes first.
    fn end_node(&mut self) {
        let setup = self.board.setup(&self.node.cells, self.node.to_move);
        let game = &mut self.reading.game;
        let before = game.steps.len();
        if setup != SgfSetup::default() {
            if self.in_root {
                game.start = setup;
                self.reading.start_at = self.node.setup_at.unwrap_or(0) as usize;
            } else {
                game.steps.push(SgfStep::Setup(Box::new(setup)));
                self.reading.places.push(self.node.setup_at.unwrap_or(0));
            }
        }
        // Several moves in one node count in the order of the text.
        for &(color, point, at) in &self.node.moves {
            game.steps.push(SgfStep::Move(color, point));
            self.reading.places.push(at);
        }
        let steps = game.steps.len();
        game.notes.end_node(if self.in_root {
            NoteNode::Root
        } else if steps > before {
            NoteNode::Step(steps as u32 - 1)
        } else {
            NoteNode::After(steps as u32)
        });
        self.in_root = false;
        self.node.cells.clear();
        self.node.moves.clear();
        self.node.to_move = None;
        self.node.setup_at = None;
    }

    fn warn(&mut self, at: usize, kind: FaultKind, warning: &str) {
        let place = self.reading.index.of(at);
        let fault = RecordFault::at(place.line, kind, format!("{place}: {warning}"));
        self.reading.warnings.push(fault);
    }
}

/// Copies the variations of all branches, the last branch first. Returns whether each ends with its `)`.
fn read_variations(branches: &mut [Variations], tokens: &mut SgfTokens<'_>) -> bool {
    let mut branches = branches.iter_mut().rev();
    let mut branch = branches.next();
    while let Some(open) = &mut branch {
        match tokens.next_token() {
            Some(SgfToken::Open) if open.copy_tree(tokens) => {}
            Some(SgfToken::Close) => branch = branches.next(),
            // The tokenizer adds a missing parenthesis before a variation, so this is the end of the text.
            _ => return false,
        }
    }
    true
}

struct SgfBoard {
    kind: SgfGameType,
    width: u8,
    height: u8,
}

impl SgfBoard {
    /// Sets the points of a value in a map of the board, so that overlapping rectangles cannot make a list longer than
    /// the board.
    fn fill(
        &self,
        cells: &mut Vec<Option<Option<Color>>>,
        value: SgfValue<'_>,
        content: Option<Color>,
    ) -> Result<(), String> {
        let (from, to) = self.rectangle(value)?;
        let width = usize::from(self.width);
        cells.resize(width * usize::from(self.height), None);
        for row in from.row..=to.row {
            let row = usize::from(row) * width;
            cells[row + usize::from(from.column)..=row + usize::from(to.column)]
                .fill(Some(content));
        }
        Ok(())
    }

    fn setup(&self, cells: &[Option<Option<Color>>], to_move: Option<Color>) -> SgfSetup {
        let mut setup = SgfSetup {
            to_move,
            ..SgfSetup::default()
        };
        let points = (0..self.height)
            .flat_map(|row| (0..self.width).map(move |column| Point { column, row }));
        for (cell, point) in cells.iter().zip(points) {
            match cell {
                Some(Some(Color::Black)) => setup.black.push(point),
                Some(Some(Color::White)) => setup.white.push(point),
                Some(None) => setup.empty.push(point),
                None => {}
            }
        }
        setup
    }

    fn to_move(&self, value: SgfValue<'_>) -> Result<Option<Color>, String> {
        // Older programs write the word or a number.
        match value.simple_text().to_ascii_lowercase().as_str() {
            "" => Ok(None),
            "b" | "black" | "1" => Ok(Some(Color::Black)),
            "w" | "white" | "2" => Ok(Some(Color::White)),
            _ => Err(expected("B or W", value.raw)),
        }
    }

    /// Reads a point, or the two corners of a rectangle (compressed point lists of `FF[4]`).
    fn rectangle(&self, value: SgfValue<'_>) -> Result<(Point, Point), String> {
        let Some((first, second)) = value.raw.split_once(':') else {
            let point = self.point(value)?;
            return Ok((point, point));
        };
        let a = self.point(value.part(first, 0))?;
        let b = self.point(value.part(second, first.len() + 1))?;
        let upper_left = Point {
            column: a.column.min(b.column),
            row: a.row.min(b.row),
        };
        let lower_right = Point {
            column: a.column.max(b.column),
            row: a.row.max(b.row),
        };
        Ok((upper_left, lower_right))
    }

    /// Reads a move or a pass. A pass is empty, `tt` (`FF[3]`) or `pass` in Go, or `tt` and the spellings of Othello
    /// programs in Othello; gomoku has none. A point of the board is never a pass.
    fn move_point(&self, value: SgfValue<'_>) -> Result<Option<Point>, String> {
        let text = value.raw.trim();
        let passes = match self.kind {
            SgfGameType::Go => text == "tt" || text.eq_ignore_ascii_case("pass"),
            SgfGameType::Othello => {
                let text = text.to_ascii_lowercase();
                matches!(
                    text.as_str(),
                    "pa" | "pass" | "ps" | "--" | "tt" | "@@" | "@@@@"
                )
            }
            SgfGameType::Gomoku => return self.point(value).map(Some),
        };
        if text.is_empty() || passes && !letters(text).is_some_and(|p| self.contains(p)) {
            return Ok(None);
        }
        self.point(value).map(Some)
    }

    fn point(&self, value: SgfValue<'_>) -> Result<Point, String> {
        let text = value.raw.trim();
        let point = letters(text).or_else(|| self.letter_and_number(text));
        point
            .filter(|p| self.contains(*p))
            .ok_or_else(|| expected("a point of the board", value.raw))
    }

    fn contains(&self, point: Point) -> bool {
        point.column < self.width && point.row < self.height
    }

    /// Reads a letter and a number, a notation of Othello and gomoku programs and SmartGo that never looks like SGF
    /// letters. Othello counts rows from the top, gomoku and Go from the bottom, and Go skips the letter I.
    fn letter_and_number(&self, text: &str) -> Option<Point> {
        let column = text.chars().next().filter(char::is_ascii_alphabetic)?;
        let digits = Some(&text[1..]).filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()))?;
        let number: u8 = digits.parse().ok().filter(|number| *number >= 1)?;
        let row = match self.kind {
            SgfGameType::Othello => number - 1,
            SgfGameType::Go | SgfGameType::Gomoku => self.height.checked_sub(number)?,
        };
        let column = match (self.kind, column.to_ascii_lowercase() as u8) {
            (SgfGameType::Go, b'i') => return None,
            (SgfGameType::Go, letter @ b'j'..) => letter - b'a' - 1,
            (_, letter) => letter - b'a',
        };
        Some(Point { column, row })
    }
}

/// Reads two letters, column and row.
pub(super) fn letters(text: &str) -> Option<Point> {
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    };
    Some(Point {
        column: index(column)?,
        row: index(row)?,
    })
}

#[cfg(test)]
mod tests;

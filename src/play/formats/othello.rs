//! Othello games in a text: GGF, transcripts, OBF lines and pasted boards, in any mixture.
//!
//! Lines that begin with `%` or `#` are comments. Headers such as `[Black "name"]`, as in PlayOK and PGN files, belong
//! to the next game. A transcript is one line or several: lines of numbered moves, or lines that continue the game of
//! the line before. A board or an OBF line is a game without moves.

use std::fmt::{self, Display};

use super::{OtherGame, RecordContent, RecordFormat, pasted_board, position_string};
use crate::refusal::Refusal;
use tengen_engine::game::Point;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::Record;
use tengen_records::sgf::{NoteNode, SgfGameType, SgfNotes, SgfSetup};
use tengen_reversi::records::ggf::{GgfError, GgfGame};
use tengen_reversi::records::ggf_ends::GgfEnds;
use tengen_reversi::records::obf::ObfProblem;
use tengen_reversi::records::transcript::{
    Transcript, TranscriptError, begins_with_number, play_next,
};
use tengen_reversi::rules::position::Position;
use tengen_reversi::rules::square::{Move, Square};

pub(super) static FORMAT: RecordFormat = RecordFormat {
    name: "transcripts and boards of Othello",
    game: SgfGameType::Othello,
    recognize,
    read: |content| {
        let games = read_games(content.text).into_iter();
        games
            .map(|game| match game {
                Ok(game) => Ok(game.into()),
                Err(fault) => Err(Refusal::at(fault.line, fault)),
            })
            .collect()
    },
};

/// An Othello game read from a text.
pub struct OthelloTextGame {
    /// Names of the players, Black first; empty if unknown.
    pub players: [String; 2],
    /// Event or place, and date; empty if unknown.
    pub event: String,
    /// Moves as they were played.
    pub record: Record<Position>,
    /// Komi as written in GGF.
    komi: Option<String>,
    /// Names, results and other values of the text as SGF notes.
    notes: SgfNotes,
    /// Byte offset in the text.
    at: usize,
}

/// Error in a damaged game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OthelloTextFault {
    /// Line of the error, counted from 1.
    pub line: usize,
    /// Description of the error.
    pub sentence: String,
}

impl Display for OthelloTextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.sentence)
    }
}

/// Whether a text begins with a GGF game, possibly after the number of games in a match.
pub(super) fn is_ggf(text: &str) -> bool {
    tengen_reversi::records::ggf_ends::is_ggf(text.as_bytes())
}

/// Whether the first item of a text is Othello or is to be read as a transcript.
fn recognize(content: RecordContent<'_>) -> bool {
    let mut rest = content.text.trim_start_matches('\u{feff}').trim_start();
    let mut has_headers = false;
    while let Some(line) = line_of_comment(rest).or_else(|| line_of_header(rest)) {
        has_headers |= rest.starts_with('[');
        rest = rest[line..].trim_start();
    }
    let line = rest.lines().next().unwrap_or_default();
    let is_obf = || matches!(ObfProblem::parse(line), Ok(Some(_)));
    if is_ggf(rest) || pasted_board::read(rest).is_some() || is_obf() {
        return true;
    }
    let is_of_gomoku = || position_string::is_of_gomoku(rest);
    match content.game {
        Some(SgfGameType::Othello) => first_square(rest).is_some(),
        Some(SgfGameType::Gomoku) if is_of_gomoku() => false,
        _ => {
            let transcript = rest[..transcript_length(rest)].parse::<Transcript>();
            let is_legal = transcript.is_ok_and(|game| game.record().is_ok());
            let begins = |square: Square| {
                Position::start()
                    .check(Position::start().to_move(), Move::Place(square))
                    .is_ok()
            };
            is_legal
                || first_square(rest).is_some_and(|square| has_headers || begins(square))
                    && !is_of_gomoku()
        }
    }
}

/// Returns the first square of a transcript, which may follow a move number.
fn first_square(text: &str) -> Option<Square> {
    let behind = match begins_with_number(text) {
        Some(_) => {
            let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
            digits.trim_start_matches('.').trim_start()
        }
        None => text,
    };
    behind.get(..2)?.parse().ok()
}

/// Returns the length of the comment line at the start of a text.
fn line_of_comment(text: &str) -> Option<usize> {
    text.starts_with(['%', '#']).then(|| length_of_line(text))
}

/// Returns the length of the header line at the start of a text, such as `[Black "name"]`.
fn line_of_header(text: &str) -> Option<usize> {
    let name = text.strip_prefix('[')?;
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then(|| length_of_line(text))
}

fn length_of_line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Reads the games of a text in time linear in its length. Damaged games are returned as errors, in order with the
/// others.
pub fn read_games(text: &str) -> Vec<Result<OthelloTextGame, OthelloTextFault>> {
    let mut reader = OthelloReader {
        text,
        line: 1,
        games: Vec::new(),
        headers: Vec::new(),
        open: None,
    };
    reader.read();
    reader.games
}

/// Reader of the games in a text.
struct OthelloReader<'a> {
    text: &'a str,
    /// Current line, counted from 1.
    line: usize,
    games: Vec<Result<OthelloTextGame, OthelloTextFault>>,
    /// Headers for the next game.
    headers: Vec<(&'a str, &'a str)>,
    /// Line on which the last game may continue.
    open: Option<usize>,
}

impl<'a> OthelloReader<'a> {
    fn read(&mut self) {
        let mut rest = self.text.trim_start_matches('\u{feff}');
        let mut ends = GgfEnds::new(self.text);
        loop {
            let blank = rest.len() - rest.trim_start().len();
            self.line += count_lines(&rest[..blank]);
            rest = &rest[blank..];
            if rest.is_empty() {
                return;
            }
            let length = self.read_item(rest, &mut ends);
            let (item, behind) = rest.split_at(length);
            self.line += count_lines(item);
            rest = behind;
        }
    }

    /// Reads the item at the start of a text and returns its length.
    fn read_item(&mut self, rest: &'a str, ends: &mut GgfEnds<'_>) -> usize {
        let at = self.text.len() - rest.len();
        if let Some(length) = line_of_comment(rest) {
            return length;
        }
        if let Some(length) = line_of_header(rest) {
            self.headers.extend(header(&rest[..length]));
            return length;
        }
        if starts_ggf(rest) {
            let length = ends.length(rest).unwrap_or_else(|| length_of_line(rest));
            let game = read_ggf(&rest[..length], at).map_err(|error| error.to_string());
            self.add(game);
            return length;
        }
        if let Some((position, length)) = pasted_board::read(rest) {
            self.add(Ok(OthelloTextGame::new(Record::new(position), at)));
            return length;
        }
        let line = length_of_line(rest);
        if let Ok(Some(problem)) = ObfProblem::parse(&rest[..line]) {
            self.add(Ok(OthelloTextGame::new(Record::new(problem.position), at)));
            return line;
        }
        let length = transcript_length(rest);
        self.add_transcript(&rest[..length], at);
        length
    }

    fn add(&mut self, game: Result<OthelloTextGame, String>) {
        let headers = std::mem::take(&mut self.headers);
        self.open = None;
        let game = game.map(|mut game| {
            game.add_headers(&headers);
            game
        });
        self.games.push(game.map_err(|sentence| OthelloTextFault {
            line: self.line,
            sentence,
        }));
    }

    /// Adds a transcript, or continues the game of the line before.
    fn add_transcript(&mut self, item: &str, at: usize) {
        let transcript = match item.parse::<Transcript>() {
            Ok(transcript) => transcript,
            Err(error) => {
                let (line, sentence) = placed(item, error);
                self.add(Err(sentence));
                if let Some(Err(fault)) = self.games.last_mut() {
                    fault.line += line;
                }
                return;
            }
        };
        let game = match transcript.record() {
            Ok(record) => Ok(OthelloTextGame::new(record, at)),
            Err(_) if self.go_on(&transcript) => return,
            Err(error) => Err(error.to_string()),
        };
        self.add(game);
        if begins_with_number(item).is_none() {
            self.open = Some(self.line + 1);
        }
    }

    /// Continues the game of the line before with these moves. Does nothing and returns false if they are not legal
    /// there.
    fn go_on(&mut self, transcript: &Transcript) -> bool {
        let is_next = self.open == Some(self.line) && self.headers.is_empty();
        let Some(Ok(game)) = self.games.last_mut().filter(|_| is_next) else {
            return false;
        };
        let before = game.record.len();
        for &mv in &transcript.moves {
            if play_next(&mut game.record, mv).is_err() {
                game.record.take_back(game.record.len() - before);
                return false;
            }
        }
        self.open = Some(self.line + 1);
        true
    }
}

/// Splits a header into its name and its unquoted value.
fn header(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix('[')?;
    let inner = inner.strip_suffix(']').unwrap_or(inner);
    let (name, value) = inner.split_once(char::is_whitespace)?;
    Some((name, value.trim().trim_matches('"')))
}

/// Returns the line of an error in a transcript, counted from 0, and the error message with its column in that line.
fn placed(item: &str, error: TranscriptError) -> (usize, String) {
    let TranscriptError::Move { column, moves, saw } = error else {
        return (0, error.to_string());
    };
    let before = item.char_indices().nth(column - 1);
    let before = &item[..before.map_or(item.len(), |(at, _)| at)];
    let in_line = before.rsplit('\n').next().unwrap_or_default();
    let error = TranscriptError::Move {
        column: in_line.chars().count() + 1,
        moves,
        saw,
    };
    (count_lines(before), error.to_string())
}

fn count_lines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}

/// Returns the length of the transcript at the start of a text: its line or, if its moves are numbered, all lines up to
/// a blank one or the next item.
fn transcript_length(text: &str) -> usize {
    let first = length_of_line(text);
    if begins_with_number(text).is_none() {
        return first;
    }
    let mut end = first;
    while let Some(line) = text[end..].strip_prefix('\n') {
        let line = line.split('\n').next().unwrap_or_default();
        let is_other = line.trim().is_empty() || line.starts_with(['%', '#', '[', '(']);
        if is_other || begins_with_number(line) == Some(1) {
            break;
        }
        end += 1 + line.len();
    }
    end
}

/// Whether a text begins with a GGF game, damaged or not.
fn starts_ggf(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.trim_start().starts_with("(;")
}

fn read_ggf(text: &str, at: usize) -> Result<OthelloTextGame, GgfError> {
    let game: GgfGame = text.parse()?;
    let record = game.record()?;
    let (komi, notes) = game.sgf_notes(&record);
    let known = [game.place, game.date];
    let known: Vec<String> = known.into_iter().filter(|text| !text.is_empty()).collect();
    Ok(OthelloTextGame {
        players: game.players,
        event: known.join(", "),
        record,
        komi,
        notes,
        at,
    })
}

impl OthelloTextGame {
    fn new(record: Record<Position>, at: usize) -> OthelloTextGame {
        OthelloTextGame {
            players: Default::default(),
            event: String::new(),
            record,
            komi: None,
            notes: SgfNotes::default(),
            at,
        }
    }

    /// Applies PGN headers with known values.
    fn add_headers(&mut self, headers: &[(&str, &str)]) {
        let mut event = Vec::new();
        for &(name, value) in headers {
            let value = value.trim();
            if value.is_empty() || value.starts_with('?') {
                continue;
            }
            let property = match name {
                "Black" => {
                    value.clone_into(&mut self.players[0]);
                    "PB"
                }
                "White" => {
                    value.clone_into(&mut self.players[1]);
                    "PW"
                }
                "Event" => "EV",
                "Site" => "PC",
                "Round" => "RO",
                "Date" => "DT",
                _ => continue,
            };
            if matches!(property, "EV" | "PC" | "DT") {
                event.push(value);
            }
            self.notes.add(NoteNode::Root, property, value);
        }
        if !event.is_empty() {
            self.event = event.join(", ");
        }
    }
}

impl From<OthelloTextGame> for OtherGame {
    fn from(game: OthelloTextGame) -> OtherGame {
        let mut other = game_of(&game.record, game.at);
        other.game.info.komi = game.komi;
        other.game.notes = game.notes;
        other
    }
}

/// Converts a record to an SGF game that begins at byte `at` of its text.
pub(super) fn game_of(record: &Record<Position>, at: usize) -> OtherGame {
    let mut game = OtherGame::new(SgfGameType::Othello, (8, 8), at);
    let start = record.start();
    if *start != Position::start() {
        game.game.start = set_up(start);
    }
    for (color, mv) in record.moves() {
        game.play(
            at,
            color,
            match mv {
                Move::Place(square) => Some(point(square)),
                Move::Pass => None,
            },
        );
    }
    game
}

fn set_up(position: &Position) -> SgfSetup {
    let mut set_up = SgfSetup {
        to_move: Some(position.to_move()),
        ..SgfSetup::default()
    };
    for square in Square::all() {
        match position.at(square) {
            Some(Color::Black) => set_up.black.push(point(square)),
            Some(Color::White) => set_up.white.push(point(square)),
            None => {}
        }
    }
    set_up
}

fn point(square: Square) -> Point {
    Point {
        column: square.column(),
        row: square.row(),
    }
}

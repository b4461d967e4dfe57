//! Input positions: lines of JSON, or the positions of a game.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use super::Complaint;
use super::problem::LadderProblem;
use crate::engine::record::{Record, Step, apply};
use crate::go::{Komi, Position, Rules, Size};
use crate::io::input::MAX_LINE;
use crate::protocol::gtp::commands::records::load::load;
use crate::protocol::gtp::go::Go;
use crate::records::loaded_record::LoadedRecord;
use crate::records::sgf;

/// An iterator over input positions.
pub enum LadderInput {
    /// Lines of JSON.
    Lines(JsonLines),
    /// Positions of a game.
    Game(Box<SgfPositions>),
}

/// An input position that has not been read yet.
pub enum LadderTask {
    /// A line of JSON and its number, from 1.
    Line(usize, Vec<u8>),
    /// An input error.
    Wrong(Complaint),
    /// A position of a game.
    Problem(Box<LadderProblem>),
}

impl LadderTask {
    /// The position and the questions about it.
    ///
    /// # Errors
    ///
    /// The line of output for input that is no position.
    pub fn problem(self) -> Result<LadderProblem, Complaint> {
        match self {
            LadderTask::Line(number, text) => LadderProblem::parse(number, &text),
            LadderTask::Wrong(complaint) => Err(complaint),
            LadderTask::Problem(problem) => Ok(*problem),
        }
    }
}

impl LadderInput {
    /// Opens a file, or standard input for `-`. A file named `*.sgf` is a game: all its positions, or the one after
    /// `after` moves.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is no game, or the game has fewer moves.
    pub fn open(path: &Path, after: Option<usize>) -> Result<LadderInput> {
        let named = || path.display().to_string();
        let is_game = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
        if is_game {
            let bytes = fs::read(path).with_context(named)?;
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            let moves = SgfPositions::new(name, &bytes, after).with_context(named)?;
            return Ok(LadderInput::Game(Box::new(moves)));
        }
        ensure!(after.is_none(), "--move is for games in files named *.sgf");
        Ok(if path == Path::new("-") {
            LadderInput::lines(BufReader::new(io::stdin()))
        } else {
            LadderInput::lines(BufReader::new(File::open(path).with_context(named)?))
        })
    }

    /// Returns the positions of lines of JSON.
    pub fn lines(reader: impl BufRead + Send + 'static) -> LadderInput {
        LadderInput::Lines(JsonLines {
            reader: Box::new(reader),
            number: 0,
        })
    }
}

impl Iterator for LadderInput {
    type Item = io::Result<LadderTask>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            LadderInput::Lines(lines) => lines.next_task().transpose(),
            LadderInput::Game(moves) => moves.next_task().map(Ok),
        }
    }
}

/// Lines of JSON. Blank lines are counted but skipped.
pub struct JsonLines {
    reader: Box<dyn BufRead + Send>,
    number: usize,
}

impl JsonLines {
    fn next_task(&mut self) -> io::Result<Option<LadderTask>> {
        loop {
            let mut bytes = Vec::new();
            let mut bounded = self.reader.by_ref().take(MAX_LINE as u64 + 1);
            if bounded.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if bytes.len() > MAX_LINE && bytes.last() != Some(&b'\n') {
                self.reader.skip_until(b'\n')?;
                return Ok(Some(LadderTask::Wrong(Complaint {
                    line: Some(self.number),
                    error: format!("a line of more than {MAX_LINE} bytes"),
                    ..Complaint::default()
                })));
            }
            if !bytes.trim_ascii().is_empty() {
                return Ok(Some(LadderTask::Line(self.number, bytes)));
            }
        }
    }
}

/// The positions of a game, each named by its file and the number of moves played.
pub struct SgfPositions {
    name: String,
    record: Record<Position>,
    /// The position that comes next; nothing at the end.
    next: Option<Position>,
    /// The number of steps up to the next position.
    at: usize,
    /// The number of moves up to the next position.
    played: usize,
    /// Whether only one position is wanted.
    is_single: bool,
}

impl SgfPositions {
    fn new(name: String, bytes: &[u8], after: Option<usize>) -> Result<SgfPositions> {
        // Neither fails: 19 is a size, and no points are komi. The record brings its own.
        let empty = Position::new(Size::square(19)?, Rules::DEFAULT, Komi::from_points(0.0)?);
        let text = sgf::decode(bytes);
        let moves = after.unwrap_or(usize::MAX);
        let loaded = load::<Go>(&text, &empty, moves, &|| false);
        let LoadedRecord {
            record, warnings, ..
        } = loaded.map_err(|reason| anyhow!(reason))?;
        for warning in warnings {
            log::warn!("{name}: {warning}");
        }
        let count = record.moves().count();
        let mut positions = SgfPositions {
            name,
            next: Some(record.start().clone()),
            record,
            at: 0,
            played: 0,
            is_single: false,
        };
        if let Some(after) = after {
            ensure!(after <= count, "--move {after}: the game has {count} moves");
            positions.next = Some(positions.record.position().clone());
            positions.played = after;
            positions.is_single = true;
        } else if let Some(start) = positions.next.take() {
            positions.next = Some(positions.with_edits(start));
        }
        Ok(positions)
    }

    fn next_task(&mut self) -> Option<LadderTask> {
        let position = self.next.take()?;
        let id = format!("{}:{}", self.name, self.played);
        let board = position.board().clone();
        if !self.is_single {
            self.next = self.advance(position);
        }
        let problem = LadderProblem::of_game(id, board);
        Some(LadderTask::Problem(Box::new(problem)))
    }

    /// Returns the position after the next move and the edits behind it; `None` at the end of the game.
    fn advance(&mut self, mut position: Position) -> Option<Position> {
        let step = self.record.steps().get(self.at)?;
        // Every step of a record can be applied after those before it.
        apply(&mut position, step).ok()?;
        self.at += 1;
        self.played += 1;
        Some(self.with_edits(position))
    }

    /// Returns the position after the edits up to the next move.
    fn with_edits(&mut self, mut position: Position) -> Position {
        while let Some(step @ Step::Edit(_)) = self.record.steps().get(self.at) {
            // As above.
            let _ = apply(&mut position, step);
            self.at += 1;
        }
        position
    }
}

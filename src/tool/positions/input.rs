//! Input positions: JSON Lines, or the positions of a game.

use std::ffi::OsStr;
use std::io::{self, BufRead};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use super::replies::Complaint;
use crate::tool::source::{NumberedLine, NumberedLines, Source, too_long};
use tengen_engine::files::printable;
use tengen_engine::game::{Color, Position as _};
use tengen_engine::record::{Record, Step, apply};
use tengen_go::{Board, Komi, Position, Rules, Size};
use tengen_play::formats::CollectionFile;
use tengen_play::go::Go;
use tengen_play::records::load::load_reading;
use tengen_records::loaded_record::LoadedRecord;
use tengen_records::sgf::SgfGameType;

/// File name extensions of Go game records.
const GAME_EXTENSIONS: [&str; 5] = ["sgf", "gib", "ngf", "ugf", "ugi"];

/// An iterator over input positions.
pub enum PositionInput {
    /// An input of JSON Lines.
    Lines(NumberedLines),
    /// All positions of a game, or one of them.
    Game(Box<SgfPositions>),
}

/// An input position to be read.
pub enum PositionTask {
    /// A line of JSON with its number, from 1.
    Line(usize, Vec<u8>),
    /// An input error, such as a line that is too long.
    Wrong(Complaint),
    /// A position of a game.
    Game(Box<GamePosition>),
}

/// A position of a game, with its name.
pub struct GamePosition {
    /// File name and number of moves, as `FILE:N`.
    pub id: String,
    /// Board with the stones and the ko.
    pub board: Board,
    /// The side to move.
    pub to_move: Color,
}

impl PositionTask {
    fn of_line(line: NumberedLine) -> PositionTask {
        match line.bytes {
            Some(bytes) => PositionTask::Line(line.number, bytes),
            None => PositionTask::Wrong(Complaint {
                line: Some(line.number),
                error: too_long(),
                ..Complaint::default()
            }),
        }
    }
}

impl PositionInput {
    /// Opens an input. A file named `*.sgf`, `*.gib`, `*.ngf`, `*.ugf` or `*.ugi` is a game, which gives all its
    /// positions, or only the one after `after` moves. Fails if such a file isn't a game or has fewer moves.
    pub fn open(source: &Source, after: Option<usize>) -> Result<PositionInput> {
        let is_game = |path: &&Path| {
            let extension = path.extension();
            let is_of_go = |extension: &OsStr| {
                let mut known = GAME_EXTENSIONS.iter();
                known.any(|known| extension.eq_ignore_ascii_case(known))
            };
            extension.is_some_and(is_of_go)
        };
        if let Some(path) = source.path().filter(is_game) {
            let named = || printable(path);
            let bytes = source.read()?;
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            let moves = SgfPositions::new(name, &bytes, after).with_context(named)?;
            return Ok(PositionInput::Game(Box::new(moves)));
        }
        ensure!(
            after.is_none(),
            "--move is for games in files named *.sgf, *.gib, *.ngf, *.ugf or *.ugi"
        );
        Ok(PositionInput::lines(source.open()?))
    }

    /// Returns the positions in lines of JSON.
    pub fn lines(reader: impl BufRead + Send + 'static) -> PositionInput {
        PositionInput::Lines(NumberedLines::new(reader))
    }
}

impl Iterator for PositionInput {
    type Item = io::Result<PositionTask>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            PositionInput::Lines(lines) => Some(lines.next()?.map(PositionTask::of_line)),
            PositionInput::Game(moves) => moves.next_task().map(Ok),
        }
    }
}

/// The positions of a game, named by its file and the number of moves played.
pub struct SgfPositions {
    name: String,
    record: Record<Position>,
    /// Next position to return; `None` at the end.
    next: Option<Position>,
    /// Number of steps before the next position.
    at: usize,
    /// Number of moves before the next position.
    played: usize,
    /// Whether to return only one position.
    is_single: bool,
}

impl SgfPositions {
    fn new(name: String, bytes: &[u8], after: Option<usize>) -> Result<SgfPositions> {
        // Neither can fail: 19 is a valid size, and 0 a valid komi. The record replaces both.
        let empty = Position::new(Size::square(19)?, Rules::DEFAULT, Komi::from_points(0.0)?);
        let moves = after.unwrap_or(usize::MAX);
        let file = CollectionFile::read(bytes, Some(SgfGameType::Go))?;
        file.decoded.log(&name);
        let reading = file.game(1).map_err(|reason| anyhow!(reason))?;
        let loaded = load_reading::<Go>(reading, &empty, moves, &|| false);
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

    fn next_task(&mut self) -> Option<PositionTask> {
        let position = self.next.take()?;
        let id = format!("{}:{}", self.name, self.played);
        let board = position.board().clone();
        let to_move = position.to_move();
        if !self.is_single {
            self.next = self.advance(position);
        }
        Some(PositionTask::Game(Box::new(GamePosition {
            id,
            board,
            to_move,
        })))
    }

    /// Returns the position after the next move and the edits that follow it; `None` at the end of the game.
    fn advance(&mut self, mut position: Position) -> Option<Position> {
        let step = self.record.steps().get(self.at)?;
        // Never fails: a record's steps apply in order.
        apply(&mut position, step).ok()?;
        self.at += 1;
        self.played += 1;
        Some(self.with_edits(position))
    }

    /// Returns the position after the edits before the next move.
    fn with_edits(&mut self, mut position: Position) -> Position {
        while let Some(step @ Step::Edit(_)) = self.record.steps().get(self.at) {
            // Never fails, as above.
            let _ = apply(&mut position, step);
            self.at += 1;
        }
        position
    }
}

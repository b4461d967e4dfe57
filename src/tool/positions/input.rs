//! Input positions: lines of JSON, or the positions of a game.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use super::replies::Complaint;
use crate::engine::game::Position as _;
use crate::go::{Board, Komi, Position, Rules, Size};
use crate::io::input::MAX_LINE;
use crate::protocol::gtp::GtpGame;
use crate::protocol::gtp::commands::records::replay;
use crate::protocol::gtp::go::Go;
use crate::records::sgf;
use crate::records::sgf::SgfStep;

/// An iterator over input positions.
pub enum PositionInput {
    /// Lines of JSON.
    Lines(JsonLines),
    /// Positions of a game.
    Game(Box<SgfPositions>),
}

/// A position that has not been read yet.
pub enum PositionTask {
    /// A line of JSON and its number, from 1.
    Line(usize, Vec<u8>),
    /// An input error.
    Wrong(Complaint),
    /// A position of a game.
    Game(Box<GamePosition>),
}

/// A position of a game.
pub struct GamePosition {
    /// The name of the file and the number of moves.
    pub id: String,
    /// The stones and the ko.
    pub board: Board,
}

impl PositionInput {
    /// Opens a file, or standard input for `-`. A file named `*.sgf` is a game: all its positions, or the one after
    /// `after` moves.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is no game, or the game has fewer moves.
    pub fn open(path: &Path, after: Option<usize>) -> Result<PositionInput> {
        let named = || path.display().to_string();
        let is_game = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
        if is_game {
            let bytes = fs::read(path).with_context(named)?;
            let game = sgf::SgfGame::from_bytes(&bytes).with_context(named)?;
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            let moves = SgfPositions::new(name, game, after).with_context(named)?;
            return Ok(PositionInput::Game(Box::new(moves)));
        }
        ensure!(after.is_none(), "--move is for games in files named *.sgf");
        Ok(if path == Path::new("-") {
            PositionInput::lines(BufReader::new(io::stdin()))
        } else {
            PositionInput::lines(BufReader::new(File::open(path).with_context(named)?))
        })
    }

    /// Returns the positions of lines of JSON.
    pub fn lines(reader: impl BufRead + Send + 'static) -> PositionInput {
        PositionInput::Lines(JsonLines {
            reader: Box::new(reader),
            number: 0,
        })
    }
}

impl Iterator for PositionInput {
    type Item = io::Result<PositionTask>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            PositionInput::Lines(lines) => lines.next_task().transpose(),
            PositionInput::Game(moves) => moves.next_task().map(Ok),
        }
    }
}

/// Lines of JSON. Blank lines are counted but skipped.
pub struct JsonLines {
    reader: Box<dyn BufRead + Send>,
    number: usize,
}

impl JsonLines {
    fn next_task(&mut self) -> io::Result<Option<PositionTask>> {
        loop {
            let mut bytes = Vec::new();
            let mut bounded = self.reader.by_ref().take(MAX_LINE as u64 + 1);
            if bounded.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if bytes.len() > MAX_LINE && bytes.last() != Some(&b'\n') {
                self.reader.skip_until(b'\n')?;
                return Ok(Some(PositionTask::Wrong(Complaint {
                    line: Some(self.number),
                    error: format!("a line of more than {MAX_LINE} bytes"),
                    ..Complaint::default()
                })));
            }
            if !bytes.trim_ascii().is_empty() {
                return Ok(Some(PositionTask::Line(self.number, bytes)));
            }
        }
    }
}

/// The positions of a game, each named by its file and the number of moves played.
pub struct SgfPositions {
    name: String,
    game: sgf::SgfGame,
    /// The position that comes next, or why there is none; nothing at the end.
    next: Option<Result<Position, String>>,
    /// The number of moves up to the next position.
    played: usize,
    /// The index of the step with the move after that.
    at: usize,
    /// Whether only one position is wanted.
    is_single: bool,
}

impl SgfPositions {
    fn new(name: String, game: sgf::SgfGame, after: Option<usize>) -> Result<SgfPositions> {
        let count = game.moves().count();
        let played = after.unwrap_or(0);
        ensure!(
            played <= count,
            "--move {played}: the game has {count} moves"
        );
        let position = position_after(&game, played).map_err(|reason| anyhow!(reason))?;
        let steps = game.steps.iter().enumerate();
        let mut moves = steps.filter(|(_, step)| matches!(step, SgfStep::Move(..)));
        let at = moves.nth(played).map_or(game.steps.len(), |(at, _)| at);
        Ok(SgfPositions {
            name,
            game,
            next: Some(Ok(position)),
            played,
            at,
            is_single: after.is_some(),
        })
    }

    fn next_task(&mut self) -> Option<PositionTask> {
        let id = format!("{}:{}", self.name, self.played);
        match self.next.take()? {
            Ok(position) => {
                let board = position.board().clone();
                if !self.is_single {
                    self.next = self.advance(position);
                }
                Some(PositionTask::Game(Box::new(GamePosition { id, board })))
            }
            Err(error) => Some(PositionTask::Wrong(Complaint {
                id: id.into(),
                error,
                ..Complaint::default()
            })),
        }
    }

    /// Returns the position after the next move and the set-up steps behind it; `None` at the end of the game.
    fn advance(&mut self, mut position: Position) -> Option<Result<Position, String>> {
        let &SgfStep::Move(color, point) = self.game.steps.get(self.at)? else {
            return None;
        };
        self.played += 1;
        let played = self.played;
        let legal = Go::move_at(&position, point)
            .ok_or_else(|| "no such move".to_owned())
            .and_then(|mv| {
                position
                    .play(color, mv)
                    .map_err(|reason| reason.to_string())
            });
        if let Err(reason) = legal {
            return Some(Err(format!("move {played}: {reason}")));
        }
        let behind = &self.game.steps[self.at + 1..];
        let set_ups = behind
            .iter()
            .take_while(|step| matches!(step, SgfStep::Setup(_)));
        let set_ups = set_ups.count();
        self.at += 1 + set_ups;
        if set_ups == 0 {
            return Some(Ok(position));
        }
        Some(position_after(&self.game, played))
    }
}

fn position_after(game: &sgf::SgfGame, plies: usize) -> Result<Position, String> {
    // Neither fails: 19 is a size, and no points are komi. The record brings its own.
    let size = Size::square(19).map_err(|error| error.to_string())?;
    let komi = Komi::from_points(0.0).map_err(|error| error.to_string())?;
    let empty = Position::new(size, Rules::DEFAULT, komi);
    replay::<Go>(&empty, game, plies, &|| false).map(|record| record.position().clone())
}

//! Commands to the database, and what searches have to do with it.

use std::time::Instant;

use thiserror::Error;

use super::{GomocupDialect, Reply};
use crate::gomocup::answers;
use crate::gomocup::command::{FileKind, Owner, Stone};
use crate::gomocup::database_command::DatabaseRequest;
use crate::gomocup::game::GomocupGame;
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};
use tengen_engine::{Report, Restriction};
use tengen_gomoku::database::{
    DatabaseError, DatabaseFile, KnownMoves, Label, PositionDatabase, Stones, ValueBound,
    add_library, known_moves, read_database, read_table, record_search, to_library, write_database,
    write_table,
};
use tengen_gomoku::{Point, Position};

/// Most bytes of a library or a table that is read.
const MOST_IMPORTED: u64 = 256 << 20;

/// The reason why a command to the database fails.
#[derive(Debug, Error)]
pub enum DatabaseFailure {
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, DatabaseError),
    /// The journal cannot be written.
    #[error("the change is not on disk: {0}")]
    Journal(#[from] DatabaseError),
    /// No database is open.
    #[error("no database is open")]
    NotOpen,
    /// The file belongs to the open database.
    #[error("{0}: belongs to the open database, which YXSAVEDATABASE writes")]
    Held(String),
    /// The settings do not allow changes.
    #[error("INFO database_readonly does not allow it")]
    ReadOnly,
    /// A position that databases have no key for.
    #[error("the database does not hold such positions")]
    Position,
    /// A label or a number out of range.
    #[error("the {0} {1} does not fit the database")]
    Value(&'static str, i32),
}

/// The result of a command to the database.
type DatabaseReply = Result<Option<String>, DatabaseFailure>;

impl GomocupDialect {
    /// Obeys a command about the position after some moves.
    pub(super) fn ask_database(&mut self, request: DatabaseRequest, moves: &[Stone]) -> Reply {
        let game = self.board()?;
        let game = game.set_up_swap(&game.points(moves)?)?;
        let point = match request {
            DatabaseRequest::EditPointText { at, .. } => {
                let owner = Owner::InTurn;
                game.points(&[Stone { at, owner }])?.pop()
            }
            _ => None,
        };
        let reply = if request.is_question() {
            self.query_database(&request, &game)
        } else {
            self.edit_database(request, &game, point)
        };
        Ok(reply?)
    }

    /// Answers a question. Without a database there is no reply, as a Yixin-Board asks after each move.
    fn query_database(&mut self, request: &DatabaseRequest, game: &GomocupGame) -> DatabaseReply {
        let is_used = self.settings.uses_database();
        let Some(file) = self.database.as_mut().filter(|_| is_used) else {
            return Ok(None);
        };
        let position = game.position();
        let stones = Stones::of(position).ok_or(DatabaseFailure::Position)?;
        let is_writable = file.is_writable();
        let database = &mut file.database;
        let text = match request {
            DatabaseRequest::Entry => answers::database_entry(database.entry(&stones)),
            DatabaseRequest::Comment => answers::database_comment(database.entry(&stones)),
            _ => {
                let mut text = answers::database_moves(database, position, &stones);
                if *request == DatabaseRequest::MovesAndComment {
                    text += "\n";
                    text += &answers::database_comment(database.entry(&stones));
                }
                text
            }
        };
        // A position that was shown becomes part of the tree, so that the way to it can be found again.
        let is_written = is_writable && !self.settings.keeps_database();
        let is_shown = matches!(
            request,
            DatabaseRequest::Moves | DatabaseRequest::MovesAndComment
        );
        if is_shown && is_written && game.filled() > 0 {
            database.edit(&stones, |_| {});
            file.keep()?;
        }
        Ok(Some(text))
    }

    /// Changes the entry of a position or of those that follow.
    fn edit_database(
        &mut self,
        request: DatabaseRequest,
        game: &GomocupGame,
        point: Option<Point>,
    ) -> DatabaseReply {
        let stones = Stones::of(game.position()).ok_or(DatabaseFailure::Position)?;
        let file = self.changeable()?;
        let database = &mut file.database;
        let mut reply = None;
        match request {
            DatabaseRequest::EditEntry {
                mask,
                label,
                value,
                depth,
            } => {
                edit_entry(database, &stones, [mask, label, value, depth])?;
                reply = Some(answers::database_entry(database.entry(&stones)));
            }
            DatabaseRequest::EditComment(text) => {
                database.edit(&stones, |entry| entry.set_comment(&text));
            }
            DatabaseRequest::EditPointText { text, .. } => {
                let free = point.filter(|&point| !stones.holds(point));
                database.set_point_text(&stones, free.ok_or(DatabaseFailure::Position)?, &text);
            }
            DatabaseRequest::MarkBest(is_best) => database.edit(&stones, |entry| {
                if is_best {
                    entry.label = Label::FORCED;
                } else if entry.label == Label::FORCED {
                    entry.label = Label::NONE;
                }
            }),
            DatabaseRequest::Delete => database.remove(&stones),
            DatabaseRequest::DeleteChildren(filter) => {
                let before = database.len();
                database.remove_children(&stones, filter);
                let deleted = before - database.len();
                let left = answers::database_moves(database, game.position(), &stones);
                // Yixin-Board shows what is left without asking for it.
                reply = Some(format!("MESSAGE {deleted} positions deleted\n{left}"));
            }
            // The questions change nothing.
            DatabaseRequest::Moves
            | DatabaseRequest::MovesAndComment
            | DatabaseRequest::Entry
            | DatabaseRequest::Comment => {}
        }
        file.keep()?;
        Ok(reply)
    }

    /// Obeys a command that names a file.
    pub(super) fn run_database_file(&mut self, kind: FileKind, name: &str) -> Reply {
        let began = Instant::now();
        let done = match kind {
            FileKind::SetDatabase => return Ok(self.open_database(name)?),
            FileKind::AllToText => self.write_table(name, None)?,
            FileKind::ToText => {
                let position = self.board()?.position();
                let wanted = Stones::empty(position.rule(), position.width(), position.height());
                self.write_table(name, Some(wanted))?
            }
            FileKind::FromText => self.read_table(name)?,
            FileKind::FromLibrary => {
                let position = self.board()?.position().clone();
                self.read_library(name, &position)?
            }
            FileKind::ToLibrary | FileKind::Split => {
                let (start, moves) = self.board()?.line();
                self.write_branch(kind, name, &start, &moves)?
            }
            FileKind::Merge => self.merge_database(name)?,
            FileKind::Dump | FileKind::Load => return Ok(None),
        };
        let milliseconds = began.elapsed().as_millis();
        Ok(Some(format!("MESSAGE {done} {name} in {milliseconds} ms")))
    }

    /// Checks that a file to be written does not belong to the open database.
    pub(super) fn check_output(&self, name: &str) -> Result<(), DatabaseFailure> {
        let path = self.files.named(name).path();
        let file = self.database.as_ref();
        match path.is_ok_and(|path| file.is_some_and(|file| file.holds(&path))) {
            true => Err(DatabaseFailure::Held(name.to_owned())),
            false => Ok(()),
        }
    }

    /// Replaces the file of the database.
    pub(super) fn save_database(&mut self) -> DatabaseReply {
        let file = self.database.as_mut().ok_or(DatabaseFailure::NotOpen)?;
        let name = printable(file.path());
        file.save()
            .map_err(|error| DatabaseFailure::File(name.clone(), error))?;
        Ok(Some(format!(
            "MESSAGE DATABASE SAVE START {name}\nMESSAGE DATABASE SAVE DONE"
        )))
    }

    /// Opens a database and closes the one before, which stays open if the new one cannot be opened.
    fn open_database(&mut self, name: &str) -> DatabaseReply {
        let failed = |error| DatabaseFailure::File(name.to_owned(), error);
        let is_same = self.is_open(name);
        // The lock does not allow to open the same file again.
        if let Some(file) = self.database.take_if(|_| is_same) {
            file.close().map_err(failed)?;
        }
        let file = DatabaseFile::open(&self.files, name).map_err(failed)?;
        if let Some(before) = self.database.take() {
            let path = printable(before.path());
            before
                .close()
                .map_err(|error| DatabaseFailure::File(path, error))?;
        }
        let (count, path) = (file.database.len(), printable(file.path()));
        self.database = Some(file);
        Ok(Some(format!(
            "MESSAGE DATABASE LOAD START {path}\nMESSAGE DATABASE LOAD DONE\nMESSAGE {count} positions in {path}"
        )))
    }

    /// Whether the open database has this name.
    fn is_open(&self, name: &str) -> bool {
        let path = self.files.named(name).path();
        let file = self.database.as_ref();
        path.is_ok_and(|path| file.is_some_and(|file| file.is_at(&path)))
    }

    /// Returns the database if it may be changed.
    fn changeable(&mut self) -> Result<&mut DatabaseFile, DatabaseFailure> {
        let file = self.database.as_mut().ok_or(DatabaseFailure::NotOpen)?;
        if self.settings.keeps_database() {
            return Err(DatabaseFailure::ReadOnly);
        }
        if !file.is_writable() {
            let name = printable(file.path());
            return Err(file_failure(&name, FileError::ReadOnly));
        }
        Ok(file)
    }

    fn write_table(&mut self, name: &str, like: Option<Stones>) -> Result<String, DatabaseFailure> {
        let file = self.database.as_ref().ok_or(DatabaseFailure::NotOpen)?;
        let is_wanted = |stones: &Stones| {
            like.as_ref()
                .is_none_or(|like| (stones.rule(), stones.size()) == (like.rule(), like.size()))
        };
        let written = self.files.named(name).path().and_then(|path| {
            files::replace(&path, |out| {
                write_table(&file.database, |key| is_wanted(&key.stones()), out)
            })
        });
        let count = written.map_err(|error| file_failure(name, error))?;
        Ok(format!("{count} positions written to"))
    }

    fn read_table(&mut self, name: &str) -> Result<String, DatabaseFailure> {
        let bytes = self.read_import(name)?;
        let text = String::from_utf8_lossy(&bytes);
        let file = self.changeable()?;
        let count = read_table(&mut file.database, &text).map_err(|error| failure(name, error))?;
        file.save()?;
        Ok(format!("{count} positions read from"))
    }

    fn read_library(&mut self, name: &str, position: &Position) -> Result<String, DatabaseFailure> {
        let bytes = self.read_import(name)?;
        let file = self.changeable()?;
        let size = (position.width(), position.height());
        let count = add_library(&mut file.database, &bytes, position.rule(), size)
            .map_err(|error| failure(name, error))?;
        file.save()?;
        Ok(format!("{count} moves read from"))
    }

    /// Writes what follows from the position, with the moves that lead to it, as a library or as a database.
    fn write_branch(
        &mut self,
        kind: FileKind,
        name: &str,
        start: &Position,
        moves: &[Point],
    ) -> Result<String, DatabaseFailure> {
        let file = self.database.as_ref().ok_or(DatabaseFailure::NotOpen)?;
        let start = Stones::of(start).ok_or(DatabaseFailure::Position)?;
        if kind == FileKind::ToLibrary {
            let library =
                to_library(&file.database, &start, moves).map_err(|error| failure(name, error))?;
            let written = self.files.named(name).write(&library);
            written.map_err(|error| file_failure(name, error))?;
            return Ok(format!("{} bytes written to", library.len()));
        }
        let mut line = vec![start];
        for &point in moves {
            let last = &line[line.len() - 1];
            line.push(last.after(point));
        }
        let mut branch = file.database.branch(&line[line.len() - 1]);
        for stones in line {
            if let Some(entry) = file.database.entry(&stones) {
                branch.set(stones.key(), entry.clone());
            }
        }
        write_database(&self.files, name, &branch).map_err(|error| failure(name, error))?;
        Ok(format!("{} positions written to", branch.len()))
    }

    fn merge_database(&mut self, name: &str) -> Result<String, DatabaseFailure> {
        self.changeable()?;
        let other = read_database(&self.files, name).map_err(|error| failure(name, error))?;
        let file = self.changeable()?;
        for (key, entry) in other.entries() {
            file.database.merge(key.clone(), entry);
        }
        file.save()?;
        Ok(format!("{} positions read from", other.len()))
    }

    fn read_import(&mut self, name: &str) -> Result<Vec<u8>, DatabaseFailure> {
        self.changeable()?;
        let bytes = self.files.named(name).read(MOST_IMPORTED, &|| false);
        bytes.map_err(|error| file_failure(name, error))
    }

    /// Returns what the database tells of the moves in a position, if it is used.
    pub(super) fn known_moves(&self, position: &Position) -> Option<KnownMoves> {
        let file = self.database.as_ref();
        let file = file.filter(|_| self.settings.uses_database())?;
        known_moves(&file.database, position)
    }

    /// Returns the moves that the database takes from a search.
    pub(super) fn database_restriction(&self, position: &Position) -> Option<Restriction<Point>> {
        match self.known_moves(position)? {
            KnownMoves::Only(restriction) => Some(restriction),
            KnownMoves::Wins(_) => None,
        }
    }

    /// Records the result of a search. A failure is a warning, as the search has its own reply.
    pub(super) fn record_in_database(&mut self, report: &Report<Point>, is_free: bool) {
        let is_written = self.settings.uses_database() && !self.settings.keeps_database();
        let file = self.database.as_mut();
        let file = file.filter(|file| is_written && file.is_writable());
        if let (Some(file), Some(game)) = (file, &self.game) {
            record_search(&mut file.database, game.position(), report, is_free);
            if let Err(error) = file.keep() {
                log::warn!("{}: {error}", printable(file.path()));
            }
        }
    }
}

/// Changes label, value and depth of an entry, as the mask says.
fn edit_entry(
    database: &mut PositionDatabase,
    stones: &Stones,
    [mask, label, value, depth]: [i32; 4],
) -> Result<(), DatabaseFailure> {
    let number = i8::try_from(label).ok().and_then(Label::of_number);
    let label = number.ok_or(DatabaseFailure::Value("label", label))?;
    let score = i16::try_from(value)
        .ok()
        .filter(|value| value.unsigned_abs() <= 30_000);
    let value = score.ok_or(DatabaseFailure::Value("value", value))?;
    let plies = i16::try_from(depth)
        .ok()
        .filter(|depth| (0..8192).contains(depth));
    let depth = plies.ok_or(DatabaseFailure::Value("depth", depth))?;
    database.edit(stones, |entry| {
        if mask & 1 != 0 {
            entry.label = label;
        }
        if mask & 2 != 0 {
            (entry.value, entry.bound) = (value, ValueBound::Exact);
        }
        if mask & 4 != 0 {
            (entry.depth, entry.bound) = (depth, ValueBound::Exact);
        }
    });
    Ok(())
}

fn failure(name: &str, error: DatabaseError) -> DatabaseFailure {
    DatabaseFailure::File(name.to_owned(), error)
}

fn file_failure(name: &str, error: FileError) -> DatabaseFailure {
    failure(name, error.into())
}

//! Execution of database commands, and the database's role in searches.

use std::time::Instant;

use thiserror::Error;

use super::{GomocupDialect, Reply};
use crate::gomocup::board::{GomocupGame, GomocupGameError};
use crate::gomocup::grammar::{Owner, Stone, Xy};
use crate::gomocup::reply;
use tengen_engine::Report;
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};
use tengen_gomoku::database::{
    DatabaseEntry, DatabaseError, DatabaseFile, DeletionFilter, KnownMoves, Label,
    PositionDatabase, Stones, ValueBound, add_library, known_moves, read_database, read_table,
    record_search, to_library, write_database, write_table,
};
use tengen_gomoku::{Point, Position};

/// Maximum size in bytes of an imported library or table.
const MOST_IMPORTED: u64 = 256 << 20;

/// Reason a database command fails.
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
    /// A label or number out of range.
    #[error("the {0} {1} does not fit the database")]
    Value(&'static str, i32),
}

type DatabaseReply = Result<Option<String>, DatabaseFailure>;

impl GomocupDialect {
    /// Returns the game after some moves.
    fn game_after(&mut self, moves: &[Stone]) -> Result<GomocupGame, GomocupGameError> {
        let game = self.board()?;
        game.set_up_swap(&game.points(moves)?)
    }

    /// Shows the moves of a position in the database, and its comment if requested.
    pub(in crate::gomocup) fn show_moves(&mut self, moves: &[Stone], has_comment: bool) -> Reply {
        let game = self.game_after(moves)?;
        let is_written = !self.settings.keeps_database();
        let Some(file) = self.used_database() else {
            return Ok(None);
        };
        let stones = stones_of(&game)?;
        let is_writable = file.is_writable();
        let database = &mut file.database;
        let mut text = reply::database_moves(database, game.position(), &stones);
        if has_comment {
            text += "\n";
            text += &reply::database_comment(database.entry(&stones));
        }
        // A displayed position becomes part of the tree, so that the path to it can be found again.
        if is_writable && is_written && game.filled() > 0 {
            database.edit(&stones, |_| {});
            file.keep().map_err(DatabaseFailure::from)?;
        }
        Ok(Some(text))
    }

    /// Shows the entry of a position in this form.
    pub(in crate::gomocup) fn show_entry(
        &mut self,
        moves: &[Stone],
        write: fn(Option<&DatabaseEntry>) -> String,
    ) -> Reply {
        let game = self.game_after(moves)?;
        let Some(file) = self.used_database() else {
            return Ok(None);
        };
        let stones = stones_of(&game)?;
        Ok(Some(write(file.database.entry(&stones))))
    }

    /// Returns the database for a query. Without one there is no reply, since Yixin-Board sends a query after each
    /// move.
    fn used_database(&mut self) -> Option<&mut DatabaseFile> {
        let is_used = self.settings.uses_database();
        self.database.as_mut().filter(|_| is_used)
    }

    /// Changes the database for the position of a game.
    fn edit<T>(
        &mut self,
        game: &GomocupGame,
        change: impl FnOnce(&mut PositionDatabase, &Stones) -> Result<T, DatabaseFailure>,
    ) -> Result<T, GomocupGameError> {
        let stones = stones_of(game)?;
        let file = self.changeable()?;
        let changed = change(&mut file.database, &stones)?;
        file.keep().map_err(DatabaseFailure::from)?;
        Ok(changed)
    }

    /// Changes the parts of an entry that the mask selects: label, value and depth.
    pub(in crate::gomocup) fn edit_entry(&mut self, entry: [i32; 4], moves: &[Stone]) -> Reply {
        let game = self.game_after(moves)?;
        let reply = self.edit(&game, |database, stones| {
            edit_entry(database, stones, entry)?;
            Ok(reply::database_entry(database.entry(stones)))
        })?;
        Ok(Some(reply))
    }

    /// Changes the comment of an entry.
    pub(in crate::gomocup) fn edit_comment(&mut self, text: &str, moves: &[Stone]) -> Reply {
        let game = self.game_after(moves)?;
        self.edit(&game, |database, stones| {
            database.edit(stones, |entry| entry.set_comment(text));
            Ok(None)
        })
    }

    /// Changes the text on a point.
    pub(in crate::gomocup) fn edit_point_text(
        &mut self,
        at: Xy,
        text: &str,
        moves: &[Stone],
    ) -> Reply {
        let game = self.game_after(moves)?;
        let owner = Owner::InTurn;
        let point = game.points(&[Stone { at, owner }])?.pop();
        self.edit(&game, |database, stones| {
            let free = point.filter(|&point| !stones.holds(point));
            database.set_point_text(stones, free.ok_or(DatabaseFailure::Position)?, text);
            Ok(None)
        })
    }

    /// Marks the last move as the one to play, or removes the mark.
    pub(in crate::gomocup) fn mark_best(&mut self, is_best: bool, moves: &[Stone]) -> Reply {
        let game = self.game_after(moves)?;
        self.edit(&game, |database, stones| {
            database.edit(stones, |entry| {
                if is_best {
                    entry.label = Label::FORCED;
                } else if entry.label == Label::FORCED {
                    entry.label = Label::NONE;
                }
            });
            Ok(None)
        })
    }

    /// Deletes the entry of a position.
    pub(in crate::gomocup) fn delete_entry(&mut self, moves: &[Stone]) -> Reply {
        let game = self.game_after(moves)?;
        self.edit(&game, |database, stones| {
            database.remove(stones);
            Ok(None)
        })
    }

    /// Deletes entries that follow a position. Replies with the remaining ones, which Yixin-Board expects without asking
    /// for them.
    pub(in crate::gomocup) fn delete_children(
        &mut self,
        filter: DeletionFilter,
        moves: &[Stone],
    ) -> Reply {
        let game = self.game_after(moves)?;
        let reply = self.edit(&game, |database, stones| {
            let before = database.len();
            database.remove_children(stones, filter);
            let deleted = before - database.len();
            let left = reply::database_moves(database, game.position(), stones);
            Ok(format!("MESSAGE {deleted} positions deleted\n{left}"))
        })?;
        Ok(Some(reply))
    }

    /// Checks that an output file does not belong to the open database.
    pub(super) fn check_output(&self, name: &str) -> Result<(), DatabaseFailure> {
        let path = self.files.named(name).path();
        let file = self.database.as_ref();
        match path.is_ok_and(|path| file.is_some_and(|file| file.holds(&path))) {
            true => Err(DatabaseFailure::Held(name.to_owned())),
            false => Ok(()),
        }
    }

    /// Rewrites the database file.
    pub(in crate::gomocup) fn save_database(&mut self) -> DatabaseReply {
        let file = self.database.as_mut().ok_or(DatabaseFailure::NotOpen)?;
        let name = printable(file.path());
        file.save()
            .map_err(|error| DatabaseFailure::File(name.clone(), error))?;
        Ok(Some(format!(
            "MESSAGE DATABASE SAVE START {name}\nMESSAGE DATABASE SAVE DONE"
        )))
    }

    /// Opens a database and closes the previous one, which stays open if the new one cannot be opened.
    pub(in crate::gomocup) fn open_database(&mut self, name: &str) -> DatabaseReply {
        let failed = |error| DatabaseFailure::File(name.to_owned(), error);
        let is_same = self.is_open(name);
        // The lock prevents opening the same file twice.
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

    /// Writes a file. Replies with what was written and the time it took.
    fn export(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Self) -> Result<String, GomocupGameError>,
    ) -> Reply {
        self.check_output(name)?;
        self.import(name, write)
    }

    /// Reads a file. Replies with what was read and the time it took.
    fn import(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> Result<String, GomocupGameError>,
    ) -> Reply {
        let began = Instant::now();
        let done = read(self)?;
        let milliseconds = began.elapsed().as_millis();
        Ok(Some(format!("MESSAGE {done} {name} in {milliseconds} ms")))
    }

    /// Writes the whole database as a table.
    pub(in crate::gomocup) fn write_all_to_table(&mut self, name: &str) -> Reply {
        self.export(name, |session| Ok(session.write_table(name, None)?))
    }

    /// Writes the positions of this rule and size as a table.
    pub(in crate::gomocup) fn write_rule_to_table(&mut self, name: &str) -> Reply {
        self.export(name, |session| {
            let position = session.board()?.position();
            let like = Stones::empty(position.rule(), position.width(), position.height());
            Ok(session.write_table(name, Some(like))?)
        })
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

    /// Reads such a table.
    pub(in crate::gomocup) fn read_table(&mut self, name: &str) -> Reply {
        self.import(name, |session| {
            let bytes = session.read_import(name)?;
            let text = String::from_utf8_lossy(&bytes);
            let file = session.changeable()?;
            let count =
                read_table(&mut file.database, &text).map_err(|error| failure(name, error))?;
            file.save().map_err(DatabaseFailure::from)?;
            Ok(format!("{count} positions read from"))
        })
    }

    /// Reads a RenLib library.
    pub(in crate::gomocup) fn read_library(&mut self, name: &str) -> Reply {
        self.import(name, |session| {
            let position = session.board()?.position();
            let (rule, size) = (position.rule(), (position.width(), position.height()));
            let bytes = session.read_import(name)?;
            let file = session.changeable()?;
            let count = add_library(&mut file.database, &bytes, rule, size)
                .map_err(|error| failure(name, error))?;
            file.save().map_err(DatabaseFailure::from)?;
            Ok(format!("{count} moves read from"))
        })
    }

    /// Writes the positions that follow this one, with the moves leading to it, as a RenLib library.
    pub(in crate::gomocup) fn write_library(&mut self, name: &str) -> Reply {
        self.export(name, |session| {
            let (start, moves) = session.board()?.line();
            let file = session.database.as_ref().ok_or(DatabaseFailure::NotOpen)?;
            let start = Stones::from_position(&start).ok_or(DatabaseFailure::Position)?;
            let library =
                to_library(&file.database, &start, &moves).map_err(|error| failure(name, error))?;
            let written = session.files.named(name).write(&library);
            written.map_err(|error| file_failure(name, error))?;
            Ok(format!("{} bytes written to", library.len()))
        })
    }

    /// Writes the positions that follow this one, with the moves leading to it, as a database.
    pub(in crate::gomocup) fn split_database(&mut self, name: &str) -> Reply {
        self.export(name, |session| {
            let (start, moves) = session.board()?.line();
            let file = session.database.as_ref().ok_or(DatabaseFailure::NotOpen)?;
            let start = Stones::from_position(&start).ok_or(DatabaseFailure::Position)?;
            let mut line = vec![start];
            for point in moves {
                let last = &line[line.len() - 1];
                line.push(last.after(point));
            }
            let mut branch = file.database.branch(&line[line.len() - 1]);
            for stones in line {
                if let Some(entry) = file.database.entry(&stones) {
                    branch.set(stones.key(), entry.clone());
                }
            }
            write_database(&session.files, name, &branch).map_err(|error| failure(name, error))?;
            Ok(format!("{} positions written to", branch.len()))
        })
    }

    /// Adds the positions of another database.
    pub(in crate::gomocup) fn merge_database(&mut self, name: &str) -> Reply {
        self.import(name, |session| {
            session.changeable()?;
            let other =
                read_database(&session.files, name).map_err(|error| failure(name, error))?;
            let file = session.changeable()?;
            for (key, entry) in other.entries() {
                file.database.merge(key.clone(), entry);
            }
            file.save().map_err(DatabaseFailure::from)?;
            Ok(format!("{} positions read from", other.len()))
        })
    }

    fn read_import(&mut self, name: &str) -> Result<Vec<u8>, DatabaseFailure> {
        self.changeable()?;
        let bytes = self.files.named(name).read(MOST_IMPORTED, &|| false);
        bytes.map_err(|error| file_failure(name, error))
    }

    /// Returns the database's information about the moves in a position, if it is used and has any.
    pub(in crate::gomocup) fn known_moves(&self, position: &Position) -> Option<KnownMoves> {
        let file = self.database.as_ref();
        let file = file.filter(|_| self.settings.uses_database())?;
        known_moves(&file.database, position)
    }

    /// Records the result of a search of the current position. A failure only logs a warning, since the search has its
    /// own reply.
    pub(in crate::gomocup) fn record_in_database(&mut self, report: &Report<Point>) {
        let is_written = self.settings.uses_database() && !self.settings.keeps_database();
        let file = self.database.as_mut();
        let file = file.filter(|file| is_written && file.is_writable());
        if let (Some(file), Some(game)) = (file, &self.game) {
            let is_free = self.blocked.restriction(game.position()).is_none();
            record_search(&mut file.database, game.position(), report, is_free);
            if let Err(error) = file.keep() {
                log::warn!("{}: {error}", printable(file.path()));
            }
        }
    }
}

/// Returns the stones of a game as databases key them.
fn stones_of(game: &GomocupGame) -> Result<Stones, DatabaseFailure> {
    Stones::from_position(game.position()).ok_or(DatabaseFailure::Position)
}

/// Changes the label, value and depth of an entry selected by `mask`.
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

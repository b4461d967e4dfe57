//! An open database with its file and its journal.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::DatabaseError;
use super::binary;
use super::journal::{Change, DatabaseJournal, Fingerprint, KeptChanges};
use super::position_database::PositionDatabase;
use tengen_engine::files::printable;
use tengen_engine::files::{self, Access, FileError};

/// Maximum size of a database's file, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// An open database, locked against other processes. Changes written by [`keep`](Self::keep) survive a crash at any
/// moment. The file itself is replaced as a whole by [`save`](Self::save), and when the database is closed.
#[derive(Debug)]
pub struct DatabaseFile {
    /// The positions. Changes are on disk after [`keep`](Self::keep) or [`save`](Self::save).
    pub database: PositionDatabase,
    path: PathBuf,
    /// `None` if the folder is not writable.
    journal: Option<DatabaseJournal>,
    /// Whether the file lacks changes.
    is_behind: bool,
}

impl DatabaseFile {
    /// Opens the database with this name, or creates the file. Recovers changes that a killed
    /// process has left in the journal. A read-only file, or one in a read-only folder, is opened but cannot be
    /// changed.
    ///
    /// Fails without changing anything if access is not allowed, another process has the database open, or the file is
    /// not a database.
    pub fn open(access: &Access, name: &str) -> Result<DatabaseFile, DatabaseError> {
        // Resolve links, even to a file that does not exist yet: all names of a database must share one journal, and
        // thus one lock.
        let path = files::real_path(&access.named(name).path()?)?;
        // Check the journal's name as well: it must not lead elsewhere through a link.
        let mut journal = path.clone().into_os_string();
        journal.push(".journal");
        let journal = access.named(journal).path()?;
        let has_journal = journal.exists();
        let opened = open_journal(&path, &journal)?;
        let read = read_file(&path);
        let Some((journal, old)) = opened else {
            let (database, _) = read?;
            return Ok(DatabaseFile {
                database,
                path,
                journal: None,
                is_behind: false,
            });
        };
        match read {
            Ok((database, base)) => DatabaseFile {
                database,
                path,
                journal: Some(journal),
                is_behind: false,
            }
            .recovered(old, base),
            Err(error) => {
                if !has_journal {
                    // The journal has just been created for a file that is not a database.
                    let _ = journal.remove();
                }
                Err(error)
            }
        }
    }

    /// Applies the changes of an older journal, and begins a new one.
    fn recovered(
        mut self,
        old: KeptChanges,
        base: Fingerprint,
    ) -> Result<DatabaseFile, DatabaseError> {
        let is_same_file = old.base == Some(base);
        self.is_behind = !old.changes.is_empty();
        for (key, entry) in last_changes(old.changes) {
            match entry {
                // The file has been written since then, by this or another program.
                Some(entry) if !is_same_file => self.database.merge(key, &entry),
                Some(entry) => self.database.set(key, entry),
                None if is_same_file => self.database.take_out(&key),
                None => {}
            }
        }
        if self.is_behind {
            // On a full disk the older journal keeps the changes.
            if let Err(error) = self.save() {
                log::warn!("{}: {error}", printable(&self.path));
            }
        } else if let Some(journal) = &mut self.journal {
            journal.restart(base)?;
        }
        Ok(self)
    }

    /// Returns the path of the file, without links.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether changes can be kept. They cannot in a read-only folder.
    pub fn is_writable(&self) -> bool {
        self.journal.is_some()
    }

    /// Whether this path leads to the file.
    pub fn is_at(&self, path: &Path) -> bool {
        files::real_path(path).is_ok_and(|path| path == self.path)
    }

    /// Whether this path leads to the file or its journal, which must not be replaced while they are open.
    pub fn holds(&self, path: &Path) -> bool {
        let journal = self.journal.as_ref().map(DatabaseJournal::path);
        let is_journal = |path: PathBuf| journal.is_some_and(|journal| journal == path);
        self.is_at(path) || files::real_path(path).is_ok_and(is_journal)
    }

    /// Writes the changes since the last call to the journal. Fails on a system error, or if the folder is not
    /// writable. The changes then stay in memory, and are written with the next ones.
    pub fn keep(&mut self) -> Result<(), DatabaseError> {
        let keys = self.database.take_changed();
        if keys.is_empty() {
            return Ok(());
        }
        let journal = self.journal.as_mut().ok_or(FileError::ReadOnly)?;
        self.is_behind = true;
        let changes = keys.into_iter().map(|key| {
            let entry = self.database.get(&key).cloned();
            (key, entry)
        });
        Ok(journal.add(changes)?)
    }

    /// Replaces the file by one with all changes, and begins a new journal. On an error, or if the folder is not
    /// writable, the older file and the journal stay.
    pub fn save(&mut self) -> Result<(), DatabaseError> {
        let journal = self.journal.as_mut().ok_or(FileError::ReadOnly)?;
        let mut bytes = Vec::new();
        binary::write(&self.database, &mut bytes)?;
        files::write(&self.path, &bytes)?;
        self.database.take_changed();
        self.is_behind = false;
        Ok(journal.restart(Fingerprint::new(&bytes))?)
    }

    /// Saves changes and closes the database. A new database without entries leaves no file. On an error the journal
    /// stays.
    pub fn close(mut self) -> Result<(), DatabaseError> {
        self.keep_and_close()
    }

    fn keep_and_close(&mut self) -> Result<(), DatabaseError> {
        if self.journal.is_none() {
            return Ok(());
        }
        self.keep()?;
        if self.is_behind {
            self.save()?;
        }
        self.journal
            .take()
            .map_or(Ok(()), |journal| Ok(journal.remove()?))
    }
}

impl Drop for DatabaseFile {
    fn drop(&mut self) {
        if let Err(error) = self.keep_and_close() {
            log::warn!("{}: {error}", printable(&self.path));
        }
    }
}

/// Opens the journal of a file. `None` if the file or its folder is read-only, so that changes could never be saved.
fn open_journal(
    path: &Path,
    journal: &Path,
) -> Result<Option<(DatabaseJournal, KeptChanges)>, DatabaseError> {
    if files::is_read_only(path) {
        return Ok(None);
    }
    match DatabaseJournal::open(journal) {
        Ok(opened) => Ok(Some(opened)),
        Err(DatabaseError::Io(error)) if files::is_denied(&error) && path.exists() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Reads a file. If it does not exist, the database is empty.
fn read_file(path: &Path) -> Result<(PositionDatabase, Fingerprint), DatabaseError> {
    match files::read(path, MOST_BYTES, &|| false) {
        Ok(bytes) => Ok((binary::read(&bytes)?, Fingerprint::new(&bytes))),
        Err(error) if error.is_missing() => Ok(Default::default()),
        Err(error) => Err(error.into()),
    }
}

/// Reads the database of a file that another program may have open.
pub fn read_database(access: &Access, name: &str) -> Result<PositionDatabase, DatabaseError> {
    let bytes = access.named(name).read(MOST_BYTES, &|| false)?;
    binary::read(&bytes)
}

/// Writes a database to a file that is not kept open.
pub fn write_database(
    access: &Access,
    name: &str,
    database: &PositionDatabase,
) -> Result<(), DatabaseError> {
    let path = access.named(name).path()?;
    files::replace(&path, |file| {
        let mut file: &mut dyn Write = file;
        binary::write(database, &mut file)
    })?;
    Ok(())
}

/// Returns the last change of each key.
fn last_changes(changes: Vec<Change>) -> impl Iterator<Item = Change> {
    let last: std::collections::BTreeMap<_, _> = changes.into_iter().collect();
    last.into_iter()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::database::{DatabaseEntry, Stones};
    use crate::rules::{Point, Rule};
    use tengen_testing::scratch::Scratch;

    fn stones(x: u8) -> Stones {
        Stones::empty(Rule::Renju, 15, 15).after(Point::new(x, 0))
    }

    fn open(folder: &Scratch) -> DatabaseFile {
        let name = folder.path().join("a.db");
        DatabaseFile::open(&Access::Anywhere, name.to_str().unwrap()).unwrap()
    }

    fn value(file: &DatabaseFile, x: u8) -> Option<i16> {
        Some(file.database.entry(&stones(x))?.value)
    }

    fn set(file: &mut DatabaseFile, x: u8, value: i32) {
        let entry = DatabaseEntry::searched(value, 10);
        file.database.set(stones(x).key(), entry);
    }

    /// Simulates a killed process: writes nothing, but releases the lock.
    fn kill(file: DatabaseFile) {
        let mut file = std::mem::ManuallyDrop::new(file);
        drop(file.journal.take());
    }

    #[test]
    fn closing_writes_the_file_and_leaves_no_journal() {
        let folder = Scratch::new("database-close");
        drop(open(&folder));
        assert_eq!(folder.names(), [""; 0]);
        let mut file = open(&folder);
        set(&mut file, 1, 11);
        file.close().unwrap();
        assert_eq!(folder.names(), ["a.db"]);
        assert_eq!(value(&open(&folder), 1), Some(11));
    }

    #[test]
    fn kept_changes_survive_a_killed_process() {
        let folder = Scratch::new("database-killed");
        let mut file = open(&folder);
        set(&mut file, 1, 11);
        file.save().unwrap();
        set(&mut file, 2, 22);
        file.keep().unwrap();
        file.database.remove(&stones(1));
        file.keep().unwrap();
        set(&mut file, 3, 33);
        kill(file);
        assert_eq!(folder.names(), ["a.db", "a.db.journal"]);
        let file = open(&folder);
        assert_eq!([1, 2, 3].map(|x| value(&file, x)), [None, Some(22), None]);
    }

    #[test]
    fn a_journal_of_an_older_file_is_merged() {
        let folder = Scratch::new("database-merged");
        let mut file = open(&folder);
        set(&mut file, 1, 11);
        file.keep().unwrap();
        set(&mut file, 2, 22);
        file.keep().unwrap();
        kill(file);
        // Another program writes the file in between.
        let mut other = PositionDatabase::default();
        other.set(stones(1).key(), DatabaseEntry::searched(99, 30));
        let name = folder.path().join("a.db");
        write_database(&Access::Anywhere, name.to_str().unwrap(), &other).unwrap();
        let file = open(&folder);
        assert_eq!([1, 2].map(|x| value(&file, x)), [Some(99), Some(22)]);
    }

    #[test]
    fn what_is_no_database_stays_as_it_is() {
        let folder = Scratch::new("database-foreign");
        let path = folder.path().join("a.db");
        fs::write(&path, "a letter to somebody").unwrap();
        let refused = DatabaseFile::open(&Access::Anywhere, path.to_str().unwrap());
        assert!(refused.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"a letter to somebody");
        assert_eq!(folder.names(), ["a.db"]);
        for access in [
            Access::Nowhere,
            Access::from_argument(&folder.path().join("..")).unwrap(),
        ] {
            let outside = "/no/such/folder/a.db";
            assert!(DatabaseFile::open(&access, outside).is_err());
        }
    }

    #[test]
    fn unsupported_content_is_reported_and_not_written() {
        let folder = Scratch::new("database-read-only");
        let mut file = open(&folder);
        set(&mut file, 1, 11);
        file.save().unwrap();
        assert!(file.is_writable());
        // As in a read-only folder. The user who runs the test may be able to write everywhere.
        file.journal = None;
        assert!(!file.is_writable());
        set(&mut file, 1, 99);
        assert!(file.keep().is_err() && file.save().is_err());
        file.close().unwrap();
        assert_eq!(value(&open(&folder), 1), Some(11));
    }

    #[test]
    fn a_read_only_file_is_opened_and_not_changed() {
        let folder = Scratch::new("database-read-only-file");
        let mut file = open(&folder);
        set(&mut file, 1, 11);
        file.close().unwrap();
        let path = folder.path().join("a.db");
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        for _ in 0..2 {
            let mut file = open(&folder);
            assert!(!file.is_writable());
            assert_eq!(value(&file, 1), Some(11));
            set(&mut file, 1, 22);
            assert!(file.keep().is_err());
        }
        assert_eq!(folder.names(), ["a.db"]);
    }

    #[test]
    fn a_second_process_waits_for_the_first_to_close() {
        let folder = Scratch::new("database-busy");
        let first = open(&folder);
        let name = folder.path().join("a.db");
        let second = DatabaseFile::open(&Access::Anywhere, name.to_str().unwrap());
        assert!(matches!(second, Err(DatabaseError::Busy)));
        drop(first);
        open(&folder);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_new_database_has_its_lock() {
        let folder = Scratch::new("database-link");
        std::os::unix::fs::symlink("a.db", folder.path().join("link")).unwrap();
        let at = |name: &str| {
            let path = folder.path().join(name);
            DatabaseFile::open(&Access::Anywhere, path.to_str().unwrap())
        };
        let mut first = at("link").unwrap();
        assert!(matches!(at("a.db"), Err(DatabaseError::Busy)));
        set(&mut first, 1, 11);
        first.close().unwrap();
        assert_eq!(folder.names(), ["a.db", "link"]);
        assert_eq!(value(&at("a.db").unwrap(), 1), Some(11));
    }

    #[test]
    fn file_and_journal_are_held() {
        let folder = Scratch::new("database-held");
        let file = open(&folder);
        for (name, is_held) in [("a.db", true), ("a.db.journal", true), ("b.db", false)] {
            let path = folder.path().join(".").join(name);
            assert_eq!(file.holds(&path), is_held, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_the_journal_out_of_the_folder() {
        let folder = Scratch::new("database-links");
        let inside = folder.path().join("in");
        fs::create_dir(&inside).unwrap();
        let secret = folder.path().join("secret");
        std::os::unix::fs::symlink(&secret, inside.join("a.db.journal")).unwrap();
        let access = Access::from_argument(&inside).unwrap();
        assert!(DatabaseFile::open(&access, "a.db").is_err());
        assert!(!secret.exists());
    }
}

//! The journal of a database: its changes since the file was last written.
//!
//! The journal of `NAME` is `NAME.journal`. It exists while the database is open, and after a process was killed. It
//! begins with the length and checksum of the file to which it belongs, followed by the changes, each with its length
//! and checksum. A process killed in the middle of a change leaves a partial one at the end, which is cut off.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::Crc;

use super::DatabaseError;
use super::binary::{decode_entry, decode_key, encode_entry};
use super::entry::DatabaseEntry;
use super::key::DatabaseKey;
use tengen_engine::files::{self, FileError, LockedFile};

const MAGIC: &[u8; 8] = b"TGGOMDJ1";

/// Header size in bytes: magic number, length and checksum of the file.
const HEAD: usize = MAGIC.len() + 8 + 4;

/// Maximum number of bytes read from a journal.
const MOST_BYTES: u64 = 1 << 30;

/// A fingerprint of the database's file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// Length in bytes.
    length: u64,
    /// CRC-32 of the bytes.
    sum: u32,
}

impl Fingerprint {
    /// Returns the fingerprint of these bytes.
    pub fn new(bytes: &[u8]) -> Fingerprint {
        Fingerprint {
            length: bytes.len() as u64,
            sum: checksum(bytes),
        }
    }
}

/// A change: the new entry of a key, or `None` if it was removed.
pub type Change = (DatabaseKey, Option<DatabaseEntry>);

/// An open journal, locked against other processes.
#[derive(Debug)]
pub struct DatabaseJournal {
    file: LockedFile,
    path: PathBuf,
    /// Length in bytes, without a partial change.
    length: u64,
}

/// The contents of an existing journal.
#[derive(Debug, Default)]
pub struct KeptChanges {
    /// The file to which the changes belong; `None` if there was no journal.
    pub base: Option<Fingerprint>,
    /// The changes, in order.
    pub changes: Vec<Change>,
}

impl DatabaseJournal {
    /// Opens or creates a journal and returns it with its contents. Fails with [`DatabaseError::Busy`] if another
    /// process has it open, and if the file is not a journal.
    pub fn open(path: &Path) -> Result<(DatabaseJournal, KeptChanges), DatabaseError> {
        let locked = LockedFile::new(files::open_or_create(path)?);
        let file = locked.map_err(|error| match error {
            FileError::Busy => DatabaseError::Busy,
            error => error.into(),
        })?;
        let mut bytes = Vec::new();
        (&*file).take(MOST_BYTES).read_to_end(&mut bytes)?;
        let is_ours = bytes.len() < MAGIC.len() || bytes.starts_with(MAGIC);
        if !is_ours || bytes.len() as u64 == MOST_BYTES {
            return Err(DatabaseError::Foreign);
        }
        let (old, length) = read(&bytes);
        let mut journal = DatabaseJournal {
            file,
            path: path.to_owned(),
            length: length as u64,
        };
        journal.cut()?;
        Ok((journal, old))
    }

    /// Returns the path of the journal.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Empties the journal and begins recording changes to this file.
    pub fn restart(&mut self, base: Fingerprint) -> io::Result<()> {
        self.length = 0;
        self.cut()?;
        let head = [
            &MAGIC[..],
            &base.length.to_le_bytes(),
            &base.sum.to_le_bytes(),
        ];
        self.append(&head.concat())
    }

    /// Adds changes, which are on disk when this returns. On an error, none of them is in the journal.
    pub fn add(&mut self, changes: impl IntoIterator<Item = Change>) -> io::Result<()> {
        let mut bytes = Vec::new();
        for change in changes {
            let change = encode(&change);
            bytes.extend((change.len() as u32).to_le_bytes());
            bytes.extend(checksum(&change).to_le_bytes());
            bytes.extend(change);
        }
        self.append(&bytes)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self
            .file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| self.file.write_all(bytes))
            .and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => self.length += bytes.len() as u64,
            // A partial change is overwritten by the next one, or cut off when the journal is opened.
            Err(_) => drop(self.cut()),
        }
        written
    }

    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)
    }

    /// Deletes the journal file, after its changes have been saved.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

fn encode((key, entry): &Change) -> Vec<u8> {
    let key = key.bytes();
    let mut bytes = vec![u8::from(entry.is_some())];
    // A key has at most two bytes per point of the board.
    bytes.extend((key.len() as u16).to_le_bytes());
    bytes.extend(key);
    bytes.extend(entry.as_ref().map(encode_entry).unwrap_or_default());
    bytes
}

fn decode(bytes: &[u8]) -> Option<Change> {
    let (&[is_set, low, high], rest) = bytes.split_first_chunk::<3>()?;
    let (key, entry) = rest.split_at_checked(u16::from_le_bytes([low, high]).into())?;
    let key = decode_key(key)?;
    Some(match is_set {
        0 => (key, None),
        _ => (key, Some(decode_entry(entry, true)?)),
    })
}

/// Reads the complete changes of a journal. Returns them with their length in bytes.
fn read(bytes: &[u8]) -> (KeptChanges, usize) {
    let Some((head, mut rest)) = bytes.split_at_checked(HEAD) else {
        return (KeptChanges::default(), 0);
    };
    let number = |range: std::ops::Range<usize>| {
        let mut number = [0; 8];
        number[..range.len()].copy_from_slice(&head[range]);
        u64::from_le_bytes(number)
    };
    let base = Fingerprint {
        length: number(MAGIC.len()..MAGIC.len() + 8),
        sum: number(MAGIC.len() + 8..HEAD) as u32,
    };
    let mut changes = Vec::new();
    while let Some((change, after)) = next_change(rest) {
        changes.push(change);
        rest = after;
    }
    let old = KeptChanges {
        base: Some(base),
        changes,
    };
    (old, bytes.len() - rest.len())
}

fn next_change(bytes: &[u8]) -> Option<(Change, &[u8])> {
    let (&length, rest) = bytes.split_first_chunk::<4>()?;
    let (&sum, rest) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
    let (change, rest) = rest.split_at_checked(length)?;
    let is_whole = checksum(change) == u32::from_le_bytes(sum);
    Some((decode(change).filter(|_| is_whole)?, rest))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::key::Stones;
    use crate::rules::{Point, Rule};
    use tengen_testing::scratch::Scratch;

    fn change(x: u8, value: Option<i32>) -> Change {
        let stones = Stones::empty(Rule::Renju, 15, 15).after(Point::new(x, 7));
        let entry = value.map(|value| DatabaseEntry::searched(value, 9));
        (stones.key(), entry)
    }

    #[test]
    fn changes_survive_wherever_the_last_one_is_torn() {
        let folder = Scratch::new("journal-torn");
        let path = folder.path().join("a.journal");
        let (mut journal, old) = DatabaseJournal::open(&path).unwrap();
        assert_eq!((old.base, old.changes.len()), (None, 0));
        let base = Fingerprint::new(b"a file");
        journal.restart(base).unwrap();
        journal.add([change(1, Some(10)), change(2, None)]).unwrap();
        let whole = std::fs::read(&path).unwrap();
        journal.add([change(3, Some(-29_990))]).unwrap();
        drop(journal);
        let all = std::fs::read(&path).unwrap();
        for length in whole.len()..all.len() {
            std::fs::write(&path, &all[..length]).unwrap();
            let (mut journal, old) = DatabaseJournal::open(&path).unwrap();
            assert_eq!(old.base, Some(base));
            assert_eq!(
                old.changes,
                [change(1, Some(10)), change(2, None)],
                "{length}"
            );
            journal.add([change(4, Some(4))]).unwrap();
            drop(journal);
            let (_, old) = DatabaseJournal::open(&path).unwrap();
            assert_eq!(old.changes[2..], [change(4, Some(4))], "{length}");
        }
        for length in 0..HEAD {
            std::fs::write(&path, &all[..length]).unwrap();
            assert_eq!(DatabaseJournal::open(&path).unwrap().1.base, None);
        }
    }

    #[test]
    fn one_process_at_a_time_and_no_other_files() {
        let folder = Scratch::new("journal-busy");
        let path = folder.path().join("a.journal");
        let (journal, _) = DatabaseJournal::open(&path).unwrap();
        assert!(matches!(
            DatabaseJournal::open(&path),
            Err(DatabaseError::Busy)
        ));
        journal.remove().unwrap();
        std::fs::write(&path, "a letter to somebody").unwrap();
        assert!(matches!(
            DatabaseJournal::open(&path),
            Err(DatabaseError::Foreign)
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"a letter to somebody");
    }
}

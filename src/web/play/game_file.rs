//! The file of a game: a line per change, only ever appended to.
//!
//! A line is an entry's checksum, a blank, and the entry as JSON. A server killed while it writes leaves an incomplete
//! last line. That change was never announced to anyone; the line is cut off when the file is opened again.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use flate2::Crc;
use thiserror::Error;

use super::entry::Entry;
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError, LockedFile};

/// Maximum length of a file, in bytes.
const LONGEST: u64 = 4 << 20;

/// The reason why a file cannot be used.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// An error of the operating system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file cannot be opened for writing.
    #[error("its file cannot be written: {0}")]
    NotWritable(FileError),
    /// The file is not a regular one.
    #[error(transparent)]
    Refused(FileError),
    /// Another server has the file open.
    #[error("another server has this game open")]
    Busy,
    /// A line before the last differs from what was written.
    #[error("the file is damaged at byte {0}")]
    Damaged(usize),
    /// The file is longer than any game.
    #[error("the file is longer than {} MiB", LONGEST >> 20)]
    TooLong,
}

impl From<FileError> for GameFileError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Io(error) => GameFileError::Io(error),
            FileError::Busy => GameFileError::Busy,
            refused => GameFileError::Refused(refused),
        }
    }
}

/// An open file, locked against other servers.
#[derive(Debug)]
pub struct GameFile {
    file: LockedFile,
    /// The length of the complete lines, in bytes.
    length: u64,
}

impl GameFile {
    /// Creates the file of a new game, readable only by the user of this process. If that fails, the file does not
    /// exist.
    pub fn create(path: &Path, first: &Entry) -> Result<GameFile, GameFileError> {
        let file = files::create_private(path)?;
        let begun = GameFile::begin(file, path, first);
        if begun.is_err() {
            // Its contents have not been announced to anyone.
            let _ = fs::remove_file(path);
        }
        begun
    }

    fn begin(file: File, path: &Path, first: &Entry) -> Result<GameFile, GameFileError> {
        let file = LockedFile::new(file)?;
        let mut file = GameFile { file, length: 0 };
        file.append(first)?;
        // The file's name has to be on disk too; other systems have no such call.
        #[cfg(unix)]
        if let Some(folder) = path.parent() {
            File::open(folder)?.sync_all()?;
        }
        #[cfg(not(unix))]
        let _ = path;
        Ok(file)
    }

    /// Opens the file of a game. Returns it with its entries. Fails if it does not exist, is damaged, is in use
    /// elsewhere, or is read-only, even for root.
    pub fn open(path: &Path) -> Result<(GameFile, Vec<Entry>), GameFileError> {
        let file = files::open_for_update(path).map_err(|error| match error {
            FileError::Io(_) if !error.is_missing() => GameFileError::NotWritable(error),
            error => error.into(),
        })?;
        if file.metadata()?.permissions().readonly() {
            return Err(GameFileError::NotWritable(FileError::ReadOnly));
        }
        let file = LockedFile::new(file)?;
        let mut bytes = Vec::new();
        (&*file).take(LONGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LONGEST {
            return Err(GameFileError::TooLong);
        }
        let (entries, length) = read_lines(&bytes)?;
        // A file without entries is not an interrupted game, so it is not cut off.
        if entries.is_empty() {
            return Err(GameFileError::Damaged(0));
        }
        let mut file = GameFile {
            file,
            length: length as u64,
        };
        if length < bytes.len() {
            log::warn!(
                "{}: an incomplete line of {} bytes",
                printable(path),
                bytes.len() - length
            );
            file.cut()?;
        }
        Ok((file, entries))
    }

    /// Appends an entry, which is on disk when this returns. If that fails, the file is unchanged.
    pub fn append(&mut self, entry: &Entry) -> io::Result<()> {
        // A change to a deleted file would be lost.
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&self.file.metadata()?) == 0 {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "the file of the game has been deleted",
            ));
        }
        let line = line_of(entry)?;
        if self.length + line.len() as u64 > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let written = self
            .file
            .seek(SeekFrom::Start(self.length))
            .and_then(|_| self.file.write_all(&line))
            .and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.length += line.len() as u64;
                Ok(())
            }
            Err(error) => {
                // The rest of the line is overwritten by the next one, or cut off when the file is opened.
                let _ = self.cut();
                Err(error)
            }
        }
    }

    /// Cuts off everything after the complete lines.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.sync_data()
    }
}

fn checksum(text: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(text);
    sum.sum()
}

fn line_of(entry: &Entry) -> io::Result<Vec<u8>> {
    let text = serde_json::to_string(entry)?;
    let sum = checksum(text.as_bytes());
    Ok(format!("{sum:08x} {text}\n").into_bytes())
}

/// Parses a line without its line break; `None` if it is damaged.
fn read_line(line: &[u8]) -> Option<Entry> {
    let (sum, text) = line.split_at_checked(9)?;
    let sum = str::from_utf8(sum).ok()?.strip_suffix(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    let is_whole = checksum(text) == sum;
    serde_json::from_slice(text).ok().filter(|_| is_whole)
}

/// Parses the complete lines. Returns their entries and their length in bytes.
fn read_lines(bytes: &[u8]) -> Result<(Vec<Entry>, usize), GameFileError> {
    let mut entries = Vec::new();
    let mut length = 0;
    while let Some(end) = bytes[length..].iter().position(|&byte| byte == b'\n') {
        let Some(entry) = read_line(&bytes[length..length + end]) else {
            break;
        };
        entries.push(entry);
        length += end + 1;
    }
    // Nothing is ever written after an interrupted write.
    let is_written = |line: &[u8]| {
        let text = line.strip_suffix(b"\n");
        text.is_some_and(|text| read_line(text).is_some())
    };
    let mut rest = bytes[length..].split_inclusive(|&byte| byte == b'\n');
    match rest.any(is_written) {
        true => Err(GameFileError::Damaged(length)),
        false => Ok((entries, length)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testing::scratch::Scratch;

    fn mv(text: &str) -> Entry {
        Entry::Move {
            mv: text.to_owned(),
            clocks: None,
            evaluation: None,
        }
    }

    #[test]
    fn entries_survive_and_a_second_server_waits() {
        let folder = Scratch::new("game-file");
        let path = folder.path().join("a.game");
        let mut file = GameFile::create(&path, &Entry::Start).unwrap();
        file.append(&mv("D4")).unwrap();
        assert!(matches!(GameFile::open(&path), Err(GameFileError::Busy)));
        assert!(GameFile::create(&path, &Entry::Start).is_err());
        drop(file);
        let (mut file, entries) = GameFile::open(&path).unwrap();
        assert_eq!(entries, [Entry::Start, mv("D4")]);
        file.append(&mv("Q16")).unwrap();
        drop(file);
        assert_eq!(GameFile::open(&path).unwrap().1.len(), 3);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "its secrets are the user's");
        }
    }

    #[test]
    fn a_torn_tail_is_cut_off_wherever_it_is_torn() {
        let folder = Scratch::new("game-file-torn");
        let path = folder.path().join("a.game");
        let whole = [line_of(&Entry::Start).unwrap(), line_of(&mv("D4")).unwrap()].concat();
        let last = line_of(&mv("Q16")).unwrap();
        for kept in 0..last.len() {
            let mut bytes = whole.clone();
            bytes.extend_from_slice(&last[..kept]);
            fs::write(&path, &bytes).unwrap();
            let (mut file, entries) = GameFile::open(&path).unwrap();
            assert_eq!(entries, [Entry::Start, mv("D4")], "{kept} bytes");
            file.append(&mv("C3")).unwrap();
            drop(file);
            let (_, entries) = GameFile::open(&path).unwrap();
            assert_eq!(entries, [Entry::Start, mv("D4"), mv("C3")], "{kept} bytes");
        }
        // Blocks that a file system has reserved but not filled.
        fs::write(&path, [&whole[..], &[0; 4096][..]].concat()).unwrap();
        assert_eq!(GameFile::open(&path).unwrap().1.len(), 2);
    }

    #[test]
    fn a_read_only_file_is_no_missing_one() {
        let folder = Scratch::new("game-file-read-only");
        let path = folder.path().join("a.game");
        drop(GameFile::create(&path, &Entry::Start).unwrap());
        let bytes = fs::read(&path).unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let refusal = GameFile::open(&path).unwrap_err();
        assert!(
            matches!(refusal, GameFileError::NotWritable(_)),
            "{refusal}"
        );
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn damage_before_the_end_is_found_and_nothing_is_cut() {
        let folder = Scratch::new("game-file-damaged");
        let path = folder.path().join("a.game");
        let lines = [&Entry::Start, &mv("D4"), &mv("Q16")].map(|entry| line_of(entry).unwrap());
        let mut bytes = lines.concat();
        let at = lines[0].len() + 20;
        bytes[at] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let refusal = GameFile::open(&path).unwrap_err();
        assert!(matches!(refusal, GameFileError::Damaged(at) if at == lines[0].len()));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

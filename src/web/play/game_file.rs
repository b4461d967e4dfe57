//! The file of a game: a line for each change, which is only ever appended to.
//!
//! A line is the checksum of an entry, a blank, and the entry as JSON. A server that is killed in the middle of a line
//! leaves a torn one at the end, whose change nobody has heard of; it is cut off when the file is opened again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use thiserror::Error;

use super::entry::Entry;
use tengen_engine::files::printable;
use tengen_engine::files::{self, FileError};

/// Maximum length of a file, in bytes.
const LONGEST: u64 = 4 << 20;

/// The reason why a file cannot be opened.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It cannot be opened for writing.
    #[error("the file cannot be written: {0}")]
    NotWritable(io::Error),
    /// It is not a regular file.
    #[error(transparent)]
    Refused(FileError),
    /// Another server has it open.
    #[error("another server has this game")]
    Busy,
    /// A line before the last one is not as it was written.
    #[error("the file is damaged at byte {0}")]
    Damaged(usize),
    /// It is longer than a game can be.
    #[error("the file is longer than {} MiB", LONGEST >> 20)]
    TooLong,
}

impl From<FileError> for GameFileError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Io(error) => GameFileError::Io(error),
            refused => GameFileError::Refused(refused),
        }
    }
}

/// An open file, which no other server can open.
#[derive(Debug)]
pub struct GameFile {
    file: File,
    /// The length of the whole lines.
    length: u64,
}

impl GameFile {
    /// Creates the file of a new game, which only the user of this process can read.
    ///
    /// # Errors
    ///
    /// An error of the system; then there is no file.
    pub fn create(path: &Path, first: &Entry) -> Result<GameFile, GameFileError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        let mut file = GameFile { file, length: 0 };
        let written = file.begin(path, first);
        if written.is_err() {
            // It holds nothing that anybody has heard of.
            let _ = fs::remove_file(path);
        }
        written.map(|()| file)
    }

    fn begin(&mut self, path: &Path, first: &Entry) -> Result<(), GameFileError> {
        lock(&self.file)?;
        self.append(first)?;
        // The name of the file has to be on disk too; other systems have no such call.
        #[cfg(unix)]
        if let Some(folder) = path.parent() {
            File::open(folder)?.sync_all()?;
        }
        #[cfg(not(unix))]
        let _ = path;
        Ok(())
    }

    /// Opens the file of a game. Returns it with its entries.
    ///
    /// # Errors
    ///
    /// There is none, another server has it, or it is damaged.
    pub fn open(path: &Path) -> Result<(GameFile, Vec<Entry>), GameFileError> {
        let mut file = files::open_for_update(path).map_err(|error| match error {
            FileError::Io(error) if error.kind() != io::ErrorKind::NotFound => {
                GameFileError::NotWritable(error)
            }
            error => error.into(),
        })?;
        lock(&file)?;
        let mut bytes = Vec::new();
        (&mut file).take(LONGEST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LONGEST {
            return Err(GameFileError::TooLong);
        }
        let (entries, length) = read_lines(&bytes)?;
        // Not torn: what was never a game is not cut off.
        if entries.is_empty() {
            return Err(GameFileError::Damaged(0));
        }
        let mut file = GameFile {
            file,
            length: length as u64,
        };
        if length < bytes.len() {
            log::warn!(
                "{}: a torn line of {} bytes",
                printable(path),
                bytes.len() - length
            );
            file.cut()?;
        }
        Ok((file, entries))
    }

    /// Appends an entry. It is on disk when this returns.
    ///
    /// # Errors
    ///
    /// An error of the system, or the file is too long; then the file is as it was.
    pub fn append(&mut self, entry: &Entry) -> io::Result<()> {
        // Nothing would be left of a change to a file that has been deleted.
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
                // What is left of the line is overwritten by the next one, or cut off when the file is opened.
                let _ = self.cut();
                Err(error)
            }
        }
    }

    /// Cuts off what follows the whole lines.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.sync_data()
    }
}

fn lock(file: &File) -> Result<(), GameFileError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(GameFileError::Busy),
        // Some network drives have no locks; one server alone has to be able to keep games there.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Writes an entry as a line.
fn line_of(entry: &Entry) -> io::Result<Vec<u8>> {
    let text = serde_json::to_string(entry)?;
    let sum = crc32fast::hash(text.as_bytes());
    Ok(format!("{sum:08x} {text}\n").into_bytes())
}

/// Reads a line without its end.
fn read_line(line: &[u8]) -> Option<Entry> {
    let (sum, text) = line.split_at_checked(9)?;
    let sum = str::from_utf8(sum).ok()?.strip_suffix(' ')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    let is_whole = crc32fast::hash(text) == sum;
    serde_json::from_slice(text).ok().filter(|_| is_whole)
}

/// Reads whole lines. Returns their entries and their length.
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
    // A write that was cut short is followed by nothing that was written later.
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
        // Blocks that a system has reserved and not filled.
        fs::write(&path, [&whole[..], &[0; 4096][..]].concat()).unwrap();
        assert_eq!(GameFile::open(&path).unwrap().1.len(), 2);
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

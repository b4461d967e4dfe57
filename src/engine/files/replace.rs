//! Atomic writes through a temporary file that is then renamed. Readers see either the old or the new content as a
//! whole, even if the program is killed or the disk is full.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use same_file::Handle;

use super::FileError;
use super::read::{check_regular, nonblocking};

/// Extension of a temporary file, after the name of the file, a dot, a number and another dot.
const ENDING: &str = "tmp";

/// Maximum length of a file name in common file systems, in bytes.
const LONGEST_NAME: usize = 255;

/// Bytes of a name for a temporary file's number, its extension and their dots.
const ROOM_FOR_NUMBER: usize = 16;

/// Numbers tried for a temporary file. More than one is in use only while several threads, or processes that cannot see
/// each other's ids, write the same file.
const ATTEMPTS: u32 = 64;

/// Maximum number of links followed to a file that does not exist, as in Linux.
const MOST_LINKS: usize = 40;

/// Replaces or creates a file with the content that `fill` writes. Links still point to the replaced file. The file
/// keeps its permissions and, if the system allows it, its owner. On any error an existing file stays unchanged.
///
/// Rejects folders, devices, pipes, sockets and files without any write bit, even for root.
pub fn replace<T>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, FileError> {
    ReplacedFile::new(path)?.fill(fill)
}

/// Replaces or creates a file with these bytes, like [`replace`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, |file| file.write_all(bytes))
}

/// Replaces or creates a file with these bytes, like [`replace`], but readable only by its owner.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let target = ReplacedFile {
        is_private: true,
        ..ReplacedFile::new(path)?
    };
    target.fill(|file| file.write_all(bytes))
}

/// Checks, without changing anything, whether [`replace`] could write the file.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    Temporary::next_to(&ReplacedFile::new(path)?)?;
    Ok(())
}

/// Whether permissions of the existing file or a read-only file system keep [`replace`] from writing it.
pub fn is_read_only(path: &Path) -> bool {
    match ReplacedFile::new(path) {
        Err(FileError::ReadOnly) => true,
        Err(FileError::Io(error)) => is_denied(&error),
        _ => false,
    }
}

/// Whether permissions or a read-only file system caused an error.
pub fn is_denied(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}

/// Resolves the links in the path of a file that exists or could be created.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::canonicalize(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            found => return found,
        }
        let Ok(link) = fs::read_link(&path) else {
            return new_path(&path);
        };
        // The last part of the path is a link, and its target is relative to its folder.
        path.pop();
        path.push(link);
    }
    Err(io::ErrorKind::InvalidFilename.into())
}

/// Resolves the links in the path of a file that does not exist.
fn new_path(path: &Path) -> io::Result<PathBuf> {
    let last = path.as_os_str().as_encoded_bytes().last();
    if last.is_some_and(|&byte| std::path::is_separator(byte.into())) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    Ok(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name))
}

/// Whether the path still refers to the open file.
pub(super) fn stands_for(path: &Path, file: &File) -> bool {
    let opened = file.try_clone().and_then(Handle::from_file);
    opened.is_ok_and(|opened| Handle::from_path(path).is_ok_and(|named| named == opened))
}

struct ReplacedFile {
    /// Path without links.
    path: PathBuf,
    /// Metadata of the existing file.
    old: Option<Metadata>,
    /// Whether only the owner may read the new file, even if others could read the old one.
    is_private: bool,
}

impl ReplacedFile {
    fn new(path: &Path) -> Result<ReplacedFile, FileError> {
        let old = match fs::metadata(path) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        if let Some(old) = &old {
            check_regular(old)?;
            if old.permissions().readonly() {
                return Err(FileError::ReadOnly);
            }
            // Do not replace a file that the system would not allow to be written in place.
            nonblocking(OpenOptions::new().write(true)).open(path)?;
        }
        let path = real_path(path)?;
        Ok(ReplacedFile {
            path,
            old,
            is_private: false,
        })
    }

    fn fill<T>(&self, fill: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> Result<T, FileError> {
        let temporary = Temporary::next_to(self)?;
        let mut writer = BufWriter::new(&temporary.file);
        let value = fill(&mut writer)?;
        writer.flush()?;
        drop(writer);
        temporary.take_place(self)?;
        Ok(value)
    }

    fn folder(&self) -> &Path {
        // Only a root has no folder, and it has been rejected as a folder.
        self.path.parent().unwrap_or(&self.path)
    }

    /// Returns the prefix of the temporary files' names, including the dot.
    fn stem(&self) -> OsString {
        let name = self.path.file_name().unwrap_or_default();
        let mut stem = match name.len() + ROOM_FOR_NUMBER > LONGEST_NAME {
            false => name.to_owned(),
            true => shortened(name, LONGEST_NAME - ROOM_FOR_NUMBER).into(),
        };
        stem.push(".");
        stem
    }
}

/// Returns the beginning of a name, of at most this many bytes.
fn shortened(name: &OsStr, most: usize) -> String {
    let mut shortened = String::new();
    for c in name.to_string_lossy().chars() {
        if shortened.len() + c.len_utf8() > most {
            break;
        }
        shortened.push(c);
    }
    shortened
}

/// A temporary file. Its lock shows other processes that it is in use. It is removed on drop unless it was renamed.
struct Temporary {
    file: File,
    path: PathBuf,
    placed: bool,
}

impl Temporary {
    /// Creates a temporary file, after removing those that killed processes have left for the same target.
    fn next_to(target: &ReplacedFile) -> io::Result<Temporary> {
        remove_abandoned(target);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // No one may read the temporary file who must not read the target.
        #[cfg(unix)]
        if target.is_private || target.old.is_some() {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let first = process::id();
        for number in first..first.saturating_add(ATTEMPTS) {
            let mut name = target.stem();
            name.push(format!("{number}.{ENDING}"));
            let path = target.folder().join(name);
            let file = match options.open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                opened => opened?,
            };
            // Without locks, no other process can consider the file abandoned. With locks, a process that cleans up may
            // have been faster to lock and remove it; then the name is free again or belongs to another file.
            let _ = file.lock();
            if stands_for(&path, &file) {
                return Ok(Temporary {
                    file,
                    path,
                    placed: false,
                });
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Renames the file to the target once its content is on disk.
    fn take_place(mut self, target: &ReplacedFile) -> io::Result<()> {
        if let (Some(old), false) = (&target.old, target.is_private) {
            keep_access(&self.file, old)?;
        }
        self.file.sync_all()?;
        fs::rename(&self.path, &target.path)?;
        self.placed = true;
        sync_folder(target.folder());
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.placed {
            // Nothing more can be done about a file that cannot be removed.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes temporary files left by writers that have ended. A released lock proves that, since the system releases it when the
/// process ends. Process ids prove nothing: they are reused, and processes in different containers share folders.
fn remove_abandoned(target: &ReplacedFile) {
    let stem = target.stem();
    // A folder that cannot be listed keeps them.
    let entries = fs::read_dir(target.folder())
        .into_iter()
        .flatten()
        .flatten();
    for entry in entries {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && is_temporary(&entry.file_name(), &stem) {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(path: &Path) {
    let Ok(file) = nonblocking(OpenOptions::new().write(true)).open(path) else {
        return;
    };
    // The writer may have finished since the folder was read, and the name may refer to another file by now.
    if file.try_lock().is_ok() && stands_for(path, &file) {
        let _ = fs::remove_file(path);
    }
}

/// Whether a name consists of the prefix, digits and the extension.
fn is_temporary(name: &OsStr, stem: &OsStr) -> bool {
    let rest = name
        .as_encoded_bytes()
        .strip_prefix(stem.as_encoded_bytes());
    let ending = [b".", ENDING.as_bytes()].concat();
    let number = rest.and_then(|rest| rest.strip_suffix(ending.as_slice()));
    number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// Copies the owner and the permissions of the old file.
#[cfg(unix)]
fn keep_access(file: &File, old: &Metadata) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    // Only root may change a file's owner; without that right, the new file keeps the writer as its owner.
    if new.gid() != old.gid() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    if new.uid() != old.uid() {
        let _ = fchown(file, Some(old.uid()), None);
    }
    // Leave out the setuid and setgid bits, which writing a file clears, too.
    let mode = old.mode() & 0o777;
    if new.mode() & 0o777 == mode {
        // Drives without modes reject any change of them.
        return Ok(());
    }
    file.set_permissions(Permissions::from_mode(mode))
}

/// Does nothing: a replaceable file has no owner or mode to keep here.
#[cfg(not(unix))]
fn keep_access(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Flushes the rename to disk. The file is already in place, so a drive that cannot do it is not an error.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Err(error) = File::open(folder).and_then(|folder| folder.sync_all()) {
        log::debug!("{}: {error}", super::printable(folder));
    }
    // Windows has no such call for folders.
    #[cfg(not(unix))]
    let _ = folder;
}

#[cfg(test)]
mod tests;

//! Reads regular files, up to a bound and without ever waiting for a writer.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use super::FileError;

/// Number of bytes between two checks for an interruption.
const CHUNK: u64 = 1 << 16;

/// Opens a regular file for reading. Fails on anything else.
pub fn open(path: &Path) -> Result<File, FileError> {
    // Check before opening, since opening a device may have effects, and after, since the name may refer to another
    // file by then.
    check_regular(&fs::metadata(path)?)?;
    let file = nonblocking(OpenOptions::new().read(true)).open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file for reading and writing.
pub fn open_for_update(path: &Path) -> Result<File, FileError> {
    check_regular(&fs::metadata(path)?)?;
    let file = nonblocking(OpenOptions::new().read(true).write(true)).open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file for reading and writing, keeping its content, or creates it.
pub fn open_or_create(path: &Path) -> Result<File, FileError> {
    match open_for_update(path) {
        Err(error) if error.is_missing() => {}
        opened => return opened,
    }
    let mut options = OpenOptions::new();
    let file =
        nonblocking(options.read(true).write(true).create(true).truncate(false)).open(path)?;
    // Another process may have created something else there.
    check_regular(&file.metadata()?)?;
    Ok(file)
}

/// Creates a file for reading and writing, readable only by its owner. Fails if the file exists.
pub fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Reads a regular file. Fails if it is longer than `most` bytes, and with [`FileError::Stopped`] once `interrupted`
/// returns true.
pub fn read(path: &Path, most: u64, interrupted: &dyn Fn() -> bool) -> Result<Vec<u8>, FileError> {
    let mut file = open(path)?;
    if file.metadata()?.len() > most {
        return Err(FileError::TooLarge(most));
    }
    let mut bytes = Vec::new();
    // Count while reading as well: the file may grow, and files in /proc report a length of 0.
    while bytes.len() as u64 <= most {
        if interrupted() {
            return Err(FileError::Stopped);
        }
        if file.by_ref().take(CHUNK).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
    }
    Err(FileError::TooLarge(most))
}

/// Rejects folders, devices, pipes and sockets.
pub(super) fn check_regular(metadata: &Metadata) -> Result<(), FileError> {
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    if !metadata.is_file() {
        return Err(FileError::Irregular);
    }
    Ok(())
}

/// Makes opening a pipe or reading some files of /proc fail instead of block.
pub(super) fn nonblocking(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NONBLOCK);
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testing::scratch::Scratch;

    fn never() -> bool {
        false
    }

    #[test]
    fn a_file_is_read_up_to_the_bound_and_not_beyond() {
        let folder = Scratch::new("read-bound");
        let path = folder.path().join("file");
        for (length, is_read) in [(0, true), (99, true), (100, true), (101, false)] {
            fs::write(&path, vec![7; length]).unwrap();
            match read(&path, 100, &never) {
                Ok(bytes) => assert_eq!((bytes.len(), is_read), (length, true)),
                Err(error) => {
                    assert!(!is_read, "{length} bytes: {error}");
                    assert!(matches!(error, FileError::TooLarge(100)));
                }
            }
        }
        let sentence = FileError::TooLarge(64 << 20).to_string();
        assert_eq!(sentence, "larger than 64 MiB");
    }

    #[test]
    fn a_stop_ends_the_reading() {
        let folder = Scratch::new("read-stop");
        let path = folder.path().join("file");
        fs::write(&path, vec![7; 3 * CHUNK as usize]).unwrap();
        let looks = std::cell::Cell::new(0);
        let later = || {
            looks.set(looks.get() + 1);
            looks.get() > 2
        };
        let stopped = read(&path, 1 << 30, &later);
        assert!(matches!(stopped, Err(FileError::Stopped)), "{stopped:?}");
    }

    #[test]
    fn what_is_not_there_or_a_folder_is_an_error_of_the_system() {
        let folder = Scratch::new("read-none");
        let missing = read(&folder.path().join("none"), 10, &never).unwrap_err();
        assert!(missing.is_missing() && !missing.is_refusal());
        let error = read(folder.path(), 10, &never).unwrap_err();
        assert!(!error.is_missing() && !error.is_refusal(), "{error}");
    }

    /// Files of /proc report a length of 0.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_unknown_length_is_counted() {
        let path = Path::new("/proc/self/maps");
        assert_eq!(fs::metadata(path).unwrap().len(), 0);
        assert!(read(path, 1 << 24, &never).is_ok_and(|bytes| bytes.len() > 100));
        let error = read(path, 100, &never).unwrap_err();
        assert!(matches!(error, FileError::TooLarge(100)), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_pipes_are_refused_at_once() {
        let folder = Scratch::new("read-irregular");
        for path in [
            folder.fifo("pipe"),
            folder.socket("socket"),
            "/dev/zero".into(),
        ] {
            let error = read(&path, 100, &never).unwrap_err();
            assert!(matches!(error, FileError::Irregular), "{path:?}: {error}");
        }
    }
}

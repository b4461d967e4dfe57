//! Opens a log file for appending.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use super::FileError;
use super::read::nonblocking;

/// Opens a file for appending, or creates it. Unlike other files, a log may be a terminal, `/dev/null`, `/dev/stderr`, or
/// a pipe with a reader. Never waits. Fails if the file cannot be opened, or is a folder, a block device, a socket or a
/// pipe without a reader.
pub fn open_log(path: &Path) -> Result<File, FileError> {
    // Check before opening, which may act on a device, and after it, in case the file was replaced in between.
    let is_pipe = match fs::metadata(path) {
        Ok(metadata) => {
            check(&metadata)?;
            is_pipe(&metadata)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error.into()),
    };
    let mut options = OpenOptions::new();
    let opened = nonblocking(options.append(true).create(true)).open(path);
    let file = opened.map_err(|error| match is_pipe && has_no_reader(&error) {
        true => FileError::Unread,
        false => error.into(),
    })?;
    check(&file.metadata()?)?;
    wait_in_writes(&file)?;
    Ok(file)
}

/// Refuses folders, block devices and sockets.
fn check(metadata: &Metadata) -> Result<(), FileError> {
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_block_device() || kind.is_socket() {
            return Err(FileError::Irregular);
        }
    }
    Ok(())
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

/// Other systems have no pipes among their files.
#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Whether opening failed because a pipe has no reader.
#[cfg(unix)]
fn has_no_reader(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ENXIO)
}

#[cfg(not(unix))]
fn has_no_reader(_: &io::Error) -> bool {
    false
}

/// Makes writes wait for a slow reader, as writes to stderr do. Otherwise the log would end at the first line that does
/// not fit into a full pipe.
#[cfg(unix)]
fn wait_in_writes(file: &File) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    // SAFETY: the descriptor is open as long as `file` is, and both calls only read and write its flags.
    let set = unsafe {
        let flags = libc::fcntl(file.as_raw_fd(), libc::F_GETFL);
        libc::fcntl(file.as_raw_fd(), libc::F_SETFL, flags & !libc::O_NONBLOCK)
    };
    match set {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn wait_in_writes(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use tengen_testing::scratch::Scratch;

    #[test]
    fn a_log_goes_on_where_it_ended() {
        let folder = Scratch::new("log-file");
        let path = folder.path().join("log");
        for line in ["one\n", "two\n"] {
            open_log(&path).unwrap().write_all(line.as_bytes()).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        let missing = open_log(&folder.path().join("none/log")).unwrap_err();
        assert!(missing.is_missing(), "{missing}");
        assert!(open_log(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_without_a_reader_is_refused_at_once() {
        let folder = Scratch::new("log-file-pipe");
        let error = open_log(&folder.fifo("pipe")).unwrap_err();
        assert!(matches!(error, FileError::Unread), "{error}");
        let error = open_log(&folder.socket("socket")).unwrap_err();
        assert!(matches!(error, FileError::Irregular), "{error}");
    }

    /// Writes four times the capacity of a Linux pipe.
    #[cfg(unix)]
    #[test]
    fn a_slow_reader_of_a_pipe_gets_everything() {
        use std::io::Read as _;
        use std::os::unix::fs::OpenOptionsExt as _;
        let folder = Scratch::new("log-file-reader");
        let pipe = folder.fifo("pipe");
        let mut options = OpenOptions::new();
        let reader = options.read(true).custom_flags(libc::O_NONBLOCK);
        let mut reader = reader.open(&pipe).unwrap();
        let mut log = open_log(&pipe).unwrap();
        wait_in_writes(&reader).unwrap();
        let writer = std::thread::spawn(move || log.write_all(&[b'x'; 1 << 18]));
        let mut read = Vec::new();
        reader.read_to_end(&mut read).unwrap();
        writer.join().unwrap().unwrap();
        assert_eq!(read.len(), 1 << 18);
    }

    #[cfg(unix)]
    #[test]
    fn devices_of_the_process_can_be_written() {
        let mut null = open_log(Path::new("/dev/null")).unwrap();
        null.write_all(b"nothing").unwrap();
    }
}

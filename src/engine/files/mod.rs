//! Files: read within bounds, replaced as a whole, and named by clients only if the command line allows it.
//!
//! - `access`: the names that a client may use
//! - `read`: reads regular files only
//! - `replace`: the only way in which the program writes a whole file
//! - `log_file`: opens a log for appending
//! - `size_limit`: turns writes beyond the system's size limit into errors
//! - `lock`: locks for processes that change the same file
//! - `locked_file`: open files, locked against other processes
//!
//! Tests: `replace/tests.rs`; unit tests in `access.rs`, `read.rs`, `log_file.rs`, `lock.rs` and `locked_file.rs`; `protocol-tests/process/files.rs` and
//! `protocol-tests/process/kills.rs` on the program.
//! A change moves: the chapter on files in `src/protocol/notes.md`; error texts in transcripts, such as
//! `protocol-tests/gtp/loadsgf-errors.txt`.

mod access;
mod lock;
mod locked_file;
mod log_file;
mod read;
mod replace;
mod size_limit;

use std::io;
use std::path::Path;

use thiserror::Error;

pub use access::{Access, Named};
pub use lock::Lock;
pub use locked_file::LockedFile;
pub use log_file::open_log;
pub use read::{create_private, open, open_for_update, open_or_create, read};
pub use replace::{
    check_writable, is_denied, is_read_only, real_path, replace, write, write_private,
};
pub use size_limit::ignore_size_signal;

/// The reason why a file was not read or written.
#[derive(Debug, Error)]
pub enum FileError {
    /// An error of the system.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is a device, a pipe or a socket.
    #[error("not a regular file")]
    Irregular,
    /// The file is a pipe without a reader, so opening it would wait.
    #[error("a pipe that nothing reads")]
    Unread,
    /// The file is read-only by its mode bits or its attribute.
    #[error("the file is read-only")]
    ReadOnly,
    /// The file has more than this number of bytes.
    #[error("larger than {} MiB", .0 >> 20)]
    TooLarge(u64),
    /// The name leads out of the folder set by `--files`.
    #[error("outside the folder given by --files")]
    Outside,
    /// The command line allows no files at all.
    #[error("--files none allows no files")]
    Forbidden,
    /// Another process holds the file's lock.
    #[error("another process is writing it")]
    Busy,
    /// Reading was interrupted by the caller.
    #[error("stopped")]
    Stopped,
}

impl FileError {
    /// Whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileError::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }

    /// Whether the program itself refuses a file that the system would allow.
    pub fn is_refusal(&self) -> bool {
        !matches!(self, FileError::Io(_) | FileError::Stopped)
    }
}

/// Returns a file name for a line of text: control characters, such as line breaks, are escaped as in Rust.
pub fn printable(path: impl AsRef<Path>) -> String {
    let mut text = String::new();
    for c in path.as_ref().to_string_lossy().chars() {
        match c.is_control() {
            true => text.extend(c.escape_default()),
            false => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_printed_on_one_line() {
        assert_eq!(printable("games/a b.sgf"), "games/a b.sgf");
        assert_eq!(printable("a\nb\u{1b}[31m.sgf"), "a\\nb\\u{1b}[31m.sgf");
        assert_eq!(printable("対局.sgf"), "対局.sgf");
    }
}

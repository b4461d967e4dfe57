//! A database of analyzed positions, as shown by Yixin-Board, in files that Yixin and Rapfi can read.
//!
//! - `key`: keys of positions, equal for all symmetries of the board
//! - `entry`: the entry for a position
//! - `position_database`: the database in memory
//! - `binary`: the format of its file
//! - `journal`, `database_file`: the changes since the file was written; file and journal together
//! - `table_text`: the database as lines of comma-separated values
//! - `library`: conversion of RenLib's trees of moves
//! - `analysis`: exchange between searches and the database
//!
//! Tests: unit tests in each file, such as `database_file.rs` and `binary.rs`; `protocol-tests/gomocup/yxdatabase.txt`;
//! `protocol-tests/process/kills.rs`.
//! A change moves: files that Yixin and Rapfi read, journals on disk, and the replies in that transcript.

mod analysis;
mod binary;
mod database_file;
mod entry;
mod journal;
mod key;
mod library;
mod position_database;
mod table_text;

use std::io;

use thiserror::Error;

pub use analysis::{KnownMoves, known_moves, record_search};
pub use database_file::{DatabaseFile, read_database, write_database};
pub use entry::{DatabaseEntry, Label, ValueBound};
pub use key::{DatabaseKey, Stones};
pub use library::{add_library, to_library};
pub use position_database::{DeletedKind, DeletionFilter, PositionDatabase};
pub use table_text::{read_table, write_table};

use tengen_engine::files::FileError;
use tengen_records::encoding::{EncodingHints, Language, decode_with};
use tengen_records::renlib::RenLibError;

/// The reason why a database was not read or written.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The file cannot be opened, or access is not allowed.
    #[error(transparent)]
    File(#[from] FileError),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another process has the database open.
    #[error("another process has the database open")]
    Busy,
    /// The file is not a database.
    #[error("expected a database of Yixin or Rapfi, saw something else")]
    Foreign,
    /// The record with this number is invalid or incomplete.
    #[error("record {0} of the database is damaged")]
    BadRecord(u32),
    /// The file unpacks to more than this number of bytes, which no real database does.
    #[error("the database unpacks to more than {0} bytes, which no true one does")]
    Unpacked(u64),
    /// A line of a table is invalid.
    #[error("line {line}: expected {expected}")]
    BadLine {
        /// Number of the line, from 1.
        line: usize,
        /// Description of the expected text.
        expected: &'static str,
    },
    /// A RenLib file is invalid.
    #[error(transparent)]
    Library(#[from] RenLibError),
    /// A board of this size does not fit a RenLib file.
    #[error("a library holds boards up to 15x15, not {0}x{1}")]
    Board(u8, u8),
}

/// Decodes text of a file without a declared encoding, which was probably written by Yixin, a Chinese program.
pub(crate) fn legacy_text(bytes: &[u8]) -> String {
    let hints = EncodingHints {
        language: Some(Language::SimplifiedChinese),
        ..EncodingHints::default()
    };
    decode_with(bytes, hints).text.into_owned()
}

//! File format of an opening book: magic bytes, the number of positions and a checksum, then the zlib-compressed
//! positions.
//!
//! A position is 20 bytes, little-endian: the discs of the side to move and of the opponent as 64-bit sets, the square
//! of the leaf or 255, its depth, and its score in 1/128 disc.

use std::io::{Read, Write};
use std::path::Path;

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use thiserror::Error;

use super::{Book, Leaf};
use crate::eval::evaluation::MAX_SCORE;
use crate::rules::board::Board;
use crate::rules::square::Square;
use crate::rules::symmetry::{canonical, key};
use tengen_engine::files;
use tengen_engine::files::{FileError, Lock};

const MAGIC: &[u8; 8] = b"TGREVBK1";

/// Bytes before the compressed positions.
const HEADER_SIZE: usize = MAGIC.len() + 8;

/// Bytes per position.
const POSITION_SIZE: usize = 20;

/// The square of an entry without a leaf.
const NO_SQUARE: u8 = 255;

/// The largest number of positions; a file that claims more is damaged.
const MAX_POSITIONS: u32 = 1 << 27;

/// The size of the largest book in bytes, assuming no compression.
const MAX_FILE_SIZE: u64 = HEADER_SIZE as u64 + POSITION_SIZE as u64 * MAX_POSITIONS as u64;

/// An error when reading or writing a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not an opening book.
    #[error("expected an opening book of this program, saw something else")]
    Foreign,
    /// The file is damaged.
    #[error("the opening book is damaged: {0}")]
    Damaged(&'static str),
}

impl BookError {
    /// Returns whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, BookError::File(error) if error.is_missing())
    }
}

impl Book {
    /// Reads a book from a file. Fails if the file cannot be read, is not a book, or is damaged.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        Book::decode(&files::read(path, MAX_FILE_SIZE, &|| false)?)
    }

    /// Merges the file, which another process may have changed, and writes the result. Processes saving at the same
    /// time take turns. A file that is not a book or is damaged is not overwritten.
    pub fn save_merged(&mut self, path: &Path) -> Result<(), BookError> {
        let _turn = Lock::acquire(path)?;
        match Book::open(path) {
            Ok(saved) => self.merge(&saved),
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(error),
        }
        Ok(files::write(path, &self.encode())?)
    }

    /// Encodes the book. Equal books yield equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut boards: Vec<Board> = self.positions.keys().copied().collect();
        boards.sort_by_key(|board| key(*board));
        let mut positions = Vec::with_capacity(POSITION_SIZE * boards.len());
        for board in &boards {
            positions.extend(board.player().to_le_bytes());
            positions.extend(board.opponent().to_le_bytes());
            let leaf = self.positions[board].leaf;
            let square = leaf.map_or(NO_SQUARE, |leaf| leaf.square.index() as u8);
            positions.extend([square, leaf.map_or(0, |leaf| leaf.depth)]);
            let score = leaf.map_or(0, |leaf| leaf.score as i16);
            positions.extend(score.to_le_bytes());
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend((boards.len() as u32).to_le_bytes());
        bytes.extend(checksum(&positions).to_le_bytes());
        let mut packer = ZlibEncoder::new(bytes, Compression::best());
        packer
            .write_all(&positions)
            .and_then(|()| packer.finish())
            .expect("a vector takes any bytes")
    }

    /// Decodes a book. Fails if `bytes` are not a book or are damaged.
    pub fn decode(bytes: &[u8]) -> Result<Book, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let head = bytes
            .get(..HEADER_SIZE)
            .ok_or(BookError::Damaged("it ends too early"))?;
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (count, sum) = (number(MAGIC.len()), number(MAGIC.len() + 4));
        if count > MAX_POSITIONS {
            return Err(BookError::Damaged("too many positions"));
        }
        let mut positions = Vec::new();
        // One byte more than expected, to detect excess data.
        ZlibDecoder::new(&bytes[HEADER_SIZE..])
            .take(u64::from(count) * POSITION_SIZE as u64 + 1)
            .read_to_end(&mut positions)
            .map_err(|_| BookError::Damaged("it cannot be unpacked"))?;
        if positions.len() != count as usize * POSITION_SIZE {
            return Err(BookError::Damaged("it is too long or too short"));
        }
        if checksum(&positions) != sum {
            return Err(BookError::Damaged("the checksum is wrong"));
        }
        let mut book = Book::default();
        for position in positions.chunks_exact(POSITION_SIZE) {
            let (board, leaf) =
                decode_position(position).ok_or(BookError::Damaged("no position"))?;
            book.insert(board, leaf);
        }
        if book.len() != count as usize {
            return Err(BookError::Damaged("a position stands there twice"));
        }
        book.update_values();
        Ok(book)
    }
}

/// Decodes a position and its leaf. Returns `None` if the board is not canonical or has no legal move, or if the leaf
/// is illegal.
fn decode_position(bytes: &[u8]) -> Option<(Board, Option<Leaf>)> {
    let set = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let board = Board::new(set(0)?, set(8)?)?;
    let (square, depth) = (*bytes.get(16)?, *bytes.get(17)?);
    let score = i32::from(i16::from_le_bytes([*bytes.get(18)?, *bytes.get(19)?]));
    if canonical(board).0 != board || board.moves() == 0 {
        return None;
    }
    if square == NO_SQUARE {
        return Some((board, None));
    }
    let square = Square::at(square % 8, square / 8)?;
    let playable = board.moves() & square.bit() != 0 && score.abs() <= MAX_SCORE;
    playable.then_some((
        board,
        Some(Leaf {
            square,
            score,
            depth,
        }),
    ))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

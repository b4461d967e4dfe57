//! A book as bytes and in a file: a mark, the number of positions and a checksum, then the positions packed by zlib.
//!
//! A position is 20 bytes, numbers from the low byte up: the discs of the side to move and of the other side as sets of
//! 64 bits, the square of the move out of the book or 255, the depth that found it, and its score in 1/128 disc.

use std::io::{Read, Write};
use std::path::Path;

use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use thiserror::Error;

use super::{Book, Leaf};
use crate::engine::files;
use crate::engine::files::{FileError, Lock};
use crate::reversi::eval::evaluation::MAX_SCORE;
use crate::reversi::rules::board::Board;
use crate::reversi::rules::square::Square;
use crate::reversi::rules::symmetry::{canonical, key};

/// The first bytes.
const MAGIC: &[u8; 8] = b"TGREVBK1";

/// Bytes before the packed positions.
const HEADER_SIZE: usize = MAGIC.len() + 8;

/// Bytes of a position.
const POSITION_SIZE: usize = 20;

/// No move out of the book.
const NO_SQUARE: u8 = 255;

/// More positions than anybody can gather: what claims to hold more is no book.
const MAX_POSITIONS: u32 = 1 << 27;

/// Bytes of the largest book, should nothing of it be packed smaller.
const MAX_FILE_SIZE: u64 = HEADER_SIZE as u64 + POSITION_SIZE as u64 * MAX_POSITIONS as u64;

/// Why a book cannot be read or written.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is something else.
    #[error("expected an opening book of this program, saw something else")]
    Foreign,
    /// It was a book once.
    #[error("the opening book is damaged: {0}")]
    Damaged(&'static str),
}

impl BookError {
    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, BookError::File(error) if error.is_missing())
    }
}

impl Book {
    /// Reads the file.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        Book::decode(&files::read(path, MAX_FILE_SIZE, &|| false)?)
    }

    /// Takes over what the file has learned meanwhile, from another process for instance, and writes both. Processes
    /// that do so at the same time take turns. A file that is no book, or a damaged one, is not overwritten.
    pub fn save_merged(&mut self, path: &Path) -> Result<(), BookError> {
        let _turn = Lock::of(path)?;
        match Book::open(path) {
            Ok(saved) => self.merge(&saved),
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(error),
        }
        Ok(files::write(path, &self.encode())?)
    }

    /// The book as bytes; the same book is always the same bytes.
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

    /// The book that bytes hold.
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
        // No more than there may be, and one byte to see that there is more.
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

/// A position and its move, if such a position can be and the move can be played there.
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

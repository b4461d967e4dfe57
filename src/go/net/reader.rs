//! Reader of network files: decompresses them on the fly and splits them into words and blocks of floats.

use std::io::{self, BufRead, BufReader, Read, Take};
use std::path::Path;
use std::str::FromStr;

use flate2::bufread::GzDecoder;
use thiserror::Error;

use super::foreign;
use tengen_engine::files;
use tengen_engine::files::FileError;

/// Supported files, for messages.
const READABLE: &str =
    "KataGo's networks in .bin.gz or .txt.gz, format versions 3 to 17, can be read";

/// Most times its size that a file may unpack to. Weights hardly compress in binary and about three to one as text; a few
/// megabytes of packed zeros would otherwise fill the memory.
const EXPANSION: u64 = 12;

/// Bytes on top of that, for tiny files with long headers.
const HEADROOM: u64 = 1 << 16;

/// Most times its size that the weights of a file may take, and most bytes beyond its size. Packed text takes about as much as
/// the weights in it, and weights rounded to half of their bits take twice their packed size.
const WEIGHTS_EXPANSION: u64 = 4;
const WEIGHTS_EXCESS: u64 = 100 << 20;

/// Longest word of a network file; names of layers are words.
const LONGEST_WORD: usize = 256;

/// Most blanks between two words.
const MOST_BLANKS: usize = 1024;

/// The reason why a file cannot be used as a network.
#[derive(Debug, Error)]
pub enum BadNetwork {
    /// The file cannot be opened, or must not be.
    #[error(transparent)]
    File(#[from] FileError),
    /// It cannot be read, or its compression is damaged.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a file of another kind.
    #[error("this is {seen}; {READABLE}")]
    Kind {
        /// The kind.
        seen: String,
    },
    /// It is cut short.
    #[error("the file is cut short: it ends in {at}")]
    Cut {
        /// The part in which it ends.
        at: String,
    },
    /// It unpacks to more than a network of its size can.
    #[error("the file unpacks to more than {EXPANSION} times its size, which no network does")]
    Swells,
    /// Its evaluation of the empty board is not finite.
    #[error("the network's evaluation of the empty board is not finite")]
    NotFinite,
    /// A part of it is invalid.
    #[error("{part}: {seen}, expected {expected}")]
    Part {
        /// The part.
        part: String,
        /// The value seen.
        seen: String,
        /// The value expected.
        expected: String,
    },
}

impl BadNetwork {
    pub(super) fn part(part: &str, seen: impl ToString, expected: impl ToString) -> BadNetwork {
        BadNetwork::Part {
            part: part.to_owned(),
            seen: seen.to_string(),
            expected: expected.to_string(),
        }
    }

    pub(super) fn kind(seen: impl ToString) -> BadNetwork {
        BadNetwork::Kind {
            seen: seen.to_string(),
        }
    }
}

/// A reader of a network file.
pub struct NetworkReader<'a> {
    bytes: BufReader<Take<Box<dyn Read + 'a>>>,
    /// Number of weights that may still follow.
    weights_left: u64,
}

impl NetworkReader<'static> {
    /// Opens a regular file, with gzip compression or without.
    ///
    /// # Errors
    ///
    /// [`BadNetwork::File`], or [`BadNetwork::Kind`] if its first bytes are those of another kind.
    pub fn open(path: &Path) -> Result<NetworkReader<'static>, BadNetwork> {
        let file = files::open(path)?;
        let size = file.metadata()?.len();
        NetworkReader::new(file, size)
    }
}

impl<'a> NetworkReader<'a> {
    /// Creates a reader of `size` bytes.
    ///
    /// # Errors
    ///
    /// [`BadNetwork::Kind`] if the first bytes are those of another kind of file.
    pub fn new(bytes: impl Read + 'a, size: u64) -> Result<NetworkReader<'a>, BadNetwork> {
        let mut packed = BufReader::new(bytes);
        let bytes: Box<dyn Read + 'a> = match packed.fill_buf()? {
            [0x1f, 0x8b, ..] => Box::new(GzDecoder::new(packed)),
            _ => Box::new(packed),
        };
        let most = size.saturating_mul(EXPANSION).saturating_add(HEADROOM);
        let mut bytes = BufReader::new(bytes.take(most));
        // Damage is reported where it is met.
        if let Ok(first) = bytes.fill_buf()
            && let Some(kind) = foreign::kind(first)
        {
            return Err(BadNetwork::kind(kind));
        }
        let most_weights = size.saturating_mul(WEIGHTS_EXPANSION);
        let most_weights = most_weights.min(size.saturating_add(WEIGHTS_EXCESS));
        Ok(NetworkReader {
            bytes,
            weights_left: (most_weights + HEADROOM) / size_of::<f32>() as u64,
        })
    }

    /// Reads a word. `at` names the part of the file for errors.
    ///
    /// # Errors
    ///
    /// [`BadNetwork::Cut`] at the end of the file, or [`BadNetwork::Part`] if the bytes are no word.
    pub fn word(&mut self, at: &str) -> Result<String, BadNetwork> {
        self.skip_blanks(at)?;
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() {
                break;
            }
            if word.len() == LONGEST_WORD || !byte.is_ascii_graphic() {
                return Err(BadNetwork::part(
                    at,
                    "bytes that are no word",
                    "a name or a number",
                ));
            }
            word.push(byte);
            self.bytes.consume(1);
        }
        // All of its bytes are ASCII.
        Ok(String::from_utf8_lossy(&word).into_owned())
    }

    /// Reads a word as a number.
    ///
    /// # Errors
    ///
    /// As [`NetworkReader::word`], and [`BadNetwork::Part`] if it is no number.
    pub fn number<T: FromStr>(&mut self, at: &str) -> Result<T, BadNetwork> {
        let word = self.word(at)?;
        word.parse()
            .map_err(|_| BadNetwork::part(at, format!("'{word}'"), "a number"))
    }

    /// Reads `count` finite numbers: `@BIN@` and 32-bit little-endian floats, or as many words.
    ///
    /// # Errors
    ///
    /// As [`NetworkReader::number`], and [`BadNetwork::Part`] if one is not finite.
    pub fn floats(&mut self, count: usize, at: &str) -> Result<Vec<f32>, BadNetwork> {
        match self.weights_left.checked_sub(count as u64) {
            Some(left) => self.weights_left = left,
            None => {
                let seen = format!("{count} weights");
                let expected = format!("at most {} more in a file of this size", self.weights_left);
                return Err(BadNetwork::part(at, seen, expected));
            }
        }
        self.skip_blanks(at)?;
        let mut floats = Vec::with_capacity(count);
        if self.peek()? == Some(b'@') {
            self.mark(at)?;
            let mut bytes = [0; 4 * 1024];
            while floats.len() < count {
                let wanted = 4 * (count - floats.len()).min(bytes.len() / 4);
                self.fill(&mut bytes[..wanted], at)?;
                let (quads, _) = bytes[..wanted].as_chunks::<4>();
                floats.extend(quads.iter().map(|&quad| f32::from_le_bytes(quad)));
            }
        } else {
            while floats.len() < count {
                floats.push(self.number(at)?);
            }
        }
        match floats.iter().find(|float| !float.is_finite()) {
            Some(float) => Err(BadNetwork::part(
                at,
                format!("a weight of {float}"),
                "finite weights",
            )),
            None => Ok(floats),
        }
    }

    /// Reads to the end of the file, by which the checksum of the compression is checked.
    ///
    /// # Errors
    ///
    /// [`BadNetwork::Part`] if anything but white space follows.
    pub fn finish(mut self) -> Result<(), BadNetwork> {
        let mut blanks = 0;
        while let Some(byte) = self.peek()? {
            blanks += 1;
            if !byte.is_ascii_whitespace() || blanks > MOST_BLANKS {
                return Err(BadNetwork::part(
                    "after the last layer",
                    "more data",
                    "the end of the file",
                ));
            }
            self.bytes.consume(1);
        }
        Ok(())
    }

    fn mark(&mut self, at: &str) -> Result<(), BadNetwork> {
        let mut mark = [0; 5];
        self.fill(&mut mark, at)?;
        match &mark == b"@BIN@" {
            true => Ok(()),
            false => Err(BadNetwork::part(at, "an unknown mark", "@BIN@ or numbers")),
        }
    }

    fn fill(&mut self, to: &mut [u8], at: &str) -> Result<(), BadNetwork> {
        self.bytes
            .read_exact(to)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => self.ended(at),
                _ => BadNetwork::Io(error),
            })
    }

    fn skip_blanks(&mut self, at: &str) -> Result<(), BadNetwork> {
        for _ in 0..MOST_BLANKS {
            match self.peek()? {
                None => return Err(self.ended(at)),
                Some(byte) if !byte.is_ascii_whitespace() => return Ok(()),
                Some(_) => self.bytes.consume(1),
            }
        }
        let seen = format!("{MOST_BLANKS} blanks in a row");
        Err(BadNetwork::part(at, seen, "a name or a number"))
    }

    /// Returns the next byte without consuming it; `None` at the end.
    fn peek(&mut self) -> Result<Option<u8>, BadNetwork> {
        match self.bytes.fill_buf().map(|bytes| bytes.first().copied()) {
            Ok(None) if self.bytes.get_ref().limit() == 0 => Err(BadNetwork::Swells),
            Ok(byte) => Ok(byte),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(self.ended("the middle of the packed data"))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn ended(&self, at: &str) -> BadNetwork {
        match self.bytes.get_ref().limit() {
            0 => BadNetwork::Swells,
            _ => BadNetwork::Cut { at: at.to_owned() },
        }
    }
}

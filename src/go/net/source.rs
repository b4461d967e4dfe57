//! The bytes of a network file: unpacked as they are needed, as words and as blocks of numbers.

use std::io::{self, BufRead, BufReader, Read, Take};
use std::path::Path;
use std::str::FromStr;

use flate2::bufread::GzDecoder;
use thiserror::Error;

use crate::engine::files;
use crate::engine::files::FileError;

/// What can be read, for messages.
const READABLE: &str =
    "KataGo's networks in .bin.gz or .txt.gz, format versions 8 to 16, can be read";

/// A file may unpack to this many times its size. Weights hardly compress in binary and about three to one
/// as text; what grows more is no network, and a few megabytes of zeros would otherwise fill the memory.
const EXPANSION: u64 = 12;

/// On top of that, so that tiny files with long headers pass.
const HEADROOM: u64 = 1 << 16;

/// The longest word of a network file, names of layers included.
const LONGEST_WORD: usize = 256;

/// Numbers that are stored before more has been read than their count.
const FIRST_STORED: usize = 1 << 14;

/// Why a file is no network that can be used.
#[derive(Debug, Error)]
pub enum BadNetwork {
    /// The file can't be opened, or may not be.
    #[error(transparent)]
    File(#[from] FileError),
    /// It can't be read, or its packing is damaged.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("this is {seen}; {READABLE}")]
    Kind {
        /// What it seems to be.
        seen: String,
    },
    /// It ends too early.
    #[error("the file is cut short: it ends in {at}")]
    Cut {
        /// The part that is missing.
        at: String,
    },
    /// It unpacks to more than a network of its size would.
    #[error("the file unpacks to more than {EXPANSION} times its size, which no network does")]
    Swells,
    /// It can be read, and what it says about a board is no number.
    #[error("the network's evaluation of the empty board is not finite")]
    NotFinite,
    /// A part of it makes no sense.
    #[error("{part}: {seen}, expected {expected}")]
    Part {
        /// Where.
        part: String,
        /// What is there.
        seen: String,
        /// What should be.
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

/// A network file that is being read.
pub struct Source<'a> {
    bytes: BufReader<Take<Box<dyn Read + 'a>>>,
}

impl Source<'static> {
    /// Opens a regular file, packed with gzip or not.
    pub fn open(path: &Path) -> Result<Source<'static>, BadNetwork> {
        let file = files::open(path)?;
        let size = file.metadata()?.len();
        Source::new(file, size)
    }
}

impl<'a> Source<'a> {
    /// Reads from `bytes`, of which there are `size`.
    pub fn new(bytes: impl Read + 'a, size: u64) -> Result<Source<'a>, BadNetwork> {
        let mut packed = BufReader::new(bytes);
        let bytes: Box<dyn Read + 'a> = match packed.fill_buf()? {
            [0x1f, 0x8b, ..] => Box::new(GzDecoder::new(packed)),
            [b'P', b'K', 3, 4, ..] => {
                return Err(BadNetwork::kind(
                    "a zip archive, as PyTorch keeps its checkpoints",
                ));
            }
            [] => return Err(BadNetwork::kind("an empty file")),
            _ => Box::new(packed),
        };
        let most = size.saturating_mul(EXPANSION).saturating_add(HEADROOM);
        Ok(Source {
            bytes: BufReader::new(bytes.take(most)),
        })
    }

    /// The next word; `at` says for what, should there be none.
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
        // Only ASCII has been let through.
        Ok(String::from_utf8_lossy(&word).into_owned())
    }

    /// The next word as a number.
    pub fn number<T: FromStr>(&mut self, at: &str) -> Result<T, BadNetwork> {
        let word = self.word(at)?;
        word.parse()
            .map_err(|_| BadNetwork::part(at, format!("'{word}'"), "a number"))
    }

    /// `count` finite numbers: `@BIN@` and 32-bit little-endian floats, or as many words.
    pub fn floats(&mut self, count: usize, at: &str) -> Result<Vec<f32>, BadNetwork> {
        self.skip_blanks(at)?;
        let mut floats = Vec::with_capacity(count.min(FIRST_STORED));
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

    /// Checks that nothing but blanks is left; with that the packing's check sum has been looked at.
    pub fn finish(mut self) -> Result<(), BadNetwork> {
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
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
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
                return Ok(());
            }
            self.bytes.consume(1);
        }
        Err(self.ended(at))
    }

    /// The next byte; `None` at the end. A packed file that breaks off is an end too.
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

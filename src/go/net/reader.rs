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

/// Maximum ratio of unpacked to packed size. Weights hardly compress in binary, and about three to one as text; without
/// a limit, a few megabytes of packed zeros would fill the memory.
const EXPANSION: u64 = 12;

/// Bytes allowed in addition, for tiny files with long headers.
const HEADROOM: u64 = 1 << 16;

/// Maximum ratio of the weights' size to the file's, and maximum number of bytes beyond the file's size. Packed text
/// takes about as much space as its weights; weights rounded to half their bits take twice their packed size.
const WEIGHTS_EXPANSION: u64 = 4;
const WEIGHTS_EXCESS: u64 = 100 << 20;

/// Maximum length of a word in a network file; names of layers are words.
const LONGEST_WORD: usize = 256;

/// Maximum number of blanks between two words.
const MOST_BLANKS: usize = 1024;

/// The reason why a file cannot be used as a network.
#[derive(Debug, Error)]
pub enum BadNetwork {
    /// The file cannot be opened, or access is denied.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file cannot be read, or its compression is damaged.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is of another kind.
    #[error("this is {seen}; {READABLE}")]
    Kind {
        /// Description of the kind of file.
        seen: String,
    },
    /// The file is truncated.
    #[error("the file is cut short: it ends in {at}")]
    Cut {
        /// The part in which the file ends.
        at: String,
    },
    /// The file unpacks to more than a network of its size can.
    #[error("the file unpacks to more than {EXPANSION} times its size, which no network does")]
    Swells,
    /// The network's evaluation of the empty board isn't finite.
    #[error("the network's evaluation of the empty board is not finite")]
    NotFinite,
    /// A part of the file is invalid.
    #[error("{part}: {seen}, expected {expected}")]
    Part {
        /// Name of the invalid part.
        part: String,
        /// Description of the value read.
        seen: String,
        /// Description of the valid values.
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
    /// Number of weights still allowed.
    weights_left: u64,
}

impl NetworkReader<'static> {
    /// Opens a regular file, gzip-compressed or not. Fails with [`BadNetwork::File`], or with [`BadNetwork::Kind`] if
    /// the first bytes are those of another kind of file.
    pub fn open(path: &Path) -> Result<NetworkReader<'static>, BadNetwork> {
        let file = files::open(path)?;
        let size = file.metadata()?.len();
        NetworkReader::new(file, size)
    }
}

impl<'a> NetworkReader<'a> {
    /// Creates a reader of `size` bytes. Fails with [`BadNetwork::Kind`] if they begin like another kind of file.
    pub fn new(bytes: impl Read + 'a, size: u64) -> Result<NetworkReader<'a>, BadNetwork> {
        let mut packed = BufReader::new(bytes);
        let bytes: Box<dyn Read + 'a> = match packed.fill_buf()? {
            [0x1f, 0x8b, ..] => Box::new(GzDecoder::new(packed)),
            _ => Box::new(packed),
        };
        let most = size.saturating_mul(EXPANSION).saturating_add(HEADROOM);
        let mut bytes = BufReader::new(bytes.take(most));
        // Damage is reported by the read that encounters it.
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

    /// Reads a word; `at` names the part of the file in errors. Fails with [`BadNetwork::Cut`] at the end of the file,
    /// or with [`BadNetwork::Part`] if the bytes aren't a word.
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
        Ok(String::from_utf8_lossy(&word).into_owned())
    }

    /// Reads a word as a number. Fails with [`BadNetwork::Part`] if it isn't one, and otherwise like
    /// [`NetworkReader::word`].
    pub fn number<T: FromStr>(&mut self, at: &str) -> Result<T, BadNetwork> {
        let word = self.word(at)?;
        word.parse()
            .map_err(|_| BadNetwork::part(at, format!("'{word}'"), "a number"))
    }

    /// Reads `count` numbers: `@BIN@` and 32-bit little-endian floats, or as many words. Subnormal ones become 0. Fails with
    /// [`BadNetwork::Part`] if a number isn't finite, and otherwise like [`NetworkReader::number`].
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
        // Training leaves some weights smaller than 1e-38. They have no effect, but processors multiply them in microcode:
        // b10c384h6nbttflrs takes eight times as long on AVX-512 with them.
        for float in floats.iter_mut().filter(|float| float.is_subnormal()) {
            *float = 0.0;
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

    /// Reads to the end of the file, which verifies the compression's checksum. Fails with [`BadNetwork::Part`] if
    /// anything but white space follows.
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

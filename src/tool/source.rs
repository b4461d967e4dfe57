//! The input of a tool: a file or standard input.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};

use tengen_engine::files;
use tengen_engine::files::printable;
use tengen_protocol::io::input::MAX_LINE;
use tengen_protocol::io::text_reader::TextReader;
pub use tengen_reversi::records::ggf_ends::is_ggf;

/// Maximum size in bytes of an input that is read as a whole.
const MAX_BYTES: u64 = 1 << 30;

/// Error for a larger standard input.
const TOO_LARGE: &str = "-: larger than 1024 MiB";

/// Name of standard input on the command line.
const STDIN: &str = "-";

/// The input of a tool.
#[derive(Clone, Debug)]
pub enum Source<'a> {
    /// Path of an input file.
    File(&'a Path),
    /// Standard input, which can be read only once.
    Stdin,
    /// Content of standard input, which can be read repeatedly.
    Bytes(Arc<[u8]>),
}

impl<'a> Source<'a> {
    /// Returns the input with this name, `-` for standard input. If the input is to be read `twice`, reads standard
    /// input to its end first.
    pub fn new(path: &'a Path, twice: bool) -> Result<Source<'a>> {
        if path != Path::new(STDIN) {
            return Ok(Source::File(path));
        }
        if !twice {
            return Ok(Source::Stdin);
        }
        let mut bytes = Vec::new();
        let mut bounded = io::stdin().take(MAX_BYTES + 1);
        bounded.read_to_end(&mut bytes).context(STDIN)?;
        ensure!(bytes.len() as u64 <= MAX_BYTES, TOO_LARGE);
        Ok(Source::Bytes(bytes.into()))
    }

    /// Opens the input as UTF-8 text without a byte order mark. The error names the file.
    pub fn open(&self) -> Result<Box<dyn BufRead + Send>> {
        Ok(match self {
            Source::File(path) => {
                let opened = files::open(path).with_context(|| printable(path))?;
                Box::new(TextReader::new(BufReader::new(opened)))
            }
            Source::Stdin => Box::new(TextReader::new(BufReader::new(io::stdin()))),
            Source::Bytes(bytes) => Box::new(TextReader::new(Cursor::new(Arc::clone(bytes)))),
        })
    }

    /// Returns the path, if the input is a file.
    pub fn path(&self) -> Option<&'a Path> {
        match self {
            Source::File(path) => Some(path),
            Source::Stdin | Source::Bytes(_) => None,
        }
    }

    /// Returns the input's name on the command line.
    pub fn name(&self) -> String {
        self.path().map_or(STDIN.to_owned(), printable)
    }

    /// Reads the whole input, up to 1 GiB. The error names the file.
    pub fn read(&self) -> Result<Vec<u8>> {
        match self {
            Source::File(path) => {
                files::read(path, MAX_BYTES, &|| false).with_context(|| printable(path))
            }
            Source::Stdin | Source::Bytes(_) => {
                let mut bytes = Vec::new();
                let input = self.open()?;
                let mut bounded = input.take(MAX_BYTES + 1);
                bounded.read_to_end(&mut bytes).context(STDIN)?;
                ensure!(bytes.len() as u64 <= MAX_BYTES, TOO_LARGE);
                Ok(bytes)
            }
        }
    }
}

/// A line of input with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedLine {
    /// Line number, from 1.
    pub number: usize,
    /// Bytes without the line break; `None` if the line is too long.
    pub bytes: Option<Vec<u8>>,
}

/// An iterator over the lines of an input that are not blank.
pub struct NumberedLines {
    reader: Box<dyn BufRead + Send>,
    number: usize,
}

impl NumberedLines {
    /// Creates an iterator over the lines of a reader.
    pub fn new(reader: impl BufRead + Send + 'static) -> NumberedLines {
        NumberedLines {
            reader: Box::new(reader),
            number: 0,
        }
    }

    /// Returns the input after the lines read so far.
    pub fn into_rest(self) -> Box<dyn BufRead + Send> {
        self.reader
    }

    fn next_line(&mut self) -> io::Result<Option<NumberedLine>> {
        loop {
            let mut bytes = Vec::new();
            let mut bounded = self.reader.by_ref().take(MAX_LINE as u64 + 1);
            if bounded.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let number = self.number;
            if bytes.last() == Some(&b'\n') {
                bytes.pop();
            } else if bytes.len() > MAX_LINE {
                self.reader.skip_until(b'\n')?;
                return Ok(Some(NumberedLine {
                    number,
                    bytes: None,
                }));
            }
            if !bytes.trim_ascii().is_empty() {
                return Ok(Some(NumberedLine {
                    number,
                    bytes: Some(bytes),
                }));
            }
        }
    }
}

impl Iterator for NumberedLines {
    type Item = io::Result<NumberedLine>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_line().transpose()
    }
}

/// Returns the error sentence for a line that is too long.
pub fn too_long() -> String {
    format!("a line of more than {MAX_LINE} bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(usize, Option<usize>)> {
        let lines = NumberedLines::new(Cursor::new(text.to_vec()));
        let lines = lines.map(Result::unwrap);
        lines
            .map(|line| (line.number, line.bytes.map(|bytes| bytes.len())))
            .collect()
    }

    #[test]
    fn blank_lines_are_counted_and_left_out() {
        assert_eq!(lines(b"a\n\n \t\r\nbcd"), [(1, Some(1)), (4, Some(3))]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_line_beyond_the_bound_costs_that_line_alone() {
        let long = vec![b'x'; MAX_LINE + 2];
        let text = [long.as_slice(), b"\nnext\n"].concat();
        assert_eq!(lines(&text), [(1, None), (2, Some(4))]);
        let longest = vec![b'x'; MAX_LINE];
        assert_eq!(lines(&longest), [(1, Some(MAX_LINE))]);
    }

    #[test]
    fn a_file_that_is_missing_is_named() {
        let source = Source::new(Path::new("no/such/file"), true).unwrap();
        for error in [source.open().err(), source.read().err()] {
            assert!(format!("{:#}", error.unwrap()).starts_with("no/such/file: "));
        }
    }
}

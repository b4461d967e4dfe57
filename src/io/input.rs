//! The input thread: bytes from stdin become lines on a channel, however long the engine thinks.

use std::io::{self, BufRead};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};

use crate::engine::backlog::{Backlog, BacklogShare, MOST_WAITING};

/// Longest line that is kept whole, in bytes. What is longer is a broken client; its line is thrown away and
/// answered with an error.
pub const MAX_LINE: usize = 16 << 20;

/// What ended a line. GTP takes a carriage return for a character to drop, Gomocup for the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// LF.
    LineFeed,
    /// CR; the LF of a CRLF then ends an empty line of its own.
    CarriageReturn,
    /// The input ended without either.
    Input,
}

/// One line of input without its end.
#[derive(Debug)]
pub struct InputLine {
    /// The bytes as they came; empty if `too_long`.
    pub bytes: Vec<u8>,
    /// What ended it.
    pub end: LineEnd,
    /// The line exceeded `MAX_LINE` and was thrown away.
    pub too_long: bool,
    /// Its share of the room for input. Whoever keeps the line, or what was made of it, keeps that too.
    pub share: BacklogShare,
}

impl InputLine {
    /// The text, with a replacement character for whatever is not UTF-8.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// Starts the thread that reads `reader`; the channel closes when the input ends. While [`MOST_WAITING`] bytes wait for an
/// answer nothing is read.
pub fn spawn(reader: impl BufRead + Send + 'static) -> io::Result<Receiver<InputLine>> {
    let (sender, receiver) = unbounded();
    // Never joined: at the end of the process it may still wait for a client that has nothing more to say.
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            let mut reader = reader;
            let room = Backlog::new(MOST_WAITING);
            loop {
                let mut line = match read_line(&mut reader, MAX_LINE) {
                    Ok(Some(line)) => line,
                    Ok(None) => return,
                    Err(error) => return log::error!("input: {error}"),
                };
                line.share = room.take(line.bytes.len());
                if sender.send(line).is_err() {
                    return;
                }
            }
        })?;
    Ok(receiver)
}

/// The next line, or `None` at the end of the input.
fn read_line(reader: &mut impl BufRead, cap: usize) -> io::Result<Option<InputLine>> {
    let mut line = InputLine {
        bytes: Vec::new(),
        end: LineEnd::Input,
        too_long: false,
        share: BacklogShare::default(),
    };
    let mut seen = false;
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Ok(seen.then_some(line));
        }
        seen = true;
        let ending = buffer
            .iter()
            .position(|&byte| byte == b'\n' || byte == b'\r');
        let part = &buffer[..ending.unwrap_or(buffer.len())];
        if line.too_long || line.bytes.len() + part.len() > cap {
            line.too_long = true;
            line.bytes = Vec::new();
        } else {
            line.bytes.extend_from_slice(part);
        }
        let Some(at) = ending else {
            let read = buffer.len();
            reader.consume(read);
            continue;
        };
        line.end = if buffer[at] == b'\r' {
            LineEnd::CarriageReturn
        } else {
            LineEnd::LineFeed
        };
        reader.consume(at + 1);
        return Ok(Some(line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(mut input: &[u8], cap: usize) -> Vec<(String, LineEnd, bool)> {
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input, cap).unwrap() {
            lines.push((line.text().into_owned(), line.end, line.too_long));
        }
        lines
    }

    fn line(text: &str, end: LineEnd) -> (String, LineEnd, bool) {
        (text.to_owned(), end, false)
    }

    #[test]
    fn every_line_end_is_told_apart() {
        let lines = split(b"a\nb\r\nc\rd", 100);
        let expected = [
            line("a", LineEnd::LineFeed),
            line("b", LineEnd::CarriageReturn),
            line("", LineEnd::LineFeed),
            line("c", LineEnd::CarriageReturn),
            line("d", LineEnd::Input),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn an_over_long_line_is_dropped_and_the_next_one_is_whole() {
        let lines = split(b"0123456789\nok\n", 5);
        assert_eq!(
            lines,
            [
                (String::new(), LineEnd::LineFeed, true),
                line("ok", LineEnd::LineFeed)
            ]
        );
    }

    #[test]
    fn a_line_as_long_as_the_cap_is_whole_however_it_arrives() {
        const CAP: usize = 6;
        let read = |text: &[u8]| {
            // Two bytes at a time, so that parts are counted together.
            let mut reader = io::BufReader::with_capacity(2, text);
            read_line(&mut reader, CAP).unwrap().unwrap()
        };
        let longest = read(b"012345\n");
        assert_eq!(
            (&longest.bytes[..], longest.too_long),
            (&b"012345"[..], false)
        );
        for text in [&b"0123456\n"[..], b"0123456789abcdef\n"] {
            let longer = read(text);
            assert_eq!((longer.bytes.len(), longer.too_long), (0, true));
        }
    }

    #[test]
    fn bytes_that_are_no_text_survive_as_replacement_characters() {
        assert_eq!(
            split(b"\xff\xfe\n", 100),
            [line("\u{fffd}\u{fffd}", LineEnd::LineFeed)]
        );
    }
}

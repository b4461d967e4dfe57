//! Input thread, which reads lines from stdin and sends them to a channel, even during a search.

use std::io::{self, BufRead};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};

use super::text_reader::TextReader;
use tengen_engine::threads::backlog::{Backlog, BacklogShare, MAX_WAITING};

/// Maximum length of a line in bytes. Longer lines come from broken clients; they are discarded and answered with an
/// error.
pub const MAX_LINE: usize = 32 << 20;

/// End of a line. GTP discards carriage returns; in Gomocup they end lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// A line feed, LF.
    LineFeed,
    /// A carriage return, CR. The LF of a CRLF then ends a separate empty line.
    CarriageReturn,
    /// End of the input, without LF or CR.
    Input,
}

/// A line of input without its end.
#[derive(Debug)]
pub struct InputLine {
    /// Bytes as received; empty if `too_long`.
    pub bytes: Vec<u8>,
    /// Character or condition that ended the line.
    pub end: LineEnd,
    /// Whether the line was longer than `MAX_LINE` and was discarded.
    pub too_long: bool,
    /// Share of the backlog. It must live as long as the line or the command parsed from it is waiting.
    pub share: BacklogShare,
}

impl InputLine {
    /// Returns the text, with replacement characters for invalid UTF-8.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// Starts the thread that reads `reader`, skipping a byte order mark. The channel closes at the end of the input.
/// Reading pauses while [`MAX_WAITING`] bytes wait for an answer.
pub fn spawn(reader: impl BufRead + Send + 'static) -> io::Result<Receiver<InputLine>> {
    let (sender, receiver) = unbounded();
    // Never joined: at exit it may still be blocked reading from a silent client.
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            let mut reader = TextReader::new(reader);
            let backlog = Backlog::new(MAX_WAITING);
            loop {
                let mut line = match read_line(&mut reader, MAX_LINE) {
                    Ok(Some(line)) => line,
                    Ok(None) => return,
                    Err(error) => return log::error!("input: {error}"),
                };
                line.share = backlog.take(line.bytes.len());
                if sender.send(line).is_err() {
                    return;
                }
            }
        })?;
    Ok(receiver)
}

/// Reads the next line. Returns `None` at the end of the input.
pub(super) fn read_line(reader: &mut impl BufRead, cap: usize) -> io::Result<Option<InputLine>> {
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
    fn all_line_ends_are_recognized() {
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
            // Read two bytes at a time, so that a line's parts must be added up.
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

    /// A reader that a signal interrupts on every other read.
    struct Interrupted<'a>(&'a [u8], bool);

    impl io::Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            match self.1 {
                true => Err(io::ErrorKind::Interrupted.into()),
                false => io::Read::read(&mut self.0, buffer),
            }
        }
    }

    #[test]
    fn a_signal_loses_nothing_of_a_line() {
        let mut reader = io::BufReader::with_capacity(2, Interrupted(b"abcd\n", false));
        let whole = read_line(&mut reader, 100).unwrap().unwrap();
        assert_eq!(
            (whole.text().as_ref(), whole.end),
            ("abcd", LineEnd::LineFeed)
        );
        assert!(read_line(&mut reader, 100).unwrap().is_none());
    }

    #[test]
    fn bytes_that_are_no_text_survive_as_replacement_characters() {
        assert_eq!(
            split(b"\xff\xfe\n", 100),
            [line("\u{fffd}\u{fffd}", LineEnd::LineFeed)]
        );
    }
}

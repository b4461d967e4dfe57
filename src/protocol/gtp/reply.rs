//! Framing of replies.
//!
//! A reply consists of `=` or `?`, the request's id, text, and an empty line (GTP 2 draft 2, section 2.6). Clients take
//! the first empty line as the end of the reply, so empty lines within the text are omitted.

use std::io;
use std::time::{Duration, Instant};

use super::command_table::Failure;
use crate::io::output::Output;

/// Maximum delay of the head of a streamed reply. The head waits for the first line, so that a search that fails at
/// once can still be answered with `?`. A client that waits for the head receives it within this time.
const HEAD_DELAY: Duration = Duration::from_millis(100);

/// A reply that is written line by line.
#[derive(Clone, Copy, Debug)]
pub struct Stream {
    id: Option<u32>,
    /// Time at which the head is due; `None` once it is written.
    head_due: Option<Instant>,
}

impl Stream {
    /// Creates the reply to request `id` without writing anything.
    pub fn new(id: Option<u32>) -> Stream {
        Stream {
            id,
            head_due: Some(Instant::now() + HEAD_DELAY),
        }
    }

    /// Returns the time of the next call of [`write_due_head`](Self::write_due_head), if one is needed.
    pub fn due(&self) -> Option<Instant> {
        self.head_due
    }

    /// Writes the head if it is due.
    pub fn write_due_head(&mut self, out: &mut Output) -> io::Result<()> {
        match self.head_due {
            Some(due) if due <= Instant::now() => self.write_head(out),
            _ => Ok(()),
        }
    }

    /// Writes lines of the reply. Ignores an empty text.
    pub fn line(&mut self, text: &str, out: &mut Output) -> io::Result<()> {
        if text.trim().is_empty() {
            return Ok(());
        }
        self.write_head(out)?;
        write_lines(text, out)
    }

    /// Writes the rest of the reply and ends it. A failure after the head `=` is written on a separate line, since the
    /// head cannot be changed.
    pub fn end(mut self, rest: Result<String, Failure>, out: &mut Output) -> io::Result<()> {
        match rest {
            Ok(rest) => {
                self.write_head(out)?;
                write_lines(&rest, out)?;
                out.line("")
            }
            Err(failure) if self.head_due.is_some() => whole(self.id, Err(failure), out),
            Err(failure) => {
                write_lines(&format!("? {failure}"), out)?;
                out.line("")
            }
        }
    }

    fn write_head(&mut self, out: &mut Output) -> io::Result<()> {
        if self.head_due.take().is_some() {
            out.line(&head('=', self.id))?;
        }
        Ok(())
    }
}

/// Writes a whole reply. A text with a leading line break begins on the line after the head.
pub fn whole(id: Option<u32>, result: Result<String, Failure>, out: &mut Output) -> io::Result<()> {
    let (sign, text) = match result {
        Ok(text) => ('=', text),
        Err(failure) => ('?', failure.to_string()),
    };
    let head = head(sign, id);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if first.trim().is_empty() {
        out.line(&head)?;
    } else {
        out.line(&format!("{head} {first}"))?;
    }
    write_lines(rest, out)?;
    out.line("")
}

fn write_lines(text: &str, out: &mut Output) -> io::Result<()> {
    let has_text = |line: &&str| !line.trim().is_empty();
    text.lines()
        .filter(has_text)
        .try_for_each(|line| out.line(line))
}

fn head(sign: char, id: Option<u32>) -> String {
    id.map_or_else(|| sign.to_string(), |id| format!("{sign}{id}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testing::written::Written;

    fn failure() -> Result<String, Failure> {
        Err(Failure::new("no luck\n\nat all"))
    }

    fn written(write: impl FnOnce(&mut Output) -> io::Result<()>) -> String {
        let written = Written::default();
        let mut out = Output::new(written.clone());
        write(&mut out).unwrap();
        out.flush().unwrap();
        written.take()
    }

    #[test]
    fn only_the_last_line_of_a_reply_is_empty() {
        for (text, expected) in [
            ("", "=7\n\n"),
            ("a", "=7 a\n\n"),
            ("\na\nb\n", "=7\na\nb\n\n"),
            ("a\n\n\nb\n \nc\n\n", "=7 a\nb\nc\n\n"),
            ("\n\n", "=7\n\n"),
            ("a\r\n\r\nb", "=7 a\r\nb\n\n"),
        ] {
            let reply = written(|out| whole(Some(7), Ok(text.to_owned()), out));
            assert_eq!(reply, expected, "{text:?}");
        }
        let refused = written(|out| whole(None, failure(), out));
        assert_eq!(refused, "? no luck\nat all\n\n");
    }

    #[test]
    fn a_stream_says_nothing_where_there_is_nothing_to_tell() {
        let reply = written(|out| {
            let mut stream = Stream::new(Some(1));
            stream.line("", out)?;
            stream.line("info\n\n", out)?;
            stream.line("\n", out)?;
            stream.end(Ok("\n\nplay D4\n".to_owned()), out)
        });
        assert_eq!(reply, "=1\ninfo\nplay D4\n\n");
        let silent = written(|out| Stream::new(None).end(Ok(String::new()), out));
        assert_eq!(silent, "=\n\n");
    }

    #[test]
    fn a_stream_that_fails_says_why() {
        let at_once = written(|out| Stream::new(Some(1)).end(failure(), out));
        assert_eq!(at_once, "?1 no luck\nat all\n\n");
        let later = written(|out| {
            let mut stream = Stream::new(Some(1));
            stream.line("info", out)?;
            stream.end(failure(), out)
        });
        assert_eq!(later, "=1\ninfo\n? no luck\nat all\n\n");
    }

    #[test]
    fn the_head_does_not_wait_long() {
        let reply = written(|out| {
            let mut stream = Stream::new(None);
            stream.write_due_head(out)?;
            let due = stream.due().unwrap();
            assert!(due > Instant::now());
            std::thread::sleep(HEAD_DELAY);
            stream.write_due_head(out)?;
            assert_eq!(stream.due(), None);
            Ok(())
        });
        assert_eq!(reply, "=\n");
    }
}

//! Output to stdout. No other code writes to it.

use std::convert::Infallible;
use std::error::Error as StdError;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::iter;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;
use thiserror::Error;

use super::conversation_log::ConversationLog;

/// Text older than this is flushed with the next.
const LONGEST_HOLD: Duration = Duration::from_millis(5);

/// Buffered output. The server flushes it when no input or event is waiting, and the output itself every few milliseconds. A client
/// gets its reply without delay, while a thousand pipelined commands take only a few writes.
pub struct Output {
    writer: BufWriter<Box<dyn Write + Send>>,
    /// The time at which the oldest text in the buffer was written.
    oldest: Instant,
    log: Option<ConversationLog>,
}

impl Output {
    /// Creates an output to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Output {
            writer: BufWriter::with_capacity(1 << 16, Box::new(writer)),
            oldest: Instant::now(),
            log: None,
        }
    }

    /// Creates an output to stdout.
    pub fn to_stdout() -> Self {
        Output::new(io::stdout())
    }

    /// Copies every line to a log.
    pub fn keep_in(&mut self, log: ConversationLog) {
        self.log = Some(log);
    }

    /// Writes `text` and ends the line.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        if let Some(log) = &self.log {
            log.sent(text);
        }
        self.write(&[text, "\n"])
    }

    /// Writes `text` as it is.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.write(&[text])
    }

    /// Writes to the buffer, and flushes it if its oldest text is older than [`LONGEST_HOLD`].
    fn write(&mut self, parts: &[&str]) -> io::Result<()> {
        if self.writer.buffer().is_empty() {
            self.oldest = Instant::now();
        }
        for part in parts {
            self.writer.write_all(part.as_bytes()).map_err(named)?;
        }
        if self.oldest.elapsed() < LONGEST_HOLD {
            return Ok(());
        }
        self.flush()
    }

    /// Flushes the buffer to the operating system.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(named)
    }
}

/// Error of an output that is no longer read. This is a normal end, unlike a broken pipe elsewhere.
#[derive(Debug, Error)]
#[error("nothing reads the output any more")]
struct ReaderGone;

/// Returns the error for an output that is no longer read.
pub fn reader_gone() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, ReaderGone)
}

/// Whether an error, or its cause, is that the output is no longer read.
pub fn is_reader_gone(error: &(dyn StdError + 'static)) -> bool {
    let is_it = |error: &(dyn StdError + 'static)| {
        let inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        inner.is_some_and(|inner| inner.is::<ReaderGone>())
    };
    let mut causes = iter::successors(Some(error), |&error| error.source());
    causes.any(is_it)
}

/// Marks a broken pipe as the output's, to distinguish it from any other.
fn named(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => reader_gone(),
        _ => error,
    }
}

/// Writes text in place of the line that a person is editing.
pub fn write_over_line(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    write!(stdout, "\r\x1b[J{text}")?;
    stdout.flush()
}

/// Capabilities of the terminal at stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Whether it shows colors.
    pub colors: bool,
    /// Whether it shows characters beyond ASCII.
    pub unicode: bool,
}

impl Screen {
    /// Detects the capabilities of the terminal at stdout, considering `NO_COLOR` and similar variables.
    pub fn detect() -> Screen {
        let choice = anstream::AutoStream::choice(&io::stdout());
        // Under continuous integration, the crate assumes that every terminal has colors.
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Screen {
            colors: choice != anstream::ColorChoice::Never && !is_dumb,
            unicode: supports_unicode::on(supports_unicode::Stream::Stdout),
        }
    }
}

/// Whether stdout is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns a channel that closes when stdout loses its reader, so that a silent search does not go on without a client.
/// On systems that cannot watch the reader, the next write fails instead.
pub fn gone() -> Receiver<Infallible> {
    #[cfg(unix)]
    {
        let (sender, gone) = crossbeam_channel::bounded(0);
        let watch = move || {
            if !wait_for_reader_to_go() {
                // The reader's state is unknown, so the channel stays open as long as the process runs.
                std::mem::forget(sender);
            }
        };
        let watcher = std::thread::Builder::new().name("output".to_owned());
        match watcher.spawn(watch) {
            Ok(_) => gone,
            Err(_) => crossbeam_channel::never(),
        }
    }
    #[cfg(not(unix))]
    crossbeam_channel::never()
}

/// Waits until stdout loses its reader. Returns `false` if the system cannot watch it.
#[cfg(unix)]
fn wait_for_reader_to_go() -> bool {
    let mut stdout = libc::pollfd {
        fd: libc::STDOUT_FILENO,
        events: 0,
        revents: 0,
    };
    loop {
        // SAFETY: the pointer is to one pollfd, which lives longer than the call.
        let ready = unsafe { libc::poll(&raw mut stdout, 1, -1) };
        let is_interrupted = || io::Error::last_os_error().kind() == io::ErrorKind::Interrupted;
        if ready > 0 {
            return stdout.revents & (libc::POLLERR | libc::POLLHUP) != 0;
        }
        if !is_interrupted() {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use tengen_testing::written::Written;

    #[test]
    fn a_reply_does_not_wait_for_those_behind_it() {
        let written = Written::default();
        let mut out = Output::new(written.clone());
        for number in 0..10 {
            out.line(&number.to_string()).unwrap();
            thread::sleep(LONGEST_HOLD);
        }
        let seen = written.take();
        assert!(seen.starts_with("0\n1\n"), "{seen}");
        assert!(seen.contains('8'), "{seen}");
        out.flush().unwrap();
        assert!(written.take().len() <= 2);
    }
}

//! Output to stderr: errors, remarks and progress. No other code writes to it.
//!
//! Writing returns no errors, since a full, closed or unread stderr must not end a game or affect the results on
//! stdout.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::panic::PanicHookInfo;

/// Stream for errors and progress. `write!` and `writeln!` to it cannot fail.
pub struct ErrorOutput(Box<dyn Write + Send>);

impl ErrorOutput {
    /// Creates a stream to stderr.
    pub fn to_stderr() -> Self {
        ErrorOutput::new(io::stderr())
    }

    /// Creates a stream to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        ErrorOutput(Box::new(writer))
    }

    /// Writes formatted text, in a single write if the system accepts it.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        self.write(text.to_string().as_bytes());
    }

    /// Writes and flushes bytes, ignoring errors.
    pub fn write(&mut self, bytes: &[u8]) {
        let _ = self.0.write_all(bytes);
        let _ = self.0.flush();
    }
}

/// Writes text to stderr without adding a line ending.
pub fn text(text: &str) {
    ErrorOutput::to_stderr().write(text.as_bytes());
}

/// Writes a line to stderr.
pub fn line(text: &str) {
    writeln!(ErrorOutput::to_stderr(), "{text}");
}

/// Reports a panic in one line on stderr and in the log. The conversation continues if it can.
pub fn report_panic(info: &PanicHookInfo<'_>) {
    log::error!("{info}");
    let text = info.to_string().replace('\n', " ");
    line(&format!("tengen: this is a fault of the program: {text}"));
}

/// Whether stderr shows colors, considering `NO_COLOR` and similar variables.
pub fn has_colors() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Whether stderr is a terminal.
pub fn is_terminal() -> bool {
    io::stderr().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_testing::written::Written;

    /// A writer that fails like a full disk.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn text_arrives_as_it_is_and_a_full_disk_is_no_error() {
        let written = Written::default();
        writeln!(ErrorOutput::new(written.clone()), "{} of {}", 1, 2);
        assert_eq!(written.take(), "1 of 2\n");
        writeln!(ErrorOutput::new(Full), "lost");
    }
}

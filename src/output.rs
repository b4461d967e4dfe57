//! The one place that writes to stdout.

use std::io::{self, BufWriter, Write};

/// Buffered output. The server flushes it whenever nothing more waits to be answered, so a client that waits
/// for a reply always gets it at once, and a thousand pipelined commands cost a few writes.
pub struct Output {
    writer: BufWriter<Box<dyn Write + Send>>,
}

impl Output {
    /// Output to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Output {
            writer: BufWriter::with_capacity(1 << 16, Box::new(writer)),
        }
    }

    /// Writes `text` and ends the line.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Hands everything written to the operating system.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

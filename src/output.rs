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

#[cfg(test)]
pub use written::Written;

#[cfg(test)]
mod written {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex, PoisonError};

    /// A writer whose text a test can take out.
    #[derive(Clone, Default)]
    pub struct Written(Arc<Mutex<Vec<u8>>>);

    impl Written {
        /// What was written since the last call.
        pub fn take(&self) -> String {
            let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            String::from_utf8(std::mem::take(&mut *bytes)).unwrap()
        }
    }

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            written.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}

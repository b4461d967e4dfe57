//! Output to stdout, which nothing else writes to.

use std::convert::Infallible;
use std::io::{self, BufWriter, Write};

use crossbeam_channel::Receiver;

/// Buffered output. The server flushes it whenever nothing more waits to be answered, so a client that waits
/// for a reply always gets it at once, and a thousand pipelined commands cost a few writes.
pub struct Output {
    writer: BufWriter<Box<dyn Write + Send>>,
}

impl Output {
    /// Creates an output to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Output {
            writer: BufWriter::with_capacity(1 << 16, Box::new(writer)),
        }
    }

    /// Writes `text` and ends the line.
    ///
    /// # Errors
    ///
    /// The error of the writer.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())?;
        self.writer.write_all(b"\n")
    }

    /// Flushes the buffer to the operating system.
    ///
    /// # Errors
    ///
    /// The error of the writer.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns a channel that closes when the reader of stdout has gone, so that a silent search does not run on without a client.
/// Where the system cannot watch that, the next write fails instead.
pub fn gone() -> Receiver<Infallible> {
    #[cfg(unix)]
    {
        let (sender, gone) = crossbeam_channel::bounded(0);
        let watch = move || {
            if !wait_for_reader_to_go() {
                // Unknown: the channel stays open as long as the process runs.
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

/// Waits until stdout has no reader any more; false if the system cannot watch that.
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
pub use written::Written;

#[cfg(test)]
mod written {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex, PoisonError};

    /// A writer whose text a test can read.
    #[derive(Clone, Default)]
    pub struct Written(Arc<Mutex<Vec<u8>>>);

    impl Written {
        /// Returns the text written since the last call.
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

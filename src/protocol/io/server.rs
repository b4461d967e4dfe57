//! Main loop, which passes lines and search events to the front. Its `select!` is the only place that blocks.

use std::convert::Infallible;
use std::io;
use std::time::Instant;

use crossbeam_channel::{Receiver, at, never, select};

use crate::io::input::InputLine;
use crate::io::output::{self, Output};
use tengen_engine::conversation::Flow;

/// Engine side of a conversation, which handles lines and events and writes replies. The methods never block, and fail
/// only if the output cannot be written.
pub trait Front {
    /// Handles a line of input.
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow>;

    /// Handles events of the search worker, and the alarm.
    fn wake(&mut self, out: &mut Output) -> io::Result<Flow>;

    /// Returns the time at which to call `wake` even without an event.
    fn alarm(&self) -> Option<Instant> {
        None
    }

    /// Handles the end of the input. Bounded jobs may still finish, and queued commands are answered. Returns `Quit`
    /// when everything is done.
    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow>;
}

/// Channels that the loop waits on.
pub struct Sources {
    /// Input lines; closed at the end of the input.
    pub lines: Receiver<InputLine>,
    /// Event signals of the search worker.
    pub events: Receiver<()>,
    /// Closed when the output loses its reader.
    pub gone: Receiver<Infallible>,
}

/// Runs `front` until it quits. Fails if the output cannot be written; [`output::is_reader_gone`] identifies the normal
/// case that the client has closed its side.
pub fn run(sources: Sources, front: &mut dyn Front, out: &mut Output) -> io::Result<()> {
    let Sources {
        mut lines,
        events,
        gone,
    } = sources;
    loop {
        if lines.is_empty() && events.is_empty() {
            out.flush()?;
        }
        let alarm = front.alarm().map_or_else(never, at);
        let flow = select! {
            recv(lines) -> line => match line {
                Ok(line) => front.line(line, out)?,
                Err(_) => {
                    lines = never();
                    front.end_of_input(out)?
                }
            },
            recv(events) -> _ => front.wake(out)?,
            recv(alarm) -> _ => front.wake(out)?,
            recv(gone) -> _ => return Err(output::reader_gone()),
        };
        if flow == Flow::Quit {
            return out.flush();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;
    use crate::Options;
    use crate::gtp::GtpFront;
    use crate::io::input;
    use tengen_engine::Waker;
    use tengen_play::Game;

    /// A writer that accepts this number of bytes and then fails like a full disk.
    struct FullAfter(usize);

    impl Write for FullAfter {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            match taken {
                0 if !bytes.is_empty() => Err(io::ErrorKind::StorageFull.into()),
                _ => Ok(taken),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn hold(lines: &'static str, out: FullAfter) -> io::Result<()> {
        let (waker, events) = Waker::new();
        let mut front = GtpFront::new(Options::new(Game::Gomoku), waker)?;
        let lines = input::spawn(Cursor::new(lines))?;
        let sources = Sources {
            lines,
            events,
            gone: never(),
        };
        run(sources, &mut front, &mut Output::new(out))
    }

    #[test]
    fn an_output_that_fails_ends_the_conversation() {
        const LINES: &str =
            "name\nlimits nodes 50\nplay b g9\nlz-genmove_analyze w 1\nlist_commands\n";
        for bytes in [0, 1, 5, 20, 100, 300, 800] {
            let error = hold(LINES, FullAfter(bytes)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{bytes} bytes");
        }
        hold(LINES, FullAfter(usize::MAX)).unwrap();
    }
}

//! The loop that everything hangs on: lines in, search events in, replies out. Only its `select!` waits.

use std::convert::Infallible;
use std::io;
use std::time::Instant;

use crossbeam_channel::{Receiver, at, never, select};

use crate::engine::conversation::Flow;
use crate::io::input::InputLine;
use crate::io::output::Output;

/// One side of a conversation: turns lines into actions and events into replies. Never blocks.
pub trait Front {
    /// Takes one line of input.
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow>;

    /// The search worker has something to say.
    fn wake(&mut self, out: &mut Output) -> io::Result<Flow>;

    /// When the front wants to be woken even if nothing happens.
    fn alarm(&self) -> Option<Instant> {
        None
    }

    /// There will be no more lines: bounded work may finish and queued commands be answered; `Quit` when done.
    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow>;
}

/// What the loop waits for.
pub struct Sources {
    /// Lines of input; closed at its end.
    pub lines: Receiver<InputLine>,
    /// Rings when a search has something to say.
    pub events: Receiver<()>,
    /// Closed when nobody reads the output any more.
    pub gone: Receiver<Infallible>,
}

/// Runs `front` until it quits. An error means that stdout can't be written; a closed one (`BrokenPipe`) is
/// the ordinary way for a client to leave.
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
            recv(gone) -> _ => return Err(io::ErrorKind::BrokenPipe.into()),
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
    use crate::engine::Waker;
    use crate::engine::game::Game;
    use crate::io::input;
    use crate::protocol::Options;
    use crate::protocol::gtp::GtpFront;

    /// Takes so many bytes, and then the disk is full.
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
        let mut front = GtpFront::new(Options::plain(Game::Gomoku), waker)?;
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

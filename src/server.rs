//! The loop that everything hangs on: lines in, search events in, replies out. Only its `select!` waits.

use std::convert::Infallible;
use std::io;
use std::time::Instant;

use crossbeam_channel::{Receiver, at, never, select};

use crate::input::Line;
use crate::output::Output;

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// More may come.
    Continue,
    /// Everything is said.
    Quit,
}

/// One side of a conversation: turns lines into actions and events into replies. Never blocks.
pub trait Front {
    /// Takes one line of input.
    fn line(&mut self, line: Line, out: &mut Output) -> io::Result<Flow>;

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
    pub lines: Receiver<Line>,
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

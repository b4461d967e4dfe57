//! Protocol conversations over a WebSocket, by the same code as over standard input and output.

use std::convert::Infallible;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::slots::{Slot, Slots};
use super::socket::{CloseReason, Frame, SocketBounds, SocketInbox, SocketOutbox};
use tengen_engine::Waker;
use tengen_engine::files::Access;
use tengen_engine::polling::RoundRobin;
use tengen_engine::threads::backlog::Backlog;
use tengen_protocol::io::input::{InputLine, LineEnd};
use tengen_protocol::io::output::Output;
use tengen_protocol::io::server::{self, Front, Sources};
use tengen_protocol::{Options, PageConversation};

/// Bounds of an engine's client. A page sends a whole record at once, and an analysis of each of its moves.
pub const LINE_BOUNDS: SocketBounds = SocketBounds {
    burst: 2000,
    per_second: 200,
    // Small, because messages are long and the conversation waits for space.
    queue: 16,
};

/// Bytes of lines that may wait for an answer. A client that sends more is disconnected: a server that stopped reading
/// instead would not notice when it leaves.
const MOST_WAITING: usize = 8 << 20;

/// Stack of a conversation's thread, in bytes: as large as a program's main thread has.
pub const CONVERSATION_STACK: usize = 8 << 20;

/// Length in bytes from which output is sent before the conversation pauses.
const MESSAGE: usize = 64 << 10;

/// The engines of a server, shared by its clients.
pub struct Engines {
    options: Options,
    slots: Slots,
    /// Gives the conversations turns with the search threads.
    round_robin: RoundRobin,
}

impl Engines {
    /// Creates engines for at most `most` conversations at once, which share the memory of `options`. Clients have no
    /// access to files.
    pub fn new(options: Options, most: usize) -> Engines {
        let mut options = Options {
            files: Access::Nowhere,
            linger: Duration::ZERO,
            ..options
        };
        options.settings.memory /= most;
        Engines {
            options,
            slots: Slots::new(most),
            round_robin: RoundRobin::default(),
        }
    }

    /// Takes a slot for a conversation, if one is free.
    pub fn take_slot(&self) -> Option<Slot> {
        self.slots.take()
    }

    /// Holds a conversation until the client leaves or ends it. That also ends a running search.
    pub fn converse(
        &self,
        conversation: PageConversation,
        inbox: SocketInbox,
        outbox: &SocketOutbox,
    ) {
        let (sender, lines) = unbounded();
        let (alive, gone) = bounded(0);
        let reading = LineReader {
            inbox,
            outbox: outbox.clone(),
            sender,
            _alive: alive,
        };
        thread::scope(|scope| {
            let hold = || {
                let writer = LineWriter::new(outbox.clone());
                match self.hold(conversation, (lines, gone), writer) {
                    Ok(()) => outbox.close(CloseReason::Done),
                    Err(error) => close_after(conversation, &error, outbox),
                }
            };
            let thread = thread::Builder::new().name("conversation".to_owned());
            match thread
                .stack_size(CONVERSATION_STACK)
                .spawn_scoped(scope, hold)
            {
                Ok(_) => reading.read(),
                Err(error) => close_after(conversation, &error, outbox),
            }
        });
    }

    /// Holds a conversation that reads these lines and writes its answers, until it ends or its client has gone. Fails
    /// if the answers cannot be written.
    pub fn hold(
        &self,
        conversation: PageConversation,
        (lines, gone): (Receiver<InputLine>, Receiver<Infallible>),
        writer: impl Write + Send + 'static,
    ) -> io::Result<()> {
        let (waker, events) = Waker::new();
        let mut front = self.front(conversation, waker)?;
        let sources = Sources {
            lines,
            events,
            gone,
        };
        server::run(sources, front.as_mut(), &mut Output::new(writer))
    }

    fn front(&self, conversation: PageConversation, waker: Waker) -> io::Result<Box<dyn Front>> {
        let options = Options {
            search_client: Some(self.round_robin.client()),
            ..self.options.clone()
        };
        conversation.front(options, waker)
    }
}

/// Closes the socket of a failed conversation.
fn close_after(conversation: PageConversation, error: &io::Error, outbox: &SocketOutbox) {
    // A client that has gone is a normal end.
    if error.kind() != io::ErrorKind::BrokenPipe {
        log::error!("{conversation:?}: {error}");
    }
    outbox.close(CloseReason::Failed);
}

/// The thread that reads a client's lines.
struct LineReader {
    inbox: SocketInbox,
    outbox: SocketOutbox,
    sender: Sender<InputLine>,
    /// Dropped at the end, which signals the conversation that the client is gone.
    _alive: Sender<Infallible>,
}

impl LineReader {
    fn read(mut self) {
        let backlog = Backlog::new(MOST_WAITING);
        while let Some(message) = self.inbox.next() {
            for line in message.lines() {
                let Some(share) = backlog.try_take(line.len()) else {
                    return self.outbox.close(CloseReason::TooMany);
                };
                let line = InputLine {
                    bytes: line.as_bytes().to_vec(),
                    end: LineEnd::LineFeed,
                    too_long: false,
                    share,
                };
                if self.sender.send(line).is_err() {
                    return;
                }
            }
        }
    }
}

/// A writer that sends complete lines as messages.
struct LineWriter {
    outbox: SocketOutbox,
    text: Vec<u8>,
}

impl LineWriter {
    fn new(outbox: SocketOutbox) -> LineWriter {
        LineWriter {
            outbox,
            text: Vec::new(),
        }
    }

    /// Sends the complete lines written so far.
    fn send_lines(&mut self) -> io::Result<()> {
        let Some(end) = self.text.iter().rposition(|&byte| byte == b'\n') else {
            return Ok(());
        };
        let rest = self.text.split_off(end + 1);
        let lines = std::mem::replace(&mut self.text, rest);
        let text = String::from_utf8_lossy(&lines).into_owned();
        self.outbox.send_patiently(Frame::text(text))
    }
}

impl Write for LineWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        if self.text.len() >= MESSAGE {
            self.send_lines()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send_lines()
    }
}

//! Messages to the client.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{
    Receiver, RecvTimeoutError, SendTimeoutError, Sender, TrySendError, bounded,
};
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame;
use tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};

/// Silence after which the client is asked for a sign of life.
const PING_AFTER: Duration = Duration::from_secs(20);

/// Time for which a client may take no bytes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Stack of a thread that writes, in bytes.
const STACK: usize = 128 << 10;

/// A frame as bytes, which several sockets can share.
#[derive(Clone, Debug)]
pub struct Frame(Arc<[u8]>);

impl Frame {
    /// Returns the frame of a text message.
    pub fn text(text: String) -> Frame {
        Frame::of(frame::Frame::message(text, OpCode::Data(Data::Text), true))
    }

    fn of(frame: frame::Frame) -> Frame {
        let mut bytes = Vec::new();
        // Writing to a vector cannot fail.
        let _ = frame.format(&mut bytes);
        Frame(bytes.into())
    }
}

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The conversation has ended.
    Done,
    /// The server ends.
    ServerEnds,
    /// The message was no text.
    NoText,
    /// The message was too large.
    TooLarge,
    /// Too many commands wait for an answer.
    TooMany,
    /// The server has failed.
    Failed,
}

impl CloseReason {
    fn frame(self) -> Frame {
        let (code, reason) = match self {
            CloseReason::Done => (CloseCode::Normal, ""),
            CloseReason::ServerEnds => (CloseCode::Away, "the server ends"),
            CloseReason::NoText => (CloseCode::Unsupported, "text is expected"),
            CloseReason::TooLarge => (CloseCode::Size, "the message is too large"),
            CloseReason::TooMany => (CloseCode::Policy, "too many commands wait"),
            CloseReason::Failed => (CloseCode::Error, "the server has failed"),
        };
        Frame::of(frame::Frame::close(Some(CloseFrame {
            code,
            reason: reason.into(),
        })))
    }
}

/// What the thread that writes has to do.
enum Order {
    Write(Frame),
    /// Write the newest frame of its kind.
    WriteNewest(Arc<NewestFrame>),
    /// Write this last frame and close.
    Close(Frame),
}

/// Messages of which a client needs the newest alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewestKind {
    /// The whole state.
    State,
    /// The number of watchers.
    Watchers,
}

/// The number of kinds of such messages.
const NEWEST_KINDS: usize = 2;

/// A place in the queue for the newest frame of a kind; empty once it is being written.
#[derive(Default)]
struct NewestFrame(Mutex<Option<Frame>>);

impl NewestFrame {
    fn take(&self) -> Option<Frame> {
        self.frame().take()
    }

    /// Replaces the frame that waits. Returns the new one if none waits any more.
    fn replace(&self, new: Frame) -> Result<(), Frame> {
        match &mut *self.frame() {
            Some(frame) => {
                *frame = new;
                Ok(())
            }
            None => Err(new),
        }
    }

    fn frame(&self) -> MutexGuard<'_, Option<Frame>> {
        // No thread panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The queue of messages to a client. Clones share it. A separate thread writes it to the connection.
#[derive(Clone)]
pub struct SocketOutbox {
    orders: Sender<Order>,
    /// The last places for messages of the kinds, as long as no other message follows them.
    newest: Arc<Mutex<[Option<Arc<NewestFrame>>; NEWEST_KINDS]>>,
    stream: Arc<TcpStream>,
}

impl SocketOutbox {
    /// Starts the thread that writes to `stream`. It ends when all clones are dropped. At most `queue` messages wait.
    ///
    /// # Errors
    ///
    /// The system has no thread or no handle for it.
    pub fn open(stream: &TcpStream, queue: usize) -> io::Result<SocketOutbox> {
        let (orders, due) = bounded(queue);
        let mut writing = stream.try_clone()?;
        writing.set_write_timeout(Some(PATIENCE))?;
        thread::Builder::new()
            .name("socket".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                let end = match write_orders(&due, &mut writing) {
                    // The client answers the last frame.
                    Ok(()) => Shutdown::Write,
                    Err(_) => Shutdown::Both,
                };
                // It may be closed already.
                let _ = writing.shutdown(end);
            })?;
        Ok(SocketOutbox {
            orders,
            newest: Arc::default(),
            stream: Arc::new(stream.try_clone()?),
        })
    }

    /// Queues a frame. A client that is too slow for it is cut off, and comes back to the current state.
    pub fn send(&self, frame: Frame) {
        let mut newest = self.newest();
        // What is newer must not overtake this one.
        *newest = Default::default();
        self.queue(Order::Write(frame));
    }

    /// Queues a frame in place of one of its kind that still waits at the end of the queue: however often it changes, a slow
    /// client waits for the newest alone.
    pub fn send_newest(&self, kind: NewestKind, frame: Frame) {
        let place = &mut self.newest()[kind as usize];
        let unplaced = match place {
            Some(waiting) => waiting.replace(frame),
            None => Err(frame),
        };
        if let Err(frame) = unplaced {
            let waiting = Arc::new(NewestFrame(Mutex::new(Some(frame))));
            *place = Some(waiting.clone());
            self.queue(Order::WriteNewest(waiting));
        }
    }

    fn queue(&self, order: Order) {
        if let Err(TrySendError::Full(_)) = self.orders.try_send(order) {
            self.cut();
        }
    }

    fn newest(&self) -> MutexGuard<'_, [Option<Arc<NewestFrame>>; NEWEST_KINDS]> {
        // No thread panics while it holds the lock.
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a frame, and waits while the client is slow.
    ///
    /// # Errors
    ///
    /// `BrokenPipe` if the client is gone or takes nothing for too long.
    pub fn send_patiently(&self, frame: Frame) -> io::Result<()> {
        match self.orders.send_timeout(Order::Write(frame), PATIENCE) {
            Ok(()) => Ok(()),
            Err(SendTimeoutError::Timeout(_) | SendTimeoutError::Disconnected(_)) => {
                self.cut();
                Err(io::ErrorKind::BrokenPipe.into())
            }
        }
    }

    /// Closes the socket after the messages that wait.
    pub fn close(&self, reason: CloseReason) {
        if self.orders.try_send(Order::Close(reason.frame())).is_err() {
            self.cut();
        }
    }

    /// Closes the connection at once.
    fn cut(&self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// The frames with which the protocol itself answers, such as pongs. They are whole in every write.
impl Write for SocketOutbox {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(Frame(bytes.into()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_orders(due: &Receiver<Order>, stream: &mut TcpStream) -> io::Result<()> {
    let ping = Frame::of(frame::Frame::ping(Vec::new()));
    loop {
        match due.recv_timeout(PING_AFTER) {
            Ok(Order::Write(frame)) => stream.write_all(&frame.0)?,
            Ok(Order::WriteNewest(waiting)) => {
                if let Some(frame) = waiting.take() {
                    stream.write_all(&frame.0)?;
                }
            }
            Ok(Order::Close(frame)) => return stream.write_all(&frame.0),
            Err(RecvTimeoutError::Timeout) => stream.write_all(&ping.0)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn the_newest_state_replaces_what_a_slow_client_has_not_taken() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let outbox = SocketOutbox::open(&stream, 8).unwrap();
        // More than the buffers of the system hold: the thread that writes waits in the middle of it.
        const FILLER: usize = 16 << 20;
        outbox.send(Frame::text("f".repeat(FILLER)));
        // Let it begin.
        thread::sleep(Duration::from_millis(200));
        for number in 0..10_000 {
            outbox.send_newest(NewestKind::State, Frame::text(format!("s{number};")));
            outbox.send_newest(NewestKind::Watchers, Frame::text(format!("w{number};")));
        }
        outbox.send(Frame::text("move;".to_owned()));
        // What follows a move does not replace what came before it.
        outbox.send_newest(NewestKind::State, Frame::text("last;".to_owned()));
        drop((outbox, stream));
        let mut bytes = Vec::new();
        client.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes[FILLER..]).into_owned();
        let letters = |c: &char| c.is_ascii_alphanumeric() || *c == ';';
        let text: String = text
            .trim_start_matches('f')
            .chars()
            .filter(letters)
            .collect();
        assert_eq!(text, "s9999;w9999;move;last;");
    }
}

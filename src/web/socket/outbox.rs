//! Messages to a client.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{
    Receiver, RecvTimeoutError, SendTimeoutError, Sender, TrySendError, bounded,
};
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame;
use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};

/// Time between pings. A client that only receives, such as the replies of a long analysis, answers these.
const PING_EVERY: Duration = Duration::from_secs(20);

/// Longest time for which a client may accept no bytes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Stack of a writer thread, in bytes.
const STACK: usize = 128 << 10;

/// An encoded frame that several sockets can share.
#[derive(Clone, Debug)]
pub struct Frame(Arc<[u8]>);

impl Frame {
    /// Returns the frame of a text message.
    pub fn text(text: String) -> Frame {
        Frame::new(frame::Frame::message(text, OpCode::Data(Data::Text), true))
    }

    /// Whether this is the frame that closes a conversation.
    fn is_close(&self) -> bool {
        let code = self.0.first().map(|first| OpCode::from(first & 0x0f));
        code == Some(OpCode::Control(Control::Close))
    }

    fn new(frame: frame::Frame) -> Frame {
        let mut bytes = Vec::new();
        let _ = frame.format(&mut bytes);
        Frame(bytes.into())
    }
}

/// The reason why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseReason {
    /// The conversation has ended.
    Done,
    ServerEnds,
    /// A message was not text.
    NoText,
    /// A message was too large.
    TooLarge,
    /// Too many commands are waiting for an answer.
    TooMany,
    /// An error occurred in the server.
    Failed,
}

impl CloseReason {
    fn frame(self) -> Frame {
        let (code, reason) = match self {
            CloseReason::Done => (CloseCode::Normal, ""),
            CloseReason::ServerEnds => (CloseCode::Away, "the server is shutting down"),
            CloseReason::NoText => (CloseCode::Unsupported, "text is expected"),
            CloseReason::TooLarge => (CloseCode::Size, "the message is too large"),
            CloseReason::TooMany => (CloseCode::Policy, "too many commands are waiting"),
            CloseReason::Failed => (CloseCode::Error, "the server has failed"),
        };
        Frame::new(frame::Frame::close(Some(CloseFrame {
            code,
            reason: reason.into(),
        })))
    }
}

/// A task of the writer thread.
enum Order {
    Write(Frame),
    /// Write the newest frame of a kind.
    WriteNewest(Arc<NewestFrame>),
    /// Write this last frame and close.
    Close(Frame),
}

/// Kinds of messages of which a client only needs the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewestKind {
    /// The whole state of a game.
    State,
    /// The number of watchers.
    Watchers,
}

/// The number of these kinds.
const NEWEST_KINDS: usize = 2;

/// A place in the queue for the newest frame of a kind; empty once the writer has taken it.
#[derive(Default)]
struct NewestFrame(Mutex<Option<Frame>>);

impl NewestFrame {
    fn take(&self) -> Option<Frame> {
        self.frame().take()
    }

    /// Replaces the waiting frame. Gives the new one back if none is waiting any more.
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

/// The queue of messages to a client, written by a separate thread. Clones share it.
#[derive(Clone)]
pub struct SocketOutbox {
    orders: Sender<Order>,
    /// For each kind, its last place in the queue, as long as no other message follows it.
    newest: Arc<Mutex<[Option<Arc<NewestFrame>>; NEWEST_KINDS]>>,
    stream: Arc<TcpStream>,
}

impl SocketOutbox {
    /// Starts the thread that writes to `stream`, which ends when all clones are dropped. At most `queue` messages
    /// wait. Fails if the system provides no thread or no second handle.
    pub fn open(stream: &TcpStream, queue: usize) -> io::Result<SocketOutbox> {
        let (orders, due) = bounded(queue);
        let mut writing = stream.try_clone()?;
        writing.set_write_timeout(Some(PATIENCE))?;
        thread::Builder::new()
            .name("socket".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                let end = match write_orders(&due, &mut writing, PING_EVERY) {
                    // The client answers the last frame.
                    Ok(()) => Shutdown::Write,
                    Err(_) => Shutdown::Both,
                };
                // It may already be closed.
                let _ = writing.shutdown(end);
            })?;
        Ok(SocketOutbox {
            orders,
            newest: Arc::default(),
            stream: Arc::new(stream.try_clone()?),
        })
    }

    /// Queues a frame. A client too slow for the queue is disconnected, and gets the current state when it comes back.
    pub fn send(&self, frame: Frame) {
        let mut newest = self.newest();
        // Newer states must not overtake this frame.
        *newest = Default::default();
        self.queue(Order::Write(frame));
    }

    /// Queues a frame, replacing one of its kind that still waits at the end of the queue. However often it changes, a
    /// slow client receives only the newest.
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

    /// Queues a frame, waiting while the client is slow. Fails with `BrokenPipe` if the client is gone or accepts
    /// nothing for too long.
    pub fn send_patiently(&self, frame: Frame) -> io::Result<()> {
        match self.orders.send_timeout(Order::Write(frame), PATIENCE) {
            Ok(()) => Ok(()),
            Err(SendTimeoutError::Timeout(_) | SendTimeoutError::Disconnected(_)) => {
                self.cut();
                Err(io::ErrorKind::BrokenPipe.into())
            }
        }
    }

    /// Closes the socket after the waiting messages.
    pub fn close(&self, reason: CloseReason) {
        if self.orders.try_send(Order::Close(reason.frame())).is_err() {
            self.cut();
        }
    }

    /// Closes the connection at once.
    fn cut(&self) {
        // It may already be closed.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Writes the protocol's own replies, such as pongs. Every write holds whole frames.
impl Write for SocketOutbox {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(Frame(bytes.into()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes orders and, whether or not there are any, a ping after every `interval`.
fn write_orders(
    due: &Receiver<Order>,
    stream: &mut impl Write,
    interval: Duration,
) -> io::Result<()> {
    let ping = Frame::new(frame::Frame::ping(Vec::new()));
    let mut pinged = Instant::now();
    loop {
        match due.recv_deadline(pinged + interval) {
            Ok(Order::Write(frame)) => {
                stream.write_all(&frame.0)?;
                // The protocol's reply to a client that closes is the last frame.
                if frame.is_close() {
                    return Ok(());
                }
            }
            Ok(Order::WriteNewest(waiting)) => {
                if let Some(frame) = waiting.take() {
                    stream.write_all(&frame.0)?;
                }
            }
            Ok(Order::Close(frame)) => return stream.write_all(&frame.0),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if pinged.elapsed() >= interval {
            stream.write_all(&ping.0)?;
            pinged = Instant::now();
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
        // More than the system's buffers hold, so that the writer thread blocks in the middle of it.
        const FILLER: usize = 16 << 20;
        outbox.send(Frame::text("f".repeat(FILLER)));
        // Let the writer begin.
        thread::sleep(Duration::from_millis(200));
        for number in 0..10_000 {
            outbox.send_newest(NewestKind::State, Frame::text(format!("s{number};")));
            outbox.send_newest(NewestKind::Watchers, Frame::text(format!("w{number};")));
        }
        outbox.send(Frame::text("move;".to_owned()));
        // A state after a move does not replace one before it.
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

    #[test]
    fn a_client_is_pinged_among_many_messages_too() {
        let (orders, due) = bounded(100);
        let writer = thread::spawn(move || {
            let mut bytes = Vec::new();
            let end = write_orders(&due, &mut bytes, Duration::from_millis(20));
            (bytes, end)
        });
        for _ in 0..20 {
            let _ = orders.send(Order::Write(Frame::text("reply".to_owned())));
            thread::sleep(Duration::from_millis(5));
        }
        drop(orders);
        let (bytes, end) = writer.join().unwrap();
        assert!(end.is_ok());
        let ping = Frame::new(frame::Frame::ping(Vec::new()));
        let pings = bytes
            .windows(ping.0.len())
            .filter(|bytes| **bytes == *ping.0);
        assert!(pings.count() >= 2);
    }

    #[test]
    fn nothing_follows_the_frame_that_closes() {
        let (orders, due) = bounded(3);
        let [reply, close] = [Frame::text("reply".to_owned()), CloseReason::Done.frame()];
        for frame in [&reply, &close] {
            orders.send(Order::Write(frame.clone())).unwrap();
        }
        orders.send(Order::Close(close.clone())).unwrap();
        let mut bytes = Vec::new();
        write_orders(&due, &mut bytes, PING_EVERY).unwrap();
        assert_eq!(bytes, [&*reply.0, &*close.0].concat());
    }
}

//! Messages from a client.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::error::CapacityError;
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Error, Message, WebSocket};

use super::outbox::{CloseReason, SocketOutbox};
use super::token_bucket::TokenBucket;

/// Maximum length of a message, in bytes.
const LONGEST_MESSAGE: usize = 1 << 20;

/// Buffer of a connection, in bytes. It is small because most messages are short and most connections idle.
const BUFFER: usize = 4 << 10;

/// Silence after which a client counts as gone: three unanswered pings.
const LONGEST_SILENCE: Duration = Duration::from_secs(65);

/// Bytes that a client may send in a burst and per second.
const BYTE_BURST: u32 = 8 << 20;
const BYTES_PER_SECOND: u32 = 2 << 20;

/// Limits on a client's messages. A client that sends too fast is read more slowly; one that receives too slowly is cut
/// off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocketBounds {
    /// Messages in a burst.
    pub burst: u32,
    /// Messages per second.
    pub per_second: u32,
    /// Messages waiting to be received by the client.
    pub queue: usize,
}

/// The messages of a client.
pub struct SocketInbox {
    socket: WebSocket<RatedStream>,
    outbox: SocketOutbox,
    messages: TokenBucket,
}

impl SocketInbox {
    /// Reads the messages of a connection after its handshake; `begun` are the bytes already read beyond it. Fails if
    /// the connection does.
    pub fn open(
        stream: TcpStream,
        begun: Vec<u8>,
        outbox: SocketOutbox,
        bounds: SocketBounds,
    ) -> io::Result<SocketInbox> {
        stream.set_read_timeout(Some(LONGEST_SILENCE))?;
        let now = Instant::now();
        let rated = RatedStream {
            stream,
            outbox: outbox.clone(),
            bytes: TokenBucket::new(BYTE_BURST, BYTES_PER_SECOND, now),
        };
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(0)
            .max_write_buffer_size(BUFFER)
            .max_message_size(Some(LONGEST_MESSAGE))
            .max_frame_size(Some(LONGEST_MESSAGE));
        Ok(SocketInbox {
            socket: WebSocket::from_partially_read(rated, begun, Role::Server, Some(config)),
            outbox,
            messages: TokenBucket::new(bounds.burst, bounds.per_second, now),
        })
    }

    /// Returns the next text message, or `None` once the client has gone or violated the protocol.
    pub fn next(&mut self) -> Option<String> {
        loop {
            let message = self.socket.read();
            thread::sleep(self.messages.take(1, Instant::now()));
            match message {
                Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_)) => {}
                Ok(Message::Binary(_) | Message::Frame(_)) => {
                    self.outbox.close(CloseReason::NoText);
                    return None;
                }
                Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
                    self.outbox.close(CloseReason::TooLarge);
                    return None;
                }
                Err(_) => return None,
            }
        }
    }
}

/// A connection that is read at a limited rate and written to through its outbox.
struct RatedStream {
    stream: TcpStream,
    outbox: SocketOutbox,
    bytes: TokenBucket,
}

impl Read for RatedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        thread::sleep(self.bytes.take(read, Instant::now()));
        Ok(read)
    }
}

impl Write for RatedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.outbox.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.outbox.flush()
    }
}

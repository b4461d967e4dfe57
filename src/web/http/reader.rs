//! Reads requests within bounds of size and time.

use std::io::{self, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::request::HttpRequest;

/// Maximum length of a request's head, in bytes.
const LONGEST_HEAD: usize = 16 << 10;

/// Maximum length of a body, in bytes. The only body is the description of a game.
const LONGEST_BODY: usize = 16 << 10;

/// Longest time from a request's first byte to its last. A client that trickles bytes is cut off then.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Longest time for which a connection may stay open without a request.
const IDLE_TIME: Duration = Duration::from_secs(15);

/// The reason why a request cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RequestError {
    /// The client has closed the connection or been silent for too long.
    #[error("the connection is closed")]
    Closed,
    /// The request was not complete in time.
    #[error("the request took too long")]
    TimedOut,
    /// The bytes are not valid HTTP.
    #[error("malformed request")]
    Malformed,
    /// The head is longer than [`LONGEST_HEAD`].
    #[error("the head of the request is too large")]
    HeadTooLarge,
    /// The body is longer than [`LONGEST_BODY`].
    #[error("the body of the request is too large")]
    BodyTooLarge,
    /// The body has no length.
    #[error("the body of the request needs a length")]
    NoLength,
}

/// Reads the requests of a connection.
pub struct HttpReader {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl HttpReader {
    /// Creates a reader of a new connection.
    pub fn new(stream: TcpStream) -> HttpReader {
        HttpReader {
            stream,
            buffer: Vec::new(),
        }
    }

    /// Returns the connection, to write to.
    pub fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }

    /// Returns the connection and the bytes already read beyond the last request.
    pub fn into_parts(self) -> (TcpStream, Vec<u8>) {
        (self.stream, self.buffer)
    }

    /// Reads the next request. Fails if there is none, or if it is malformed, too large or too slow.
    pub fn next(&mut self) -> Result<HttpRequest, RequestError> {
        if self.buffer.is_empty() {
            self.read_more(Instant::now() + IDLE_TIME)
                .map_err(|_| RequestError::Closed)?;
        }
        let deadline = Instant::now() + REQUEST_TIME;
        let (mut request, length) = loop {
            match HttpRequest::parse_head(&self.buffer)? {
                Some(head) => break head,
                None if self.buffer.len() >= LONGEST_HEAD => {
                    return Err(RequestError::HeadTooLarge);
                }
                None => self.read_more(deadline)?,
            }
        };
        if length > LONGEST_HEAD {
            return Err(RequestError::HeadTooLarge);
        }
        let body = request.body_length()?;
        if body > LONGEST_BODY {
            return Err(RequestError::BodyTooLarge);
        }
        while self.buffer.len() < length + body {
            self.read_more(deadline)?;
        }
        request.body = self.buffer[length..length + body].to_vec();
        self.buffer.drain(..length + body);
        Ok(request)
    }

    /// Reads more bytes into the buffer.
    fn read_more(&mut self, deadline: Instant) -> Result<(), RequestError> {
        let mut bytes = [0; 4096];
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(RequestError::TimedOut);
            }
            let timeout = self.stream.set_read_timeout(Some(left));
            match timeout.and_then(|()| self.stream.read(&mut bytes)) {
                Ok(0) => return Err(RequestError::Closed),
                Ok(read) => {
                    self.buffer.extend_from_slice(&bytes[..read]);
                    return Ok(());
                }
                Err(error) if is_timeout(&error) => return Err(RequestError::TimedOut),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(RequestError::Closed),
            }
        }
    }
}

/// Whether a read has timed out. Systems report it differently.
fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use super::*;

    /// A reader, and the client's end of its connection.
    fn pair() -> (HttpReader, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (HttpReader::new(listener.accept().unwrap().0), client)
    }

    /// The result of reading the first request of a client that sends `text` and closes its side.
    fn sent(text: &str) -> Result<HttpRequest, RequestError> {
        let (mut reader, mut client) = pair();
        client.write_all(text.as_bytes()).unwrap();
        drop(client);
        reader.next()
    }

    #[test]
    fn requests_that_arrive_together_are_read_in_turn() {
        let (mut reader, mut client) = pair();
        let two = "POST /games HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\n\r\n";
        for part in two.as_bytes().chunks(20) {
            client.write_all(part).unwrap();
        }
        let first = reader.next().unwrap();
        assert_eq!((&*first.path, &*first.body), ("/games", &b"{}"[..]));
        assert_eq!(reader.next().unwrap().path, "/");
        drop(client);
        assert_eq!(reader.next().unwrap_err(), RequestError::Closed);
    }

    #[test]
    fn sizes_are_bounded() {
        let long = format!("GET /{} HTTP/1.1\r\n", "a".repeat(LONGEST_HEAD));
        assert_eq!(sent(&long).unwrap_err(), RequestError::HeadTooLarge);
        let body = format!(
            "POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n",
            LONGEST_BODY + 1
        );
        assert_eq!(sent(&body).unwrap_err(), RequestError::BodyTooLarge);
        let cut = "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nshort";
        assert_eq!(sent(cut).unwrap_err(), RequestError::Closed);
        assert_eq!(sent("\0\r\n\r\n").unwrap_err(), RequestError::Malformed);
    }
}

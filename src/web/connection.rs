//! Requests of one connection, until it becomes a WebSocket or ends.

use std::io;
use std::net::{IpAddr, TcpStream};
use std::time::Duration;

use super::http::{HttpReader, HttpRequest, HttpResponse, RequestError, Status};
use super::site::{SiteAnswer, SocketService, WebSite};
use super::slots::{AddressSlot, AddressSlots, Slot};
use super::socket::{self, SocketInbox, SocketOutbox};

/// Most requests of one connection.
const MOST_REQUESTS: usize = 200;

/// Longest time for which a client may accept no bytes of a response.
const PATIENCE: Duration = Duration::from_secs(10);

/// The slot of a connection that is not a WebSocket.
pub enum WaitingPlace {
    /// A slot of the client's address.
    Client {
        /// Freed when dropped.
        _slot: AddressSlot,
    },
    /// A slot of a proxy's connection. Each request takes a slot of its client as well.
    Proxy {
        /// Freed when dropped.
        _slot: Slot,
    },
}

/// Answers the requests of a connection from `peer`. `waiting` is its slot, taken from `places`. Fails if the
/// connection does.
pub fn serve(
    stream: TcpStream,
    site: &WebSite,
    (peer, waiting): (IpAddr, WaitingPlace),
    places: &AddressSlots,
) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    // A response is a single write, so there is nothing to combine it with.
    stream.set_nodelay(true)?;
    let mut reader = HttpReader::new(stream);
    for number in 1..=MOST_REQUESTS {
        let request = match reader.next() {
            Ok(request) => request,
            Err(error) => return refuse(error, reader.stream()),
        };
        let client = site.proxies.client(peer, &request);
        let place = match &waiting {
            WaitingPlace::Client { .. } => None,
            WaitingPlace::Proxy { .. } => match places.take(client) {
                Some(place) => Some(place),
                None => return refuse_client(reader.stream()),
            },
        };
        let response = match site.answer(&request, client) {
            SiteAnswer::Response(response) => response,
            SiteAnswer::Socket(service) => {
                drop((waiting, place));
                return open_socket(&request, reader, site, service);
            }
        };
        let closes = number == MOST_REQUESTS || !request.keeps_connection();
        response.write(reader.stream(), request.method == "HEAD", closes)?;
        if closes {
            break;
        }
    }
    Ok(())
}

/// Refuses a request behind a proxy if its client has too many at once.
fn refuse_client(stream: &mut TcpStream) -> io::Result<()> {
    let text = "too many requests of this address at once";
    HttpResponse::text(Status::TooManyRequests, text).write(stream, false, true)
}

/// Answers bytes that are not a valid request, and closes the connection.
fn refuse(error: RequestError, stream: &mut TcpStream) -> io::Result<()> {
    let status = match error {
        RequestError::Closed => return Ok(()),
        RequestError::TimedOut => Status::RequestTimeout,
        RequestError::Malformed => Status::BadRequest,
        RequestError::HeadTooLarge => Status::HeadersTooLarge,
        RequestError::BodyTooLarge => Status::ContentTooLarge,
        RequestError::NoLength => Status::LengthRequired,
    };
    HttpResponse::text(status, &error.to_string()).write(stream, false, true)
}

fn open_socket(
    request: &HttpRequest,
    mut reader: HttpReader,
    site: &WebSite,
    service: SocketService,
) -> io::Result<()> {
    socket::accept(request, reader.stream())?;
    let (stream, begun) = reader.into_parts();
    let bounds = service.bounds();
    let outbox = SocketOutbox::open(&stream, bounds.queue)?;
    let inbox = SocketInbox::open(stream, begun, outbox.clone(), bounds)?;
    site.serve(service, inbox, &outbox);
    Ok(())
}

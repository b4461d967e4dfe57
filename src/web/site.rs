//! What the connections of a server share, and its answers to requests.

use std::fmt::Display;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::engine_socket::{Engines, LINE_BOUNDS};
use super::http::{HttpRequest, HttpResponse, Status};
use super::joins::{Join, Joins};
use super::origin::OriginGuard;
use super::page;
use super::play::{GameDescription, GameSeat, Games, NewGameError, PLAYER_BOUNDS, SeatRefusal};
use super::proxies::TrustedProxies;
use super::secret::Secret;
use super::slots::{Slot, Slots};
use super::socket::{self, SocketBounds, SocketInbox, SocketOutbox};
use tengen_play::Game;
use tengen_protocol::PageConversation;

/// The folder of the page's files in addresses.
const FILES: &str = "/app/";

/// The folder of links to games.
const GAMES: &str = "/game/";

/// The address of new games.
const NEW_GAMES: &str = "/games";

/// The folder of WebSockets of games.
const SEATS: &str = "/play/";

/// Most connections to games at once.
pub const MOST_SEATS: usize = 2048;

/// The server of a page.
pub struct WebSite {
    /// The names of the server.
    pub guard: OriginGuard,
    /// The right to engines and to new games.
    pub key: Secret,
    /// The engines.
    pub engines: Engines,
    /// The games.
    pub games: Arc<Games>,
    /// Places of connections to games.
    pub seats: Slots,
    /// Connections of addresses to links.
    pub joins: Joins,
    /// The proxies before the server.
    pub proxies: TrustedProxies,
}

/// The answer to a request.
pub enum SiteAnswer {
    /// A response.
    Response(HttpResponse),
    /// A WebSocket, which has to be opened and served.
    Socket(SocketService),
}

/// The service behind a WebSocket, with the place that it takes.
pub enum SocketService {
    /// A conversation with an engine.
    Engine(PageConversation, Slot),
    /// A seat at a game.
    Seat(GameSeat, SeatPlaces),
}

/// The places that a connection to a game takes.
pub type SeatPlaces = (Slot, Join);

impl SocketService {
    /// Returns the bounds of the client.
    pub fn bounds(&self) -> SocketBounds {
        match self {
            SocketService::Engine(..) => LINE_BOUNDS,
            SocketService::Seat(..) => PLAYER_BOUNDS,
        }
    }
}

impl WebSite {
    /// Answers a request of a client at this address.
    pub fn answer(&self, request: &HttpRequest, client: IpAddr) -> SiteAnswer {
        let checked = self.checked(request);
        let answer = checked.and_then(|()| self.route(request, client));
        answer.unwrap_or_else(SiteAnswer::Response)
    }

    /// Serves an open socket until its client leaves.
    pub fn serve(&self, service: SocketService, inbox: SocketInbox, outbox: &SocketOutbox) {
        match service {
            SocketService::Engine(conversation, _slot) => {
                self.engines.converse(conversation, inbox, outbox);
            }
            SocketService::Seat(seat, _places) => seat.serve(inbox, outbox),
        }
    }

    /// Checks the names of the server and of the page.
    fn checked(&self, request: &HttpRequest) -> Result<(), HttpResponse> {
        if !self.guard.knows_host(request) {
            let text = "this server has no such name; tengen web --name NAME adds one";
            return Err(HttpResponse::text(Status::MisdirectedRequest, text));
        }
        let reads = ["GET", "HEAD"].contains(&&*request.method) && !request.asks_for_socket();
        if !reads && !self.guard.allows_origin(request) {
            let text = "a page from elsewhere has no access";
            return Err(HttpResponse::text(Status::Forbidden, text));
        }
        Ok(())
    }

    fn route(&self, request: &HttpRequest, client: IpAddr) -> Result<SiteAnswer, HttpResponse> {
        let path = &*request.path;
        match path {
            "/gtp" | "/analysis" => return self.engine(request).map(SiteAnswer::Socket),
            NEW_GAMES => return self.new_game(request).map(SiteAnswer::Response),
            _ => {}
        }
        if let Some(link) = path.strip_prefix(SEATS) {
            return self.seat(link, request, client).map(SiteAnswer::Socket);
        }
        let file = match path {
            "/" => page::INDEX,
            _ if path.starts_with(GAMES) => page::INDEX,
            _ => path
                .strip_prefix(FILES)
                .ok_or_else(|| HttpResponse::text(Status::NotFound, "not found"))?,
        };
        method(request, &["GET", "HEAD"])?;
        Ok(SiteAnswer::Response(page::file(file, request)))
    }

    /// Checks a request for a conversation with an engine.
    fn engine(&self, request: &HttpRequest) -> Result<SocketService, HttpResponse> {
        method(request, &["GET"])?;
        // Before the handshake: a page that is refused a WebSocket cannot see why, and asks without one.
        self.check_key(request)?;
        socket::check(request)?;
        let conversation = match &*request.path {
            "/gtp" => PageConversation::Gtp(game(request)?),
            _ => PageConversation::Analysis,
        };
        let slot = self.engines.take_slot().ok_or_else(|| {
            let text = "all engines are in use; tengen web --engines N allows more";
            HttpResponse::text(Status::ServiceUnavailable, text)
        })?;
        Ok(SocketService::Engine(conversation, slot))
    }

    /// Makes a game.
    fn new_game(&self, request: &HttpRequest) -> Result<HttpResponse, HttpResponse> {
        method(request, &["POST"])?;
        self.check_key(request)?;
        let refuse = |status, error: &dyn Display| {
            HttpResponse::json(status, &json!({ "error": error.to_string() }))
        };
        // A foreign page cannot send this type without asking first.
        let content_type = request.header("content-type").unwrap_or_default();
        if content_type.split(';').next() != Some("application/json") {
            let text = "the description of a game is application/json";
            return Err(refuse(Status::UnsupportedMediaType, &text));
        }
        let description: GameDescription = serde_json::from_slice(&request.body)
            .map_err(|error| refuse(Status::BadRequest, &error))?;
        let made = self.games.create(description);
        let links = made.map_err(|error| match &error {
            NewGameError::Description(_) => refuse(Status::BadRequest, &error),
            NewGameError::File(_) => refuse(Status::InternalServerError, &error),
        })?;
        Ok(HttpResponse::json(Status::Created, &links.json()))
    }

    /// Checks a request for a seat at a game.
    fn seat(
        &self,
        link: &str,
        request: &HttpRequest,
        client: IpAddr,
    ) -> Result<SocketService, HttpResponse> {
        method(request, &["GET"])?;
        // Before the handshake: a page that is refused a WebSocket cannot see why, and asks without one.
        let join = self.joins.take(link, client, Instant::now());
        let join = join.map_err(|refusal| {
            let text = refusal.to_string();
            HttpResponse::text(Status::TooManyRequests, &text).with("Retry-After", "1")
        })?;
        let seat = self.games.seat(link).map_err(|refusal| {
            let status = match refusal {
                SeatRefusal::Unknown => Status::NotFound,
                SeatRefusal::Busy => Status::ServiceUnavailable,
                SeatRefusal::Unusable(_) => Status::InternalServerError,
            };
            HttpResponse::text(status, &refusal.to_string())
        })?;
        socket::check(request)?;
        let busy = || HttpResponse::text(Status::ServiceUnavailable, "too many connections");
        let slot = self.seats.take().ok_or_else(busy)?;
        Ok(SocketService::Seat(seat, (slot, join)))
    }

    fn check_key(&self, request: &HttpRequest) -> Result<(), HttpResponse> {
        let key = request.parameter("key").and_then(Secret::parse);
        match key == Some(self.key) {
            true => Ok(()),
            false => Err(HttpResponse::text(
                Status::Forbidden,
                "the key in the address is missing, wrong or outdated; tengen web prints the address",
            )),
        }
    }
}

/// Reads the game of a request.
fn game(request: &HttpRequest) -> Result<Game, HttpResponse> {
    let name = request.parameter("game").unwrap_or_default();
    name.parse()
        .map_err(|error| HttpResponse::text(Status::BadRequest, &format!("game: {error}")))
}

/// Checks the method of a request.
fn method(request: &HttpRequest, allowed: &[&str]) -> Result<(), HttpResponse> {
    match allowed.contains(&&*request.method) {
        true => Ok(()),
        false => {
            let refusal =
                HttpResponse::text(Status::MethodNotAllowed, "this method is not allowed");
            Err(refusal.with("Allow", &allowed.join(", ")))
        }
    }
}

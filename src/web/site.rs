//! What the connections of a server share, and its answers to requests.

use super::engine_socket::{Conversation, Engines, LINE_RATE};
use super::http::{HttpRequest, HttpResponse, Status};
use super::origin::OriginGuard;
use super::page;
use super::secret::Secret;
use super::slots::Slot;
use super::socket::{self, Inbox, MessageRate, Outbox};
use crate::engine::game::Game;

/// The folder of the page's files in addresses.
const FILES: &str = "/app/";

/// The folder of links to games.
const GAMES: &str = "/game/";

/// The server of a page.
pub struct Site {
    /// The names of the server.
    pub guard: OriginGuard,
    /// The right to engines and to new games.
    pub key: Secret,
    /// The engines.
    pub engines: Engines,
}

/// The answer to a request.
pub enum Answer {
    /// A response.
    Response(HttpResponse),
    /// A WebSocket, which has to be opened and served.
    Socket(SocketService),
}

/// The service behind a WebSocket, with the place that it takes.
pub enum SocketService {
    /// A conversation with an engine.
    Engine(Conversation, Slot),
}

impl SocketService {
    /// Returns the bound of the client's messages.
    pub fn rate(&self) -> MessageRate {
        match self {
            SocketService::Engine(..) => LINE_RATE,
        }
    }
}

impl Site {
    /// Answers a request.
    pub fn answer(&self, request: &HttpRequest) -> Answer {
        let answer = self.checked(request).and_then(|()| self.route(request));
        answer.unwrap_or_else(Answer::Response)
    }

    /// Serves an open socket until its client leaves.
    pub fn serve(&self, service: SocketService, inbox: Inbox, outbox: &Outbox) {
        match service {
            SocketService::Engine(conversation, _slot) => {
                self.engines.converse(conversation, inbox, outbox);
            }
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

    fn route(&self, request: &HttpRequest) -> Result<Answer, HttpResponse> {
        let path = &*request.path;
        match path {
            "/gtp" | "/analysis" => return self.engine(request).map(Answer::Socket),
            _ => {}
        }
        let file = match path {
            "/" => page::INDEX,
            _ if path.starts_with(GAMES) => page::INDEX,
            _ => path
                .strip_prefix(FILES)
                .ok_or_else(|| HttpResponse::text(Status::NotFound, "not found"))?,
        };
        method(request, &["GET", "HEAD"])?;
        Ok(Answer::Response(page::file(file, request)))
    }

    /// Checks a request for a conversation with an engine.
    fn engine(&self, request: &HttpRequest) -> Result<SocketService, HttpResponse> {
        method(request, &["GET"])?;
        socket::check(request)?;
        self.check_key(request)?;
        let conversation = match &*request.path {
            "/gtp" => Conversation::Gtp(game(request)?),
            _ => Conversation::Analysis,
        };
        let slot = self.engines.take_slot().ok_or_else(|| {
            let text = "all engines are in use; tengen web --engines N allows more";
            HttpResponse::text(Status::ServiceUnavailable, text)
        })?;
        Ok(SocketService::Engine(conversation, slot))
    }

    fn check_key(&self, request: &HttpRequest) -> Result<(), HttpResponse> {
        let key = request.parameter("key").and_then(Secret::parse);
        match key == Some(self.key) {
            true => Ok(()),
            false => Err(HttpResponse::text(
                Status::Forbidden,
                "the key of the address that the server printed is needed",
            )),
        }
    }
}

/// Reads the game of a request.
fn game(request: &HttpRequest) -> Result<Game, HttpResponse> {
    let name = request.parameter("game").unwrap_or_default();
    name.parse().map_err(|error| {
        HttpResponse::text(Status::BadRequest, &format!("game: {error}"))
    })
}

/// Checks the method of a request.
fn method(request: &HttpRequest, allowed: &[&str]) -> Result<(), HttpResponse> {
    match allowed.contains(&&*request.method) {
        true => Ok(()),
        false => {
            let refusal = HttpResponse::text(Status::MethodNotAllowed, "this method is not allowed");
            Err(refusal.with("Allow", &allowed.join(", ")))
        }
    }
}

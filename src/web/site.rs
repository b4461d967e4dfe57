//! The state shared by the connections of a server, and its answers to requests.

use std::fmt::Display;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::engine_socket::{Engines, LINE_BOUNDS};
use super::http::{HttpRequest, HttpResponse, Status};
use super::joins::{Join, Joins};
use super::origin::OriginGuard;
use super::page;
use super::play::{
    GameAccess, GameCode, GameDescription, Games, LinkError, NewGameError, PLAYER_BOUNDS,
};
use super::players::Roster;
use super::proxies::TrustedProxies;
use super::reach::{LinkBase, qr_code};
use super::secret::Secret;
use super::slots::{Slot, Slots};
use super::socket::{self, SocketBounds, SocketInbox, SocketOutbox};
use tengen_play::Game;
use tengen_protocol::PageConversation;

/// URL prefix of the page's files.
const FILES: &str = "/app/";

/// URL prefix of links to games.
const GAMES: &str = "/game/";

/// URL to which new games are posted.
const NEW_GAMES: &str = "/games";

/// URL of the list of engines that can play games.
const PLAYERS: &str = "/players";

/// URL prefix of the games' WebSockets.
const GAME_SOCKETS: &str = "/play/";

/// The header with the code of a refusal, which the page puts into words.
const REASON: &str = "Tengen-Reason";

/// Most connections to games at once.
pub const MOST_GAME_SOCKETS: usize = 2048;

/// The state shared by the connections of a server.
pub struct WebSite {
    /// The host names and origins accepted.
    pub guard: OriginGuard,
    /// The key for access to engines and new games.
    pub key: Secret,
    /// The engines that clients converse with.
    pub engines: Arc<Engines>,
    /// The engines that can play games.
    pub roster: Arc<Roster>,
    /// The games over the network.
    pub games: Arc<Games>,
    /// Slots for connections to games.
    pub game_sockets: Slots,
    /// Slots for engine conversations of players who review their game: a part of all, so that those with the key are
    /// not kept out.
    pub reviews: Slots,
    /// Limits on the connections of one address to one link.
    pub joins: Joins,
    /// The proxies trusted to name the client of a request.
    pub proxies: TrustedProxies,
    /// Where the server listens.
    pub listen: SocketAddr,
    /// Finds the address of this machine in its network.
    pub own_address: fn() -> Option<IpAddr>,
}

/// The answer to a request.
pub enum SiteAnswer {
    /// An HTTP response to write.
    Response(HttpResponse),
    /// A WebSocket to open and serve.
    Socket(SocketService),
}

/// The service behind a WebSocket, with the slots that it occupies.
pub enum SocketService {
    Engine(PageConversation, EngineSlots),
    /// A game over the network.
    Game(GameAccess, GameSlots),
}

/// The slots that a conversation with an engine occupies; the second one if a player's link gave access.
pub type EngineSlots = (Slot, Option<GameSlots>);

/// The slots that a connection to a game occupies.
pub type GameSlots = (Slot, Join);

impl SocketService {
    /// Returns the limits on the client's messages.
    pub fn bounds(&self) -> SocketBounds {
        match self {
            SocketService::Engine(..) => LINE_BOUNDS,
            SocketService::Game(..) => PLAYER_BOUNDS,
        }
    }
}

impl WebSite {
    /// Answers a request of the client at this address.
    pub fn answer(&self, request: &HttpRequest, client: IpAddr) -> SiteAnswer {
        let checked = self.checked(request);
        let answer = checked.and_then(|()| self.route(request, client));
        answer.unwrap_or_else(SiteAnswer::Response)
    }

    /// Serves an open socket until its client leaves.
    pub fn serve(&self, service: SocketService, inbox: SocketInbox, outbox: &SocketOutbox) {
        match service {
            SocketService::Engine(conversation, _places) => {
                self.engines.converse(conversation, inbox, outbox);
            }
            SocketService::Game(access, _slots) => access.serve(inbox, outbox),
        }
    }

    /// Checks `Host` and `Origin` of a request.
    fn checked(&self, request: &HttpRequest) -> Result<(), HttpResponse> {
        if !self.guard.knows_host(request) {
            let text = "this server does not have this name; tengen web --name NAME adds one";
            return Err(HttpResponse::text(Status::MisdirectedRequest, text));
        }
        let reads = ["GET", "HEAD"].contains(&&*request.method) && !request.asks_for_socket();
        if !reads && !self.guard.allows_origin(request) {
            let text = "pages from elsewhere have no access";
            return Err(HttpResponse::text(Status::Forbidden, text));
        }
        Ok(())
    }

    fn route(&self, request: &HttpRequest, client: IpAddr) -> Result<SiteAnswer, HttpResponse> {
        let path = &*request.path;
        match path {
            "/gtp" | "/analysis" => return self.engine(request, client).map(SiteAnswer::Socket),
            NEW_GAMES => return self.new_game(request).map(SiteAnswer::Response),
            PLAYERS => return self.players(request).map(SiteAnswer::Response),
            _ => {}
        }
        if let Some(link) = path.strip_prefix(GAME_SOCKETS) {
            return match &*request.method {
                "DELETE" => self.stop(link, request, client).map(SiteAnswer::Response),
                _ => self.game(link, request, client).map(SiteAnswer::Socket),
            };
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
    fn engine(&self, request: &HttpRequest, client: IpAddr) -> Result<SocketService, HttpResponse> {
        method(request, &["GET"])?;
        // Before the handshake: a page cannot see why its WebSocket was refused, so it asks again without one.
        let review = match request.parameter("link") {
            Some(link) => Some(self.review(link, client)?),
            None => {
                self.check_key(request)?;
                None
            }
        };
        let slot = self.engines.take_slot().ok_or_else(|| {
            let text = "all engines are in use; tengen web --engines N allows more";
            HttpResponse::text(Status::ServiceUnavailable, text)
        })?;
        socket::check(request)?;
        let conversation = match &*request.path {
            "/gtp" => PageConversation::Gtp(game(request)?),
            _ => PageConversation::Analysis,
        };
        Ok(SocketService::Engine(conversation, (slot, review)))
    }

    /// Lets a player of a finished game review it with an engine.
    fn review(&self, link: &str, client: IpAddr) -> Result<GameSlots, HttpResponse> {
        let (access, join) = self.enter_game(link, client)?;
        if !access.may_review() {
            let text = "players review their game with an engine once it is over";
            return Err(HttpResponse::text(Status::Forbidden, text));
        }
        let slot = self.reviews.take().ok_or_else(|| {
            let text = "all engines for reviews are in use; tengen web --engines N allows more";
            HttpResponse::text(Status::ServiceUnavailable, text)
        })?;
        Ok((slot, join))
    }

    /// Opens the game of a link, within the limits of the client's address.
    fn enter_game(&self, link: &str, client: IpAddr) -> Result<(GameAccess, Join), HttpResponse> {
        let join = self.joins.take(link, client, Instant::now());
        let join = join.map_err(|refusal| {
            let text = refusal.to_string();
            HttpResponse::text(Status::TooManyRequests, &text).with("Retry-After", "1")
        })?;
        let access = self.games.enter(link).map_err(|refusal| {
            let status = match &refusal {
                LinkError::Unknown => Status::NotFound,
                LinkError::Busy => Status::ServiceUnavailable,
                LinkError::Unusable { .. } => Status::InternalServerError,
            };
            let response = HttpResponse::text(status, &refusal.to_string());
            match refusal {
                LinkError::Unusable { code, .. } => response.with(REASON, code.name()),
                LinkError::Unknown | LinkError::Busy => response,
            }
        })?;
        Ok((access, join))
    }

    /// Lists the engines that can play games.
    fn players(&self, request: &HttpRequest) -> Result<HttpResponse, HttpResponse> {
        method(request, &["GET"])?;
        self.check_key(request)?;
        Ok(HttpResponse::json(Status::Ok, &self.roster.json()))
    }

    /// Stops a game between engines.
    fn stop(
        &self,
        link: &str,
        request: &HttpRequest,
        client: IpAddr,
    ) -> Result<HttpResponse, HttpResponse> {
        self.check_key(request)?;
        let (access, _join) = self.enter_game(link, client)?;
        match access.stop() {
            Ok(()) => Ok(HttpResponse::json(Status::Ok, &json!({}))),
            Err(refusal) => Err(HttpResponse::text(Status::BadRequest, &refusal.to_string())),
        }
    }

    fn new_game(&self, request: &HttpRequest) -> Result<HttpResponse, HttpResponse> {
        method(request, &["POST"])?;
        self.check_key(request)?;
        let refuse = |status, code: &str, error: &dyn Display| {
            let body = json!({ "error": error.to_string(), "code": code });
            HttpResponse::json(status, &body)
        };
        // A foreign page cannot send this type without a preflight request.
        let content_type = request.header("content-type").unwrap_or_default();
        if content_type.split(';').next() != Some("application/json") {
            let text = "the description of a game must be application/json";
            return Err(refuse(
                Status::UnsupportedMediaType,
                GameCode::Malformed.name(),
                &text,
            ));
        }
        let description: GameDescription = serde_json::from_slice(&request.body)
            .map_err(|error| refuse(Status::BadRequest, GameCode::Malformed.name(), &error))?;
        let made = self.games.create(description);
        let links = made.map_err(|error| {
            let status = match error {
                NewGameError::Description(_) => Status::BadRequest,
                NewGameError::Busy => Status::ServiceUnavailable,
                NewGameError::File(_) => Status::InternalServerError,
            };
            refuse(status, &error.code(), &error)
        })?;
        let mut links = links.json();
        if let Some(base) = LinkBase::of(request, self.listen, self.own_address) {
            let code = |name: &str| {
                let path = links[name].as_str().unwrap_or_default();
                qr_code(&format!("{}{path}", base.text))
            };
            let codes =
                json!({ "black": code("black"), "white": code("white"), "watch": code("watch") });
            links["base"] = json!(base.text);
            links["reach"] = json!(base.reach.code());
            links["qr"] = codes;
        }
        Ok(HttpResponse::json(Status::Created, &links))
    }

    /// Checks a request for a game over the network.
    fn game(
        &self,
        link: &str,
        request: &HttpRequest,
        client: IpAddr,
    ) -> Result<SocketService, HttpResponse> {
        method(request, &["GET"])?;
        // Before the handshake: a page cannot see why its WebSocket was refused, so it asks again without one.
        let (access, join) = self.enter_game(link, client)?;
        socket::check(request)?;
        let busy = || HttpResponse::text(Status::ServiceUnavailable, "too many connections");
        let slot = self.game_sockets.take().ok_or_else(busy)?;
        Ok(SocketService::Game(access, (slot, join)))
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

/// Parses the game that a request names.
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

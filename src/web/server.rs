//! Listening, and the limits on connections.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::connection::{self, WaitingPlace};
use super::engine_socket::Engines;
use super::joins::Joins;
use super::origin::OriginGuard;
use super::play::{Games, make_folder};
use super::players::{EngineCommand, Roster};
use super::proxies::TrustedProxies;
use super::secret::Secret;
use super::site::{MOST_GAME_SOCKETS, WebSite};
use super::slots::{AddressSlots, Slots};
use tengen_engine::files::FileError;
use tengen_engine::files::printable;
use tengen_engine::resources;
use tengen_protocol::Options;

/// Most connections that are not WebSockets.
const MOST_WAITING: usize = 256;

/// Most of these per address. Browsers open six per host.
const MOST_OF_ADDRESS: usize = 64;

/// One in this many engine conversations may belong to a player who reviews a game without the key.
const REVIEWS: usize = 2;

/// Name of the key's file in the folder of games.
const KEY_FILE: &str = "key";

/// Stack of a connection's thread, in bytes.
const STACK: usize = 512 << 10;

/// Pause after a connection could not be accepted, for example for lack of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// Time for sending the last messages before the server ends.
const FAREWELL: Duration = Duration::from_millis(100);

/// Options of a server.
pub struct WebOptions {
    /// The address to listen at; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Host names of the server besides its addresses.
    pub names: Vec<String>,
    /// Addresses of proxies that name the client of a request.
    pub proxies: Vec<IpAddr>,
    /// The folder of games over the network.
    pub games: PathBuf,
    /// Whether to replace the key of earlier servers.
    pub has_new_key: bool,
    /// Options of the engines that clients converse with.
    pub engine: Options,
    /// Most engine conversations at once.
    pub engines: usize,
    /// Engines besides Tengen that can play games.
    pub players: Vec<EngineCommand>,
    /// Most of these at once.
    pub most_players: usize,
}

/// A server that listens but does not accept connections yet.
pub struct WebServer {
    listener: TcpListener,
    site: Arc<WebSite>,
}

impl WebServer {
    /// Starts to listen. Fails if the address is in use or not one of this machine, or without a random number
    /// generator.
    pub fn open(options: WebOptions) -> io::Result<WebServer> {
        let listener = TcpListener::bind(options.listen)?;
        let key = kept_key(&options)?;
        let engines = Arc::new(Engines::new(options.engine.clone(), options.engines));
        let roster = Roster::new(options.players, options.most_players, engines.clone());
        let roster = Arc::new(roster);
        roster.recognize()?;
        let games = Games::open(options.games, options.engine, roster.clone())?;
        let site = WebSite {
            guard: OriginGuard::new(options.listen.ip(), options.names),
            key,
            engines,
            roster,
            reviews: Slots::new(options.engines.div_ceil(REVIEWS)),
            games,
            game_sockets: Slots::new(MOST_GAME_SOCKETS),
            joins: Joins::default(),
            proxies: TrustedProxies::new(options.proxies),
            listen: listener.local_addr()?,
            own_address: || own_address().ok(),
        };
        Ok(WebServer {
            listener,
            site: Arc::new(site),
        })
    }

    /// Returns the address of the page, with the key that gives access. Fails if the system does not report the port.
    pub fn url(&self) -> io::Result<String> {
        let address = self.listener.local_addr()?;
        let host = match address.ip() {
            // An unspecified address is valid for listening but not for connecting.
            ip if ip.is_unspecified() => own_address().unwrap_or(Ipv4Addr::LOCALHOST.into()),
            ip => ip,
        };
        let host = SocketAddr::new(host, address.port());
        Ok(format!("http://{host}/#key={}", self.site.key.text()))
    }

    /// Accepts connections on a separate thread until the process ends. Fails if no thread can be started.
    pub fn start(self) -> io::Result<RunningServer> {
        let waiting = AddressSlots::new(MOST_WAITING, MOST_OF_ADDRESS);
        let running = RunningServer(self.site.clone());
        thread::Builder::new()
            .name("accept".to_owned())
            .spawn(move || {
                for stream in self.listener.incoming() {
                    match stream {
                        Ok(stream) => admit(stream, &self.site, &waiting),
                        Err(error) => {
                            log::warn!("accepting: {error}");
                            thread::sleep(PAUSE);
                        }
                    }
                }
            })
            .map_err(resources::no_thread("connections"))?;
        Ok(running)
    }
}

/// Returns the key stored with the games, so that the address of the page stays valid after a restart. If it cannot be
/// stored, returns a temporary one.
fn kept_key(options: &WebOptions) -> io::Result<Secret> {
    let path = options.games.join(KEY_FILE);
    let made = make_folder(&options.games).map_err(FileError::from);
    let kept = made.and_then(|()| Secret::kept_in(&path, options.has_new_key));
    kept.or_else(|error| {
        log::warn!("{}: the key is not kept: {error}", printable(&path));
        Secret::random()
    })
}

/// Returns the address by which other machines probably reach this one: the source address of its route to the
/// Internet.
fn own_address() -> io::Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    // Selects the route without sending anything; the address is reserved for documentation (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
    Ok(socket.local_addr()?.ip())
}

/// A server that accepts connections.
pub struct RunningServer(Arc<WebSite>);

impl RunningServer {
    /// Writes the clocks of all games, notifies players and watchers that the server is ending, and ends the engines.
    pub fn end(&self) {
        self.0.games.close();
        self.0.roster.end();
        // Give the writer threads a moment to flush; do not wait for slow clients.
        thread::sleep(FAREWELL);
    }
}

/// Starts a thread for a connection, or closes it at once if all slots are taken.
fn admit(stream: TcpStream, site: &Arc<WebSite>, waiting: &AddressSlots) {
    let Ok(peer) = stream.peer_addr().map(|address| address.ip()) else {
        return;
    };
    let place = match site.proxies.contains(peer) {
        true => waiting
            .take_for_proxy()
            .map(|_slot| WaitingPlace::Proxy { _slot }),
        false => waiting
            .take(peer)
            .map(|_slot| WaitingPlace::Client { _slot }),
    };
    let Some(place) = place else {
        return;
    };
    let (site, places) = (site.clone(), waiting.clone());
    let served = thread::Builder::new()
        .name("connection".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            if let Err(error) = connection::serve(stream, &site, (peer, place), &places) {
                log::debug!("connection: {error}");
            }
        });
    if let Err(error) = served {
        log::warn!("no thread for a connection: {error}");
    }
}

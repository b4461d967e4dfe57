//! Listening, and the bounds of connections.

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
use super::proxies::TrustedProxies;
use super::secret::Secret;
use super::site::{MOST_SEATS, WebSite};
use super::slots::{AddressSlots, Slots};
use tengen_engine::files::FileError;
use tengen_engine::files::printable;
use tengen_engine::resources;
use tengen_protocol::Options;

/// Connections that have not become a WebSocket.
const MOST_WAITING: usize = 256;

/// Those of one address. Browsers open six for each host.
const MOST_OF_ADDRESS: usize = 64;

/// Name of the file of the key, in the folder of games.
const KEY_FILE: &str = "key";

/// Stack of a connection's thread, in bytes.
const STACK: usize = 512 << 10;

/// Pause after a connection could not be accepted, such as for lack of file handles.
const PAUSE: Duration = Duration::from_millis(50);

/// Time to write last messages.
const FAREWELL: Duration = Duration::from_millis(100);

/// Options of a server.
pub struct WebOptions {
    /// The address to listen at; port 0 for a free one.
    pub listen: SocketAddr,
    /// Names of the server beside its addresses.
    pub names: Vec<String>,
    /// Addresses of proxies that name the client of a request.
    pub proxies: Vec<IpAddr>,
    /// The folder of games over the network.
    pub games: PathBuf,
    /// Whether the key of the last server is replaced.
    pub has_new_key: bool,
    /// Options of the engines.
    pub engine: Options,
    /// Most conversations with engines at once.
    pub engines: usize,
}

/// A server that listens.
pub struct WebServer {
    listener: TcpListener,
    site: Arc<WebSite>,
}

impl WebServer {
    /// Listens.
    ///
    /// # Errors
    ///
    /// The address is in use or not of this machine, or there is no generator of random numbers.
    pub fn open(options: WebOptions) -> io::Result<WebServer> {
        let listener = TcpListener::bind(options.listen)?;
        let key = kept_key(&options)?;
        let games = Games::open(options.games, options.engine.clone())?;
        let site = WebSite {
            guard: OriginGuard::new(options.listen.ip(), options.names),
            key,
            engines: Engines::new(options.engine, options.engines),
            games,
            seats: Slots::new(MOST_SEATS),
            joins: Joins::default(),
            proxies: TrustedProxies::new(options.proxies),
        };
        Ok(WebServer {
            listener,
            site: Arc::new(site),
        })
    }

    /// Returns the address of the page, with the key that lets it in.
    ///
    /// # Errors
    ///
    /// The system does not tell the port.
    pub fn url(&self) -> io::Result<String> {
        let address = self.listener.local_addr()?;
        let host = match address.ip() {
            // An address to listen at everywhere is none to go to.
            ip if ip.is_unspecified() => own_address().unwrap_or(Ipv4Addr::LOCALHOST.into()),
            ip => ip,
        };
        let host = SocketAddr::new(host, address.port());
        Ok(format!("http://{host}/#key={}", self.site.key.text()))
    }

    /// Accepts connections on a thread of its own, until the process ends.
    ///
    /// # Errors
    ///
    /// The system has no thread.
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

/// Returns the key that is kept with the games, so that the address of the page outlives the server. Where none can be kept, there
/// is one for this time.
fn kept_key(options: &WebOptions) -> io::Result<Secret> {
    let path = options.games.join(KEY_FILE);
    let made = make_folder(&options.games).map_err(FileError::from);
    let kept = made.and_then(|()| Secret::kept_in(&path, options.has_new_key));
    kept.or_else(|error| {
        log::warn!("{}: the key is not kept: {error}", printable(&path));
        Secret::random()
    })
}

/// Returns the address by which other machines are likely to reach this one: that of its way to the world.
fn own_address() -> io::Result<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    // Chooses the way and sends nothing; the address is one for documents (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
    Ok(socket.local_addr()?.ip())
}

/// A server that accepts connections.
pub struct RunningServer(Arc<WebSite>);

impl RunningServer {
    /// Writes the clocks of all games, and tells players and watchers that the server ends.
    pub fn end(&self) {
        self.0.games.close();
        // What waits for the threads that write goes out; nobody is waited for.
        thread::sleep(FAREWELL);
    }
}

/// Starts a thread for a connection. One for which there is no place is closed at once.
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

//! A board in the browser: the page and its server. The server is another client of the protocols: it passes lines
//! between a browser and a conversation in this process.
//!
//! - `joins`: limits on the connections of one address to one link
//! - `proxies`: the address of a client behind a proxy
//! - `server`, `connection`: listening and the limits on connections; the requests of one connection
//! - `site`, `slots`: state shared by the connections; limited numbers of slots
//! - `http`: requests and responses
//! - `page`, `script`: the files of the page, embedded in the program; its modules as one script
//! - `origin`: checks of the names by which pages reach the server
//! - `reach`: who can open a link; QR codes
//! - `secret`: the secrets in links
//! - `socket`: WebSockets
//! - `play`: games between people over the network
//! - `players`: engines as players of such games
//! - `engine_socket`: protocol conversations over a WebSocket
//!
//! Tests: `protocol-tests/web/pages.rs` and its neighbors; in a browser `protocol-tests/web/games.test.js` and its
//! neighbors; unit tests in `page.rs`, `origin.rs`, `joins.rs` and
//! `reach.rs`.
//! A change moves: the manual (`src/protocol/manual.md`), which includes `notes.md`; the page as static files, which
//! `scripts/web` writes (`scripts/tests/test_web.py`).

mod connection;
mod engine_socket;
mod http;
mod joins;
mod origin;
mod page;
mod play;
mod players;
mod proxies;
mod reach;
mod script;
mod secret;
mod server;
mod site;
mod slots;
mod socket;

pub use play::make_folder as make_games_folder;
pub use players::EngineCommand;
pub use server::{WebOptions, WebServer};

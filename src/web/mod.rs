//! A board in the browser: the page, and the server behind it. The server is one more client of the protocols: it passes
//! lines between a browser and a conversation in this process.
//!
//! - `joins`: bounds of the connections of one address to one link
//! - `proxies`: the address of a client behind a proxy
//! - `server`, `connection`: listening, and the bounds of connections; the requests of one connection
//! - `site`, `slots`: what the connections of a server share; bounded numbers
//! - `http`: requests and responses
//! - `page`, `script`: the files of the page, embedded in the program; its modules as one script
//! - `origin`: checks of the names under which pages reach the server
//! - `secret`: the secrets in links
//! - `socket`: WebSockets
//! - `play`: games of people over the network
//! - `engine_socket`: conversations of the protocols over a WebSocket
//!
//! Tests: `protocol-tests/web/pages.rs` and its neighbors; in a browser `protocol-tests/web/games.test.js` and its neighbors;
//! unit tests in `page.rs`, `origin.rs` and `joins.rs`.
//! A change moves: the manual (`src/protocol/manual.md`), which includes `notes.md`; the page as static files, which
//! `scripts/web` writes (`scripts/tests/test_web.py`).

mod connection;
mod engine_socket;
mod http;
mod joins;
mod origin;
mod page;
mod play;
mod proxies;
mod script;
mod secret;
mod server;
mod site;
mod slots;
mod socket;

pub use play::make_folder as make_games_folder;
pub use server::{WebOptions, WebServer};

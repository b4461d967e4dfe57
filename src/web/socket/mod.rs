//! WebSockets. One thread reads and another writes, so that neither waits for the other. Frames come from the crate
//! `tungstenite`.
//!
//! - `handshake`: the answer to a request for a socket
//! - `inbox`: messages from the client, at a limited rate
//! - `outbox`: messages to the client, in a bounded queue
//! - `token_bucket`: the limit on a rate
//!
//! Tests: unit tests in `handshake.rs`, `outbox.rs` and `token_bucket.rs`; `protocol-tests/web/hostile.rs` and
//! `protocol-tests/web/watchers.rs`.
//! A change moves: nothing outside the folder, since engines and games only see texts.

mod handshake;
mod inbox;
mod outbox;
mod token_bucket;

pub use handshake::{accept, check};
pub use inbox::{SocketBounds, SocketInbox};
pub use outbox::{CloseReason, Frame, NewestKind, SocketOutbox};
pub use token_bucket::TokenBucket;

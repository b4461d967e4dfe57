//! HTTP/1.1, limited to the needs of a page and its sockets. The crate `httparse` parses headers; this module bounds
//! sizes and times.
//!
//! - `request`, `reader`: requests, and reading them within bounds
//! - `response`: responses with the headers that keep a page safe
//!
//! Tests: unit tests in each file; `protocol-tests/web/pages.rs` for headers, `protocol-tests/web/hostile.rs` for
//! malformed requests.
//! A change moves: only what these tests expect.

mod reader;
mod request;
mod response;

pub use reader::{HttpReader, RequestError};
pub use request::HttpRequest;
pub use response::{HttpResponse, Status};

//! HTTP/1.1, as far as a page and its sockets need it. The parser of headers is the crate `httparse`; sizes and times are
//! bounded here.
//!
//! - `request`, `reader`: requests, and reading them within bounds
//! - `response`: responses with the headers that keep a page safe
//!
//! Tests: unit tests in each file; `protocol-tests/web/pages.rs` for headers, `protocol-tests/web/hostile.rs` for malformed
//! requests.
//! A change moves: nothing outside the folder but what these tests expect.

mod reader;
mod request;
mod response;

pub use reader::{HttpReader, RequestError};
pub use request::HttpRequest;
pub use response::{HttpResponse, Status};

//! HTTP responses, with headers that keep the page safe.

use std::fmt::Write as _;
use std::io::{self, Write};

/// The status code of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Ok,
    Created,
    NotModified,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    LengthRequired,
    ContentTooLarge,
    UnsupportedMediaType,
    MisdirectedRequest,
    UpgradeRequired,
    TooManyRequests,
    HeadersTooLarge,
    InternalServerError,
    ServiceUnavailable,
}

impl Status {
    /// Returns the number and the reason phrase.
    const fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::Created => "201 Created",
            Status::NotModified => "304 Not Modified",
            Status::BadRequest => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::RequestTimeout => "408 Request Timeout",
            Status::LengthRequired => "411 Length Required",
            Status::ContentTooLarge => "413 Content Too Large",
            Status::UnsupportedMediaType => "415 Unsupported Media Type",
            Status::MisdirectedRequest => "421 Misdirected Request",
            Status::UpgradeRequired => "426 Upgrade Required",
            Status::TooManyRequests => "429 Too Many Requests",
            Status::HeadersTooLarge => "431 Request Header Fields Too Large",
            Status::InternalServerError => "500 Internal Server Error",
            Status::ServiceUnavailable => "503 Service Unavailable",
        }
    }
}

/// Restricts the page to resources from this server, without inline scripts or styles. `wasm-unsafe-eval` allows only
/// WebAssembly.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// An HTTP response: status, headers and body.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The status code of the response.
    pub status: Status,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl HttpResponse {
    /// Creates a response with a body of this type.
    pub fn new(status: Status, content_type: &'static str, body: Vec<u8>) -> HttpResponse {
        HttpResponse {
            status,
            headers: vec![("Content-Type", content_type.to_owned())],
            body,
        }
    }

    /// Creates a response with one line of text.
    pub fn text(status: Status, text: &str) -> HttpResponse {
        let body = format!("{text}\n").into_bytes();
        HttpResponse::new(status, "text/plain; charset=utf-8", body)
            .with("Cache-Control", "no-store")
    }

    /// Creates a response with a JSON object.
    pub fn json(status: Status, value: &serde_json::Value) -> HttpResponse {
        let body = format!("{value}\n").into_bytes();
        HttpResponse::new(status, "application/json", body).with("Cache-Control", "no-store")
    }

    /// Creates the response for a client that already has the file.
    pub fn not_modified() -> HttpResponse {
        HttpResponse {
            status: Status::NotModified,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    /// Adds a header.
    pub fn with(mut self, name: &'static str, value: &str) -> HttpResponse {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Writes the response. A response to HEAD has no body; `closes` says that the connection ends after this response.
    pub fn write(&self, out: &mut impl Write, is_head: bool, closes: bool) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {}\r\n", self.status.line());
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        let _ = write!(
            head,
            "Content-Length: {}\r\nConnection: {}\r\nContent-Security-Policy: {CONTENT_SECURITY_POLICY}\r\n\
             X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nX-Frame-Options: DENY\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
            self.body.len(),
            if closes { "close" } else { "keep-alive" },
        );
        let mut bytes = head.into_bytes();
        if !is_head {
            bytes.extend_from_slice(&self.body);
        }
        out.write_all(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(response: &HttpResponse, is_head: bool) -> String {
        let mut bytes = Vec::new();
        response.write(&mut bytes, is_head, true).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_response_has_the_headers_that_keep_a_page_safe() {
        let response = HttpResponse::text(Status::NotFound, "not found");
        let text = written(&response, false);
        assert!(text.starts_with("HTTP/1.1 404 Not Found\r\n"), "{text}");
        assert!(text.ends_with("\r\n\r\nnot found\n"), "{text}");
        for header in [
            "Content-Length: 10",
            "Connection: close",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "frame-ancestors 'none'",
            "default-src 'none'",
        ] {
            assert!(text.contains(header), "{header}: {text}");
        }
        assert!(!text.contains("unsafe-inline") && !text.contains("'unsafe-eval'"));
    }

    #[test]
    fn a_response_to_head_has_the_length_alone() {
        let text = written(&HttpResponse::text(Status::Ok, "yes"), true);
        assert!(text.contains("Content-Length: 4\r\n") && text.ends_with("\r\n\r\n"));
    }
}

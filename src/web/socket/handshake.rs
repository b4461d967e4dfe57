//! The opening handshake (RFC 6455, section 4.2).

use std::io::{self, Write};

use data_encoding::BASE64;
use tungstenite::handshake::derive_accept_key;

use crate::web::http::{HttpRequest, HttpResponse, Status};

const VERSION: &str = "13";

/// Length of the client's nonce in bytes.
const NONCE_BYTES: usize = 16;

/// Checks that a request is for a WebSocket. The error is the response that refuses it.
pub fn check(request: &HttpRequest) -> Result<(), HttpResponse> {
    if !request.asks_for_socket() {
        let refusal = HttpResponse::text(Status::UpgradeRequired, "this is a WebSocket");
        return Err(refusal.with("Upgrade", "websocket"));
    }
    if request.header("sec-websocket-version") != Some(VERSION) {
        let refusal = HttpResponse::text(Status::UpgradeRequired, "version 13 is needed");
        return Err(refusal.with("Sec-WebSocket-Version", VERSION));
    }
    match nonce(request) {
        Some(_) => Ok(()),
        None => Err(HttpResponse::text(
            Status::BadRequest,
            "malformed handshake",
        )),
    }
}

/// Returns the client's nonce as sent, if it is valid.
fn nonce(request: &HttpRequest) -> Option<&str> {
    let key = request.header("sec-websocket-key")?;
    let nonce = BASE64.decode(key.as_bytes()).ok()?;
    (nonce.len() == NONCE_BYTES).then_some(key)
}

/// Answers a request that has passed [`check`].
pub fn accept(request: &HttpRequest, out: &mut impl Write) -> io::Result<()> {
    let key = derive_accept_key(nonce(request).unwrap_or_default().as_bytes());
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {key}\r\n\r\n"
    );
    out.write_all(head.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HANDSHAKE: &str = "GET /gtp HTTP/1.1\nUpgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

    #[test]
    fn the_example_of_the_standard_is_accepted() {
        let request = HttpRequest::of_text(HANDSHAKE);
        assert!(check(&request).is_ok());
        let mut bytes = Vec::new();
        accept(&request, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{text}");
    }

    #[test]
    fn other_requests_are_refused() {
        for (from, to, status) in [
            ("Upgrade: websocket\n", "", Status::UpgradeRequired),
            ("Version: 13", "Version: 8", Status::UpgradeRequired),
            ("ZQ==", "", Status::BadRequest),
            ("dGhl", "*Ghl", Status::BadRequest),
        ] {
            let request = HttpRequest::of_text(&HANDSHAKE.replace(from, to));
            let refusal = check(&request).unwrap_err();
            assert_eq!(refusal.status, status, "{from}");
        }
    }
}

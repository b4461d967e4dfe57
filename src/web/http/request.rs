//! The head and body of an HTTP request.

use httparse::Status;

use super::reader::RequestError;

const MOST_HEADERS: usize = 64;

/// An HTTP/1.0 or 1.1 request.
#[derive(Clone, Debug, Default)]
pub struct HttpRequest {
    /// The method, in upper case as received.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    query: String,
    /// Names in lowercase, with their values.
    headers: Vec<(String, String)>,
    is_version_1_1: bool,
    /// The body; empty if there is none.
    pub body: Vec<u8>,
}

impl HttpRequest {
    /// Parses the head of a request. Returns it with its length, or `None` if `bytes` is incomplete. Fails if it is
    /// malformed.
    pub(super) fn parse_head(bytes: &[u8]) -> Result<Option<(HttpRequest, usize)>, RequestError> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut head = httparse::Request::new(&mut headers);
        let length = match head.parse(bytes) {
            Ok(Status::Complete(length)) => length,
            Ok(Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(RequestError::HeadTooLarge),
            Err(_) => return Err(RequestError::Malformed),
        };
        let target = head.path.unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut request = HttpRequest {
            method: head.method.unwrap_or_default().to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            is_version_1_1: head.version == Some(1),
            ..HttpRequest::default()
        };
        for header in head.headers {
            let value = str::from_utf8(header.value).map_err(|_| RequestError::Malformed)?;
            let name = header.name.to_ascii_lowercase();
            request.headers.push((name, value.trim().to_owned()));
        }
        request.check()?;
        Ok(Some((request, length)))
    }

    /// Checks that all readers of the request must understand it the same way.
    fn check(&self) -> Result<(), RequestError> {
        let is_repeated = |name| self.values(name).count() > 1;
        let once = ["host", "origin", "content-length", "sec-websocket-key"];
        if once.into_iter().any(is_repeated) || !self.path.starts_with('/') {
            return Err(RequestError::Malformed);
        }
        match self.header("transfer-encoding") {
            Some(_) => Err(RequestError::NoLength),
            None => Ok(()),
        }
    }

    /// Returns the values of a header; `name` is in lowercase.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = self.headers.iter().filter(move |(known, _)| known == name);
        named.map(|(_, value)| value.as_str())
    }

    /// Returns the first value of a header; `name` is in lowercase.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    /// Whether a header, as a list separated by commas, contains `word` in any case.
    pub fn has_word(&self, name: &str, word: &str) -> bool {
        let mut words = self.values(name).flat_map(|value| value.split(','));
        words.any(|known| known.trim().eq_ignore_ascii_case(word))
    }

    /// Returns a parameter of the query. Escapes are not decoded, since no parameter needs them.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let mut pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs.find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Returns the length of the body. Fails if the header is not a number.
    pub(super) fn body_length(&self) -> Result<usize, RequestError> {
        let Some(value) = self.header("content-length") else {
            return Ok(0);
        };
        // `parse` would accept a sign.
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let length = value.parse().ok().filter(|_| is_number);
        length.ok_or(RequestError::Malformed)
    }

    /// Whether the client keeps the connection open after the response.
    pub fn keeps_connection(&self) -> bool {
        self.is_version_1_1 && !self.has_word("connection", "close")
    }

    /// Whether the client asks for a WebSocket.
    pub fn asks_for_socket(&self) -> bool {
        self.has_word("upgrade", "websocket") && self.has_word("connection", "upgrade")
    }
}

#[cfg(test)]
impl HttpRequest {
    /// Parses a head for a test.
    pub fn of_text(text: &str) -> HttpRequest {
        let text = text.replace('\n', "\r\n") + "\r\n\r\n";
        let parsed = HttpRequest::parse_head(text.as_bytes());
        parsed.unwrap().expect("a whole head").0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_taken_apart() {
        let request = HttpRequest::of_text(
            "GET /gtp?game=go&key=a%20b HTTP/1.1\nHost: a:1\nConnection: keep-alive, Upgrade\nUpgrade: WebSocket",
        );
        assert_eq!((&*request.method, &*request.path), ("GET", "/gtp"));
        assert_eq!(request.parameter("game"), Some("go"));
        assert_eq!(request.parameter("key"), Some("a%20b"));
        assert_eq!(request.parameter("gam"), None);
        assert_eq!(request.header("host"), Some("a:1"));
        assert!(request.asks_for_socket() && request.keeps_connection());
        assert_eq!(request.body_length(), Ok(0));
    }

    #[test]
    fn the_client_decides_whether_the_connection_goes_on() {
        assert!(!HttpRequest::of_text("GET / HTTP/1.0").keeps_connection());
        assert!(!HttpRequest::of_text("GET / HTTP/1.1\nConnection: Close").keeps_connection());
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_refused() {
        let refusal = |text: &str| {
            let text = text.replace('\n', "\r\n") + "\r\n\r\n";
            HttpRequest::parse_head(text.as_bytes()).unwrap_err()
        };
        for bad in [
            "GET / HTTP/1.1\nHost: a\nHost: b",
            "POST / HTTP/1.1\nContent-Length: 1\nContent-Length: 2",
            "GET http://a/ HTTP/1.1\nHost: a",
            "GET / HTTP/2.0",
            "GET  / HTTP/1.1",
            "\u{1}",
        ] {
            assert_eq!(refusal(bad), RequestError::Malformed, "{bad}");
        }
        let chunked = "POST / HTTP/1.1\nTransfer-Encoding: chunked";
        assert_eq!(refusal(chunked), RequestError::NoLength);
        let many = format!("GET / HTTP/1.1{}", "\na: b".repeat(65));
        assert_eq!(refusal(&many), RequestError::HeadTooLarge);
        for length in ["+1", "-1", "", "1 2", "99999999999999999999999"] {
            let text = format!("POST / HTTP/1.1\nContent-Length: {length}");
            let request = HttpRequest::of_text(&text);
            assert_eq!(
                request.body_length(),
                Err(RequestError::Malformed),
                "{length}"
            );
        }
    }
}

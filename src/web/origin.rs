//! Checks of the names by which pages reach the server.
//!
//! A foreign page can open connections to this server, and its host name can be pointed at this server after the
//! browser has loaded the page from elsewhere ("DNS rebinding"). So `Host` has to be an address or a name known to be
//! this server's, and `Origin`, which browsers send with WebSockets and POST, has to equal `Host`.

use std::net::IpAddr;

use super::http::HttpRequest;

/// The names of a server, against which requests are checked.
#[derive(Clone, Debug)]
pub struct OriginGuard {
    /// Whether the server listens only on a loopback address.
    is_local: bool,
    /// Names besides addresses and `localhost`.
    names: Vec<String>,
}

impl OriginGuard {
    /// Creates the guard of a server that listens on `address`.
    pub fn new(address: IpAddr, names: Vec<String>) -> OriginGuard {
        OriginGuard {
            is_local: address.is_loopback(),
            names,
        }
    }

    /// Whether the request names this server as its host. A server that others can reach accepts every address, since
    /// no foreign name can be pointed at one.
    pub fn knows_host(&self, request: &HttpRequest) -> bool {
        let Some(name) = request.header("host").and_then(host_name) else {
            return false;
        };
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        match name.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || !self.is_local,
            Err(_) => self.names.iter().any(|own| own.eq_ignore_ascii_case(name)),
        }
    }

    /// Whether the request comes from a page of this server, or from a program other than a browser.
    pub fn allows_origin(&self, request: &HttpRequest) -> bool {
        let Some(origin) = request.header("origin") else {
            return true;
        };
        let schemes = ["http://", "https://"];
        let page = schemes
            .iter()
            .find_map(|scheme| origin.strip_prefix(scheme));
        match (page, request.header("host")) {
            (Some(page), Some(host)) => page.eq_ignore_ascii_case(host),
            _ => false,
        }
    }
}

/// Returns the name or address in `Host`, without the port or the brackets of an IPv6 address.
pub fn host_name(host: &str) -> Option<&str> {
    if let Some(rest) = host.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        return is_port(port).then_some(address);
    }
    match host.find(':') {
        Some(at) => is_port(&host[at..]).then_some(&host[..at]),
        None => Some(host),
    }
}

/// Whether the text is empty, or a colon and a port number.
fn is_port(text: &str) -> bool {
    text.is_empty()
        || text
            .strip_prefix(':')
            .is_some_and(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &str) -> HttpRequest {
        HttpRequest::of_text(&format!("GET / HTTP/1.1{headers}"))
    }

    fn guard(address: &str) -> OriginGuard {
        OriginGuard::new(address.parse().unwrap(), vec!["go.example".to_owned()])
    }

    #[test]
    fn a_local_server_answers_to_local_names() {
        let guard = guard("127.0.0.1");
        let knows = |host: &str| guard.knows_host(&request(&format!("\nHost: {host}")));
        for own in [
            "127.0.0.1:8080",
            "127.0.0.1",
            "localhost:8080",
            "LocalHost",
            "[::1]:80",
            "127.3.2.1",
            "go.example:80",
        ] {
            assert!(knows(own), "{own}");
        }
        for foreign in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "192.168.1.5",
            "127.0.0.1:x",
            "127.0.0.1:80:80",
            "[::1",
            "[::1]x",
            "",
        ] {
            assert!(!knows(foreign), "{foreign}");
        }
        assert!(!guard.knows_host(&request("")));
    }

    #[test]
    fn a_server_for_others_answers_to_addresses_and_its_names() {
        let guard = guard("0.0.0.0");
        let knows = |host: &str| guard.knows_host(&request(&format!("\nHost: {host}")));
        assert!(knows("192.168.1.5:8080") && knows("localhost") && knows("[fe80::1]:1"));
        assert!(knows("GO.example") && !knows("evil.example"));
    }

    #[test]
    fn an_origin_is_that_of_the_page_itself() {
        let guard = guard("127.0.0.1");
        let allows = |origin: &str| {
            guard.allows_origin(&request(&format!("\nHost: localhost:80\nOrigin: {origin}")))
        };
        assert!(allows("http://localhost:80") && allows("https://localhost:80"));
        for foreign in [
            "null",
            "",
            "http://localhost:81",
            "http://localhost",
            "http://127.0.0.1:80",
            "http://evil.example",
            "http://localhost:80.evil.example",
            "file://",
            "localhost:80",
        ] {
            assert!(!allows(foreign), "{foreign}");
        }
        assert!(guard.allows_origin(&request("\nHost: localhost:80")));
        assert!(!guard.allows_origin(&request("\nOrigin: http://localhost:80")));
    }
}

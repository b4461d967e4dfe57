//! Proxies trusted to name the client of a request.

use std::net::IpAddr;

use super::http::HttpRequest;

/// The header in which proxies name the addresses that a request came from, the nearest one last.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The addresses of proxies. The header is ignored from any other address, since a client can write it too.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<IpAddr>);

impl TrustedProxies {
    /// Trusts the proxies with these addresses.
    pub fn new(addresses: Vec<IpAddr>) -> TrustedProxies {
        let canonical = addresses.iter().map(IpAddr::to_canonical);
        TrustedProxies(canonical.collect())
    }

    /// Whether a connection from this address comes from a proxy.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// Returns the address of a request's client, for a connection from `peer`: behind a proxy the last address named
    /// that is not a proxy, else `peer`.
    pub fn client(&self, peer: IpAddr, request: &HttpRequest) -> IpAddr {
        if !self.contains(peer) {
            return peer;
        }
        let named = request.values(FORWARDED_FOR).collect::<Vec<_>>().join(",");
        // Only the proxies' own entries, at the end, can be trusted; the rest may be made up.
        for name in named.rsplit(',') {
            match name.trim().parse() {
                Ok(address) if self.contains(address) => {}
                Ok(address) => return address,
                Err(_) => break,
            }
        }
        peer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proxies_are_believed() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let proxies = TrustedProxies::new(vec![address("127.0.0.1"), address("10.0.0.9")]);
        for (peer, header, client) in [
            ("127.0.0.1", "", "127.0.0.1"),
            ("127.0.0.1", "X-Forwarded-For: 203.0.113.7", "203.0.113.7"),
            (
                "::ffff:127.0.0.1",
                "X-Forwarded-For: 203.0.113.7",
                "203.0.113.7",
            ),
            (
                "198.51.100.1",
                "X-Forwarded-For: 203.0.113.7",
                "198.51.100.1",
            ),
            // The client wrote the first address itself.
            (
                "127.0.0.1",
                "X-Forwarded-For: 1.2.3.4, 203.0.113.7",
                "203.0.113.7",
            ),
            (
                "127.0.0.1",
                "X-Forwarded-For: 203.0.113.7, 10.0.0.9",
                "203.0.113.7",
            ),
            (
                "127.0.0.1",
                "X-Forwarded-For: 1.2.3.4\nX-Forwarded-For: 2001:db8::1",
                "2001:db8::1",
            ),
            (
                "127.0.0.1",
                "X-Forwarded-For: 203.0.113.7, unknown",
                "127.0.0.1",
            ),
            ("127.0.0.1", "X-Forwarded-For: 10.0.0.9", "127.0.0.1"),
        ] {
            let request = HttpRequest::of_text(&format!("GET / HTTP/1.1\nHost: a\n{header}"));
            assert_eq!(
                proxies.client(address(peer), &request),
                address(client),
                "{peer} {header}"
            );
        }
    }
}

//! The addresses in links: who can open them, and their QR codes.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use qrcode::{Color, EcLevel, QrCode};
use serde_json::{Value, json};

use super::http::HttpRequest;
use super::origin::host_name;

/// Who can open a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only this machine.
    Machine,
    /// Machines in the same network.
    Network,
    /// Machines elsewhere, unless something on the way keeps them out.
    Internet,
}

impl Reach {
    /// Returns the code of the reach in messages.
    pub fn code(self) -> &'static str {
        match self {
            Reach::Machine => "machine",
            Reach::Network => "network",
            Reach::Internet => "internet",
        }
    }

    fn of_address(address: IpAddr) -> Reach {
        match address.to_canonical() {
            address if address.is_loopback() || address.is_unspecified() => Reach::Machine,
            IpAddr::V4(address) if address.is_private() || address.is_link_local() => {
                Reach::Network
            }
            IpAddr::V6(address) if is_local(address) => Reach::Network,
            _ => Reach::Internet,
        }
    }
}

/// Whether an address is unique local or link-local.
fn is_local(address: Ipv6Addr) -> bool {
    address.is_unique_local() || address.is_unicast_link_local()
}

/// The beginning of links to a server, such as `http://192.168.1.5:8361`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkBase {
    /// The scheme, host and port.
    pub text: String,
    /// Who can open these links.
    pub reach: Reach,
}

impl LinkBase {
    /// Returns the best address for others: the one by which this request came, or this machine's own in the network if
    /// the request came from this machine itself. `listen` is where the server listens, and `own` finds its address.
    pub fn of(
        request: &HttpRequest,
        listen: SocketAddr,
        own: impl FnOnce() -> Option<IpAddr>,
    ) -> Option<LinkBase> {
        let host = request.header("host")?;
        let name = host_name(host)?;
        let address: Option<IpAddr> = match name.eq_ignore_ascii_case("localhost") {
            true => Some(listen.ip())
                .filter(IpAddr::is_loopback)
                .or(Some([127, 0, 0, 1].into())),
            false => name.parse().ok(),
        };
        let is_secure = request
            .header("origin")
            .is_some_and(|origin| origin.starts_with("https:"));
        let scheme = if is_secure { "https" } else { "http" };
        let reach = address.map_or(Reach::Internet, Reach::of_address);
        if reach == Reach::Machine && !listen.ip().is_loopback() {
            let address = match listen.ip() {
                ip if ip.is_unspecified() => own(),
                ip => Some(ip),
            };
            if let Some(address) = address.filter(|ip| Reach::of_address(*ip) != Reach::Machine) {
                return Some(LinkBase {
                    text: format!("http://{}", SocketAddr::new(address, listen.port())),
                    reach: Reach::of_address(address),
                });
            }
        }
        Some(LinkBase {
            text: format!("{scheme}://{host}"),
            reach,
        })
    }
}

/// Writes the QR code of a text as its side length in modules and an SVG path of its dark modules; null for a text that
/// is too long for one.
pub fn qr_code(text: &str) -> Value {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::M) else {
        return Value::Null;
    };
    let width = code.width();
    let mut path = String::new();
    for (y, row) in code.to_colors().chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] == Color::Dark {
                path += &format!("M{x} {y}h{length}v1h-{length}z", length = run.len());
            }
            x += run.len();
        }
    }
    json!({ "width": width, "path": path })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(listen: &str, headers: &str) -> (String, &'static str) {
        let request = HttpRequest::of_text(&format!("POST /games HTTP/1.1{headers}"));
        let own = || Some([192, 168, 1, 5].into());
        let base = LinkBase::of(&request, listen.parse().unwrap(), own).unwrap();
        (base.text, base.reach.code())
    }

    #[test]
    fn links_hold_an_address_that_others_can_use() {
        for (listen, headers, text, reach) in [
            (
                "127.0.0.1:80",
                "\nHost: 127.0.0.1:80",
                "http://127.0.0.1:80",
                "machine",
            ),
            (
                "127.0.0.1:80",
                "\nHost: localhost:80",
                "http://localhost:80",
                "machine",
            ),
            (
                "0.0.0.0:80",
                "\nHost: localhost:80",
                "http://192.168.1.5:80",
                "network",
            ),
            (
                "0.0.0.0:80",
                "\nHost: 127.0.0.1:80",
                "http://192.168.1.5:80",
                "network",
            ),
            (
                "10.0.0.7:80",
                "\nHost: 10.0.0.7:80",
                "http://10.0.0.7:80",
                "network",
            ),
            (
                "[::]:80",
                "\nHost: [fd00::1]:80",
                "http://[fd00::1]:80",
                "network",
            ),
            (
                "0.0.0.0:80",
                "\nHost: 8.8.8.8:80",
                "http://8.8.8.8:80",
                "internet",
            ),
            (
                "127.0.0.1:80",
                "\nHost: go.example\nOrigin: https://go.example",
                "https://go.example",
                "internet",
            ),
        ] {
            assert_eq!(base(listen, headers), (text.to_owned(), reach), "{headers}");
        }
    }

    #[test]
    fn a_link_has_a_code_and_a_book_has_none() {
        let code = qr_code("http://192.168.1.5:8361/game/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        // Version 4 has room for these 62 bytes.
        assert_eq!(code["width"], 33);
        // The finder pattern in the upper left corner.
        assert!(code["path"].as_str().unwrap().starts_with("M0 0h7v1h-7z"));
        assert_eq!(qr_code(&"x".repeat(5000)), Value::Null);
    }
}

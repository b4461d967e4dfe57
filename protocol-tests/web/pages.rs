//! The page, its headers and access to it.

use super::client::Server;

#[track_caller]
fn assert_status(response: &str, status: u16) {
    let line = response.lines().next().unwrap_or_default();
    assert!(
        line.starts_with(&format!("HTTP/1.1 {status} ")),
        "{line}, expected {status}"
    );
}

#[test]
fn the_page_comes_from_inside_the_program() {
    let server = Server::start("web-page");
    for path in ["/", "/game/anything", "/app/index.html"] {
        let response = server.get(path);
        assert_status(&response, 200);
        assert!(response.contains("<!doctype html>"), "{path}");
        assert!(response.contains("Content-Security-Policy: default-src 'none'"));
    }
    for path in [
        "/app/",
        "/app/../Cargo.toml",
        "/nothing",
        "/game",
        "/app/%2e%2e/mod.rs",
        // A browser that kept the page would show it after an update of the program.
        "/service-worker.js",
        "/app/service-worker.js",
    ] {
        assert_status(&server.get(path), 404);
    }
    let host = &server.host;
    let post = server.request(&format!("POST / HTTP/1.1\nHost: {host}"), "");
    assert_status(&post, 405);
    assert_status(&server.request("nonsense", ""), 400);
    assert_status(&server.get("/gtp?game=go"), 403);
}

#[test]
fn foreign_pages_and_names_get_nothing() {
    let server = Server::start("web-foreign");
    let (host, key) = (&server.host, &server.key);
    let rebound = server.request("GET / HTTP/1.1\nHost: evil.example", "");
    assert_status(&rebound, 421);
    assert!(!rebound.contains("doctype"));
    let upgrade = "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let head = format!(
            "GET /gtp?game=go&key={key} HTTP/1.1\nHost: {host}\nOrigin: {origin}\n{upgrade}"
        );
        assert_status(&server.request(&head, ""), 403);
        let head = format!(
            "POST /games?key={key} HTTP/1.1\nHost: {host}\nOrigin: {origin}\nContent-Type: application/json"
        );
        assert_status(&server.request(&head, r#"{"game":"go"}"#), 403);
    }
    // A foreign page's form cannot have this type, and access requires the key.
    let head = format!("POST /games?key={key} HTTP/1.1\nHost: {host}\nContent-Type: text/plain");
    assert_status(&server.request(&head, r#"{"game":"go"}"#), 415);
    let head = format!("POST /games HTTP/1.1\nHost: {host}\nContent-Type: application/json");
    assert_status(&server.request(&head, r#"{"game":"go"}"#), 403);
    for path in [
        "/gtp?game=go",
        "/analysis",
        "/gtp?game=go&key=AAAAAAAAAAAAAAAAAAAAAA",
    ] {
        let refusal = server.socket(path).err().unwrap();
        assert!(refusal.contains("403"), "{path}: {refusal}");
    }
    let unknown = format!("/play/{}", "A".repeat(33));
    assert!(server.socket(&unknown).err().unwrap().contains("404"));
    // The page asks like this after its WebSocket was refused.
    assert_status(&server.get(&unknown), 404);
    assert_status(&server.get("/"), 200);
}

/// The address is printed once the server listens. Half a second is twenty times as long as on an idle machine; a busy one
/// may need several attempts.
#[test]
fn it_is_ready_within_half_a_second() {
    let mut times = (0..5).map(|attempt| {
        let begun = std::time::Instant::now();
        let server = Server::start(&format!("web-ready-{attempt}"));
        let ready = begun.elapsed();
        assert_status(&server.get("/"), 200);
        ready
    });
    assert!(times.any(|ready| ready.as_millis() < 500));
}

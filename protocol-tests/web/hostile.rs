//! Hostile clients: malformed messages, frames and requests, floods, and silence.

use std::io::{Read, Write};
use std::net::Shutdown;
use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::json;
use tungstenite::Message;

use super::client::{Server, moves};
use super::number;

/// Messages of one connection, fewer than its burst, so that it need not wait.
const BATCH: usize = 90;

/// Parts of messages, some of them valid.
const PARTS: [&str; 24] = [
    r#"{"type":"move","number":2,"move":""#,
    r#"{"type":"move","number":"#,
    r#""type":"move","#,
    r#"{"type":"count"}"#,
    r#"{"type":"undo_answer","accept":true}"#,
    r#"{"type":"undo_answer","accept":"#,
    r#"{"type":"#,
    r#""move":"#,
    "\"}",
    "}",
    "{",
    "[",
    "\"",
    "null",
    "1e999",
    "-1",
    "18446744073709551616",
    "D4",
    "Z99",
    "pass",
    "\\ud800",
    "\u{0}",
    "é棋",
    "                                                                ",
];

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    fn message(&mut self) -> String {
        let parts = 1 + self.below(5);
        (0..parts).map(|_| PARTS[self.below(PARTS.len())]).collect()
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let length = 1 + self.below(most);
        (0..length).map(|_| self.below(256) as u8).collect()
    }
}

#[test]
fn malformed_messages_are_refused_and_the_board_stays_right() {
    let server = Server::start("web-malformed");
    let links = server.new_game(&json!({"game": "go"}));
    let (mut black, _) = server.join(&links[0]);
    black.play(1, "D4");
    black.next_of("move");
    let mut dice = Dice::new(7);
    for round in 0..number(6, 100_000 / BATCH) {
        // It is white's turn, so black's messages must not change the board.
        let (mut socket, _) = server.join(&links[round % 2 * 2]);
        for _ in 0..BATCH {
            socket.send(&dice.message());
        }
        for _ in 0..BATCH {
            socket.next_of("error");
        }
    }
    let (mut white, state) = server.join(&links[1]);
    assert_eq!(moves(&state), ["D4"]);
    white.play(2, "Q16");
    assert_eq!(white.next_of("move")["number"], 2);
    server.end();
}

#[test]
fn malformed_frames_and_requests_end_their_connection_alone() {
    let server = Server::start("web-frames");
    let links = server.new_game(&json!({"game": "gomoku"}));
    let path = links[2].replace("/game/", "/play/");
    let mut dice = Dice::new(11);
    for round in 0..number(60, 20_000) {
        let mut stream = server.connect();
        let mut bytes = Vec::new();
        if round % 2 == 0 {
            let head = format!(
                "GET {path} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                 Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                server.host
            );
            bytes.extend(head.into_bytes());
            // The first byte of a frame, with any opcode and flags.
            bytes.push(dice.below(256) as u8);
        } else if round % 4 == 1 {
            bytes.extend(b"GET / HTTP/1.1\r\nHost: ");
        }
        bytes.extend(dice.bytes(200));
        // The server may have closed the connection already.
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    let (mut black, state) = server.join(&links[0]);
    assert_eq!(state["watchers"], 0);
    black.play(1, "H8");
    assert_eq!(black.next_of("move")["move"], "H8");
    server.end();
}

#[test]
fn large_messages_and_binary_ones_close_the_socket() {
    let server = Server::start_with("web-large", &["--model", "none"]);
    let links = server.new_game(&json!({"game": "go"}));
    for message in [
        Message::text("x".repeat((1 << 20) + 1)),
        Message::binary(vec![0; 10]),
    ] {
        let (mut socket, _) = server.join(&links[0]);
        // The server may close the connection during the write.
        let _ = socket.0.send(message);
        while socket.try_read().is_some() {}
    }
    let mut engine = server.engine("/gtp?game=go");
    assert!(engine.execute(&"x".repeat(1 << 19)).starts_with("? "));
    server.end();
}

#[test]
fn a_client_that_sends_without_end_and_reads_nothing_is_bounded() {
    let server = Server::start_with("web-flood", &["--model", "none"]);
    let before = server.process.resident();
    let mut flood = server.engine("/gtp?game=go");
    flood
        .0
        .get_ref()
        .set_write_timeout(Some(Duration::from_secs(2)))
        .unwrap();
    let lines = "list_commands\n".repeat(1000);
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(number(3, 30) as u64) {
        if flood.0.send(Message::text(&*lines)).is_err() {
            break;
        }
    }
    let grown = server.process.resident().saturating_sub(before);
    assert!(grown < 128 << 20, "{grown} bytes");
    let mut other = server.engine("/gtp?game=go");
    assert_eq!(other.execute("name"), "= Tengen");
    server.end();
}

/// Connections without a request do not keep others out, and are closed in time.
#[test]
fn silent_and_dribbling_connections_are_closed() {
    let server = Server::start("web-silent");
    let mut silent: Vec<_> = (0..40).map(|_| server.connect()).collect();
    for stream in &mut silent {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    }
    assert!(server.get("/").starts_with("HTTP/1.1 200 "));
    let begun = Instant::now();
    let mut closed = String::new();
    silent[0].read_to_string(&mut closed).unwrap();
    assert!(closed.starts_with("HTTP/1.1 408 "), "{closed}");
    assert!(begun.elapsed() < Duration::from_secs(20));
}

//! Games between people: for any messages of two players, both receive the same moves, all legal, and the file holds
//! them.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::LazyLock;
use std::time::Duration;

use bolero::Driver;
use serde_json::{Value, json};
use tengen::web::{WebOptions, WebServer};
use tengen_protocol::gtp::GtpFront;
use tungstenite::client::client;
use tungstenite::{Message, WebSocket};

use crate::conversation::{Client, hold, options};
use crate::corpus;
use crate::dice::{Dice, NASTY, spoil};
use crate::target::{self, Target};

/// Memory for the connections' threads, and once for a network.
const MOST_MEMORY: usize = 64 << 20;

/// Messages of an input, fewer than a player may send in a burst.
const MOST_MESSAGES: usize = 80;

/// A message that is always refused, which shows that all messages before it were handled.
const LAST: &str = r#"{"type":"last"}"#;

struct Web;

#[test]
fn web() {
    target::run::<Web>();
}

impl Target for Web {
    const CORPUS: &'static str = "web";
    const MOST_MEMORY: usize = MOST_MEMORY;

    fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
        static SEEDS: LazyLock<Vec<(String, Vec<u8>)>> =
            LazyLock::new(|| corpus::files(Web::CORPUS));
        if dice.once_in(10) {
            return corpus::pick(dice, &SEEDS);
        }
        let mut text = Vec::new();
        let mut number = 1;
        while dice.goes_on(20) {
            let side = if number % 2 == 1 { "b" } else { "w" };
            let side = if dice.once_in(5) {
                *dice.pick(&["b", "w"])
            } else {
                side
            };
            let mut line = format!("{side} {}", message(dice, &mut number)).into_bytes();
            if dice.once_in(8) {
                spoil(dice, &mut line);
            }
            text.extend(line);
            text.push(b'\n');
        }
        text
    }

    fn check(input: &[u8]) {
        let text = String::from_utf8_lossy(input);
        let links = new_game();
        let mut sides = [connect(&links[0]), connect(&links[1])];
        for line in text.lines().take(MOST_MESSAGES) {
            let side = usize::from(line.starts_with('w'));
            let message = line.get(2..).unwrap_or_default();
            // Bytes that are not UTF-8 cannot be sent as text.
            sides[side]
                .send(Message::text(message))
                .expect("the server reads");
        }
        // Once each side's last message is refused, no message of either is in transit.
        let mut received = sides
            .each_mut()
            .map(|side| moves_received(side, Vec::new()));
        for (side, received) in sides.iter_mut().zip(&mut received) {
            *received = moves_received(side, std::mem::take(received));
        }
        let stored = state(&mut connect(&links[2]));
        assert_eq!(received, [stored.clone(), stored.clone()]);
        drop(sides);
        assert_eq!(state(&mut connect(&links[1])), stored, "after a while");
        assert_legal(&stored);
        remove_games();
    }
}

/// Draws a message, usually one that may be accepted.
fn message<D: Driver>(dice: &mut Dice<'_, D>, number: &mut usize) -> String {
    match dice.below(14) {
        0 => json!({"type": "undo"}).to_string(),
        1 | 2 => {
            *number = number.saturating_sub(1).max(1);
            json!({"type": "undo_answer", "accept": dice.once_in(2)}).to_string()
        }
        3 => json!({"type": *dice.pick(&["count", "resign", "move", "state"])}).to_string(),
        4 => (*dice.pick(&NASTY)).to_owned(),
        12 => agreement(dice),
        _ => {
            let column = char::from(b"ABCDEFI"[dice.below(7)]);
            let point = format!("{column}{}", 1 + dice.below(6));
            let mv = if dice.once_in(9) {
                "pass".to_owned()
            } else {
                point
            };
            let message = json!({"type": "move", "number": *number, "move": mv});
            *number += 1;
            message.to_string()
        }
    }
}

/// Draws a message about something that both sides have to agree on, or a line of the chat.
fn agreement<D: Driver>(dice: &mut Dice<'_, D>) -> String {
    match dice.below(6) {
        0 => {
            let point = format!(
                "{}{}",
                char::from(b"ABCDE"[dice.below(5)]),
                1 + dice.below(5)
            );
            json!({"type": "mark", "point": point, "dead": dice.once_in(2)}).to_string()
        }
        1 => json!({"type": "accept", "version": dice.below(8)}).to_string(),
        2 => json!({"type": "chat", "text": *dice.pick(&NASTY)}).to_string(),
        3 => json!({"type": "name", "name": *dice.pick(&NASTY)}).to_string(),
        4 => json!({"type": "rematch", "accept": !dice.once_in(4)}).to_string(),
        _ => json!({"type": *dice.pick(&["play_on", "propose", "chat_switch"])}).to_string(),
    }
}

/// The address and key of the server, which lives as long as the process.
static SERVER: LazyLock<(String, String)> = LazyLock::new(|| {
    let options = WebOptions {
        listen: "127.0.0.1:0".parse().expect("an address"),
        names: Vec::new(),
        games: folder(),
        engine: options(),
        engines: 1,
        players: Vec::new(),
        most_players: 1,
        proxies: Vec::new(),
        has_new_key: false,
    };
    let server = WebServer::open(options).expect("a server");
    let url = server.url().expect("an address");
    server.start().expect("a thread");
    let (host, key) = url
        .strip_prefix("http://")
        .and_then(|url| url.split_once("/#key="))
        .expect("an address with a key");
    (host.to_owned(), key.to_owned())
});

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzz-web-{}", process::id()))
}

/// Removes the files of finished games.
fn remove_games() {
    let _ = fs::remove_dir_all(folder());
}

/// Creates a game on a small board and returns its links.
fn new_game() -> [String; 3] {
    use std::io::{Read as _, Write as _};

    let (host, key) = &*SERVER;
    let body = r#"{"game":"go","size":5}"#;
    let mut stream = TcpStream::connect(host).expect("the server listens");
    let head = format!(
        "POST /games?key={key} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    let (_, body) = response.split_once("\r\n\r\n").expect("a response");
    let links: Value = serde_json::from_str(body).expect("JSON");
    ["black", "white", "watch"].map(|name| links[name].as_str().expect("a link").to_owned())
}

type GuestSocket = WebSocket<TcpStream>;

fn connect(link: &str) -> GuestSocket {
    let host = &SERVER.0;
    let stream = TcpStream::connect(host).expect("the server listens");
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).expect("a socket");
    let url = format!("ws://{host}{}", link.replace("/game/", "/play/"));
    client(url, stream).expect("a socket").0
}

fn read(socket: &mut GuestSocket) -> Value {
    loop {
        match socket.read().expect("a message") {
            Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
            _ => continue,
        }
    }
}

/// The moves in the first state.
fn state(socket: &mut GuestSocket) -> Vec<Value> {
    let state = read(socket);
    assert_eq!(state["type"], "state");
    state["moves"].as_array().expect("moves").clone()
}

/// Appends the moves that a player is sent until a last message is refused.
fn moves_received(socket: &mut GuestSocket, so_far: Vec<Value>) -> Vec<Value> {
    socket.send(Message::text(LAST)).expect("the server reads");
    let mut moves = so_far;
    loop {
        let message = read(socket);
        match message["type"].as_str() {
            Some("state") => moves = message["moves"].as_array().expect("moves").clone(),
            Some("move") => {
                let number = moves.len() + 1;
                assert_eq!(message["number"], number, "{message}");
                moves.push(json!([message["color"], message["move"]]));
            }
            Some("error") if message["message"].to_string().contains("`last`") => return moves,
            Some("boards" | "error" | "undo" | "chat" | "chats") => {}
            _ => panic!("an unknown message: {message}"),
        }
    }
}

/// Plays the moves over GTP, which must accept all of them.
fn assert_legal(moves: &[Value]) {
    let mut lines = "boardsize 5\nkata-set-rules chinese\n".to_owned();
    for mv in moves {
        let text = |at: usize| mv[at].as_str().expect("text");
        lines += &format!("play {} {}\n", text(0), text(1));
    }
    let received = hold(
        Client::hasty(lines.as_bytes()),
        &["--model", "none"],
        |waker| Ok(Box::new(GtpFront::new(options(), waker)?)),
    );
    let received = String::from_utf8(received).expect("text");
    assert!(!received.contains('?'), "{lines}{received}");
}

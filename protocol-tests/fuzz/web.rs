//! Games between people: whatever two players send, both hear of the same moves, every move is legal, and the file holds them.

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

/// Threads of connections, and what a network beside them has once.
const MOST_MEMORY: usize = 64 << 20;

/// Messages of an input: fewer than a player may send at once.
const MOST_MESSAGES: usize = 80;

/// A message that is always refused, to know that all before it were obeyed.
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
        let mut sides = [seat(&links[0]), seat(&links[1])];
        for line in text.lines().take(MOST_MESSAGES) {
            let side = usize::from(line.starts_with('w'));
            let message = line.get(2..).unwrap_or_default();
            // Text that is no UTF-8 cannot be sent as text.
            sides[side]
                .send(Message::text(message))
                .expect("the server reads");
        }
        // Once each side's last message is refused, nothing of either is on its way.
        let mut heard = sides.each_mut().map(|side| moves_heard(side, Vec::new()));
        for (side, heard) in sides.iter_mut().zip(&mut heard) {
            *heard = moves_heard(side, std::mem::take(heard));
        }
        let stored = state(&mut seat(&links[2]));
        assert_eq!(heard, [stored.clone(), stored.clone()]);
        drop(sides);
        assert_eq!(state(&mut seat(&links[1])), stored, "after a while");
        assert_legal(&stored);
        remove_games();
    }
}

/// A message, most of them one that may be obeyed.
fn message<D: Driver>(dice: &mut Dice<'_, D>, number: &mut usize) -> String {
    match dice.below(12) {
        0 => json!({"type": "undo"}).to_string(),
        1 | 2 => {
            *number = number.saturating_sub(1).max(1);
            json!({"type": "undo_answer", "accept": dice.once_in(2)}).to_string()
        }
        3 => json!({"type": *dice.pick(&["count", "resign", "move", "state"])}).to_string(),
        4 => (*dice.pick(&NASTY)).to_owned(),
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

/// The server, for the whole process.
static SERVER: LazyLock<(String, String)> = LazyLock::new(|| {
    let options = WebOptions {
        listen: "127.0.0.1:0".parse().expect("an address"),
        names: Vec::new(),
        games: folder(),
        engine: options(),
        engines: 1,
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

/// Removes the files of games that are over.
fn remove_games() {
    let _ = fs::remove_dir_all(folder());
}

/// Makes a game on a small board, and returns its links.
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

type Seat = WebSocket<TcpStream>;

fn seat(link: &str) -> Seat {
    let host = &SERVER.0;
    let stream = TcpStream::connect(host).expect("the server listens");
    let patience = Some(Duration::from_secs(30));
    stream.set_read_timeout(patience).expect("a socket");
    let url = format!("ws://{host}{}", link.replace("/game/", "/play/"));
    client(url, stream).expect("a seat").0
}

fn read(seat: &mut Seat) -> Value {
    loop {
        match seat.read().expect("a message") {
            Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
            _ => continue,
        }
    }
}

/// The moves of the first state.
fn state(seat: &mut Seat) -> Vec<Value> {
    let state = read(seat);
    assert_eq!(state["type"], "state");
    state["moves"].as_array().expect("moves").clone()
}

/// The moves as a player hears of them, after those so far, until a last message is refused.
fn moves_heard(seat: &mut Seat, so_far: Vec<Value>) -> Vec<Value> {
    seat.send(Message::text(LAST)).expect("the server reads");
    let mut moves = so_far;
    loop {
        let message = read(seat);
        match message["type"].as_str() {
            Some("state") => moves = message["moves"].as_array().expect("moves").clone(),
            Some("move") => {
                let number = moves.len() + 1;
                assert_eq!(message["number"], number, "{message}");
                moves.push(json!([message["color"], message["move"]]));
            }
            Some("error") if message["message"].to_string().contains("`last`") => return moves,
            Some("boards" | "error" | "undo") => {}
            _ => panic!("an unknown message: {message}"),
        }
    }
}

/// Plays the moves over GTP, where none may be refused.
fn assert_legal(moves: &[Value]) {
    let mut lines = "boardsize 5\nkata-set-rules chinese\n".to_owned();
    for mv in moves {
        let text = |at: usize| mv[at].as_str().expect("text");
        lines += &format!("play {} {}\n", text(0), text(1));
    }
    let heard = hold(
        Client::hasty(lines.as_bytes()),
        &["--model", "none"],
        |waker| Ok(Box::new(GtpFront::new(options(), waker)?)),
    );
    let heard = String::from_utf8(heard).expect("text");
    assert!(!heard.contains('?'), "{lines}{heard}");
}

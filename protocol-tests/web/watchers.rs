//! Watchers and strangers that come and go: no player waits for them.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tengen_testing::length::short_or_long;
use tungstenite::client::client;
use tungstenite::{Message, WebSocket};

use super::client::{Server, Socket};
use super::number;
use crate::engine::PATIENCE;

/// Longest delay of a player caused by others without a player's link.
const MOST_DELAY: Duration = Duration::from_millis(100);

/// Speed of a slow player's connection, in bytes per second.
const SLOW_LINE: usize = 60_000;

/// A connection that reads no faster than [`SLOW_LINE`].
struct SlowStream(TcpStream);

impl Read for SlowStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(SLOW_LINE / 100);
        let began = Instant::now();
        let count = self.0.read(&mut buffer[..most])?;
        let due = Duration::from_secs_f64(count as f64 / SLOW_LINE as f64);
        thread::sleep(due.saturating_sub(began.elapsed().min(due / 2)));
        Ok(count)
    }
}

impl Write for SlowStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A player on a slow line.
struct SlowPlayer(WebSocket<SlowStream>);

impl SlowPlayer {
    fn come(server: &Server, link: &str) -> SlowPlayer {
        let path = link.replace("/game/", "/play/");
        let url = format!("ws://{}{path}", server.host);
        let (socket, _) = client(url, SlowStream(server.connect())).expect("a game");
        SlowPlayer(socket)
    }

    /// Waits for a move. Returns the number of bytes of other messages before it.
    fn wait_for_move(&mut self, number: usize) -> usize {
        let (began, mut others) = (Instant::now(), 0);
        loop {
            assert!(began.elapsed() < PATIENCE);
            let Message::Text(text) = self.0.read().expect("a message") else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == "move" && message["number"] == number {
                return others;
            }
            others += text.len();
        }
    }

    fn play(&mut self, number: usize, mv: &str) {
        let message = json!({"type": "move", "number": number, "move": mv});
        self.0
            .send(Message::text(message.to_string()))
            .expect("the server reads");
    }
}

/// Opens and closes a link `per_second` times per second. Returns how often it was admitted and how often refused.
fn open_and_close(host: &str, link: &str, per_second: u32, ends: &AtomicBool) -> [usize; 2] {
    let path = link.replace("/game/", "/play/");
    let mut counts = [0; 2];
    let began = Instant::now();
    for number in 0.. {
        if ends.load(Ordering::Relaxed) {
            break;
        }
        let stream = TcpStream::connect(host).expect("the server listens");
        match client(format!("ws://{host}{path}"), stream) {
            Ok(_) => counts[0] += 1,
            Err(error) => {
                assert!(error.to_string().contains("429"), "{error}");
                counts[1] += 1;
            }
        }
        let due = Duration::from_secs(1) / per_second * (number + 1);
        thread::sleep(due.saturating_sub(began.elapsed()));
    }
    counts
}

fn point(number: usize) -> String {
    let column = b'A' + (number % 8) as u8;
    format!("{}{}", char::from(column), 1 + number / 8)
}

/// Plays black's and white's moves in turn, and returns the longest delay from black to white on the slow line.
fn longest_way(
    black: &mut Socket,
    white: &mut SlowPlayer,
    numbers: std::ops::Range<usize>,
) -> Duration {
    let mut longest = Duration::ZERO;
    for number in numbers {
        let sent = Instant::now();
        if number % 2 == 1 {
            black.play(number, &point(number));
            white.wait_for_move(number);
            longest = longest.max(sent.elapsed());
        } else {
            white.play(number, &point(number));
            white.wait_for_move(number);
        }
        black.next_of("move");
        thread::sleep(Duration::from_millis(100));
    }
    longest
}

#[test]
fn a_watch_link_that_is_opened_and_closed_delays_no_player() {
    let server = Server::start_with("web-watchers", &["--model", "none"]);
    let links = server.new_game(&json!({"game": "go"}));
    let (mut black, _) = server.join(&links[0]);
    let mut white = SlowPlayer::come(&server, &links[1]);
    // A watcher that accepts nothing.
    let (_stuck, _) = server.join(&links[2]);
    let [quiet_from, attacked_from, end] = short_or_long([11, 21, 46], [31, 61, 101]);
    longest_way(&mut black, &mut white, 1..quiet_from);
    let quiet = longest_way(&mut black, &mut white, quiet_from..attacked_from);
    let (host, ends) = (server.host.clone(), AtomicBool::new(false));
    let (attacked, counts) = thread::scope(|scope| {
        let attack = scope.spawn(|| open_and_close(&host, &links[2], 50, &ends));
        let attacked = longest_way(&mut black, &mut white, attacked_from..end);
        ends.store(true, Ordering::Relaxed);
        (attacked, attack.join().unwrap())
    });
    println!("{quiet:?} in quiet, {attacked:?} under attack, let in and refused {counts:?}");
    assert!(counts[1] > counts[0], "{counts:?}");
    // Other tests on the same machine distort the times; the full run is alone.
    let patience = number(10, 1) as u32;
    assert!(
        attacked < quiet + MOST_DELAY * patience,
        "{quiet:?}, then {attacked:?}"
    );
    server.end();
}

#[test]
fn a_link_is_opened_so_often_from_an_address_and_proxies_name_theirs() {
    let refused = |server: &Server, link: &str, headers: &dyn Fn(usize) -> String| {
        let path = link.replace("/game/", "/play/");
        let status = |number| {
            let head = format!(
                "GET {path} HTTP/1.1\nHost: {}{}",
                server.host,
                headers(number)
            );
            let response = server.request(&head, "");
            if response.contains(" 429 ") {
                assert!(
                    response.contains("opened too often: 60 times at once and 2 times a second")
                );
                assert!(response.contains("Retry-After: 1"));
            }
            response.starts_with("HTTP/1.1 429 ")
        };
        (0..100).filter(|&number| status(number)).count()
    };
    let from = |number: usize| format!("\nX-Forwarded-For: 10.9.9.9, 203.0.113.{}", number % 20);
    let game = json!({"game": "gomoku"});
    let server = Server::start_with("web-no-proxy", &["--model", "none"]);
    let link = &server.new_game(&game)[2];
    // A client that names other addresses is not believed.
    assert!(refused(&server, link, &from) > 20);
    server.end();
    let server = Server::start_with("web-proxy", &["--model", "none", "--proxy", "127.0.0.1"]);
    let link = &server.new_game(&game)[2];
    assert_eq!(refused(&server, link, &from), 0);
    assert!(
        refused(&server, link, &|_| "\nX-Forwarded-For: 203.0.113.99"
            .to_owned())
            > 20
    );
    server.end();
}

#[test]
fn a_game_that_cannot_be_opened_says_why() {
    let server = Server::start("web-unusable");
    let link = server.new_game(&json!({"game": "gomoku"}))[0].clone();
    let path = link.replace("/game/", "/play/");
    let file = server
        .folder
        .join(format!("{}.game", &link["/game/".len()..][..11]));
    let mode = std::fs::metadata(&file).unwrap().permissions();
    let mut read_only = mode.clone();
    read_only.set_readonly(true);
    std::fs::set_permissions(&file, read_only).unwrap();
    let response = server.get(&path);
    assert!(response.starts_with("HTTP/1.1 500 "), "{response}");
    assert!(
        response.contains("this game cannot be opened: its file cannot be written: "),
        "{response}"
    );
    std::fs::set_permissions(&file, mode).unwrap();
    std::fs::write(&file, "a letter\n").unwrap();
    let response = server.get(&path);
    assert!(response.starts_with("HTTP/1.1 500 "), "{response}");
    assert!(
        response.contains("this game cannot be opened: the file is damaged at byte 0"),
        "{response}"
    );
    assert_eq!(std::fs::read(&file).unwrap(), b"a letter\n");
    std::fs::remove_file(&file).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&file).status();
    assert!(made.is_ok_and(|status| status.success()));
    let response = server.get(&path);
    assert!(
        response.contains("this game cannot be opened: not a regular file"),
        "{response}"
    );
    std::fs::remove_file(&file).unwrap();
    assert!(server.get(&path).starts_with("HTTP/1.1 404 "));
    server.end();
}

#[test]
fn the_key_outlives_the_server_until_a_new_one_is_wanted() {
    let server = Server::start("web-key");
    let (key, folder) = (server.key.clone(), server.folder.clone());
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &std::fs::metadata(folder.join("key")).unwrap().permissions(),
    );
    assert_eq!(mode & 0o777, 0o600);
    server.end();
    let server = Server::start_in(&folder, &[]);
    assert_eq!(server.key, key);
    server.end();
    let server = Server::start_in(&folder, &["--new-key"]);
    assert_ne!(server.key, key);
    let response = server.get(&format!("/gtp?game=go&key={key}"));
    assert!(response.starts_with("HTTP/1.1 403 "), "{response}");
    assert!(response.contains("wrong or outdated"), "{response}");
    let response = server.get(&format!("/gtp?game=go&key={}", server.key));
    assert!(response.starts_with("HTTP/1.1 426 "), "{response}");
    server.end();
}

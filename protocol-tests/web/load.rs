//! Many simultaneous games while an engine thinks: the delay between the sides, and the memory per game.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Server, Socket};
use super::number;

/// Longest delay from one player to the other, for 99 of 100 moves.
const MOST_DELAY: Duration = Duration::from_millis(50);

/// Most memory of an idle game with both players connected.
const MOST_MEMORY: u64 = 1 << 20;

/// Plays moves with pauses between them, and returns their delays from the mover to the other side.
fn play(mut sockets: [Socket; 2], moves: usize, pause: Duration, first: Duration) -> Vec<Duration> {
    thread::sleep(first);
    let mut times = Vec::new();
    for number in 1..=moves {
        let mv = format!(
            "{}{}",
            char::from(b'A' + (number % 5) as u8),
            1 + number / 5 % 15
        );
        let [black, white] = &mut sockets;
        let (mover, other) = match number % 2 {
            1 => (black, white),
            _ => (white, black),
        };
        let sent = Instant::now();
        mover.play(number, &mv);
        assert_eq!(other.next_of("move")["number"], number);
        times.push(sent.elapsed());
        mover.next_of("move");
        thread::sleep(pause.saturating_sub(sent.elapsed()));
    }
    times
}

#[test]
fn many_games_at_once_beside_an_engine_that_thinks() {
    let (games, moves) = (number(20, 200), number(4, 15));
    let pause = Duration::from_millis(number(100, 2000) as u64);
    let server = Server::start_with("web-load", &["--model", "none"]);
    let description = json!({"game": "go", "clock": {"main": 600, "increment": 5}});
    let before = server.process.resident();
    let sockets: Vec<[Socket; 2]> = (0..games)
        .map(|_| {
            let links = server.new_game(&description);
            [server.join(&links[0]).0, server.join(&links[1]).0]
        })
        .collect();
    let memory = (server.process.resident() - before) / games as u64;
    // Started late, because its table takes memory while it fills.
    let mut engine = server.engine("/gtp?game=gomoku");
    engine.send("lz-analyze b 100");
    let begun = Instant::now();
    while engine.read().trim().is_empty() || begun.elapsed() < Duration::from_millis(300) {}
    let since = Instant::now();
    let players: Vec<_> = sockets
        .into_iter()
        .enumerate()
        .map(|(game, sockets)| {
            let first = pause * game as u32 / games as u32;
            thread::spawn(move || play(sockets, moves, pause, first))
        })
        .collect();
    let mut times: Vec<Duration> = players
        .into_iter()
        .flat_map(|player| player.join().unwrap())
        .collect();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{games} games, {} moves in {:.1} s: p50 {:?}, p99 {:?}, max {:?}; {} KiB a game",
        times.len(),
        since.elapsed().as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0),
        memory >> 10,
    );
    assert!(memory <= MOST_MEMORY, "{memory} bytes a game");
    // Other tests on the same machine distort the times; the full run is alone.
    let patience = number(20, 1) as u32;
    assert!(at(0.99) <= MOST_DELAY * patience, "p99 {:?}", at(0.99));
    server.end();
}

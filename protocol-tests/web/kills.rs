//! Servers killed while people play: no acknowledged move is lost.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Server, Socket, moves};
use super::number;

/// Games played at the same time.
const GAMES: usize = 3;

/// The move with this number, from 1: points in rows, so that each stone has an empty neighbor.
fn mv(number: usize) -> String {
    let (column, row) = ((number - 1) % 19, (number - 1) / 19);
    let letter = char::from(b"ABCDEFGHJKLMNOPQRST"[column]);
    format!("{letter}{}", row + 1)
}

/// Plays until the server is gone. Returns the number of acknowledged moves.
fn play_on(sockets: &mut [Socket; 2]) -> usize {
    for number in 1..=300 {
        let mover = &mut sockets[(number + 1) % 2];
        let message = json!({"type": "move", "number": number, "move": mv(number)}).to_string();
        if mover.0.send(tungstenite::Message::text(message)).is_err() {
            return number - 1;
        }
        loop {
            match mover.try_read() {
                Some(text) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    assert_ne!(message["type"], "error", "{text}");
                    if message["type"] == "move" && message["number"] == number {
                        break;
                    }
                }
                None => return number - 1,
            }
        }
    }
    300
}

#[test]
fn no_acknowledged_move_is_lost() {
    let kills = number(6, 100);
    let mut server = Server::start("web-kills");
    let mut acknowledged = 0;
    for kill in 0..kills {
        let links: Vec<[String; 3]> = (0..GAMES)
            .map(|_| {
                server.new_game(&json!({"game": "go", "clock": {"main": 600, "increment": 5}}))
            })
            .collect();
        let players: Vec<_> = links
            .iter()
            .map(|links| {
                let mut sockets = [server.join(&links[0]).0, server.join(&links[1]).0];
                thread::spawn(move || play_on(&mut sockets))
            })
            .collect();
        thread::sleep(Duration::from_micros(5_000 + 7_919 * kill as u64 % 60_000));
        server = server.restart();
        for (links, player) in links.iter().zip(players) {
            let heard = player.join().unwrap();
            let (_, state) = server.join(&links[2]);
            let stored = moves(&state);
            let expected: Vec<String> = (1..=stored.len()).map(mv).collect();
            assert_eq!(stored, expected);
            // One more may be on disk if its acknowledgment was still in transit.
            assert!(
                (heard..=heard + 1).contains(&stored.len()),
                "{heard}, {}",
                stored.len()
            );
            acknowledged += heard;
        }
    }
    println!("{kills} kills, {acknowledged} acknowledged moves, none lost");
    assert!(acknowledged > 0);
    server.end();
}

//! Games between people.

#[cfg(target_os = "linux")]
use std::time::Duration;

use serde_json::{Value, json};

use super::client::{Server, Socket, moves};

#[test]
fn a_game_is_played_to_its_end_and_counted() {
    let server = Server::start_with("web-game", &["--model", "none"]);
    let links =
        server.new_game(&json!({"game": "go", "size": 5, "clock": {"main": 600, "increment": 5}}));
    let (mut black, state) = server.join(&links[0]);
    assert_eq!(
        (&state["side"], &state["running"]),
        (&json!("b"), &json!(false))
    );
    let (mut white, state) = server.join(&links[1]);
    assert_eq!(
        (&state["side"], &state["running"]),
        (&json!("w"), &json!(true))
    );
    let (mut watcher, state) = server.join(&links[2]);
    assert_eq!(
        (&state["side"], &state["watchers"]),
        (&Value::Null, &json!(1))
    );
    for (number, mv) in ["C3", "B2", "pass", "pass"].into_iter().enumerate() {
        let mover = if number % 2 == 0 {
            &mut black
        } else {
            &mut white
        };
        mover.play(number + 1, mv);
        for socket in [&mut black, &mut white, &mut watcher] {
            let message = socket.next_of("move");
            assert_eq!(
                (&message["number"], &message["move"]),
                (&json!(number + 1), &json!(mv))
            );
        }
    }
    black.send(r#"{"type":"count"}"#);
    let ended = loop {
        let state = watcher.next_of("state");
        if !state["result"].is_null() {
            break state;
        }
        assert_eq!(state["counting"], true);
    };
    assert_eq!(ended["judged"], true);
    assert!(ended["result"].as_str().unwrap().contains('+'), "{ended}");
    white.play(5, "A1");
    assert!(
        white.next_of("error")["message"]
            .as_str()
            .unwrap()
            .starts_with("the game is over")
    );
}

#[test]
fn what_is_refused_changes_nothing() {
    let server = Server::start("web-refused");
    let links = server.new_game(&json!({"game": "renju"}));
    let (mut black, _) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    let (mut watcher, _) = server.join(&links[2]);
    white.play(1, "H8");
    assert_eq!(
        white.next_of("error")["message"],
        "it is the other side's turn"
    );
    black.play(2, "H8");
    assert_eq!(
        black.next_of("error")["message"],
        "move 1 is the next one, not 2"
    );
    for bad in ["Z1", "H99", "I5", "", "resign", "{}"] {
        black.play(1, bad);
        assert_eq!(black.next_of("error")["number"], 1, "{bad}");
    }
    watcher.send(r#"{"type":"resign"}"#);
    assert_eq!(watcher.next_of("error")["message"], "watchers only watch");
    black.send(r#"{"type":"count"}"#);
    assert_eq!(
        black.next_of("error")["message"],
        "a game of Go is counted after two passes"
    );
    black.send(r#"{"type":"undo"}"#);
    assert_eq!(
        black.next_of("error")["message"],
        "there is no move to take back"
    );
    black.play(1, "h8");
    assert_eq!(black.next_of("move")["move"], "H8");
    let (_, state) = server.join(&links[2]);
    assert_eq!(moves(&state), ["H8"]);
}

/// The deleted file cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn a_loss_that_cannot_be_stored_is_retried_at_intervals() {
    let server = Server::start("web-unstored");
    let links = server.new_game(&json!({"game": "gomoku", "clock": {"main": 1}}));
    let (mut black, _) = server.join(&links[0]);
    let (_white, state) = server.join(&links[1]);
    assert_eq!(state["running"], true);
    let id = &links[0]["/game/".len()..][..11];
    std::fs::remove_file(server.folder.join(format!("{id}.game"))).unwrap();
    black.play(1, "H8");
    let message = black.next_of("error")["message"].to_string();
    assert!(
        message.contains("the server cannot store this: the file of the game has been deleted"),
        "{message}"
    );
    std::thread::sleep(Duration::from_millis(1500));
    let before = server.process.cpu_time();
    std::thread::sleep(Duration::from_secs(1));
    let used = server.process.cpu_time() - before;
    assert!(used < Duration::from_millis(300), "{used:?}");
    let (_, state) = server.join(&links[2]);
    assert_eq!(
        (moves(&state).len(), &state["result"]),
        (0, &Value::Null),
        "{state}"
    );
    server.end();
}

/// Plays the first moves of a game, black's first.
fn play_moves(black: &mut Socket, white: &mut Socket, moves: &[&str]) {
    for (number, mv) in moves.iter().enumerate() {
        let mover = if number % 2 == 0 {
            &mut *black
        } else {
            &mut *white
        };
        mover.play(number + 1, mv);
        black.next_of("move");
        white.next_of("move");
    }
}

#[test]
fn a_move_is_taken_back_if_the_other_side_agrees() {
    let server = Server::start("web-undo");
    let links = server.new_game(&json!({"game": "gomoku"}));
    let (mut black, _) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    play_moves(&mut black, &mut white, &["H8", "H9", "J8"]);
    // White asks to take back its own move together with black's answer.
    for (answer, left) in [(false, 3), (true, 1)] {
        white.send(r#"{"type":"undo"}"#);
        assert_eq!(black.next_of("undo")["from"], "w");
        assert_eq!(black.next_of("state")["undo"], "w");
        white.send(r#"{"type":"undo_answer","accept":true}"#);
        assert_eq!(
            white.next_of("error")["message"],
            "no one has asked to take back a move"
        );
        black.send(&json!({"type": "undo_answer", "accept": answer}).to_string());
        let state = black.next_of("state");
        assert_eq!((moves(&state).len(), &state["undo"]), (left, &Value::Null));
    }
}

#[test]
fn a_lost_connection_comes_back_to_the_same_game_and_a_killed_server_too() {
    let server = Server::start("web-back");
    let clock = json!({"main": 100, "byoyomi": 10, "periods": 3});
    let links = server.new_game(&json!({"game": "go", "handicap": 2, "clock": clock}));
    let (mut white, state) = server.join(&links[1]);
    assert_eq!(state["setup"].as_array().unwrap().len(), 2);
    let (mut black, _) = server.join(&links[0]);
    white.play(1, "D16");
    black.next_of("move");
    drop(white);
    assert_eq!(
        black.next_of("state")["connected"],
        json!({"b": true, "w": false})
    );
    black.play(2, "C3");
    black.next_of("move");
    let (_, state) = server.join(&links[1]);
    assert_eq!(moves(&state), ["D16", "C3"]);
    let server = server.restart();
    let (_watcher, state) = server.join(&links[2]);
    assert_eq!(moves(&state), ["D16", "C3"]);
    // The clocks stand still until a player is back.
    assert_eq!(
        (&state["running"], &state["komi"]),
        (&json!(false), &json!(0.5))
    );
    let (mut white, state) = server.join(&links[1]);
    assert_eq!(
        (&state["running"], &state["toMove"]),
        (&json!(true), &json!("w"))
    );
    assert!(state["clocks"]["w"]["main"].as_f64().unwrap() > 90.0);
    white.play(3, "Q3");
    assert_eq!(white.next_of("move")["number"], 3);
}

#[test]
fn the_server_decides_a_loss_on_time_and_keeps_it() {
    let server = Server::start("web-time");
    let links = server.new_game(&json!({"game": "reversi", "clock": {"main": 0.2}}));
    let (_black, _) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    let lost = loop {
        let state = white.next_of("state");
        if !state["result"].is_null() {
            break state;
        }
    };
    assert_eq!(lost["result"], "W+T");
    let server = server.restart();
    let (_, state) = server.join(&links[2]);
    assert_eq!(state["result"], "W+T");
    assert_eq!(state["clocks"]["b"]["main"], 0.0);
}

#[test]
fn a_game_of_reversi_passes_by_itself_and_ends_by_its_rules() {
    let server = Server::start("web-reversi");
    let links = server.new_game(&json!({"game": "reversi"}));
    let (mut black, state) = server.join(&links[0]);
    assert_eq!(state["setup"].as_array().unwrap().len(), 4);
    let (mut white, _) = server.join(&links[1]);
    let shortest = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    play_moves(&mut black, &mut white, &shortest);
    assert_eq!(white.next_of("state")["result"], "B+64");
}

#[test]
fn an_ended_server_says_so_and_keeps_the_clocks() {
    let server = Server::start("web-end");
    let links = server.new_game(&json!({"game": "go", "clock": {"main": 100}}));
    let (mut black, _) = server.join(&links[0]);
    let (_white, state) = server.join(&links[1]);
    assert_eq!(state["running"], true);
    std::thread::sleep(std::time::Duration::from_millis(300));
    let folder = server.folder.clone();
    server.end();
    while black.try_read().is_some() {}
    let server = Server::start_in(&folder, &[]);
    let (_, state) = server.join(&links[2]);
    let left = state["clocks"]["b"]["main"].as_f64().unwrap();
    assert!((50.0..99.75).contains(&left), "{left}");
}

#[test]
fn a_guest_receives_the_boards_and_the_legal_moves() {
    let server = Server::start("web-boards");
    let links = server.new_game(&json!({"game": "go", "size": 3}));
    let (mut black, state) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    assert_eq!(state["board"], ".........");
    assert_eq!(state["legal"].as_array().unwrap().len(), 10);
    let mut capture = Value::Null;
    for (number, mv) in [(1, "A2"), (2, "A1"), (3, "B1")] {
        match number % 2 {
            1 => black.play(number, mv),
            _ => white.play(number, mv),
        }
        black.next_of("move");
        capture = white.next_of("move");
    }
    assert_eq!(
        (&capture["board"], &capture["toMove"]),
        (&json!("...X...X."), &json!("w"))
    );
    let legal = capture["legal"].as_array().unwrap();
    assert!(!legal.contains(&json!("A1")), "{capture}");
    let (mut late, state) = server.join(&links[2]);
    assert_eq!(state["board"], "...X...X.");
    let boards = late.next_of("boards");
    assert_eq!(
        boards["boards"],
        json!([".........", "...X.....", "...X..O..", "...X...X."])
    );
    server.end();
}

//! Conversations with engines over WebSockets.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Server;

#[test]
fn gtp_is_spoken_about_every_game() {
    let server = Server::start_with("web-gtp", &["--model", "none"]);
    for (game, mv) in [("go", "D4"), ("gomoku", "H8"), ("reversi", "d3")] {
        let mut socket = server.engine(&format!("/gtp?game={game}"));
        assert_eq!(socket.execute("name"), "= Tengen");
        assert_eq!(socket.execute(&format!("7 play b {mv}")), "=7");
        assert!(socket.execute("genmove w").starts_with("= "), "{game}");
        // Commands that name a file are missing.
        assert_eq!(socket.execute("loadsgf /etc/hosts"), "? unknown command");
        assert!(!socket.execute("list_commands").contains("loadsgf"));
        assert_eq!(socket.execute("quit"), "=");
        assert_eq!(socket.try_read(), None);
    }
    let refusal = server.socket(&format!("/gtp?game=chess&key={}", server.key));
    assert!(refusal.err().unwrap().contains("400"));
}

#[test]
fn an_analysis_of_json_lines() {
    let server = Server::start_with("web-analysis", &["--model", "none"]);
    let mut socket = server.engine("/analysis");
    let query = json!({
        "id": "a", "rules": "chinese", "boardXSize": 5, "boardYSize": 5, "moves": [["B", "C3"]], "maxVisits": 20,
    });
    socket.send(&query.to_string());
    let reply: Value = serde_json::from_str(&socket.read()).unwrap();
    assert_eq!(
        (&reply["id"], &reply["turnNumber"]),
        (&json!("a"), &json!(1))
    );
    assert!(reply["moveInfos"][0]["move"].is_string());
    socket.send("nonsense");
    assert!(socket.read().contains("error"));
}

#[test]
fn a_search_ends_when_its_client_leaves() {
    // The second client gets the only engine once the first search has ended.
    let server = Server::start_with("web-leave", &["--model", "none", "--engines", "1"]);
    let mut first = server.engine("/gtp?game=gomoku");
    first.send("lz-analyze b 10");
    assert!(first.read().starts_with('='));
    let busy = server.socket(&format!("/gtp?game=go&key={}", server.key));
    assert!(busy.err().unwrap().contains("503"));
    drop(first);
    let begun = Instant::now();
    while server
        .socket(&format!("/gtp?game=go&key={}", server.key))
        .is_err()
    {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "the engine is still in use"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn searches_share_the_threads() {
    let server = Server::start_with("web-share", &["--model", "none", "--threads", "1"]);
    let mut endless = server.engine("/gtp?game=go");
    endless.send("lz-analyze b 10");
    endless.read();
    let mut others: Vec<_> = (0..3).map(|_| server.engine("/gtp?game=reversi")).collect();
    for socket in &mut others {
        socket.send("genmove b");
    }
    for socket in &mut others {
        assert!(socket.reply().starts_with("= "));
    }
}

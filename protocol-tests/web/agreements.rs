//! What two players agree on: dead stones, takebacks, rematches, and the chat; and leaving.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Server, Socket, moves};

/// Plays moves from the first one, alternately, and waits for each.
fn play(black: &mut Socket, white: &mut Socket, moves: &[&str]) {
    for (number, mv) in moves.iter().enumerate() {
        match number % 2 {
            0 => black.play(number + 1, mv),
            _ => white.play(number + 1, mv),
        }
        black.next_of("move");
        white.next_of("move");
    }
}

/// Returns the next state that fulfils a condition.
#[track_caller]
fn state_with(socket: &mut Socket, condition: impl Fn(&Value) -> bool) -> Value {
    loop {
        let state = socket.next_of("state");
        if condition(&state) {
            return state;
        }
    }
}

/// Sends a message and returns the code of its refusal.
fn refusal(socket: &mut Socket, message: &Value) -> String {
    socket.send(&message.to_string());
    socket.next_of("error")["code"].as_str().unwrap().to_owned()
}

/// A game of Go that both sides have passed, with a white stone at A1 that the engine considers dead.
fn passed(server: &Server) -> ([String; 3], Socket, Socket, Value) {
    let links = server.new_game(&json!({"game": "go", "size": 5, "komi": 7.5}));
    let (mut black, _) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    play(&mut black, &mut white, &["C3", "A1", "pass", "pass"]);
    let state = state_with(&mut white, |state| state["settling"]["proposed"] == true);
    (links, black, white, state)
}

#[test]
fn both_sides_see_the_dead_stones_mark_others_and_accept() {
    let server = Server::start_with("web-settling", &["--model", "none"]);
    let (links, mut black, mut white, state) = passed(&server);
    let settling = &state["settling"];
    assert_eq!(
        (&settling["dead"], &settling["score"]),
        (&json!(["A1"]), &json!("B+17.5"))
    );
    assert_eq!(settling["owners"], "X".repeat(25));
    let (mut watcher, _) = server.join(&links[2]);
    watcher.send(r#"{"type":"mark","point":"A1","dead":false}"#);
    assert_eq!(watcher.next_of("error")["message"], "watchers only watch");
    // White claims its stone, which withdraws what black accepts.
    let version = &settling["version"];
    black.send(&json!({"type": "accept", "version": version}).to_string());
    state_with(&mut white, |state| {
        state["settling"]["accepted"]["b"] == true
    });
    white.send(r#"{"type":"mark","point":"a1","dead":false}"#);
    let state = state_with(&mut watcher, |state| state["settling"]["dead"] == json!([]));
    assert_eq!(
        state["settling"]["accepted"],
        json!({"b": false, "w": false})
    );
    let accept = json!({"type": "accept", "version": version});
    assert_eq!(refusal(&mut black, &accept), "marks_changed");
    for (point, code) in [
        ("B1", "no_stone"),
        ("pass", "no_stone"),
        ("Z99", "no_stone"),
    ] {
        let mark = json!({"type": "mark", "point": point, "dead": true});
        assert_eq!(refusal(&mut black, &mark), code);
    }
    black.send(r#"{"type":"mark","point":"A1","dead":true}"#);
    let state = state_with(&mut watcher, |state| {
        state["settling"]["dead"] == json!(["A1"])
    });
    let accept = json!({"type": "accept", "version": state["settling"]["version"]}).to_string();
    black.send(&accept);
    white.send(&accept);
    let state = state_with(&mut watcher, |state| !state["result"].is_null());
    assert_eq!(
        (&state["result"], &state["judged"]),
        (&json!("B+17.5"), &json!(false))
    );
    let server = server.restart();
    let (_, state) = server.join(&links[2]);
    assert_eq!(
        (&state["result"], &state["settling"]["dead"]),
        (&json!("B+17.5"), &json!(["A1"]))
    );
}

#[test]
fn a_side_that_has_passed_plays_on() {
    let server = Server::start_with("web-play-on", &["--model", "none"]);
    let (links, mut black, mut white, _) = passed(&server);
    // White takes back its pass, and passes again; black takes back both.
    white.send(r#"{"type":"play_on"}"#);
    let state = state_with(&mut black, |state| state["counting"] == false);
    assert_eq!((moves(&state).len(), &state["toMove"]), (3, &json!("w")));
    assert_eq!(
        refusal(&mut black, &json!({"type": "play_on"})),
        "not_settling"
    );
    white.play(4, "pass");
    state_with(&mut black, |state| state["counting"] == true);
    black.send(r#"{"type":"play_on"}"#);
    let state = state_with(&mut black, |state| state["counting"] == false);
    assert_eq!((moves(&state).len(), &state["toMove"]), (2, &json!("b")));
    black.play(3, "B1");
    black.next_of("move");
    let server = server.restart();
    let (_, state) = server.join(&links[2]);
    assert_eq!(moves(&state), ["C3", "A1", "B1"]);
}

#[test]
fn after_three_refusals_a_takeback_waits_for_a_move() {
    let server = Server::start("web-refusals");
    let links = server.new_game(&json!({"game": "gomoku"}));
    let (mut black, _) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    play(&mut black, &mut white, &["H8"]);
    for _ in 0..3 {
        black.send(r#"{"type":"undo"}"#);
        white.next_of("undo");
        white.send(r#"{"type":"undo_answer","accept":false}"#);
        state_with(&mut black, |state| state["undoRefused"] == "b");
    }
    assert_eq!(
        refusal(&mut black, &json!({"type": "undo"})),
        "undo_refused_often"
    );
    white.play(2, "H9");
    black.next_of("move");
    black.send(r#"{"type":"undo"}"#);
    assert_eq!(white.next_of("undo")["from"], "b");
}

#[test]
fn players_talk_and_watchers_do_not_hear_them() {
    let server = Server::start("web-chat");
    let links = server.new_game(&json!({"game": "gomoku"}));
    let (mut black, state) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    let (mut watcher, watched) = server.join(&links[2]);
    assert_eq!(
        (&state["chat"]["b"], &watched["chat"]),
        (&json!(true), &Value::Null)
    );
    let chat = |text: &str| json!({"type": "chat", "text": text});
    black.send(&chat("  Hello <b>! ").to_string());
    for socket in [&mut black, &mut white] {
        let line = socket.next_of("chat");
        assert_eq!(
            (&line["from"], &line["text"]),
            (&json!("b"), &json!("Hello <b>!"))
        );
    }
    watcher.send(&chat("hi").to_string());
    assert_eq!(watcher.next_of("error")["message"], "watchers only watch");
    let long = "x".repeat(301);
    for (text, code) in [
        (&*long, "chat_long"),
        ("a\nb", "chat_control"),
        (" ", "chat_empty"),
    ] {
        assert_eq!(refusal(&mut white, &chat(text)), code);
    }
    // A burst is passed on, the rest is not.
    for _ in 0..20 {
        black.send(&chat("spam").to_string());
    }
    assert_eq!(black.next_of("error")["code"], "chat_fast");
    // A player who comes back reads what was said; a watcher has received none of it.
    let (mut again, _) = server.join(&links[1]);
    assert_eq!(
        again.next_of("chats")["lines"][0],
        json!(["b", "Hello <b>!"])
    );
    watcher.send("x");
    loop {
        let message: Value = serde_json::from_str(&watcher.read()).unwrap();
        assert!(!message.to_string().contains("chat"), "{message}");
        if message["type"] == "error" {
            break;
        }
    }
    white.send(r#"{"type":"chat_switch","on":false}"#);
    state_with(&mut black, |state| state["chat"]["w"] == false);
    assert_eq!(refusal(&mut white, &chat("hi")), "chat_off");
    let links = server.new_game(&json!({"game": "gomoku", "chat": false}));
    let (mut black, state) = server.join(&links[0]);
    assert_eq!(state["chat"], Value::Null);
    assert_eq!(refusal(&mut black, &chat("hi")), "chat_off");
}

#[test]
fn what_players_said_and_their_names_outlive_the_server() {
    let mut server = Server::start("web-chat-kept");
    let names = json!({"black": "Ada"});
    let links = server.new_game(&json!({"game": "gomoku", "names": names}));
    let (mut black, _) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    black.send(r#"{"type":"chat","text":"Hello"}"#);
    white.next_of("chat");
    let name = |name: &str| json!({"type": "name", "name": name});
    white.send(&name("  Bo ").to_string());
    state_with(&mut black, |state| {
        state["names"] == json!({"b": "Ada", "w": "Bo"})
    });
    let long = "x".repeat(41);
    for bad in ["", "a\nb", &long] {
        assert_eq!(refusal(&mut white, &name(bad)), "setting_names", "{bad:?}");
    }
    let (mut watcher, _) = server.join(&links[2]);
    assert_eq!(refusal(&mut watcher, &name("Eve")), "watcher");
    // A kill, since an orderly end could still write.
    server = server.restart();
    let (mut white, state) = server.join(&links[1]);
    assert_eq!(state["names"], json!({"b": "Ada", "w": "Bo"}));
    assert_eq!(white.next_of("chats")["lines"], json!([["b", "Hello"]]));
    for number in 2..=20 {
        white.send(&name(&format!("Bo {number}")).to_string());
    }
    assert_eq!(refusal(&mut white, &name("Bo")), "name_often");
    let (_, state) = server.join(&links[2]);
    assert_eq!(state["names"]["w"], "Bo 20");
    server.end();
}

#[test]
fn both_want_a_rematch_and_play_it_with_the_sides_swapped() {
    let server = Server::start("web-rematch");
    let names = json!({"black": "Ada", "white": "Bo"});
    let links = server.new_game(&json!({"game": "gomoku", "names": names, "clock": {"main": 60}}));
    let (mut black, state) = server.join(&links[0]);
    assert_eq!(state["names"], json!({"b": "Ada", "w": "Bo"}));
    let (mut white, _) = server.join(&links[1]);
    let (mut watcher, _) = server.join(&links[2]);
    let wish = |accept: bool| json!({"type": "rematch", "accept": accept});
    assert_eq!(refusal(&mut black, &wish(true)), "rematch_early");
    black.send(r#"{"type":"resign"}"#);
    state_with(&mut white, |state| !state["result"].is_null());
    white.send(&wish(true).to_string());
    state_with(&mut black, |state| state["rematch"]["w"] == true);
    black.send(&wish(false).to_string());
    let state = state_with(&mut white, |state| state["rematch"]["refused"] == "b");
    assert_eq!(state["rematch"]["w"], false);
    black.send(&wish(true).to_string());
    white.send(&wish(true).to_string());
    let mut next = Vec::new();
    for socket in [&mut black, &mut white, &mut watcher] {
        let state = state_with(socket, |state| state["rematch"]["link"].is_string());
        next.push(state["rematch"]["link"].as_str().unwrap().to_owned());
    }
    assert_eq!(refusal(&mut black, &wish(true)), "rematch_made");
    for (link, side) in next.iter().zip([json!("w"), json!("b"), Value::Null]) {
        let (_, state) = server.join(link);
        assert_eq!(
            (&state["side"], &state["names"]),
            (&side, &json!({"b": "Bo", "w": "Ada"}))
        );
        assert_eq!(state["clock"]["main"], 60.0);
    }
    let server = server.restart();
    let (_, state) = server.join(&links[0]);
    assert_eq!(state["rematch"]["link"], next[0]);
}

#[test]
fn who_leaves_for_too_long_loses_and_who_returns_does_not() {
    let server = Server::start("web-leaving");
    let links = server.new_game(&json!({"game": "gomoku", "leaving": 1}));
    let (mut black, _) = server.join(&links[0]);
    let (mut white, _) = server.join(&links[1]);
    play(&mut black, &mut white, &["H8"]);
    // Before both have moved, leaving loses nothing.
    drop(white);
    let state = state_with(&mut black, |state| state["connected"]["w"] == false);
    assert_eq!(state["leaves"], Value::Null);
    let (mut white, _) = server.join(&links[1]);
    white.play(2, "H9");
    white.next_of("move");
    let begun = Instant::now();
    drop(white);
    let state = state_with(&mut black, |state| !state["leaves"].is_null());
    assert_eq!(state["leaves"]["side"], "w");
    let (white, _) = server.join(&links[1]);
    drop(white);
    let state = state_with(&mut black, |state| !state["result"].is_null());
    assert_eq!(state["result"], "B+F");
    assert!(begun.elapsed() >= Duration::from_secs(1));
    let server = server.restart();
    let (_, state) = server.join(&links[2]);
    assert_eq!(state["result"], "B+F");
}

#[test]
fn a_player_reviews_the_finished_game_with_an_engine() {
    let server = Server::start_with("web-review", &["--model", "none", "--engines", "4"]);
    let links = server.new_game(&json!({"game": "gomoku"}));
    let path = |link: &str| format!("/gtp?game=gomoku&link={}", &link["/game/".len()..]);
    let (mut black, _) = server.join(&links[0]);
    assert!(server.get(&path(&links[0])).starts_with("HTTP/1.1 403 "));
    black.send(r#"{"type":"resign"}"#);
    state_with(&mut black, |state| !state["result"].is_null());
    assert!(
        server.get(&path(&links[2])).starts_with("HTTP/1.1 403 "),
        "watchers only watch"
    );
    assert!(
        server
            .get("/gtp?game=gomoku&link=x")
            .starts_with("HTTP/1.1 404 ")
    );
    let mut reviews: Vec<Socket> = (0..2)
        .map(|_| server.socket(&path(&links[0])).unwrap())
        .collect();
    assert_eq!(reviews[0].execute("name"), "= Tengen");
    // The rest is for those with the key.
    assert!(
        server
            .socket(&path(&links[1]))
            .err()
            .unwrap()
            .contains("503")
    );
    assert_eq!(server.engine("/gtp?game=go").execute("name"), "= Tengen");
    server.end();
}

#[test]
fn links_say_who_can_open_them() {
    let server = Server::start("web-reach");
    let response = server.post_game(r#"{"game":"gomoku"}"#);
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let links: Value = serde_json::from_str(body).unwrap();
    assert_eq!(links["base"], format!("http://{}", server.host));
    assert_eq!(links["reach"], "machine");
    assert!(
        links["qr"]["white"]["path"]
            .as_str()
            .unwrap()
            .starts_with("M0 0h7")
    );
    server.end();
}

/// A game stored by version 0.15.0, before names, chat, leaving and rematches.
#[test]
fn files_of_earlier_versions_stay_readable() {
    let server = Server::start("web-old-file");
    let secret = |letter: &str| letter.repeat(21) + "A";
    let lines = [
        format!(
            r#"{{"entry":"game","version":1,"description":{{"game":"go","size":9,"rule":null,"komi":null,"handicap":0,"clock":{{"main":60.0,"increment":5.0}}}},"secrets":{{"black":"{}","white":"{}","watch":"{}"}}}}"#,
            secret("A"),
            secret("B"),
            secret("C"),
        ),
        r#"{"entry":"start"}"#.to_owned(),
        r#"{"entry":"move","mv":"D4","clocks":[{"left":60000},{"left":60000}]}"#.to_owned(),
        r#"{"entry":"result","result":"W+R","judged":false,"clocks":[{"left":60000},{"left":60000}]}"#.to_owned(),
    ];
    let line = |text: &String| {
        let mut sum = flate2::Crc::new();
        sum.update(text.as_bytes());
        format!("{:08x} {text}\n", sum.sum())
    };
    let text: String = lines.iter().map(line).collect();
    std::fs::write(server.folder.join("AAAAAAAAAAA.game"), text).unwrap();
    let (_, state) = server.join(&format!("/game/AAAAAAAAAAA{}", secret("B")));
    assert_eq!(
        (&state["result"], moves(&state)),
        (&json!("W+R"), vec!["D4".to_owned()])
    );
    assert_eq!(
        (&state["names"]["b"], &state["side"]),
        (&json!(""), &json!("w"))
    );
    server.end();
}

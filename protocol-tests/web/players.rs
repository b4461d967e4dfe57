//! Engines as players: each protocol, faults, matches, limits, and the programs that are left.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{Server, Socket, moves};

/// An engine that speaks a little GTP, or nothing, and commits a fault when it is asked for a move.
const FAULTY: &str = r#"
while read -r name rest; do
    case $name in
    genmove)
        [ "$1" = crash ] && exit 3
        [ "$1" = hang ] && exec sleep 60
        [ "$1" = freeze ] && [ -n "$moved" ] && exec sleep 60
        moved=yes
        [ "$1" = freeze ] && printf '= pass\n\n' && continue
        [ "$1" = error ] && printf '? no idea\n\n' && continue
        [ "$1" = resign ] && printf '= resign\n\n' && continue
        printf '= Z99\n\n' ;;
    *) printf '=\n\n' ;;
    esac
done
"#;

/// Starts a server with these engines: Tengen by the name of a protocol or game, faulty ones by their fault.
fn start(name: &str, engines: &[&str], options: &[&str]) -> Server {
    let folder = crate::process::files::empty_folder(name);
    let script = folder.join("faulty");
    std::fs::write(&script, FAULTY).unwrap();
    let tengen = env!("CARGO_BIN_EXE_tengen");
    let command = |&engine: &&str| match engine {
        "GTP" => format!("GTP='{tengen}' --model none"),
        "Reversi" => format!("Reversi='{tengen}' --game reversi"),
        "Gomocup" | "NBoard" => {
            let protocol = engine.to_lowercase();
            format!("{engine}='{tengen}' --protocol {protocol}")
        }
        fault => format!("{fault}=sh '{}' {fault}", script.display()),
    };
    let engines: Vec<String> = engines.iter().map(command).collect();
    let mut all: Vec<&str> = vec!["--model", "none", "--threads", "1"];
    all.extend(engines.iter().flat_map(|engine| ["--engine", engine]));
    all.extend(options);
    let server = Server::start_in(&folder, &all);
    wait_for_engines(&server);
    server
}

fn players(server: &Server) -> Value {
    let response = server.get(&format!("/players?key={}", server.key));
    let (_, body) = response.split_once("\r\n\r\n").expect("a response");
    serde_json::from_str(body).expect("JSON")
}

fn wait_for_engines(server: &Server) {
    let begun = Instant::now();
    while players(server)["waiting"] == true {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn player(name: &str) -> Value {
    json!({ "name": name })
}

/// Creates a game of Go between two engines, with further fields, and joins it as a watcher.
fn watch(server: &Server, [black, white]: [&str; 2], fields: Value) -> (Socket, Value) {
    let mut description = json!({
        "game": "go", "size": 5, "seconds": 0.1, "engines": { "black": player(black), "white": player(white) },
    });
    for (name, value) in fields.as_object().expect("fields") {
        description[name] = value.clone();
    }
    let links = server.new_game(&description);
    server.join(&links[2])
}

/// Waits for the state with the result.
fn result(mut socket: Socket, mut state: Value) -> Value {
    while state["result"].is_null() {
        state = socket.next_of("state");
    }
    state
}

fn status(response: &str) -> &str {
    response.lines().next().unwrap_or_default()
}

#[test]
fn engines_of_each_protocol_play_against_tengen() {
    let server = start("web-players", &["GTP", "Gomocup", "NBoard", "crash"], &[]);
    let list = players(&server);
    let games = |name: &str| {
        let engines = list["engines"].as_array().unwrap();
        let found = engines.iter().find(|engine| engine["name"] == name);
        found.map(|engine| engine["games"].clone())
    };
    assert_eq!(games("GTP"), Some(json!(["go", "gomoku", "reversi"])));
    assert_eq!(games("Gomocup"), Some(json!(["gomoku"])));
    assert_eq!(games("NBoard"), Some(json!(["reversi"])));
    assert_eq!(games("crash"), Some(json!(["go"])));
    let games = [
        ("GTP", json!({})),
        (
            "Gomocup",
            json!({ "game": "gomoku", "size": 15, "rule": "renju" }),
        ),
        (
            "NBoard",
            json!({ "game": "reversi", "size": 8, "clock": { "main": 2, "increment": 0.2 } }),
        ),
    ];
    // All at once.
    let begun = games.map(|(engine, fields)| (engine, watch(&server, [engine, "Tengen"], fields)));
    for (engine, (socket, state)) in begun {
        assert_eq!(state["engines"], json!({ "b": true, "w": true }));
        assert_eq!(state["names"], json!({ "b": engine, "w": "Tengen" }));
        let ended = result(socket, state);
        assert_eq!(ended["fault"], Value::Null, "{ended}");
        let evaluations = ended["evaluations"].as_array().unwrap();
        assert_eq!(evaluations.len(), moves(&ended).len());
        for side in [0, 1] {
            let given = evaluations.iter().skip(side).step_by(2);
            // Gomocup's messages report searches of a second and more.
            let is_given = engine == "Gomocup" || given.clone().any(|value| !value.is_null());
            assert!(is_given, "{engine}: {ended}");
        }
    }
    server.end();
}

#[test]
fn a_fault_loses() {
    let faults = ["crash", "hang", "freeze", "error", "illegal", "resign"];
    let server = start("web-faults", &faults, &[]);
    // Without clocks, and after a move; it takes its time while the others play.
    let (frozen, frozen_state) = watch(&server, ["freeze", "Tengen"], json!({ "seconds": 0.1 }));
    let begun = Instant::now();
    for (engine, code, text) in [
        ("crash", "crash", "3"),
        ("error", "error", "no idea"),
        ("illegal", "illegal", "Z99"),
    ] {
        let (socket, state) = watch(&server, [engine, "Tengen"], json!({}));
        let ended = result(socket, state);
        assert_eq!(ended["result"], "W+F", "{ended}");
        assert_eq!(
            ended["fault"],
            json!({ "side": "b", "code": code, "text": text })
        );
    }
    let (socket, state) = watch(&server, ["resign", "Tengen"], json!({}));
    let ended = result(socket, state);
    assert_eq!(
        (&ended["result"], &ended["fault"]),
        (&json!("W+R"), &Value::Null)
    );
    let (socket, state) = watch(
        &server,
        ["Tengen", "hang"],
        json!({ "clock": { "main": 1 } }),
    );
    assert_eq!(result(socket, state)["result"], "B+T");
    let ended = result(frozen, frozen_state);
    assert_eq!(ended["result"], "W+F", "{ended}");
    assert_eq!(
        ended["fault"],
        json!({ "side": "b", "code": "hang", "text": "" })
    );
    assert!(begun.elapsed() >= Duration::from_secs(10));
    server.end();
}

#[test]
fn a_killed_server_knows_faults_and_evaluations() {
    let server = start("web-faults-kept", &["crash"], &[]);
    let engines = json!({ "black": player("Tengen"), "white": player("crash") });
    let game = json!({ "game": "go", "size": 5, "seconds": 0.1, "engines": engines });
    let links = server.new_game(&game);
    let (socket, state) = server.join(&links[2]);
    let before = result(socket, state);
    let server = server.restart();
    let (_, after) = server.join(&links[2]);
    for name in ["result", "fault", "evaluations", "names", "moves"] {
        assert_eq!(before[name], after[name], "{name}");
    }
    assert_eq!(after["fault"]["side"], "w");
    assert_eq!(after["evaluations"][0]["unit"], "percent");
    server.end();
}

#[test]
fn a_person_plays_an_engine_takes_back_and_plays_again() {
    let server = start("web-person", &["Gomocup"], &[]);
    let links = server.new_game(&json!({
        "game": "gomoku", "seconds": 0.1, "engines": { "white": player("Gomocup") },
    }));
    let (mut black, _) = server.join(&links[0]);
    // The engine plays that side.
    let (mut intruder, state) = server.join(&links[1]);
    assert_eq!(state["side"], Value::Null);
    intruder.play(1, "H8");
    assert_eq!(intruder.next_of("error")["message"], "watchers only watch");
    black.play(1, "H8");
    while black.next_of("move")["number"] != 2 {}
    black.send(r#"{"type":"undo"}"#);
    let taken_back = loop {
        let state = black.next_of("state");
        if moves(&state).is_empty() {
            break state;
        }
    };
    assert_eq!(taken_back["undo"], Value::Null);
    black.play(1, "G7");
    while black.next_of("move")["number"] != 2 {}
    black.send(r#"{"type":"resign"}"#);
    black.send(r#"{"type":"rematch","accept":true}"#);
    let next = loop {
        let state = black.next_of("state");
        if let Some(link) = state["rematch"]["link"].as_str() {
            break link.to_owned();
        }
    };
    let (mut white, state) = server.join(&next);
    assert_eq!(
        (&state["side"], &state["names"]["b"]),
        (&json!("w"), &json!("Gomocup"))
    );
    if moves(&state).is_empty() {
        assert_eq!(white.next_of("move")["number"], 1);
    }
    server.end();
}

#[test]
fn a_match_alternates_colors_and_keeps_its_table() {
    let server = start("web-match", &["GTP", "Reversi", "resign"], &[]);
    let fields = json!({ "game": "reversi", "size": 8, "games": 3, "random_openings": true });
    let (_, single) = watch(&server, ["GTP", "resign"], json!({}));
    assert_eq!(single["match"], Value::Null);
    let (mut socket, mut state) = watch(&server, ["Reversi", "GTP"], fields);
    let first = state.clone();
    for played in 0..3 {
        assert_eq!(state["match"]["games"], 3);
        let table = state["match"]["played"].as_array().unwrap().clone();
        assert_eq!(table.len(), played);
        let black = if played % 2 == 0 { "Reversi" } else { "GTP" };
        assert_eq!(state["names"]["b"], black);
        assert!(moves(&state).len() >= 8, "{state}");
        if played == 1 {
            assert_eq!(moves(&first)[..8], moves(&state)[..8]);
            assert_eq!(table[0]["black"], "Reversi");
            assert!(table[0]["watch"].as_str().unwrap().starts_with("/game/"));
        }
        if played < 2 {
            while state["rematch"]["link"].is_null() {
                state = socket.next_of("state");
            }
            assert!(state["result"].is_string());
            let link = state["rematch"]["link"].as_str().unwrap().to_owned();
            (socket, state) = server.join(&link);
        }
    }
    // The host stops the last game.
    let id = {
        let played = state["match"]["played"][1]["watch"].as_str().unwrap();
        let (_, old) = server.join(played);
        old["rematch"]["link"]
            .as_str()
            .unwrap()
            .replace("/game/", "/play/")
    };
    let host = &server.host;
    let stop = |key: &str| {
        let head = format!("DELETE {id}?key={key} HTTP/1.1\nHost: {host}\nOrigin: http://{host}");
        server.request(&head, "")
    };
    assert_eq!(status(&stop("wrong")), "HTTP/1.1 403 Forbidden");
    let stopped = stop(&server.key);
    let ended = result(socket, state);
    // Unless it was over already.
    if status(&stopped) == "HTTP/1.1 200 OK" {
        assert_eq!(ended["result"], "Void");
    }
    server.end();
}

#[test]
fn only_named_engines_are_started_and_only_so_many() {
    let server = start(
        "web-limits",
        &["GTP", "Gomocup", "hang"],
        &["--players", "1"],
    );
    let post = |engines: Value| {
        server.post_game(&json!({ "game": "go", "size": 5, "engines": engines }).to_string())
    };
    let refused = post(json!({ "white": player("/bin/sh") }));
    assert_eq!(status(&refused), "HTTP/1.1 400 Bad Request");
    assert!(
        refused.contains("no engine /bin/sh plays Go here"),
        "{refused}"
    );
    let refused = post(json!({ "white": player("Gomocup") }));
    assert!(
        refused.contains("no engine Gomocup plays Go here"),
        "{refused}"
    );
    let refused = post(json!({ "white": { "name": "GTP", "command": "sh" } }));
    assert!(refused.contains("unknown field `command`"), "{refused}");
    let refused = server.get("/players?key=wrong");
    assert_eq!(status(&refused), "HTTP/1.1 403 Forbidden");
    let (mut socket, state) = watch(&server, ["hang", "Tengen"], json!({}));
    assert_eq!(state["result"], Value::Null);
    let busy = post(json!({ "white": player("GTP") }));
    assert_eq!(status(&busy), "HTTP/1.1 503 Service Unavailable");
    assert!(busy.contains("tengen web --players N"), "{busy}");
    // The end of the server ends the engine.
    let pid = engine_of(&server.folder.join("faulty"));
    server.end();
    while socket.try_read().is_some() {}
    if let Some(pid) = pid {
        assert!(
            !Path::new(&format!("/proc/{pid}")).exists(),
            "the engine is still there"
        );
    }
}

/// Returns the process that runs a script, where that can be seen.
fn engine_of(script: &Path) -> Option<String> {
    let folder = std::fs::read_dir("/proc").ok()?;
    folder.flatten().find_map(|entry| {
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        let command = String::from_utf8_lossy(&command).into_owned();
        let is_engine = command.contains(script.to_str()?) && command.starts_with("sh\0");
        is_engine.then(|| entry.file_name().to_string_lossy().into_owned())
    })
}

#[test]
fn a_killed_server_goes_on_with_its_games() {
    let server = start("web-players-back", &["hang"], &[]);
    let (mut socket, state) = watch(&server, ["Tengen", "hang"], json!({}));
    // The engine may have moved before the watcher joined.
    if moves(&state).is_empty() {
        socket.next_of("move");
    }
    let links = server.new_game(&json!({
        "game": "reversi", "seconds": 0.1, "engines": { "white": player("Tengen") },
    }));
    let server = server.restart();
    let (mut black, _) = server.join(&links[0]);
    black.play(1, "d3");
    while black.next_of("move")["number"] != 2 {}
    server.end();
}

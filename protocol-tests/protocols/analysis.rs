//! Analysis: searches that report while they run, and the lines that end them.

use std::time::{Duration, Instant};

use crate::engine::{Engine, Missing, STOP_TIME, at_once};
use crate::protocols::clients::{Shown, lizzie, lizzie_takes_version, sabaki};

const GAMES: [&str; 3] = ["go", "gomoku", "reversi"];

/// If nothing arrives within this time, nothing more will.
const SILENCE: Duration = Duration::from_millis(200);

/// An engine with one move on the board, so that a search has something to do.
fn engine(game: &str) -> Engine {
    // A book move would skip the search.
    let mut engine = Engine::start(&["--game", game, "--book", "none"]);
    engine.execute(match game {
        "reversi" => "play b f5",
        _ => "play b g9",
    });
    engine
}

/// Starts an analysis and reads the first line of its reply.
fn begin(engine: &mut Engine, command: &str) {
    engine.send(command);
    let id = command.split(' ').next().unwrap();
    let id = id
        .parse::<u32>()
        .map_or_else(|_| String::new(), |id| id.to_string());
    assert_eq!(engine.read_line(), Ok(format!("={id}")), "{command}");
}

/// Reads the rest of an ended analysis, up to the empty line.
fn rest(engine: &mut Engine) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        match engine.read_line() {
            Ok(line) if line.is_empty() => return lines,
            Ok(line) => lines.push(line),
            Err(missing) => panic!("{missing} after {lines:?}"),
        }
    }
}

/// Checks that both clients read the same from the lines, and that the moves are legal.
fn check(engine: &mut Engine, lines: &[String], kata: bool) {
    assert!(!lines.is_empty());
    for line in lines {
        let by_lizzie = lizzie(line, kata).unwrap_or_else(|error| panic!("{error}: {line}"));
        let by_sabaki = sabaki(line, kata);
        let of_sabaki = |shown: &&Shown| shown.mv != "pass";
        assert_eq!(
            by_sabaki.len(),
            by_lizzie.iter().filter(of_sabaki).count(),
            "{line}"
        );
        for shown in by_lizzie {
            assert!((0.0..=1.0).contains(&shown.winrate), "{line}");
            assert_eq!(shown.pv.first(), Some(&shown.mv), "{line}");
            let legal = engine.execute(&format!("is_legal w {}", shown.mv));
            assert_eq!(legal, "1", "{line}");
        }
        // A search that has only just begun has no visits to show.
        for shown in by_sabaki {
            assert!(!shown.pv.is_empty(), "{line}");
            assert_eq!(shown.score.is_some(), kata, "{line}");
        }
    }
}

#[test]
fn lizzie_takes_the_version() {
    for refused in ["= 0.1.0, network own", "= 0.15,", "=", "= x"] {
        assert!(!lizzie_takes_version(refused), "{refused}");
    }
    for args in [&[][..], &["--model", "none"], &["--game", "gomoku"]] {
        let version = Engine::start(args).ask("version");
        assert!(lizzie_takes_version(&version), "{version}");
        let number = version.split(' ').nth(1).unwrap();
        assert_eq!(number, env!("CARGO_PKG_VERSION"));
    }
}

/// An empty line ends a reply, so one in the middle would shift every later reply by one.
#[test]
fn an_analysis_without_moves_has_no_lines() {
    at_once(GAMES, |game| {
        let mut engine = engine(game);
        for analysis in [
            "lz-analyze 1 maxmoves 0",
            "kata-analyze 1 rootInfo true maxmoves 0",
        ] {
            engine.send(analysis);
            assert_eq!(engine.read_line().as_deref(), Ok("="), "{game}");
            let more = engine.read_line_within(SILENCE);
            assert_eq!(more, Err(Missing::Patience), "{game}");
            engine.send("1 name");
            assert_eq!(engine.read_line().as_deref(), Ok(""), "{game}");
            assert_eq!(engine.read_reply().as_deref(), Ok("=1 Tengen"), "{game}");
        }
        engine.execute("limits nodes 30");
        for command in ["lz-genmove_analyze", "kata-search_analyze"] {
            let reply = engine.ask(&format!("{command} maxmoves 0"));
            assert!(reply.starts_with("=\nplay "), "{game}: {reply}");
            assert_eq!(engine.ask("2 name"), "=2 Tengen");
        }
        engine.finish().assert_clean();
    });
}

/// Priors leave out the edge of an empty board, and the network only knows boards up to 19x19.
#[test]
fn an_allowed_point_is_played_on_every_board() {
    for model in ["own", "none"] {
        for size in ["2", "9", "19", "21", "25"] {
            let mut engine = Engine::start(&["--model", model, "--size", size]);
            engine.execute("limits nodes 30");
            let reply = engine.ask("kata-genmove_analyze b allow b A1 1");
            assert!(reply.ends_with("\nplay A1"), "{model}, {size}: {reply}");
            let reply = engine.ask("lz-genmove_analyze w allow w B2 3");
            assert!(reply.ends_with("\nplay B2"), "{model}, {size}: {reply}");
            engine.finish().assert_clean();
        }
    }
}

#[test]
fn any_line_ends_an_analysis() {
    for game in GAMES {
        let mut engine = engine(game);
        let endings = [
            ("\n", None),
            ("\r\n", None),
            ("  \t\n", None),
            ("# interrupt\n", None),
            ("# a comment\n", None),
            ("8 name\n", Some("=8 Tengen")),
            ("stop\r\n", Some("=")),
            ("nonsense\n", Some("? unknown command")),
        ];
        for (number, (ending, reply)) in endings.into_iter().enumerate() {
            let kata = number % 2 == 0;
            let command = ["7 lz-analyze w 10", "kata-analyze 10 W"][usize::from(kata)];
            begin(&mut engine, command);
            let first = engine.read_line().unwrap();
            let began = Instant::now();
            engine.write(ending);
            let mut lines = rest(&mut engine);
            assert!(began.elapsed() < STOP_TIME, "{game}: {ending:?}");
            lines.insert(0, first);
            if let Some(expected) = reply {
                assert_eq!(
                    engine.read_reply().as_deref(),
                    Ok(expected),
                    "{game}: {ending:?}"
                );
            }
            check(&mut engine, &lines, kata);
        }
        engine.finish().assert_clean();
    }
}

/// A client that has sent several lines must not be kept waiting.
#[test]
fn commands_after_an_analysis_keep_their_order() {
    for game in GAMES {
        let mut engine = engine(game);
        engine.write("limits nodes 50\n1 genmove w\n2 kata-analyze b 10\n3 lz-analyze\n4 name\n5 kata-analyze\n\n6 undo\n");
        assert_eq!(engine.read_reply().as_deref(), Ok("="));
        assert!(engine.read_reply().unwrap().starts_with("=1 "));
        for expected in ["=2", "=3"] {
            assert_eq!(engine.read_line().as_deref(), Ok(expected), "{game}");
            rest(&mut engine);
        }
        assert_eq!(engine.read_reply().as_deref(), Ok("=4 Tengen"), "{game}");
        assert_eq!(engine.read_line().as_deref(), Ok("=5"), "{game}");
        rest(&mut engine);
        assert_eq!(engine.read_reply().as_deref(), Ok("=6"), "{game}");
        engine.finish().assert_clean();
    }
}

/// An empty line that arrives during a search for a move ends only the analysis queued before it.
#[test]
fn an_empty_line_ends_the_analysis_before_it() {
    let mut engine = engine("go");
    engine.write("limits seconds 0.3\n1 genmove w\n2 kata-analyze\n\n\n3 kata-analyze 5\n");
    assert_eq!(engine.read_reply().as_deref(), Ok("="));
    assert!(engine.read_reply().unwrap().starts_with("=1 "));
    assert_eq!(engine.read_line().as_deref(), Ok("=2"));
    rest(&mut engine);
    assert_eq!(engine.read_line().as_deref(), Ok("=3"));
    assert!(engine.read_line().unwrap().starts_with("info "));
    engine.write("\n");
    rest(&mut engine);
    engine.finish().assert_clean();
}

#[test]
fn quit_and_the_end_of_the_input_end_an_analysis() {
    for game in GAMES {
        let mut quitting = engine(game);
        begin(&mut quitting, "7 kata-analyze 10");
        quitting.read_line().unwrap();
        quitting.send("8 quit");
        rest(&mut quitting);
        assert_eq!(quitting.read_reply().as_deref(), Ok("=8"));
        quitting.finish().assert_clean();

        let mut left = engine(game);
        begin(&mut left, "lz-analyze 10");
        left.read_line().unwrap();
        left.close_input();
        rest(&mut left);
        left.finish().assert_clean();
    }
}

#[test]
fn a_move_with_analysis_is_not_interrupted_and_ends_with_play() {
    at_once(GAMES, |game| {
        for (command, kata) in [
            ("7 lz-genmove_analyze w 100000", false),
            ("7 kata-genmove_analyze W 100000", true),
        ] {
            let mut engine = engine(game);
            engine.execute("limits seconds 0.4");
            let began = Instant::now();
            begin(&mut engine, command);
            engine.write("\n8 name\n");
            let mut lines = rest(&mut engine);
            assert!(
                began.elapsed() > Duration::from_millis(150),
                "{game}: interrupted"
            );
            let played = lines.pop().unwrap();
            assert_eq!(engine.read_reply().as_deref(), Ok("=8 Tengen"));
            let mv = played
                .strip_prefix("play ")
                .unwrap_or_else(|| panic!("{played}"));
            // At any interval the search's last report arrives, and it is about the move that is played.
            let last = lines
                .last()
                .unwrap_or_else(|| panic!("no info before {played}"));
            assert!(
                last.starts_with(&format!("info move {mv} ")),
                "{last}, {played}"
            );
            engine.execute("undo");
            check(&mut engine, &lines[lines.len() - 1..], kata);
            assert_eq!(engine.execute("undo"), "", "one move was played");
            assert_eq!(engine.ask("undo"), "? cannot undo");
            engine.finish().assert_clean();
        }
    });
}

#[test]
fn cgos_gets_an_object_and_a_move() {
    for game in GAMES {
        let mut engine = engine(game);
        engine.execute("limits nodes 300");
        begin(&mut engine, "cgos-genmove_analyze w");
        let mut lines = rest(&mut engine);
        let played = lines.pop().unwrap();
        let object: serde_json::Value = serde_json::from_str(&lines.pop().unwrap()).unwrap();
        let first = &object["moves"][0];
        assert_eq!(played, format!("play {}", first["move"].as_str().unwrap()));
        assert!(object["winrate"].is_f64() && object["score"].is_f64() && first["visits"].is_u64());
        assert!(
            first["pv"]
                .as_str()
                .unwrap()
                .starts_with(first["move"].as_str().unwrap())
        );
        engine.finish().assert_clean();
    }
}

#[test]
fn a_search_plays_nothing_and_can_be_cancelled() {
    at_once(GAMES, |game| {
        // A separate process, because a search keeps its results for the next one.
        let mut silent = engine(game);
        silent.execute("limits nodes 50");
        let reply = silent.execute("kata-search");
        silent.finish().assert_clean();
        let mut engine = engine(game);
        engine.execute("limits nodes 50");
        begin(&mut engine, "kata-search_analyze w 1");
        let lines = rest(&mut engine);
        assert_eq!(lines.last(), Some(&format!("play {reply}")), "{game}");
        assert_eq!(
            engine.execute("is_legal w pass"),
            if game == "go" { "1" } else { "0" }
        );
        engine.execute("limits none seconds 3600");
        engine.send("kata-search_cancellable w");
        assert_eq!(engine.read_line_within(SILENCE), Err(Missing::Patience));
        engine.write("\n");
        assert_eq!(engine.read_reply().as_deref(), Ok("= cancelled"));
        begin(&mut engine, "9 kata-search_analyze_cancellable w 100000");
        engine.send("10 name");
        assert_eq!(
            rest(&mut engine).last().map(String::as_str),
            Some("play cancelled")
        );
        assert_eq!(engine.read_reply().as_deref(), Ok("=10 Tengen"));
        // There is exactly one stone to take back.
        engine.execute("undo");
        assert_eq!(engine.ask("undo"), "? cannot undo");
        engine.finish().assert_clean();
    });
}

/// A stop ends an otherwise unlimited search for a move, which answers with the best move so far.
#[test]
fn a_stop_ends_a_move_with_analysis() {
    for stop in ["stop", "# interrupt"] {
        let mut engine = engine("go");
        engine.execute("limits seconds 3600");
        begin(&mut engine, "lz-genmove_analyze w 5");
        engine.read_line().unwrap();
        engine.send(stop);
        let lines = rest(&mut engine);
        assert!(lines.last().unwrap().starts_with("play "), "{lines:?}");
        if stop == "stop" {
            assert_eq!(engine.read_reply().as_deref(), Ok("="));
        }
        engine.finish().assert_clean();
    }
}

/// When nothing is left to search, the reports stop, but the analysis stays open until a line ends it.
#[test]
fn a_solved_position_is_reported_once() {
    let mut engine = Engine::start(&["--game", "gomoku"]);
    engine.execute("gogui-play_sequence b h8 w a1 b h9 w a2 b h10 w a3 b h11 w a5");
    begin(&mut engine, "7 kata-analyze b 1");
    let line = engine.read_line().unwrap();
    assert!(line.contains("winrate 1 "), "{line}");
    while let Ok(line) = engine.read_line_within(SILENCE) {
        assert!(line.starts_with("info "), "{line:?}");
    }
    engine.write("\n");
    assert_eq!(rest(&mut engine), [""; 0]);
    engine.finish().assert_clean();
}

/// A client that does not read blocks neither the search nor its end.
#[test]
fn a_client_that_does_not_read_gets_its_replies_later() {
    let mut engine = engine("go");
    engine.send("kata-analyze 1 ownership true");
    assert_eq!(engine.read_line().as_deref(), Ok("="));
    // The search has certainly begun, even on a slow machine.
    let first = engine.read_line().unwrap();
    std::thread::sleep(Duration::from_secs(1));
    engine.send("8 name");
    let lines = rest(&mut engine);
    assert_eq!(engine.read_reply().as_deref(), Ok("=8 Tengen"));
    let visits = |line: &String| -> u64 {
        let moves = lizzie(line, true).unwrap();
        moves.iter().map(|shown| shown.visits).sum()
    };
    let last = lines.last().unwrap();
    assert!(visits(last) > visits(&first), "{first}, {last}");
    engine.finish().assert_clean();
}

/// Pondering uses the opponent's time, and the next command is answered at once.
#[cfg(target_os = "linux")]
#[test]
fn pondering_uses_the_opponents_time() {
    at_once(GAMES, |game| {
        at_once([false, true], |enabled| {
            let mut engine = engine(game);
            engine.execute("limits nodes 50");
            engine.execute(&format!("kata-set-param ponderingEnabled {enabled}"));
            engine.execute("genmove w");
            std::thread::sleep(SILENCE);
            let before = engine.cpu_time();
            std::thread::sleep(SILENCE * 3);
            let used = engine.cpu_time() - before;
            let began = Instant::now();
            assert_eq!(engine.execute("name"), "Tengen");
            assert!(began.elapsed() < STOP_TIME, "{game}: {:?}", began.elapsed());
            // The system counts in hundredths of a second.
            assert_eq!(used > Duration::ZERO, enabled, "{game}: {used:?}");
            std::thread::sleep(SILENCE);
            let before = engine.cpu_time();
            std::thread::sleep(SILENCE);
            assert_eq!(engine.cpu_time(), before, "{game}: the command ended it");
            engine.finish().assert_clean();
        });
    });
}

#[cfg(target_os = "linux")]
#[test]
fn pondering_is_asked_for_over_gomocup_too() {
    at_once([0, 1], |enabled| {
        let mut engine = Engine::start(&["--protocol", "gomocup"]);
        engine.send("START 15");
        assert_eq!(engine.read_line().as_deref(), Ok("OK"));
        engine.write(format!(
            "INFO pondering {enabled}\nINFO max_node 200\nTURN 4,5\n"
        ));
        engine.read_line().unwrap();
        std::thread::sleep(SILENCE);
        let before = engine.cpu_time();
        std::thread::sleep(SILENCE * 3);
        let used = engine.cpu_time() - before;
        assert_eq!(used > Duration::ZERO, enabled == 1, "{used:?}");
        let began = Instant::now();
        engine.send("TURN 11,11");
        let reply = engine.read_line().unwrap();
        assert!(
            reply.contains(',') && began.elapsed() < STOP_TIME,
            "{reply}"
        );
        engine.send("ABOUT");
        assert!(engine.read_line().unwrap().starts_with("name="));
        engine.finish().assert_clean();
    });
}

/// Every parameter accepts the value it reports, and nothing changes if one of several is refused.
#[test]
fn parameters_take_what_they_say() {
    for game in GAMES {
        let mut engine = Engine::start(&["--game", game, "--ponder"]);
        assert_eq!(engine.execute("kata-get-param ponderingEnabled"), "true");
        let names = engine.execute("kata-list-params");
        let all = engine.execute("kata-get-params");
        let object: serde_json::Value = serde_json::from_str(&all).unwrap();
        assert_eq!(
            names.split(' ').count(),
            object.as_object().unwrap().len(),
            "{game}"
        );
        for name in names.split(' ') {
            let value = engine.execute(&format!("kata-get-param {name}"));
            engine.execute(&format!("kata-set-param {name} {value}"));
            let refused = engine.ask(&format!("kata-set-param {name} nonsense"));
            assert!(
                refused.starts_with(&format!("? {name}: expected ")),
                "{refused}"
            );
            let refused = engine.ask(&format!(
                "kata-set-params {{\"maxVisits\":77,\"numSearchThreads\":2,\"{name}\":[]}}"
            ));
            assert!(refused.starts_with("? "), "{refused}");
        }
        assert_eq!(engine.execute("kata-get-params"), all, "{game}");
        engine.execute(&format!("kata-set-params {all}"));
        engine.execute("kata-set-params {\"maxVisits\": 40, \"maxTime\": 2.5}");
        assert_eq!(engine.execute("limits"), "seconds 2.5 visits 40");
        assert!(
            engine
                .ask("kata-set-params {\"unheardOf\": 1}")
                .starts_with("? unknown parameter")
        );
        engine.finish().assert_clean();
    }
}

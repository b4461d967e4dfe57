//! Stops and ends: the fate of a search when its client is in a hurry or gone.

use std::time::{Duration, Instant};

use crate::engine::{AT_ONCE, Engine, Missing, STOP_TIME};

/// The time until a search is in full swing. There is no output to wait for instead.
const INTO_THE_SEARCH: Duration = Duration::from_millis(200);

const GAMES: [&str; 3] = ["go", "gomoku", "reversi"];

/// An engine in the middle of an hour-long search, for the reply to a move, since an empty board may be answered
/// without a search.
fn searching_gtp(game: &str) -> Engine {
    let mut engine = Engine::start(&["--game", game, "--book", "none"]);
    engine.execute("limits seconds 3600");
    engine.execute(match game {
        "reversi" => "play b f5",
        _ => "play b g9",
    });
    engine.send("9 genmove w");
    let_it_search(&mut engine);
    engine
}

/// A Gomocup engine in the middle of a search.
fn searching_gomocup() -> Engine {
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.send("START 20");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    engine.send("INFO timeout_turn 3600000");
    engine.send("TURN 6,10");
    let_it_search(&mut engine);
    engine
}

fn let_it_search(engine: &mut Engine) {
    let said = engine.read_line_within(INTO_THE_SEARCH);
    assert_eq!(
        said,
        Err(Missing::Patience),
        "a search for an hour has ended"
    );
}

fn is_xy(line: &str) -> bool {
    let number = |text: &str| text.parse::<u8>().is_ok();
    line.split_once(',')
        .is_some_and(|(x, y)| number(x) && number(y))
}

#[test]
fn a_stop_is_answered_at_once() {
    for game in GAMES {
        for (stop, confirmed) in [("10 stop", true), ("# interrupt", false)] {
            let mut engine = searching_gtp(game);
            let began = Instant::now();
            engine.send(stop);
            let reply = engine.read_reply().unwrap();
            let took = began.elapsed();
            assert!(reply.starts_with("=9 "), "{game}: {reply}");
            assert!(took < STOP_TIME, "{game}: '{stop}' took {took:?}");
            if confirmed {
                assert_eq!(engine.read_reply().as_deref(), Ok("=10"), "{game}");
            }
            assert_eq!(engine.ask("11 name"), "=11 Tengen", "{game}");
            engine.finish().assert_clean();
        }
    }
    for stop in ["YXSTOP", "STOP", "yxstop"] {
        let mut engine = searching_gomocup();
        let began = Instant::now();
        engine.send(stop);
        let reply = engine.read_line().unwrap();
        let took = began.elapsed();
        assert!(is_xy(&reply), "{reply}");
        assert!(took < STOP_TIME, "'{stop}' took {took:?}");
        engine.finish().assert_clean();
    }
}

#[test]
fn a_stop_does_not_hit_the_next_search() {
    let mut engine = searching_gtp("go");
    engine.write("stop\nlimits none seconds 0.4\n12 genmove b\n");
    assert!(engine.read_reply().unwrap().starts_with("=9 "));
    let began = Instant::now();
    assert_eq!(engine.read_reply().as_deref(), Ok("="));
    assert_eq!(engine.read_reply().as_deref(), Ok("="));
    assert!(engine.read_reply().unwrap().starts_with("=12 "));
    assert!(
        began.elapsed() > Duration::from_millis(150),
        "{:?}",
        began.elapsed()
    );
    engine.finish().assert_clean();
}

/// All sent at once: each stop is read long before its search has begun.
#[test]
fn every_stop_ends_the_search_before_it() {
    const COUNT: usize = 20;
    for game in GAMES {
        let mut engine = Engine::start(&["--game", game]);
        engine.send("limits seconds 3600");
        engine.write("genmove b\nstop\nclear_board\n".repeat(COUNT));
        for _ in 0..=3 * COUNT {
            let reply = engine.read_reply();
            assert!(
                reply.as_ref().is_ok_and(|text| text.starts_with('=')),
                "{game}: {reply:?}"
            );
        }
        engine.finish().assert_clean();
    }
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.write("START 15\nINFO timeout_turn 3600000\n");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    engine.write("BOARD\n6,8,2\nDONE\nYXSTOP\n".repeat(COUNT));
    for _ in 0..COUNT {
        let reply = engine.read_line();
        assert!(reply.as_ref().is_ok_and(|line| is_xy(line)), "{reply:?}");
    }
    engine.finish().assert_clean();
}

#[test]
fn commands_wait_for_the_search_and_keep_their_order() {
    for game in GAMES {
        let mut engine = Engine::start(&["--game", game]);
        engine.write("limits seconds 0.3\n1 genmove b\n2 name\n3 nonsense\n4 genmove w\n5 undo\n6 undo\n7 quit\n");
        assert_eq!(engine.read_reply().as_deref(), Ok("="));
        assert!(engine.read_reply().unwrap().starts_with("=1 "), "{game}");
        assert_eq!(engine.read_reply().as_deref(), Ok("=2 Tengen"));
        assert_eq!(engine.read_reply().as_deref(), Ok("?3 unknown command"));
        assert!(engine.read_reply().unwrap().starts_with("=4 "), "{game}");
        assert_eq!(engine.read_reply().as_deref(), Ok("=5"));
        assert_eq!(engine.read_reply().as_deref(), Ok("=6"));
        assert_eq!(engine.read_reply().as_deref(), Ok("=7"));
        engine.finish().assert_clean();
    }
}

#[test]
fn bounded_work_is_finished_after_the_end_of_the_input() {
    for game in GAMES {
        let mut engine = Engine::start(&["--game", game]);
        engine.write("limits seconds 0.3\n1 genmove b\n2 genmove w\n3 name");
        engine.close_input();
        assert_eq!(engine.read_reply().as_deref(), Ok("="));
        assert!(engine.read_reply().unwrap().starts_with("=1 "), "{game}");
        assert!(engine.read_reply().unwrap().starts_with("=2 "), "{game}");
        assert_eq!(engine.read_reply().as_deref(), Ok("=3 Tengen"));
        engine.finish().assert_clean();
    }
}

#[test]
fn end_in_mid_search_ends_without_a_word() {
    let mut engine = searching_gomocup();
    let began = Instant::now();
    engine.send("END");
    assert_eq!(engine.read_line(), Err(Missing::End));
    assert!(began.elapsed() < STOP_TIME, "{:?}", began.elapsed());
    engine.finish().assert_clean();
}

/// The first `START` waits for tables to be filled, and the following lines for its `OK`.
#[test]
fn end_behind_a_new_game_loses_no_reply() {
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.write("START 15\nNONSENSE\nTURN 99,99\nEND\n");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    let unknown = engine.read_line().unwrap();
    assert!(unknown.starts_with("UNKNOWN "), "{unknown}");
    let error = engine.read_line().unwrap();
    assert!(error.starts_with("ERROR "), "{error}");
    assert_eq!(engine.read_line(), Err(Missing::End));
    engine.finish().assert_clean();
}

/// After the end of the input, nothing else could stop an unlimited search.
#[test]
fn the_end_of_the_input_ends_an_endless_analysis() {
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.write(
        "yxshowinfo\nstart 15 15\nINFO timeout_turn 2000000\nINFO timeout_match 100000000\n",
    );
    engine.write("INFO time_left 100000000\nINFO max_node -1\nturn 6,10\n");
    engine.wait_until_written();
    let mut last = String::new();
    while last != "OK" {
        last = engine.read_line().unwrap();
    }
    let_it_search(&mut engine);
    let began = Instant::now();
    engine.close_input();
    assert!(is_xy(&engine.read_line().unwrap()));
    assert!(began.elapsed() < STOP_TIME, "{:?}", began.elapsed());
    engine.finish().assert_clean();
}

/// A client that has gone cannot read an answer in an hour. A search by depth, nodes or visits gets the time of
/// --linger.
#[test]
fn searches_without_end_do_not_outlive_their_client() {
    const LINGER: &str = "0.5";
    let cases: [(&[&str], &str); 6] = [
        (
            &["--game", "gomoku"],
            "limits depth 60\nplay b g9\ngenmove w\n",
        ),
        (
            &["--game", "reversi", "--book", "none"],
            "limits depth 60\nplay b f5\ngenmove w\n",
        ),
        (
            &["--game", "go"],
            "limits nodes 4000000000\nplay b g9\ngenmove w\n",
        ),
        (
            &["--game", "go"],
            "limits seconds 3600\nplay b g9\nkata-search w\n",
        ),
        (
            &["--protocol", "nboard", "--book", "none"],
            "nboard 2\nset depth 60\nhint 5\n",
        ),
        (
            &["--protocol", "nboard", "--book", "none"],
            "nboard 2\nset depth 60\nset game (;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- \
             ---*O--- -------- -------- -------- *]B[F5]W[F6];)\nanalyze\n",
        ),
    ];
    for (args, input) in cases {
        let mut engine = Engine::start(&[args, &["--linger", LINGER]].concat());
        engine.write(input);
        let began = Instant::now();
        engine.close_input();
        let mut said = Vec::new();
        while let Ok(line) = engine.read_line() {
            said.push(line);
        }
        assert!(began.elapsed() < AT_ONCE, "{input}: {:?}", began.elapsed());
        assert!(!said.is_empty(), "{input}");
        engine.finish().assert_clean();
    }
}

#[test]
fn a_bound_in_nodes_may_be_met_after_the_end_of_the_input() {
    let last_line_and_move = |ends_input: bool| {
        let mut engine = Engine::start(&["--game", "gomoku"]);
        engine.write("limits nodes 100000\nplay b g9\nkata-genmove_analyze w 100000\n");
        if ends_input {
            engine.close_input();
        }
        let replies: [String; 3] = std::array::from_fn(|_| engine.read_reply().unwrap());
        engine.finish().assert_clean();
        let lines: Vec<String> = replies[2].lines().map(str::to_owned).collect();
        lines[lines.len() - 2..].to_vec()
    };
    assert_eq!(last_line_and_move(true), last_line_and_move(false));
}

/// Another process may keep the input open, and a search without output would never notice that the reader has gone.
#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_ends_a_silent_search() {
    for (args, input) in [
        (
            ["--game", "gomoku"],
            "limits depth 60\nplay b g9\ngenmove w\n",
        ),
        (
            ["--protocol", "gomocup"],
            "START 15\nINFO timeout_turn 3600000\nTURN 7,7\n",
        ),
        (["--protocol", "nboard"], "set depth 60\nset contempt 0\n"),
    ] {
        let mut engine = Engine::start(&args);
        engine.write(input);
        engine.wait_until_written();
        let began = Instant::now();
        engine.close_output();
        engine.wait_for_exit().assert_clean();
        assert!(
            began.elapsed() < STOP_TIME,
            "{input}: {:?}",
            began.elapsed()
        );
    }
}

#[test]
fn quit_does_not_wait_for_a_count_without_end() {
    let mut engine = Engine::start(&["--game", "go"]);
    engine.send("1 perft 30");
    engine.send("2 quit");
    let began = Instant::now();
    assert!(engine.read_reply().unwrap().starts_with("?1 "));
    assert_eq!(engine.read_reply().as_deref(), Ok("=2"));
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
    engine.finish().assert_clean();
    // A computation that ends soon is completed.
    let mut engine = Engine::start(&["--game", "reversi"]);
    engine.write("1 perft 5\n2 quit\n");
    assert_eq!(engine.read_reply().as_deref(), Ok("=1 1396"));
    assert_eq!(engine.read_reply().as_deref(), Ok("=2"));
    engine.finish().assert_clean();
}

#[test]
fn a_stop_ends_a_count() {
    let mut engine = Engine::start(&["--game", "reversi"]);
    engine.send("perft 15");
    let_it_search(&mut engine);
    engine.send("stop");
    assert!(engine.read_reply().unwrap().starts_with('?'));
    assert_eq!(engine.read_reply().as_deref(), Ok("="));
    engine.finish().assert_clean();
}

/// A life-and-death question that would fill gigabytes: a lone stone in 24 empty points, and the position.
const HARD_LIFE: (&str, &str) = (
    "G7",
    "set_position w B2 w B3 w B4 w B5 w B6 w B7 w B8 w B9 w B10 w B11 w B12 w C2 w C12 w D2 w D4 w D5 w D6 w D7 w D8 w D9 w D10 w D12 w E2 w E4 w E10 w E12 w F2 w F4 w F10 w F12 w G2 w G4 w G10 w G12 w H2 w H4 w H10 w H12 w J2 w J4 w J10 w J12 w K2 w K4 w K5 w K6 w K7 w K8 w K9 w K10 w K12 w L2 w L12 w M2 w M3 w M4 w M5 w M6 w M7 w M8 w M9 w M10 w M11 w M12 b G7",
);

#[test]
fn a_reading_of_life_and_death_ends_by_a_stop_a_limit_or_quit() {
    let mut engine = Engine::start(&["--size", "13", "--memory", "8192"]);
    let (stone, position) = HARD_LIFE;
    engine.execute(position);
    engine.execute("limits seconds 3600 nodes 4000000000");
    engine.send(&format!("1 life {stone}"));
    let_it_search(&mut engine);
    engine.send("2 stop");
    let reply = engine.read_reply().unwrap();
    assert!(reply.starts_with("=1 unknown"), "{reply}");
    assert_eq!(engine.read_reply().as_deref(), Ok("=2"));
    engine.execute("limits seconds 0.1");
    let reply = engine.ask(&format!("3 life {stone}"));
    assert!(reply.starts_with("=3 unknown"), "{reply}");
    engine.execute("limits none nodes 1000");
    let reply = engine.ask(&format!("4 life {stone}"));
    assert!(reply.starts_with("=4 unknown"), "{reply}");
    engine.execute("limits none seconds 3600 nodes 4000000000");
    engine.send("5 lives");
    engine.send("6 quit");
    let reply = engine.read_reply().unwrap();
    assert!(reply.starts_with("=5"), "{reply}");
    assert_eq!(engine.read_reply().as_deref(), Ok("=6"));
    engine.finish().assert_clean();
}

/// Eighteen stones of renju in which exhausting black's threats takes minutes.
const HARD_THREATS: &str = "gogui-play_sequence b H8 w H9 b J6 w L3 b G9 w F9 b D11 w H7 b C11 w B14 b H1 w E6 b F1 \
    w D10 b A7 w P5 b F15 w J10";

#[test]
fn a_search_for_threats_ends_by_a_stop_or_the_time_of_searches() {
    let mut engine = Engine::start(&["--game", "renju"]);
    engine.execute(HARD_THREATS);
    engine.execute("limits seconds 3600");
    engine.send("1 vct b 4000000000");
    let_it_search(&mut engine);
    engine.send("2 stop");
    assert_eq!(engine.read_reply().as_deref(), Ok("=1 unknown"));
    assert_eq!(engine.read_reply().as_deref(), Ok("=2"));
    engine.execute("limits seconds 0.1");
    let began = Instant::now();
    assert_eq!(engine.ask("3 vct b 4000000000"), "=3 unknown");
    // Without the time limit of searches it would take ten seconds.
    assert!(began.elapsed() < Duration::from_secs(8));
    engine.finish().assert_clean();
}

#[test]
fn a_client_that_has_left_is_no_error() {
    for (args, command) in [
        (["--protocol", "gtp"], "list_commands\n"),
        (["--protocol", "gomocup"], "ABOUT\n"),
    ] {
        let mut engine = Engine::start(&args);
        engine.close_output();
        engine.write(command.repeat(1000));
        engine.finish().assert_clean();
    }
    // A client that leaves while the engine thinks.
    let mut engine = Engine::start(&["--game", "reversi"]);
    engine.close_output();
    engine.write("limits seconds 0.2\ngenmove b\nname\n");
    engine.finish().assert_clean();
}

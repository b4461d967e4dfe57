//! Whole games, with every move checked by a second process that knows the rules and does not search.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::engine::{Engine, at_once};

/// Lets the engine play against itself to the end. Returns the moves.
fn play_out(player: &mut Engine, referee: &mut Engine, most_plies: usize) -> Vec<String> {
    let mut moves = Vec::new();
    let mut passes = 0;
    for color in ["b", "w"].into_iter().cycle().take(most_plies) {
        // Without any move the game has ended by its rules.
        if referee.execute(&format!("all_legal {color}")).is_empty() {
            return moves;
        }
        let mv = player.execute(&format!("genmove {color}"));
        if mv == "resign" {
            return moves;
        }
        let reply = referee.ask(&format!("play {color} {mv}"));
        assert_eq!(reply, "=", "{color} {mv} after {moves:?}");
        passes = if mv == "PASS" { passes + 1 } else { 0 };
        moves.push(mv);
        if passes == 2 {
            return moves;
        }
    }
    panic!("no end after {most_plies} plies: {moves:?}");
}

#[test]
fn go_against_itself() {
    for (args, rules) in [
        (["--size", "9"], "tromp-taylor"),
        (["--size", "7"], "japanese"),
    ] {
        let (mut player, mut referee) = (Engine::start(&args), Engine::start(&args));
        for engine in [&mut player, &mut referee] {
            engine.execute(&format!("kata-set-rules {rules}"));
        }
        player.execute("limits nodes 25");
        let moves = play_out(&mut player, &mut referee, 400);
        let score = player.execute("final_score");
        assert_eq!(referee.execute("final_score"), score);
        println!("go, {rules}: {} plies, {score}", moves.len());
        for engine in [player, referee] {
            engine.finish().assert_clean();
        }
    }
}

#[test]
fn reversi_against_itself() {
    let args = ["--game", "reversi"];
    let (mut player, mut referee) = (Engine::start(&args), Engine::start(&args));
    player.execute("limits nodes 2000");
    let moves = play_out(&mut player, &mut referee, 130);
    assert_eq!(referee.execute("all_legal b"), "");
    assert_eq!(referee.execute("all_legal w"), "");
    let score = player.execute("final_score");
    assert_eq!(referee.execute("final_score"), score);
    println!("reversi: {} plies, {score}", moves.len());
    for engine in [player, referee] {
        engine.finish().assert_clean();
    }
}

#[test]
fn gomoku_against_itself() {
    for rule in ["freestyle", "standard", "renju", "caro", "exact-caro"] {
        let args = ["--game", "gomoku", "--rule", rule];
        let (mut player, mut referee) = (Engine::start(&args), Engine::start(&args));
        player.execute("limits nodes 1000");
        let moves = play_out(&mut player, &mut referee, 226);
        let score = referee.execute("final_score");
        assert!(["B+1", "W+1", "0"].contains(&score.as_str()), "{score}");
        println!("{rule}: {} plies, {score}", moves.len());
        for engine in [player, referee] {
            engine.finish().assert_clean();
        }
    }
}

/// Statement 50 of GTP's requirements: without `time_left` the engine has to measure its own time.
#[test]
fn a_game_on_its_own_clock() {
    const SECONDS: f64 = 1.5;
    let games = [
        &["--size", "9"][..],
        &["--game", "gomoku"],
        &["--game", "reversi"],
    ];
    at_once(games, |args| {
        let (mut player, mut referee) = (Engine::start(args), Engine::start(args));
        player.execute(&format!("time_settings {SECONDS} 0 0"));
        let moves = play_out(&mut player, &mut referee, 400);
        let spent: f64 = player.execute("cputime").parse().unwrap();
        println!(
            "{args:?}: {} plies in {spent:.2} s of twice {SECONDS} s",
            moves.len()
        );
        // Both sides' time, plus the minimum that each further move takes once it has run out. Without a clock a move
        // takes a second.
        assert!(
            spent < 2.0 * SECONDS + 0.005 * moves.len() as f64,
            "{args:?}: {spent} s"
        );
        for engine in [player, referee] {
            engine.finish().assert_clean();
        }
    });
}

/// Every kind of clock bounds the next move, and the time reported by the controller counts.
#[test]
fn clocks_bound_every_move() {
    // Far less than the main times here would allow, far more than a busy machine adds.
    const BOUND: Duration = Duration::from_secs(3);
    at_once(["go", "gomoku", "reversi"], |game| {
        let mut engine = Engine::start(&["--game", game]);
        for clock in [
            "time_settings 0 0.4 1",
            "time_settings 0 0.4 3",
            "time_settings 0.2 0 0",
            "kgs-time_settings byoyomi 0 0.4 3",
            "kgs-time_settings canadian 0.1 0.4 1",
            "kgs-time_settings absolute 0.2",
            "time_settings 36000 0 0\ntime_left b 1 0",
            "time_settings 36000 0 0\ntime_left b 0 0",
            "time_settings 36000 0.4 1\ntime_left b 0 0",
            "time_settings 36000 3600 10\ntime_left b 1 10",
            "kgs-time_settings byoyomi 36000 3600 5\ntime_left b 0.4 1",
        ] {
            engine.execute("clear_board");
            for command in clock.lines() {
                engine.execute(command);
            }
            let began = Instant::now();
            engine.execute("genmove b");
            assert!(
                began.elapsed() < BOUND,
                "{game}, {clock}: {:?}",
                began.elapsed()
            );
        }
        engine.finish().assert_clean();
    });
}

/// Converts `x,y` from the upper left to a vertex of a board with this side length.
fn vertex(xy: &str, side: usize) -> String {
    let (x, y) = xy.split_once(',').unwrap();
    let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[x.parse::<usize>().unwrap()] as char;
    format!("{letter}{}", side - y.parse::<usize>().unwrap())
}

#[test]
fn gomocup_brains_against_each_other() {
    for (side, rule, name) in [(15, 0, "freestyle"), (20, 1, "standard"), (15, 4, "renju")] {
        let size = side.to_string();
        let mut referee = Engine::start(&["--game", "gomoku", "--size", &size, "--rule", name]);
        let mut brains = [(); 2].map(|()| {
            let mut brain = Engine::start(&["--protocol", "gomocup"]);
            brain.send(&format!("START {side}"));
            assert_eq!(brain.read_line().as_deref(), Ok("OK"));
            brain.write(format!("INFO rule {rule}\nINFO max_node 3000\n"));
            brain
        });
        let mut question = "BEGIN".to_owned();
        let mut plies = 0;
        while !referee.execute("all_legal b").is_empty() {
            let brain = &mut brains[plies % 2];
            brain.send(&question);
            let xy = brain.read_line().unwrap();
            let color = ["b", "w"][plies % 2];
            let reply = referee.ask(&format!("play {color} {}", vertex(&xy, side)));
            assert_eq!(reply, "=", "{name}: {color} {xy} at ply {plies}");
            question = format!("TURN {xy}");
            plies += 1;
        }
        println!(
            "gomocup, {name}: {plies} plies, {}",
            referee.execute("final_score")
        );
        for mut brain in brains {
            brain.send("END");
            brain.finish().assert_clean();
        }
        referee.finish().assert_clean();
    }
}

/// GNU Go, if installed: it has its own implementation of the rules, and both sides check each other's moves.
#[test]
fn go_against_gnu_go() {
    let Some(program) = gnu_go() else {
        println!("skipped: GNU Go is not installed");
        return;
    };
    let mut gnu_go = Engine::start_program(
        &program,
        &["--mode", "gtp", "--level", "1", "--chinese-rules"],
    );
    let mut tengen = Engine::start(&["--size", "9"]);
    for engine in [&mut gnu_go, &mut tengen] {
        engine.execute("boardsize 9");
        engine.execute("clear_board");
        engine.execute("komi 7.5");
    }
    tengen.execute("kata-set-rules chinese");
    tengen.execute("limits nodes 150");
    let (mut passes, mut plies) = (0, 0);
    while passes < 2 && plies < 300 {
        let color = ["b", "w"][plies % 2];
        let (mover, other) = match plies % 2 {
            0 => (&mut tengen, &mut gnu_go),
            _ => (&mut gnu_go, &mut tengen),
        };
        let mv = mover.execute(&format!("genmove {color}"));
        if mv.eq_ignore_ascii_case("resign") {
            println!("{color} resigns at ply {plies}");
            break;
        }
        other.execute(&format!("play {color} {mv}"));
        passes = if mv.eq_ignore_ascii_case("pass") {
            passes + 1
        } else {
            0
        };
        plies += 1;
    }
    assert!(plies < 300, "no end");
    println!(
        "against GNU Go: {plies} plies, {} says Tengen, {} says GNU Go",
        tengen.execute("final_score"),
        gnu_go.execute("final_score")
    );
    gnu_go.execute("quit");
    tengen.execute("quit");
    tengen.finish().assert_clean();
}

/// Debian installs it in a folder for games that is not in every PATH.
fn gnu_go() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join("gnugo"))
        .find(|program| program.is_file())
}

//! Conversations in NBoard's protocol.

use std::time::{Duration, Instant};

use crate::engine::{AT_ONCE, Engine, Missing};
use crate::transcript::{Sending, run_all};

/// A ping ends the search before it, so the output depends on the waiting here.
#[test]
fn transcripts() {
    run_all("nboard", &[Sending::Waiting]);
}

/// An engine in an endless search that has already reported something.
fn searching(command: &str) -> Engine {
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", "none"]);
    engine.write(format!("set depth 60\nmove F5\n{command}\n"));
    assert_eq!(engine.read_line().as_deref(), Ok("set myname Tengen60"));
    while !engine.read_line().unwrap().ends_with(" 0 3") {}
    engine
}

/// Reads lines up to and including the first that begins with `beginning`.
pub fn lines_up_to(engine: &mut Engine, beginning: &str) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        lines.push(engine.read_line().unwrap());
        if lines.iter().any(|line| line.starts_with(beginning)) {
            return lines;
        }
    }
}

#[test]
fn a_ping_ends_a_hint() {
    let mut engine = searching("hint 2");
    let began = Instant::now();
    engine.send("ping 8");
    let lines = lines_up_to(&mut engine, "pong");
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
    assert_eq!(lines[lines.len() - 2..], ["status", "pong 8"]);
    engine.send("ping 9");
    assert_eq!(engine.read_line().as_deref(), Ok("pong 9"));
    engine.finish().assert_clean();
}

/// After answering a move the engine continues to search without reporting.
#[test]
fn pondering_is_silent_and_ends_with_the_next_command() {
    let options = ["--protocol", "nboard", "--book", "none", "--ponder"];
    let mut engine = Engine::start(&options);
    engine.write("set depth 6\nmove F5\ngo\n".to_owned());
    let lines = lines_up_to(&mut engine, "===");
    let answer = lines.last().unwrap().strip_prefix("=== ").unwrap();
    let own = answer.split('/').next().unwrap();
    engine.send(&format!("move {own}"));
    // Enough time to find something to report.
    std::thread::sleep(Duration::from_millis(200));
    let began = Instant::now();
    engine.send("ping 8");
    assert_eq!(engine.read_line().as_deref(), Ok("pong 8"));
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
    engine.finish().assert_clean();
}

#[test]
fn a_ping_ends_a_search_after_reporting_its_move() {
    let mut engine = searching("go");
    let began = Instant::now();
    engine.send("ping 8");
    let lines = lines_up_to(&mut engine, "pong");
    assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
    assert!(lines[lines.len() - 2].starts_with("=== "), "{lines:?}");
    engine.finish().assert_clean();
}

#[test]
fn a_ping_ends_an_analysis() {
    let mut engine = Engine::start(&["--protocol", "nboard"]);
    engine.write("set depth 60\nmove F5\nmove D6\nanalyze\n");
    assert_eq!(engine.read_line().as_deref(), Ok("set myname Tengen60"));
    assert_eq!(engine.read_line().as_deref(), Ok("status Analyzing"));
    engine.send("ping 8");
    assert_eq!(lines_up_to(&mut engine, "pong"), ["status", "pong 8"]);
    engine.finish().assert_clean();
}

/// Commands queued behind a search are answered in order, about the game as it was when they were sent.
#[test]
fn commands_wait_for_the_search_and_keep_their_order() {
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", "none"]);
    engine.write("set depth 5\ngo\nmove F5\nmove F5\nmove D6\nhint 1\nlearn\nset depth x\n");
    engine.close_input();
    let lines = lines_up_to(&mut engine, "status set depth expects");
    let outline: Vec<&str> = lines
        .iter()
        .map(|line| line.split(' ').next().unwrap())
        .filter(|word| !["nodestats", "search"].contains(word))
        .collect();
    assert_eq!(
        outline,
        [
            "set", "status", "===", "status", "status", "status", "learned", "status"
        ]
    );
    engine.finish().assert_clean();
}

#[test]
fn quit_in_mid_search_ends_without_a_word() {
    for command in ["go", "hint 3"] {
        let mut engine = searching(command);
        engine.send("quit");
        let began = Instant::now();
        loop {
            match engine.read_line() {
                Ok(line) => assert!(
                    ["nodestats", "search"]
                        .iter()
                        .any(|word| line.starts_with(word))
                ),
                Err(missing) => {
                    assert_eq!(missing, Missing::End);
                    break;
                }
            }
        }
        assert!(began.elapsed() < AT_ONCE, "{:?}", began.elapsed());
        engine.finish().assert_clean();
    }
}

/// A client that disappears during a hint.
#[test]
fn a_client_that_has_left_is_no_error() {
    let mut engine = Engine::start(&["--protocol", "nboard"]);
    engine.close_output();
    engine.write("set depth 60\nmove F5\nhint 2\n");
    engine.finish().assert_clean();
}

/// With any arguments, a command gets only complete answers, and the next command is answered too.
#[test]
fn no_argument_breaks_a_command() {
    const COMMANDS: [&str; 10] = [
        "nboard",
        "set depth",
        "set game",
        "set contempt",
        "move",
        "hint",
        "go",
        "learn",
        "analyze",
        "set",
    ];
    const ARGUMENTS: [&str; 10] = [
        "",
        "1",
        "-1",
        "99999999999999999999",
        "F5",
        "PA/1/1",
        "(;",
        "1e400",
        "\u{e9}\u{fffd}\"",
        "100%WW",
    ];
    let mut engine = Engine::start(&["--protocol", "nboard"]);
    let mut number = 0;
    for command in COMMANDS {
        for arguments in ARGUMENTS {
            number += 1;
            engine.write(format!(
                "set depth 1\n{command} {arguments}\nping {number}\n"
            ));
            let lines = lines_up_to(&mut engine, "pong");
            assert_eq!(lines.last(), Some(&format!("pong {number}")));
            let known = [
                "set myname ",
                "status",
                "book ",
                "search ",
                "nodestats ",
                "=== ",
                "learned",
                "analysis ",
                "pong ",
            ];
            assert!(
                lines
                    .iter()
                    .all(|line| known.iter().any(|word| line.starts_with(word))),
                "{command} {arguments}: {lines:?}"
            );
        }
    }
    engine.finish().assert_clean();
}

//! Conversations in NBoard's protocol.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::engine::{Engine, Missing};
use crate::transcript::{Sending, run_all};

/// A ping ends the search before it, so that what is said does depend on the waiting here.
#[test]
fn transcripts() {
    run_all("nboard", &[Sending::Waiting]);
}

/// As soon as this a person takes for at once, also on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(3);

/// A search that takes for ever, and has said something.
fn searching(command: &str) -> Engine {
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", "none"]);
    engine.write(format!("set depth 60\nmove F5\n{command}\n"));
    assert_eq!(engine.read_line().as_deref(), Ok("set myname Tengen60"));
    while !engine.read_line().unwrap().ends_with(" 0 3") {}
    engine
}

/// All lines up to one that begins like this, which comes last.
fn lines_up_to(engine: &mut Engine, beginning: &str) -> Vec<String> {
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

#[test]
fn a_ping_ends_a_move_which_is_told_before() {
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

/// Whatever waits behind a search is answered about the game as it was then, and in order.
#[test]
fn commands_wait_for_the_search_and_keep_their_order() {
    let mut engine = Engine::start(&["--protocol", "nboard"]);
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

/// A client that leaves without a word while a hint goes on.
#[test]
fn a_client_that_has_left_is_no_error() {
    let mut engine = Engine::start(&["--protocol", "nboard"]);
    engine.close_output();
    engine.write("set depth 60\nmove F5\nhint 2\n");
    engine.finish().assert_clean();
}

/// An opening book with a few positions, made by the program.
fn small_book(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left over from an earlier run, or not there.
    let _ = fs::remove_file(&path);
    let book = path.to_string_lossy();
    let order = [
        "book",
        &book,
        "--positions",
        "3",
        "--depth",
        "2",
        "--memory",
        "1",
    ];
    let ending = Engine::start(&order).finish();
    assert!(ending.status.success(), "{}", ending.stderr);
    assert!(
        ending.stderr.starts_with("3 positions "),
        "{}",
        ending.stderr
    );
    path
}

#[test]
fn a_book_is_played_and_told() {
    let path = small_book("played.book");
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &path.to_string_lossy()]);
    engine.write("set depth 3\nhint 1\ngo\nhint 9\n");
    engine.close_input();
    let lines = lines_up_to(&mut engine, "===");
    assert!(lines[2].starts_with("book "), "{lines:?}");
    assert_eq!(lines[3], "status");
    // All four first moves are one, and the book knows them all.
    let lines = lines_up_to(&mut engine, "status ");
    assert_eq!(lines, ["status Thinking"]);
    let known = lines_up_to(&mut engine, "status");
    assert_eq!(known.len(), 5, "{known:?}");
    assert!(
        known[..4].iter().all(|line| line.starts_with("book ")),
        "{known:?}"
    );
    engine.finish().assert_clean();
}

#[test]
fn a_game_is_learned() {
    let path = small_book("learned.book");
    let before = fs::metadata(&path).unwrap().len();
    let book = path.to_string_lossy();
    let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5]W[F4]B[E3]W[D6];)";
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
    engine.write(format!("set depth 2\nset game {game}\nlearn\nhint 1\n"));
    let lines = lines_up_to(&mut engine, "book");
    assert_eq!(
        lines[1..4],
        ["status Learning", "learned", "status Thinking"]
    );
    drop(engine);
    assert!(fs::metadata(&path).unwrap().len() > before);
    // Another process knows it too.
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
    engine.write(format!("set game {game}\nhint 1\n"));
    assert!(lines_up_to(&mut engine, "book").len() <= 2);
}

#[test]
fn without_a_book_of_ones_own_nothing_is_learned() {
    let mut engine = Engine::start(&["--protocol", "nboard"]);
    engine.write("move F5\nlearn\nping 1\n");
    assert_eq!(lines_up_to(&mut engine, "pong"), ["learned", "pong 1"]);
    engine.finish().assert_clean();
}

/// Whatever follows a command's name, nothing but whole answers comes, and the next command is answered too.
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

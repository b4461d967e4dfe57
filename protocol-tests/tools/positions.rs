//! `tengen move` and `tengen annotate` as processes: pipes, signals, kills.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::engine::{Ending, Engine};
use crate::process::files::{empty_folder, names_in};

/// A query that is answered soon.
const QUERY: &str = r#"{"id":"a","game":"othello","moves":[["B","f5"]]}"#;

fn start(words: &[&str]) -> Engine {
    let common = ["--model", "none", "--memory", "1"];
    Engine::start(&[&words[..1], &common, &words[1..]].concat())
}

#[test]
fn lines_are_answered_as_they_come() {
    let mut engine = start(&["move", "--nodes", "50"]);
    for _ in 0..3 {
        engine.send(QUERY);
        let answer = engine.read_line().unwrap();
        assert!(
            answer.starts_with(r#"{"id":"a","turnNumber":1,"move":""#),
            "{answer}"
        );
    }
    engine.send("junk");
    assert!(
        engine
            .read_line()
            .unwrap()
            .starts_with(r#"{"line":4,"error":"#)
    );
    let ending = engine.finish();
    assert_eq!((ending.status.code(), ending.rest.len()), (Some(1), 0));
    let mut said = ending.stderr.lines();
    assert!(said.next().unwrap().starts_with("-: line 4: expected "));
    assert_eq!(said.next(), Some("tengen: -: bad positions: 1"));
}

#[test]
fn a_closed_output_ends_the_run_without_a_word() {
    let mut engine = start(&["move", "--nodes", "50", "--threads", "2"]);
    engine.close_output();
    for _ in 0..20 {
        engine.send(QUERY);
    }
    let ending = engine.finish();
    assert!(ending.status.success(), "{}", ending.status);
    assert_eq!(ending.stderr, "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_search_at_once() {
    use std::os::unix::process::ExitStatusExt as _;
    let mut engine = start(&["move", "--seconds", "1000"]);
    engine.send(r#"{"id":"a","game":"othello","moves":[],"maxVisits":1}"#);
    engine.read_line().unwrap();
    engine.send(QUERY);
    thread::sleep(Duration::from_millis(50));
    engine.signal("INT");
    assert_eq!(engine.wait_for_exit().status.signal(), Some(2));
}

#[test]
fn files_that_are_no_input_are_named() {
    for (words, sentence) in [
        (&["move", "no/such/file"][..], "no/such/file: "),
        (&["move", "--shard", "0/3"], "expected I/N such as 2/8"),
        (&["move", "--game", "chess"], "unknown game 'chess'"),
        (&["move", "--visits", "0"], "whole number from 1 to "),
        (&["move", "--size", "2", "--game", "renju"], "--size 2: "),
        (&["annotate"], "<FILE>"),
        (
            &["annotate", "--json", "x.sgf"],
            "--json is for Othello games as GGF, WTHOR or transcripts",
        ),
        (&["annotate", "-", "--out", "x"], "--out is for SGF"),
        (&["annotate", "-", "x.sgf"], "x.sgf is SGF and - is not"),
        (
            &["annotate", "-", "--games", "2-1"],
            "expected games such as 3, 3-7 or 3-",
        ),
        (
            &["annotate", "--loss", "101", "x.sgf"],
            "expected a number from 0 to 100",
        ),
        (&["annotate", "no/such/file.sgf"], "no/such/file.sgf: "),
    ] {
        start(words).finish().assert_refused(words, sentence);
    }
}

/// A game of nine moves after which white has no discs, as a line and as a WTHOR file.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

fn wthor(games: &[&str]) -> Vec<u8> {
    let mut bytes = vec![
        20,
        24,
        5,
        1,
        games.len() as u8,
        0,
        0,
        0,
        0,
        0,
        0xe8,
        7,
        0,
        0,
        0,
        0,
    ];
    for game in games {
        let mut record = vec![0, 0, 1, 0, 2, 0, 64, 64];
        for square in game.as_bytes().chunks(2) {
            record.push(10 * (square[1] - b'0') + square[0] - b'a' + 1);
        }
        record.resize(68, 0);
        bytes.extend(record);
    }
    bytes
}

#[test]
fn othello_games_get_the_loss_of_each_move() {
    let lines = |words: &[&str], input: &str| {
        let mut engine = start(&[&["annotate"], words].concat());
        engine.write(input);
        engine.finish()
    };
    let common = ["-", "--depth", "3", "--json"];
    let one = lines(&common, &format!("{WIPE_OUT}\nf5f5\n{WIPE_OUT}\n"));
    assert_eq!(one.status.code(), Some(1));
    let fault = "-: game 2, line 2: move 2, f5, is illegal: the point is occupied";
    assert!(one.stderr.contains(fault), "{}", one.stderr);
    let told: Vec<&str> = one.rest.iter().map(String::as_str).collect();
    assert_eq!(told.len(), 21);
    let last = r#""black":{"name":"","moves":5,"#;
    assert!(
        told[9].contains(r#""result":64"#) && told[9].contains(last),
        "{}",
        told[9]
    );
    assert!(told[10].starts_with(r#"{"file":"-","game":2,"error":"game 2, line 2: "#));
    // The number of threads and the games before it do not matter.
    let more = [&common[..], &["--threads", "3", "--games", "3-"]].concat();
    let third = lines(&more, &format!("{WIPE_OUT}\nf5f5\n{WIPE_OUT}\n"));
    assert!(third.status.success());
    assert_eq!(third.rest, told[11..]);
    let folder = empty_folder("annotate-wthor");
    let path = folder.join("2024.wtb");
    fs::write(&path, wthor(&[WIPE_OUT, "f5f5", WIPE_OUT])).unwrap();
    let path = path.to_str().unwrap();
    let text = lines(&[path, "--depth", "3"], "");
    assert_eq!(text.status.code(), Some(1));
    let fault = format!("{path}: game 2, byte 93: move 2, f5, is illegal");
    assert!(text.stderr.contains(&fault), "{}", text.stderr);
    let exact = "discs lost in 5 moves, 0 of them exactly";
    assert!(
        text.rest.iter().any(|line| line.contains(exact)),
        "{:?}",
        text.rest
    );
    let heading = "game 3: player 1 - player 2, tournament 0, 2024, 64-0, theoretical 64-0";
    assert!(
        text.rest.iter().any(|line| line.contains(heading)),
        "{:?}",
        text.rest
    );
}

fn annotate(game: &Path) -> Ending {
    started(game).finish()
}

fn started(game: &Path) -> Engine {
    start(&["annotate", "--visits", "3000", game.to_str().unwrap()])
}

#[test]
fn a_killed_annotation_goes_on_and_writes_the_same_bytes() {
    let folder = empty_folder("annotate-killed");
    let text = "(;GM[2]C[mine];B[f5];W[d6];B[c3];W[d3];B[c4];W[f4];B[f6](;W[g5])(;W[f3]))";
    let [whole, killed] = ["whole", "killed"].map(|name| {
        let game = folder.join(name).with_extension("sgf");
        fs::write(&game, text).unwrap();
        game
    });
    assert!(annotate(&whole).status.success());
    let journal = folder.join("killed.annotated.sgf.part");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    for least in [2, 4] {
        let engine = started(&killed);
        while lines() < least && !folder.join("killed.annotated.sgf").exists() {
            thread::sleep(Duration::from_millis(1));
        }
        drop(engine);
    }
    let ending = annotate(&killed);
    assert!(ending.status.success(), "{}", ending.stderr);
    assert_eq!(ending.rest.len(), 1);
    let written = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(
        written("killed.annotated.sgf"),
        written("whole.annotated.sgf")
    );
    assert_eq!(
        names_in(&folder),
        [
            "killed.annotated.sgf",
            "killed.sgf",
            "whole.annotated.sgf",
            "whole.sgf"
        ]
    );
    assert_eq!(written("killed.sgf"), text);
}

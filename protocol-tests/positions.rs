//! `tengen move` and `tengen annotate` as processes: pipes, signals, kills.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::engine::{Ending, Engine};
use crate::files::{empty_folder, names_in};

/// A query that is answered soon.
const QUERY: &str = r#"{"id":"a","game":"othello","moves":[["B","f5"]]}"#;

fn start(words: &[&str]) -> Engine {
    let usual = ["--model", "none", "--memory", "1"];
    Engine::start(&[&words[..1], &usual, &words[1..]].concat())
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
    assert_eq!(said.next(), Some("tengen: -: 1 of the positions are bad"));
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
        (&["annotate"], "<FILE.sgf>"),
        (
            &["annotate", "--loss", "101", "x.sgf"],
            "expected a number from 0 to 100",
        ),
        (&["annotate", "no/such/file.sgf"], "no/such/file.sgf: "),
    ] {
        let ending = start(words).finish();
        assert!(!ending.status.success(), "{words:?}");
        assert!(
            ending.stderr.contains(sentence),
            "{words:?}: {}",
            ending.stderr
        );
        assert_eq!(ending.rest.len(), 0);
    }
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

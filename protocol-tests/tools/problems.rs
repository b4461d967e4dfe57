//! `tengen problems` as a process: bad arguments, runs that are killed and started again, the page for printing; and
//! `tengen play --problems`.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::engine::Engine;
use crate::process::files::empty_folder;

fn words(out: &Path) -> Vec<String> {
    let out = out.display().to_string();
    [
        "problems",
        "--from-selfplay",
        "--kind",
        "endgame-win,endgame-draw",
        "--empties",
        "9",
        "--count",
        "6",
        "--out",
        &out,
    ]
    .map(str::to_owned)
    .to_vec()
}

fn start(out: &Path) -> Engine {
    let words = words(out);
    Engine::start(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn killed_runs_are_continued_to_the_same_collection() {
    let folder = empty_folder("problems-killed");
    let (whole, killed) = (folder.join("whole.jsonl"), folder.join("killed.jsonl"));
    assert!(start(&whole).finish().status.success());
    for kill in 0..8 {
        let engine = start(&killed);
        thread::sleep(Duration::from_millis(40 * kill));
        drop(engine);
    }
    assert!(start(&killed).finish().status.success());
    assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn bad_arguments_are_named() {
    for (words, sentence) in [
        (&["problems"][..], "<FILE|->"),
        (&["problems", "no/such/file.sgf"], "no/such/file.sgf: "),
        (
            &["problems", "x.sgf", "--kind", "ladders"],
            "expected ladder, escape, ",
        ),
        (
            &["problems", "x.sgf", "--empties", "17"],
            "whole number from 5 to 16",
        ),
        (
            &["problems", "x.sgf", "--solutions", "3"],
            "whole number from 1 to 2",
        ),
        (&["problems", "--from-selfplay", "--kind", "net"], "--count"),
        (
            &[
                "problems",
                "--from-selfplay",
                "--kind",
                "net,vcf",
                "--count",
                "1",
            ],
            "expected kinds of one game",
        ),
        (
            &[
                "problems",
                "--from-selfplay",
                "--kind",
                "vcf",
                "--count",
                "1",
                "--size",
                "4",
            ],
            "--size 4: expected a board of Gomoku",
        ),
    ] {
        Engine::start(words)
            .finish()
            .assert_refused(words, sentence);
    }
}

/// Problems that come with the page, as seen from the folder in which programs start.
const INCLUDED: &str = "../src/web/page/trainer/problems.jsonl";

#[test]
fn problems_are_solved_at_the_terminal() {
    let mut engine = Engine::start(&["play", "--problems", INCLUDED, "--kind", "ladder,net"]);
    for line in ["H5", "j6", "hint", "quit", "board"] {
        engine.send(line);
    }
    let ending = engine.finish();
    assert!(ending.status.success() && ending.stderr.is_empty());
    let text = ending.rest.join("\n");
    for part in [
        "12 problems. Type your move",
        "Problem 1 of 12: Ladder, level 16k",
        "White to play: capture the marked chain in a ladder.",
        "Wrong: the chain escapes.",
        "Right: the ladder works, the chain is captured.",
        "Problem 2 of 12: Ladder",
        "Look between ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let summary = "2 problems: 0 solved at once, 1 after a hint or a wrong move, 1 not solved.";
    assert_eq!(ending.rest.last().map(String::as_str), Some(summary));
}

#[test]
fn a_file_without_problems_is_not_shown() {
    let folder = empty_folder("problems-shown");
    let first = fs::read_to_string(Path::new("protocol-tests").join(INCLUDED)).unwrap();
    let first = first.lines().next().unwrap();
    for (name, text, sentence) in [
        (
            "cut",
            format!("{first}\n\n{}\n", &first[..200]),
            "line 3 is not a problem",
        ),
        (
            "odd",
            first.replacen("[[7,1],", "[[9,1],", 1),
            "line 1 is not a problem",
        ),
        ("sgf", "(;GM[1])".to_owned(), "line 1 is not a problem"),
        ("none", String::new(), "there is no problem in it"),
    ] {
        let file = folder.join(name);
        fs::write(&file, &text).unwrap();
        let words = ["play", "--problems", file.to_str().unwrap()];
        Engine::start(&words)
            .finish()
            .assert_refused(&words, sentence);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    for (words, sentence) in [
        (
            &["play", "--problems", "no/such/file"][..],
            "no/such/file: ",
        ),
        (
            &[
                "play",
                "--problems",
                INCLUDED,
                "--game",
                "reversi",
                "--kind",
                "net",
            ],
            "no problem of this game and these kinds",
        ),
        (
            &["play", "--problems", INCLUDED, "--level", "10k"],
            "cannot be used with",
        ),
        (&["play", "--kind", "net"], "--problems"),
    ] {
        Engine::start(words)
            .finish()
            .assert_refused(words, sentence);
    }
}

#[test]
fn a_page_for_printing_replaces_only_its_own_file() {
    let folder = empty_folder("problems-page");
    let (out, page) = (folder.join("all.jsonl"), folder.join("all.html"));
    let mut words = words(&out);
    words.extend(["--html".to_owned(), page.display().to_string()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    for _ in 0..2 {
        assert!(Engine::start(&words).finish().status.success());
        let text = fs::read_to_string(&page).unwrap();
        assert!(text.starts_with("<!DOCTYPE html>\n") && text.ends_with("</html>\n"));
        assert!(text.matches("<svg ").count() >= 12);
    }
    fs::write(&page, "<!DOCTYPE html>\n<p>Notes\n").unwrap();
    let refused = Engine::start(&words).finish();
    refused.assert_refused(&words, "has other content and is left unchanged");
    assert_eq!(
        fs::read_to_string(&page).unwrap(),
        "<!DOCTYPE html>\n<p>Notes\n"
    );
}

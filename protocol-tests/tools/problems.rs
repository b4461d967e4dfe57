//! `tengen problems` as a process: bad arguments, and runs that are killed and started again.

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

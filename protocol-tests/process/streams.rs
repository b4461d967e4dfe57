//! Stdout and stderr that are full, closed, or pipes without a reader, for every subcommand.
//!
//! The system opens `/dev/null` for a closed descriptor before the program starts. A missing reader of stdout is not an
//! error; a full disk is one. The state of stderr changes nothing.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::CommandFactory as _;

use crate::engine::TENGEN;

/// Command lines of all kinds, with the exit code if both streams work. They write to stdout, stderr or both.
const CALLS: [(&str, i32); 32] = [
    ("--help", 0),
    ("--version", 0),
    ("--no-such-option", 2),
    ("--game go", 0),
    ("--protocol gomocup", 0),
    ("gtp", 0),
    ("analysis --model none", 0),
    ("play --size 9", 0),
    ("perft --game reversi --depth 2", 0),
    ("perft --game reversi --depth no", 2),
    ("commands", 0),
    ("completions bash", 0),
    ("man", 0),
    ("move no/such/file", 1),
    ("annotate no/such/file", 1),
    ("ladders no/such/file", 1),
    ("life no/such/file", 1),
    ("problems no/such/file", 1),
    ("solve no/such/file", 1),
    ("book no/such/folder/file", 1),
    ("web --listen 192.0.2.1:1", 1),
    ("benchmark --visits 2 --threads 1 --numpositions 1", 0),
    ("bench --game reversi --divide 1000", 0),
    ("bench ladders no/such/file", 1),
    ("bench net no/such/file", 1),
    ("openings --game reversi --count 1 --nodes 10", 0),
    ("learn gomoku no/such/folder/file", 1),
    (
        "learn reversi --positions no/such/file no/such/folder/file",
        1,
    ),
    (
        "learn go positions --teacher no/such/file --out no/such/folder",
        1,
    ),
    ("learn go heads no/such/file no/such/file", 1),
    ("version", 0),
    ("help", 0),
];

/// Runs a call with a shell redirection, and `quit` and `END` as input.
fn run(call: &str, redirection: &str) -> Output {
    // Not a pipeline: its status would be that of printf if the program ends before it reads.
    let script = format!("\"$0\" {call} < <(printf 'quit\nEND\n') {redirection}");
    Command::new("bash")
        .args(["-c", &script, TENGEN])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Adds the subcommands of a command that have none themselves, hidden ones included, as they are typed.
fn add_leaves(command: &clap::Command, path: &str, leaves: &mut Vec<String>) {
    let mut below = command.get_subcommands().peekable();
    if below.peek().is_none() {
        leaves.push(path.trim_start().to_owned());
    }
    for subcommand in below {
        add_leaves(
            subcommand,
            &format!("{path} {}", subcommand.get_name()),
            leaves,
        );
    }
}

#[test]
fn every_subcommand_is_called() {
    let mut leaves = Vec::new();
    add_leaves(&tengen::cli::Cli::command(), "", &mut leaves);
    assert!(leaves.len() > 20, "{leaves:?}");
    for leaf in leaves {
        let words: Vec<&str> = leaf.split(' ').collect();
        let calls = |call: &str| call.split(' ').take(words.len()).eq(words.iter().copied());
        assert!(
            CALLS.iter().any(|(call, _)| calls(call)),
            "no call of {leaf}"
        );
    }
}

#[test]
fn a_lost_stderr_changes_neither_replies_nor_the_exit_code() {
    for (call, code) in CALLS {
        let good = run(call, "");
        assert_eq!(good.status.code(), Some(code), "{call}: {good:?}");
        for lost in ["2>/dev/full", "2>&-", "2> >(exec 0<&-)"] {
            let ended = run(call, lost);
            assert_eq!(ended.status.code(), Some(code), "{call} {lost}: {ended:?}");
            // Some rows contain times.
            let rows = |output: &Output| output.stdout.split(|&byte| byte == b'\n').count();
            assert_eq!(rows(&ended), rows(&good), "{call} {lost}");
        }
    }
}

#[test]
fn a_lost_stdout_is_an_error_only_where_the_disk_is_full() {
    for (call, code) in CALLS {
        let good = run(call, "");
        let full = match (code, good.stdout.is_empty()) {
            (0, false) => 1,
            _ => code,
        };
        for (lost, expected) in [
            (">/dev/full", full),
            (">&-", code),
            ("> >(exec 0<&-)", code),
        ] {
            let ended = run(call, lost);
            assert_eq!(
                ended.status.code(),
                Some(expected),
                "{call} {lost}: {ended:?}"
            );
            let said = String::from_utf8_lossy(&ended.stderr);
            assert!(
                !said.contains("panicked") && !said.contains("fault of"),
                "{call} {lost}: {said}"
            );
        }
    }
    assert!(Path::new("/dev/full").exists());
}

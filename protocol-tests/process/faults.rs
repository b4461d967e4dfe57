//! A failing system: threads that do not start, and clocks that jump. A preloaded library simulates it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::engine::{Ending, Engine, TENGEN};
use crate::process::files::empty_folder;

/// More threads than any of these conversations starts.
const ENOUGH: usize = 6;

/// Builds the library with the compiler that built the tests.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libfaults.so");
    let beside_cargo = Path::new(env!("CARGO")).with_file_name("rustc");
    let compiler = match beside_cargo.exists() {
        true => beside_cargo,
        false => PathBuf::from("rustc"),
    };
    let built = Command::new(compiler)
        .args(["--edition", "2024", "--crate-type", "cdylib"])
        .args(["-D", "warnings", "-C", "panic=abort", "-o"])
        .arg(&library)
        .arg(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/protocol-tests/process/preload/faults.rs"
        ))
        .status();
    assert!(built.unwrap().success(), "the library is not built");
    library
});

/// Starts the program with a fault, such as `FAULT_THREADS=2`.
fn start(fault: &str, args: &[&str]) -> Engine {
    let command = format!("{fault} LD_PRELOAD=\"$0\" exec \"$@\"");
    let library = LIBRARY.to_str().expect("a path that is text");
    let args = [&["-c", &command, library, TENGEN], args].concat();
    Engine::start_program(Path::new("sh"), &args)
}

/// Converses without waiting for replies.
fn converse(fault: &str, args: &[&str], input: &str) -> Ending {
    let mut engine = start(fault, args);
    engine.write(input);
    engine.finish()
}

/// Checks that a conversation ends with an error about threads as long as too few of them start, and succeeds, as
/// defined by `is_good`, with enough.
#[track_caller]
fn assert_error_or_good(args: &[&str], input: &str, is_good: impl Fn(&[String]) -> bool) {
    let goes_well = |threads| {
        let ending = converse(&format!("FAULT_THREADS={threads}"), args, input);
        if ending.status.success() {
            assert!(is_good(&ending.rest), "{args:?}, {threads}: {ending:?}");
            assert_eq!(ending.stderr, "", "{args:?}, {threads}");
            return true;
        }
        let error = ending.stderr.lines().last().unwrap_or_default();
        let is_clear = error.starts_with("tengen: ")
            && (error.contains("thread") || error.contains("Ctrl-C"))
            && ending.status.code() == Some(1);
        assert!(is_clear, "{args:?}, {threads}: {ending:?}");
        false
    };
    let well: Vec<bool> = (0..=ENOUGH).map(goes_well).collect();
    assert!(well.is_sorted() && well[ENOUGH], "{args:?}: {well:?}");
}

#[test]
fn a_search_takes_the_threads_that_start() {
    let input = "limits nodes 20\ngenmove b\ngenmove w\nquit\n";
    let games = [
        ("go", "own"),
        ("go", "none"),
        ("gomoku", "none"),
        ("reversi", "none"),
    ];
    for (game, model) in games {
        let args = [
            "--threads",
            "3",
            "--game",
            game,
            "--book",
            "none",
            "--model",
            model,
        ];
        assert_error_or_good(&args, input, |replies| {
            let replies: Vec<&String> = replies.iter().filter(|line| !line.is_empty()).collect();
            replies.len() == 4 && replies.iter().all(|reply| reply.starts_with('='))
        });
    }
}

#[test]
fn every_front_ends_with_a_sentence_or_answers() {
    assert_error_or_good(
        &["--protocol", "gomocup", "--threads", "3"],
        "START 15\nINFO timeout_turn 50\nBEGIN\n",
        |lines| lines.len() == 2 && lines[1].contains(','),
    );
    assert_error_or_good(
        &["--protocol", "nboard", "--threads", "3"],
        "nboard 2\nset depth 3\ngo\nping 1\n",
        |lines| lines.iter().any(|line| line.starts_with("=== ")),
    );
    assert_error_or_good(
        &["play", "--size", "9", "--level", "15k"],
        "e5\nquit\n",
        |lines| lines.iter().any(|line| line.contains("Move 3")),
    );
}

/// Several positions at a time need more threads; with fewer, the other positions wait.
#[test]
fn analysis_has_a_reply_for_every_query_however_few_threads_start() {
    let query = |id| {
        format!(
            "{{\"id\":\"{id}\",\"moves\":[],\"rules\":\"chinese\",\"boardXSize\":5,\"boardYSize\":5,\"maxVisits\":5}}\n"
        )
    };
    let queries: String = (0..6).map(query).collect();
    let replies = |threads| {
        let args = ["analysis", "--model", "none", "--analysis-threads", "4"];
        converse(&format!("FAULT_THREADS={threads}"), &args, &queries)
    };
    let answered: Vec<usize> = (0..=ENOUGH)
        .map(|threads| {
            let ending = replies(threads);
            let is_clear = ending.status.success()
                || ["no thread for ", "cannot start the input thread"]
                    .iter()
                    .any(|said| ending.stderr.contains(said));
            assert!(
                is_clear && !ending.stderr.contains("panicked"),
                "{threads}: {ending:?}"
            );
            ending.rest.len()
        })
        .collect();
    assert!(
        answered.is_sorted() && answered.contains(&0),
        "{answered:?}"
    );
    assert!(
        answered.iter().all(|replies| [0, 6].contains(replies)),
        "{answered:?}"
    );
    assert!(answered[..ENOUGH - 2].contains(&6), "{answered:?}");
}

#[test]
fn a_game_for_which_there_is_no_thread_leaves_the_one_at_hand() {
    // Input, the watcher of the output, and one search.
    let mut engine = start("FAULT_THREADS=3", &["--model", "none", "--size", "9"]);
    for command in ["boardsize 9", "play b e5", "limits nodes 100"] {
        engine.execute(command);
    }
    let board = engine.execute("showboard");
    let refused = engine.ask("set_game gomoku");
    assert!(
        refused.starts_with("? no thread for the search: "),
        "{refused}"
    );
    assert_eq!(engine.execute("showboard"), board);
    assert!(!engine.execute("genmove w").is_empty());
    engine.finish().assert_clean();
}

#[test]
fn tools_work_with_the_threads_that_start() {
    let position = "---------------------------OX------XO--------------------------- X;\n";
    assert_error_or_good(
        &[
            "move",
            "--game",
            "reversi",
            "--nodes",
            "100",
            "--threads",
            "3",
        ],
        &position.repeat(5),
        |lines| lines.len() == 5,
    );
    // If no thread starts, the caller works through the ranges.
    let folder = empty_folder("faulty-weights");
    let weights = folder.join("weights");
    let weights = weights.to_str().expect("a path that is text");
    let args = ["learn", "gomoku", "--games", "1", "--threads", "3", weights];
    let ending = converse("FAULT_THREADS=1", &args, "");
    assert!(ending.status.success(), "{ending:?}");
}

#[test]
fn a_server_without_threads_says_so_or_closes_connections() {
    let folder = empty_folder("faulty-server");
    let games = folder.to_str().expect("a path that is text");
    let served = |threads| {
        let fault = format!("FAULT_THREADS={threads}");
        let args = ["web", "--listen", "127.0.0.1:0", "--games", games];
        let mut server = start(&fault, &args);
        let Ok(line) = server.read_line() else {
            let ending = server.finish();
            let is_clear = ending.stderr.starts_with("tengen: ") && ending.stderr.contains(" for ");
            assert!(is_clear, "{threads}: {ending:?}");
            return None;
        };
        let (host, _) = line["http://".len()..].split_once('/').expect("an address");
        let mut reply = String::new();
        let mut stream = TcpStream::connect(host).unwrap();
        let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        // A connection that is closed at once may be reset before everything is written.
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.read_to_string(&mut reply);
        server.signal("TERM");
        let ending = server.wait_for_exit();
        assert!(ending.status.success(), "{threads}: {ending:?}");
        assert_eq!(ending.stderr, "", "{threads}");
        Some(reply.starts_with("HTTP/1.1 200"))
    };
    let served: Vec<Option<bool>> = (0..=ENOUGH).map(served).collect();
    assert!(served.is_sorted(), "{served:?}");
    for expected in [None, Some(false), Some(true)] {
        assert!(served.contains(&expected), "{served:?}");
    }
}

#[test]
fn clocks_that_jump_change_no_move_and_stop_nothing() {
    let folder = empty_folder("faulty-clocks");
    let log = folder.join("log");
    let input = "limits nodes 200\ntime_settings 600 0 0\ngomill-cpu_time\ngenmove b\ngenmove w\ncputime\ngomill-cpu_time\nshowboard\n";
    let is_move = |line: &&String| !line.contains('.') || line.contains(". .");
    for game in ["go", "gomoku", "reversi"] {
        let mut args = vec!["--game", game, "--model", "none"];
        let steady = converse("", &args, input);
        args.extend(["--log", log.to_str().expect("a path that is text")]);
        let moves = |ending: &Ending| -> Vec<String> {
            ending.rest.iter().filter(is_move).cloned().collect()
        };
        for clock in ["date", "processor"] {
            let jumping = converse(&format!("FAULT_CLOCK={clock}"), &args, input);
            assert!(jumping.status.success(), "{clock}: {jumping:?}");
            assert_eq!(jumping.stderr, "", "{clock}");
            assert_eq!(moves(&jumping), moves(&steady), "{game}, {clock}");
        }
    }
    // Check that the clock did jump.
    let log = std::fs::read_to_string(log).unwrap();
    let years: std::collections::BTreeSet<&str> = log.lines().map(|line| &line[..4]).collect();
    assert!(years.len() >= 4, "{years:?}");
}

#[test]
fn a_game_is_saved_with_any_date_of_the_clock() {
    let folder = empty_folder("faulty-dates");
    let record = folder.join("game.sgf");
    let path = record.to_str().expect("a path that is text");
    let args = ["play", "--size", "9", "--level", "15k"];
    let input = format!("e5\nsave {path}\nquit\n");
    let ending = converse("FAULT_CLOCK=date", &args, &input);
    assert!(
        ending.status.success() && ending.stderr.is_empty(),
        "{ending:?}"
    );
    let saved = std::fs::read_to_string(&record).unwrap();
    assert!(saved.contains("DT[") && saved.contains(";B[ee]"), "{saved}");
}

/// A computation that would take years must not keep the process alive once the client has gone: queries are cut off
/// after ten seconds, here of a fast clock.
#[test]
fn a_count_is_given_up_in_time() {
    let mut engine = start("FAULT_CLOCK=fast", &["--game", "reversi"]);
    engine.execute("name");
    let began = Instant::now();
    engine.send("perft 15");
    engine.close_input();
    assert!(engine.read_reply().unwrap().starts_with('?'));
    let took = began.elapsed();
    assert!(
        (Duration::from_millis(900)..Duration::from_secs(5)).contains(&took),
        "{took:?}"
    );
    engine.finish().assert_clean();
}

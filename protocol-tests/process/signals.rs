//! Interrupts, hangups and requests to terminate: every subcommand ends, and a person's game is saved.

use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::time::Duration;

use crate::engine::{Engine, TENGEN, at_once};
use crate::process::files::{empty_folder, names_in};

/// The program as a shell command. Tests may run under nohup, and a child would inherit that hangups are ignored.
const PROGRAM: &str = "env --default-signal=HUP \"$0\"";

/// Starts a shell command in a folder; `$0` is the program.
fn start(folder: &Path, command: &str) -> Engine {
    let command = format!("cd '{}' && {command}", folder.display());
    Engine::start_program(Path::new("bash"), &["-c", &command, TENGEN])
}

/// Starts `tengen play` with pipes.
fn start_playing(folder: &Path, args: &str) -> Engine {
    start(
        folder,
        &format!("exec {PROGRAM} play --model none --book none --memory 8 {args}"),
    )
}

#[track_caller]
fn read_up_to(engine: &mut Engine, wanted: &str) {
    while !engine.read_line().unwrap().contains(wanted) {}
}

/// The text of a folder's only file.
#[track_caller]
fn saved_game(folder: &Path) -> String {
    let names = names_in(folder);
    assert_eq!(names.len(), 1, "{names:?}");
    std::fs::read_to_string(folder.join(&names[0])).unwrap()
}

/// A search that takes longer than the test waits.
const SEARCHING: &str = "--seconds 1000";

const TERMINATIONS: [(&str, i32); 2] = [("TERM", libc::SIGTERM), ("HUP", libc::SIGHUP)];

#[test]
fn a_game_is_saved_before_a_signal_ends_it() {
    let games = [
        ("go", "d4", "B[dp]"),
        ("gomoku", "h8", ";B["),
        ("othello", "f5", "B[F5]"),
    ];
    at_once(TERMINATIONS, |(name, number)| {
        at_once(games, |(game, mv, saved)| {
            for (course, rest) in [("search", SEARCHING), ("turn", "--color both")] {
                let folder = empty_folder(&format!("signals-play-{name}-{game}-{course}"));
                let mut engine = start_playing(&folder, &format!("--game {game} {rest}"));
                read_up_to(&mut engine, "Move 1");
                engine.send(mv);
                if rest == SEARCHING {
                    // Nothing is printed before the search ends.
                    engine.wait_until_written();
                    std::thread::sleep(Duration::from_millis(500));
                } else {
                    read_up_to(&mut engine, "Move 2");
                }
                engine.signal(name);
                read_up_to(&mut engine, "Saved in ");
                let ending = engine.wait_for_exit();
                assert_eq!(ending.status.signal(), Some(number), "{game} {rest}");
                assert_eq!(ending.stderr, "");
                let text = saved_game(&folder);
                assert!(text.contains(saved), "{text}");
            }
        });
    });
}

#[test]
fn a_second_interrupt_on_a_pipe_saves_as_promised() {
    let folder = empty_folder("signals-interrupt");
    let mut engine = start_playing(&folder, "--game othello --color both");
    engine.send("f5");
    read_up_to(&mut engine, "Move 2");
    engine.signal("INT");
    read_up_to(
        &mut engine,
        "Ctrl-C once more leaves and saves the game in a new file.",
    );
    engine.signal("INT");
    read_up_to(&mut engine, "Saved in ");
    assert!(engine.wait_for_exit().status.success());
    assert!(saved_game(&folder).contains("B[F5]"));
}

#[test]
fn the_end_of_a_pipe_saves_nothing() {
    let folder = empty_folder("signals-end");
    let mut engine = start_playing(&folder, "--game othello --color both");
    engine.send("f5");
    engine.close_input_after_writing();
    read_up_to(&mut engine, "Move 2");
    engine.finish();
    assert_eq!(names_in(&folder), [""; 0]);
}

#[test]
fn a_hangup_that_is_ignored_stays_so() {
    let folder = empty_folder("signals-nohup");
    let start_ignoring = |args: &str| start(&folder, &format!("trap '' HUP; exec \"$0\" {args}"));
    let mut engine = start_ignoring("play --model none --memory 8 --game gomoku --color both");
    engine.send("board");
    read_up_to(&mut engine, "Move 1");
    engine.signal("HUP");
    engine.send("h8");
    read_up_to(&mut engine, "Move 2");
    engine.send("new");
    engine.send("quit");
    engine.finish();
    let mut server =
        start_ignoring("web --listen 127.0.0.1:0 --games games --model none --book none");
    read_up_to(&mut server, "http://");
    server.signal("HUP");
    std::thread::sleep(std::time::Duration::from_millis(300));
    server.signal("TERM");
    assert!(server.wait_for_exit().status.success());
}

/// A server and a growing book shut down properly; conversations have nothing to save.
#[test]
fn every_other_subcommand_ends() {
    for (name, number) in TERMINATIONS {
        let folder = empty_folder("signals-others");
        for (args, first, begins) in [
            (
                "web --listen 127.0.0.1:0 --games games --model none --book none",
                "",
                "http://",
            ),
            (
                "book opening.book --positions 100000 --depth 1 2>&1",
                "",
                " positions ",
            ),
        ] {
            let mut engine = start(&folder, &format!("exec {PROGRAM} {args}"));
            engine.send(first);
            read_up_to(&mut engine, begins);
            engine.signal(name);
            let status = engine.wait_for_exit().status;
            assert!(status.success(), "{args}: {status}");
        }
        for (args, first, begins) in [
            ("--model none", "name", "= Tengen"),
            ("--protocol gomocup", "START 15\nABOUT", "name="),
            (
                "analysis --model none",
                "{\"id\":\"a\",\"action\":\"query_version\"}",
                "query_version",
            ),
        ] {
            let mut engine = start(&folder, &format!("exec {PROGRAM} {args}"));
            engine.send(first);
            read_up_to(&mut engine, begins);
            engine.signal(name);
            let status = engine.wait_for_exit().status;
            assert_eq!(status.signal(), Some(number), "{args}");
        }
    }
}

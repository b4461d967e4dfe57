//! Processes killed while they write: the file is the old or the new one, never a part, and no other file remains.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::engine::{Engine, Missing};
use crate::process::files::{empty_folder, names_in};
use crate::protocols::nboard::lines_up_to;

/// Processes killed for each kind of writing.
const KILLS: u64 = 12;

/// Starts a process that writes continuously, kills it, a little later each time, and checks the file.
fn kill_while_writing(start: impl Fn() -> Engine, check: impl Fn()) {
    for kill in 0..KILLS {
        let mut engine = start();
        // From here on it writes.
        assert!(engine.read_line().is_ok());
        thread::sleep(Duration::from_micros(kill * 700));
        drop(engine);
        check();
    }
}

/// A process that runs these lines, then writes its record again and again, each time one move longer.
fn writing(args: &[&str], command: &str, moves: &[&str]) -> Engine {
    let mut engine = Engine::start(args);
    let mut lines = "name\n".to_owned();
    for _ in 0..50 {
        lines += "clear_board\n";
        for mv in moves {
            lines += &format!("play {mv}\n{command}\n");
        }
    }
    engine.write(lines);
    engine
}

fn assert_record(path: &Path, beginning: &str) {
    let text = fs::read_to_string(path).unwrap();
    let is_whole = text.starts_with(beginning) && text.ends_with(")\n");
    assert!(is_whole, "{text:?}");
}

#[test]
fn a_killed_printsgf_leaves_a_whole_record() {
    let folder = empty_folder("killed-sgf");
    let path = folder.join("game.sgf");
    let command = format!("printsgf {}", path.display());
    Engine::start(&[]).execute(&command);
    kill_while_writing(
        || writing(&[], &command, &["b d4", "w q16", "b c3", "w r17"]),
        || assert_record(&path, "(;GM[1]"),
    );
    let mut engine = Engine::start(&[]);
    engine.execute(&command);
    engine.execute(&format!("loadsgf {}", path.display()));
    assert_eq!(names_in(&folder), ["game.sgf"]);
}

#[test]
fn a_killed_printggf_leaves_a_whole_record() {
    let folder = empty_folder("killed-ggf");
    let path = folder.join("game.ggf");
    let command = format!("printggf {}", path.display());
    let args = ["--game", "reversi"];
    Engine::start(&args).execute(&command);
    kill_while_writing(
        || writing(&args, &command, &["b f5", "w f6", "b e6", "w f4"]),
        || assert_record(&path, "(;GM[Othello]"),
    );
    let mut engine = Engine::start(&args);
    engine.execute(&command);
    engine.execute(&format!("loadggf {}", path.display()));
    assert_eq!(names_in(&folder), ["game.ggf"]);
}

#[test]
fn a_killed_dump_leaves_a_whole_table() {
    let folder = empty_folder("killed-dump");
    let path = folder.join("table");
    let dump = format!("YXHASHDUMP {}\n", path.display());
    let start = || {
        let mut engine = Engine::start(&["--protocol", "gomocup", "--memory", "1"]);
        engine.write("START 15\nINFO max_node 20000\nBEGIN\n");
        engine.write(dump.repeat(50));
        engine
    };
    let load = || {
        let mut engine = Engine::start(&["--protocol", "gomocup", "--memory", "1"]);
        engine.send(&format!("YXHASHLOAD {}", path.display()));
        let reply = engine.read_line().unwrap();
        assert!(reply.contains(" positions read from "), "{reply}");
        engine.finish().assert_clean();
    };
    let mut first = start();
    while !first
        .read_line()
        .unwrap()
        .contains(" positions written to ")
    {}
    drop(first);
    kill_while_writing(start, load);
    let mut last = start();
    while !last.read_line().unwrap().contains(" positions written to ") {}
    last.finish();
    assert_eq!(names_in(&folder), ["table"]);
}

#[test]
fn a_killed_learner_leaves_a_whole_book() {
    let folder = empty_folder("killed-book");
    let path = folder.join("opening.book");
    let book = path.to_string_lossy();
    let grow = [
        "book",
        &book,
        "--positions",
        "3",
        "--depth",
        "1",
        "--memory",
        "1",
    ];
    assert!(Engine::start(&grow).finish().status.success());
    let start = || {
        let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
        let mut lines = "set depth 1\n".to_owned();
        for game in ["F5 F6 E6 F4", "F5 D6 C3 D3", "F5 F4 E3 F6", "D3 C3 C4 C5"].repeat(20) {
            lines += NEW_GAME;
            for mv in game.split(' ') {
                lines += &format!("move {mv}\n");
            }
            lines += "learn\n";
        }
        engine.write(lines);
        engine
    };
    let open = || {
        let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
        engine.send("ping 1");
        assert_eq!(engine.read_line().as_deref(), Ok("pong 1"));
        engine.finish().assert_clean();
    };
    kill_while_writing(start, open);
    let mut last = start();
    lines_up_to(&mut last, "learned");
    last.close_input();
    while last.read_line() != Err(Missing::End) {}
    assert_eq!(names_in(&folder), ["opening.book"]);
}

/// The start of a game in NBoard's protocol.
pub const NEW_GAME: &str = "set game (;GM[Othello]TY[8]BO[8 -------- -------- -------- \
    ---O*--- ---*O--- -------- -------- -------- *];)\n";

/// After a kill, every answered change is there, in the file or its journal.
#[test]
fn a_killed_database_keeps_every_change_that_was_answered() {
    let folder = empty_folder("killed-database");
    let path = folder.join("a.db");
    let open = || {
        let mut engine = Engine::start(&["--protocol", "gomocup", "--memory", "1"]);
        engine.write(format!("START 15\nYXSETDATABASE {}\n", path.display()));
        while !engine.read_line().unwrap().contains(" positions in ") {}
        engine
    };
    // Reads the entry's next value, which `MESSAGE DATABASE ONE` prints after the label.
    let read_value = |engine: &mut Engine| loop {
        let line = engine.read_line().unwrap();
        assert!(!line.starts_with("ERROR"), "{line}");
        if let Some(entry) = line.strip_prefix("MESSAGE DATABASE ONE ") {
            return entry.split(' ').nth(1).unwrap().parse::<u64>().unwrap();
        }
    };
    let mut kept = 0;
    for kill in 0..KILLS {
        let mut engine = open();
        let mut lines = String::new();
        for value in kept + 1..kept + 200 {
            lines += &format!("YXEDITTVDDATABASE 7 97 {value} 5\n7,7\nDONE\n");
            if value % 3 == 0 {
                lines += "YXSAVEDATABASE\n";
            }
        }
        engine.write(lines);
        for _ in 0..kill {
            read_value(&mut engine);
        }
        let answered = read_value(&mut engine);
        thread::sleep(Duration::from_micros(kill * 300));
        drop(engine);
        let mut engine = open();
        engine.write("YXQUERYDATABASEONE\n7,7\nDONE\n");
        kept = read_value(&mut engine);
        assert!(kept >= answered, "{kept} is left, {answered} was answered");
        engine.finish().assert_clean();
        assert_eq!(names_in(&folder), ["a.db"]);
    }
}

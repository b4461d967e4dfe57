//! Conversations in the Gomocup protocol.

use crate::engine::Engine;
use crate::transcript::{Sending, run_all};

/// Only what a file asks for is sent without waiting: a new game on top of a search makes its move vain, so
/// that replies do depend on the waiting here.
#[test]
fn transcripts() {
    run_all("gomocup", &[Sending::Waiting]);
}

/// Whatever follows a command's name, nothing but whole answers comes, and the next command is answered too.
#[test]
fn no_argument_breaks_a_command() {
    const COMMANDS: [&str; 25] = [
        "ABOUT",
        "START",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "PLAY",
        "TAKEBACK",
        "BOARD",
        "YXBOARD",
        "SWAP2BOARD",
        "DONE",
        "SUGGEST",
        "STOP",
        "YXSTOP",
        "YXSHOWFORBID",
        "YXSHOWINFO",
        "YXHASHCLEAR",
        "YXNBEST",
        "YXBALANCEONE",
        "INFO rule",
        "INFO max_node",
        "INFO thread_num",
        "INFO max_memory",
        "INFO show_detail",
    ];
    const ARGUMENTS: [&str; 11] = [
        "",
        "7,7",
        "3,4 5,6",
        "15",
        "0",
        "-1",
        "99999999999999999999",
        "7,7,1",
        ",",
        "\u{e9}\u{fffd}\"",
        "a b c d e f g",
    ];
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    for command in COMMANDS {
        for arguments in ARGUMENTS {
            // Every case begins from the same game, and what may be an open block is closed.
            engine.write("START 15\nINFO rule 0\nINFO max_depth 1\n");
            assert_eq!(engine.read_line().as_deref(), Ok("OK"));
            engine.write(format!("{command} {arguments}\nDONE\nABOUT\n"));
            let mut seen = Vec::new();
            loop {
                let line = engine.read_line().unwrap();
                if line.starts_with("name=")
                    && !(command == "ABOUT" && arguments.is_empty() && seen.is_empty())
                {
                    break;
                }
                seen.push(line);
            }
            let whole = |line: &String| {
                [
                    "OK", "SWAP", "ERROR ", "UNKNOWN ", "MESSAGE ", "FORBID ", "name=",
                ]
                .iter()
                .any(|word| line.starts_with(word))
                    || line
                        .bytes()
                        .all(|byte| byte.is_ascii_digit() || b", ".contains(&byte))
            };
            // A line for each of the 15 moves that one of the questions asks for.
            let most = if command == "YXNBEST" { 17 } else { 4 };
            assert!(
                seen.len() <= most && seen.iter().all(whole),
                "{command} {arguments}: {seen:?}"
            );
            // A refused size leaves the next game to this one.
            engine.write(
                "INFO max_node 0\nINFO thread_num 1\nINFO max_memory 0\nINFO show_detail 0\n",
            );
        }
    }
    engine.finish().assert_clean();
}

/// Details of the search are MESSAGE lines before the move; one with `name=` in it would rename us in qpiskvork.
#[test]
fn details_of_the_search_come_before_its_move() {
    for level in ["0", "1", "2", "3"] {
        let mut engine = Engine::start(&["--protocol", "gomocup"]);
        engine.write(format!(
            "START 15\nINFO show_detail {level}\nINFO max_node 20000\nTURN 6,8\n"
        ));
        assert_eq!(engine.read_line().as_deref(), Ok("OK"));
        let mut details = Vec::new();
        let mut line = engine.read_line().unwrap();
        while line.starts_with("MESSAGE ") {
            details.push(line);
            line = engine.read_line().unwrap();
        }
        assert!(
            line.split(',').all(|number| number.parse::<u8>().is_ok()),
            "{line}"
        );
        assert_eq!(
            details.is_empty(),
            level == "0",
            "level {level}: {details:?}"
        );
        assert!(
            !details.iter().any(|line| line.contains("name=")),
            "{details:?}"
        );
        engine.finish().assert_clean();
    }
}

/// GomocupJudge disqualifies whoever takes more than `max_memory`, also by a little.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_its_bound() {
    const BOUND: u64 = 80 << 20;
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.send("START 20");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    engine.write(format!(
        "INFO max_memory {BOUND}\nINFO timeout_turn 1000\nTURN 6,10\n"
    ));
    engine.read_line().unwrap();
    engine.send("TURN 7,11");
    engine.read_line().unwrap();
    let resident = engine.resident();
    println!("{} MiB of {} MiB", resident >> 20, BOUND >> 20);
    assert!(resident < BOUND, "{resident} bytes");
    engine.finish().assert_clean();
}

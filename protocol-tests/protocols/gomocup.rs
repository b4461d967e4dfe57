//! Conversations in the Gomocup protocol.

use tengen_protocol::gomocup::command_table;

use crate::engine::Engine;
use crate::transcript::{Sending, run_all};

/// Only input that a file marks is sent without waiting: a new game during a search discards its move, so replies
/// depend on the waiting here.
#[test]
fn transcripts() {
    run_all("gomocup", &[Sending::Waiting]);
}

/// With any arguments, a command gets only complete answers, and the next command is answered too.
#[test]
fn no_argument_breaks_a_command() {
    const SETTINGS: [&str; 5] = [
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
    // A line with fifth moves follows DONE in these.
    const LINE_BEHIND: [&str; 3] = ["RIFSTEP5", "SOOSYRVSTEP6", "TARAGUCHISTEP4"];
    // END would end the session, and a table would be written to files with these names if files were allowed.
    let words = command_table::names().filter(|word| *word != "END");
    let mut engine = Engine::start(&["--protocol", "gomocup", "--files", "none"]);
    for command in words.chain(SETTINGS).chain(["DONE", "SUGGEST"]) {
        for arguments in ARGUMENTS {
            // Every case begins with the same game, and closes a block that may be open.
            engine.write("START 15\nINFO rule 0\nINFO max_depth 1\n");
            assert_eq!(engine.read_line().as_deref(), Ok("OK"));
            let behind = if LINE_BEHIND.contains(&command) {
                "7,7\n"
            } else {
                ""
            };
            engine.write(format!("{command} {arguments}\nDONE\n{behind}ABOUT\n"));
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
                    "OK", "SWAP", "ERROR ", "UNKNOWN ", "MESSAGE ", "FORBID", "name=",
                ]
                .iter()
                .any(|word| line.starts_with(word))
                    || line
                        .bytes()
                        .all(|byte| byte.is_ascii_digit() || b", ".contains(&byte))
            };
            // A line for each of the 15 moves, or of all moves, that one of the commands lists.
            let most = match command {
                "YXNBEST" => 17,
                "YXSEARCHDEFEND" => 227,
                _ => 4,
            };
            assert!(
                seen.len() <= most && seen.iter().all(whole),
                "{command} {arguments}: {seen:?}"
            );
            // A refused size keeps the current game.
            engine.write(
                "INFO max_node 0\nINFO thread_num 1\nINFO max_memory 0\nINFO show_detail 0\n",
            );
        }
    }
    engine.finish().assert_clean();
}

/// Search details precede the move. One with `name=` in it would rename the engine in qpiskvork.
#[test]
fn details_of_the_search_come_before_its_move() {
    for (level, steps, lines) in [("0", false, false), ("1", true, false), ("2", false, true)] {
        let mut engine = Engine::start(&["--protocol", "gomocup"]);
        engine.write(format!(
            "START 15\nINFO show_detail {level}\nINFO max_node 20000\nTURN 6,8\n"
        ));
        assert_eq!(engine.read_line().as_deref(), Ok("OK"));
        let (details, answer) = details(&mut engine);
        assert!(is_move(&answer), "{answer}");
        let tells = |start: &str| details.iter().any(|line| line.starts_with(start));
        assert_eq!(
            tells("MESSAGE REALTIME BEST "),
            steps,
            "{level}: {details:?}"
        );
        assert_eq!(tells("INFO BESTLINE "), lines, "{level}: {details:?}");
        assert_eq!(
            tells("MESSAGE depth "),
            steps || lines,
            "{level}: {details:?}"
        );
        assert!(
            !details.iter().any(|line| line.contains("name=")),
            "{details:?}"
        );
        engine.finish().assert_clean();
    }
}

/// While it waits, Yixin-Board marks each root move as its search begins and ends.
#[test]
fn moves_are_watched_in_real_time() {
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.write("START 15\nINFO show_detail 1\nINFO timeout_turn 60000\nTURN 6,8\n");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    let mut seen = Vec::new();
    let tells = |seen: &[String], word: &str| {
        let start = format!("MESSAGE REALTIME {word} ");
        seen.iter().any(|line| line.starts_with(&start))
    };
    while !(tells(&seen, "POS") && tells(&seen, "DONE")) {
        seen.push(engine.read_line().unwrap());
    }
    assert!(
        seen.iter().all(|line| line.starts_with("MESSAGE ")),
        "{seen:?}"
    );
    engine.send("YXSTOP");
    let (_, answer) = details(&mut engine);
    assert!(is_move(&answer), "{answer}");
    engine.finish().assert_clean();
}

/// Reads the lines about a search, and the first line of another kind.
fn details(engine: &mut Engine) -> (Vec<String>, String) {
    let mut details = Vec::new();
    loop {
        let line = engine.read_line().unwrap();
        if !["MESSAGE ", "INFO "]
            .iter()
            .any(|word| line.starts_with(word))
        {
            return (details, line);
        }
        details.push(line);
    }
}

fn is_move(line: &str) -> bool {
    let numbers: Vec<_> = line.split(',').map(str::parse::<u8>).collect();
    numbers.len() == 2 && numbers.iter().all(Result::is_ok)
}

/// A referee suspends the process while it is not to move. That time must not count, even if the engine itself keeps
/// the match time: a clock that ran on would be overdrawn and leave a millisecond.
#[cfg(unix)]
#[test]
fn a_suspended_process_loses_no_time() {
    use std::thread;
    use std::time::{Duration, Instant};

    const MATCH: Duration = Duration::from_millis(1500);
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.write("START 15\nINFO timeout_match 1500\nINFO pondering 1\nTURN 6,8\n");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    let answer = engine.read_line().unwrap();
    assert!(is_move(&answer), "{answer}");
    engine.signal("STOP");
    thread::sleep(MATCH * 4 / 3);
    engine.signal("CONT");
    let started = Instant::now();
    engine.send("TURN 0,0");
    let answer = engine.read_line().unwrap();
    assert!(is_move(&answer), "{answer}");
    let took = started.elapsed();
    assert!(took > Duration::from_millis(10), "{took:?}");
    engine.finish().assert_clean();
}

/// GomocupJudge disqualifies an engine that exceeds `max_memory` even slightly.
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

//! Endless lines, countless lines and meaningless bytes.

use std::time::Duration;

use crate::engine::{Engine, Missing};

#[test]
fn long_lines_are_lines() {
    const MEGABYTE: usize = 1 << 20;
    let mut engine = Engine::start(&["--size", "5"]);
    engine.send(&format!("1 genmove {}", "x".repeat(MEGABYTE)));
    engine.send(&"x".repeat(MEGABYTE));
    engine.send(&format!("# {}", "x".repeat(MEGABYTE)));
    engine.send(&" ".repeat(MEGABYTE));
    engine.send(&format!("2{}name", " ".repeat(MEGABYTE)));
    engine.send(&format!(
        "3 gogui-play_sequence {}",
        "b pass w pass ".repeat(MEGABYTE / 14)
    ));
    engine.send("4 undo");
    for expected in [
        "?1 syntax error",
        "? unknown command",
        "=2 Tengen",
        "=3",
        "=4",
    ] {
        assert_eq!(engine.read_reply().as_deref(), Ok(expected));
    }
    engine.finish().assert_clean();

    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.send(&format!("TURN {}", "7".repeat(MEGABYTE)));
    assert!(engine.read_line().unwrap().starts_with("ERROR"));
    engine.send(&"x".repeat(MEGABYTE));
    let reply = engine.read_line().unwrap();
    assert!(reply.starts_with("UNKNOWN") && reply.len() < 1000);
    engine.finish().assert_clean();

    let mut engine = Engine::start(&["play", "--game", "reversi"]);
    engine.send(&"x".repeat(MEGABYTE));
    engine.send(&format!("a{}", "9".repeat(MEGABYTE)));
    engine.send(&format!("level {}", "9".repeat(MEGABYTE)));
    engine.close_input();
    let mut cut_short = 0;
    while let Ok(line) = engine.read_line() {
        assert!(line.len() < 1000, "a line of {} bytes", line.len());
        cut_short += usize::from(line.contains("xxx...") || line.contains("999..."));
    }
    assert_eq!(cut_short, 3);
    engine.finish().assert_clean();
}

/// Longer lines than 32 MiB are not meant: each gets one error, and the next line is read normally.
#[test]
fn lines_beyond_the_cap_are_refused_whole() {
    const BEYOND: usize = (32 << 20) + 1000;
    let mut engine = Engine::start(&["--protocol", "gtp"]);
    engine.send(&format!("5 name # {}", "name ".repeat(BEYOND / 5)));
    engine.send("6 name");
    assert_eq!(engine.read_reply().as_deref(), Ok("? line too long"));
    assert_eq!(engine.read_reply().as_deref(), Ok("=6 Tengen"));
    engine.finish().assert_clean();

    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.send(&"BEGIN ".repeat(BEYOND / 6));
    assert!(engine.read_line().unwrap().starts_with("ERROR"));
    engine.send("START 15");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    engine.finish().assert_clean();
}

#[test]
fn ten_thousand_pipelined_commands_are_answered_in_order() {
    const COUNT: usize = 10_000;
    let commands = ["name", "play b d4", "undo", "nonsense", "is_legal w q16"];
    let replies = [" Tengen", "", "", " unknown command", " 1"];
    let mut engine = Engine::start(&[]);
    let lines = (0..COUNT).map(|id| format!("{id} {}\n", commands[id % commands.len()]));
    engine.write(lines.collect::<String>());
    engine.close_input();
    for id in 0..COUNT {
        let sign = if id % commands.len() == 3 { '?' } else { '=' };
        let expected = format!("{sign}{id}{}", replies[id % replies.len()]);
        assert_eq!(engine.read_reply(), Ok(expected));
    }
    engine.finish().assert_clean();
}

/// The replies fill every pipe long before the last command is written: the engine has to continue reading.
#[test]
fn a_client_may_write_everything_before_it_reads() {
    const COUNT: usize = 200_000;
    let mut engine = Engine::start(&[]);
    let lines = (0..COUNT).map(|id| format!("{id} protocol_version\n"));
    engine.write(lines.collect::<String>());
    engine.close_input_after_writing();
    for id in 0..COUNT {
        assert_eq!(engine.read_line(), Ok(format!("={id} 2")));
        assert_eq!(engine.read_line().as_deref(), Ok(""));
    }
    engine.finish().assert_clean();
}

/// A pipe may deliver a line in pieces of any size.
#[test]
fn lines_may_come_byte_by_byte() {
    let mut engine = Engine::start(&[]);
    for byte in b"1 name\r\n\n2 boardsize 9\n3 play b d4\n" {
        engine.write([*byte]);
        engine.wait_until_written();
    }
    for expected in ["=1 Tengen", "=2", "=3"] {
        assert_eq!(engine.read_reply().as_deref(), Ok(expected));
    }
    engine.finish().assert_clean();
}

#[test]
fn bytes_without_meaning_are_answered_and_survived() {
    // A few hundred lines of noise with every byte except LF; none is a command.
    let noise: Vec<u8> = (0..200u32)
        .flat_map(|row| {
            let bytes =
                (1..=60u32).map(move |column| (row * 31 + column * 97 + column * row) as u8);
            let bytes = bytes.filter(|byte| !matches!(byte, b'\n' | b'\r' | b'#'));
            [b'z'].into_iter().chain(bytes).chain([b'\n'])
        })
        .collect();
    let mut engine = Engine::start(&["--protocol", "gtp"]);
    engine.write(noise.clone());
    for _ in 0..200 {
        assert_eq!(engine.read_reply().as_deref(), Ok("? unknown command"));
    }
    assert_eq!(engine.ask("name"), "= Tengen");
    engine.finish().assert_clean();

    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.write(noise);
    for _ in 0..200 {
        assert!(engine.read_line().unwrap().starts_with("UNKNOWN "));
    }
    engine.send("START 15");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    engine.finish().assert_clean();
}

/// During a search, input beyond 64 MB stays in the pipe and is answered later.
#[cfg(target_os = "linux")]
#[test]
fn input_behind_a_search_does_not_fill_the_memory() {
    // Twice what 64 MB hold. A busy machine may need a longer search to take them in.
    const LINES: usize = 500_000;
    let grown = [1.5, 6.0, 24.0].into_iter().find_map(|seconds| {
        let grown = grown_behind_a_search(seconds, LINES);
        (grown >= 30 << 20).then_some(grown)
    });
    let grown = grown.expect("the input is read");
    assert!(grown < 130 << 20, "{} MiB", grown >> 20);
}

/// Returns the most memory that lines of input take during a search, and reads the replies.
#[cfg(target_os = "linux")]
fn grown_behind_a_search(seconds: f64, lines: usize) -> u64 {
    let mut engine = Engine::start(&["--game", "gomoku", "--memory", "8"]);
    engine.execute(&format!("limits seconds {seconds}"));
    engine.execute("play b g9");
    let before = engine.resident();
    engine.send("1 genmove w");
    engine.write("name\n".repeat(lines));
    let mut most = before;
    let reply = loop {
        match engine.read_line_within(Duration::from_millis(20)) {
            Err(Missing::Patience) => most = most.max(engine.resident()),
            line => break line.unwrap(),
        }
    };
    assert!(reply.starts_with("=1 "), "{reply}");
    assert_eq!(engine.read_line().as_deref(), Ok(""));
    for _ in 0..lines {
        assert_eq!(engine.read_reply().as_deref(), Ok("= Tengen"));
    }
    engine.finish().assert_clean();
    most - before
}

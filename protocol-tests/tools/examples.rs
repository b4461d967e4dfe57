//! Outputs quoted in the documents, produced again.

use std::path::Path;

use crate::engine::Engine;

const README: &str = include_str!("../../README.md");
const TOOLS: &str = include_str!("../../src/tool/manual/subcommands.md");
const ANALYSIS: &str = include_str!("../../src/protocol/analysis/notes.md");

/// The lines of the first code block after `mark`.
#[track_caller]
fn block(document: &'static str, mark: &str) -> Vec<&'static str> {
    let (_, rest) = document
        .split_once(mark)
        .expect("the document has the mark");
    let (_, block) = rest.split_once("```").expect("a block follows");
    let (block, _) = block.split_once("\n```").expect("the block ends");
    block.lines().skip(1).collect()
}

/// The output of the program for this input.
fn output(args: &[&str], input: &str) -> Vec<String> {
    let mut engine = Engine::start(args);
    engine.write(input);
    engine.finish().rest
}

/// Whether a line is as quoted, with `...` for any text.
fn is_quoted(quoted: &str, mut line: &str) -> bool {
    for part in quoted.split("...") {
        let part = part.trim_matches([' ', ',']);
        let Some(at) = line.find(part) else {
            return false;
        };
        line = &line[at + part.len()..];
    }
    true
}

/// Checks that the quoted lines are in the output, in this order.
#[track_caller]
fn assert_quoted(quoted: &[&str], output: &[String]) {
    let mut lines = output.iter();
    for quoted in quoted {
        let is_there = lines.any(|line| is_quoted(quoted, line));
        assert!(
            is_there,
            "{quoted}\nis not in its place in\n{}",
            output.join("\n")
        );
    }
}

#[test]
fn a_board_in_the_terminal() {
    let quoted = block(README, "## Play");
    let command = quoted[0].strip_prefix("$ tengen ").expect("a command");
    let args: Vec<&str> = command.split(' ').collect();
    assert_quoted(&quoted[1..], &output(&args, ""));
}

#[test]
fn the_session_in_three_games() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/sessions/three-games.gtp");
    let session = std::fs::read_to_string(path).expect("the session");
    // No quoted reply depends on the moves found, which take a second each.
    let lines = session.lines().filter(|line| !line.starts_with("genmove"));
    let input: String = lines.map(|line| format!("{line}\n")).collect();
    assert_quoted(
        &block(README, "The replies of the session"),
        &output(&[], &input),
    );
}

#[test]
fn ladders_over_gtp() {
    let commands = block(README, "## Ladders");
    let input: String = commands[1..]
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    let input = input.trim_end_matches("EOF\n");
    assert_quoted(&block(README, "The replies say"), &output(&[], input));
}

#[test]
fn lines_of_json() {
    let tools = [
        ("### Ladders without", &["ladders"][..]),
        ("### Moves for", &["move", "--nodes", "1000"]),
        ("### Life and death without", &["life"]),
    ];
    for (mark, args) in tools {
        let quoted = block(TOOLS, mark);
        let first = quoted[0].strip_prefix("$ tengen ");
        assert!(
            first.is_none_or(|command| command == args.join(" ")),
            "{first:?}"
        );
        let is_query =
            |line: &&str| line.contains(r#""rows""#) || line.contains(r#""moves":[["B""#);
        let shown = quoted.iter().copied().skip(usize::from(first.is_some()));
        let (queries, answers): (Vec<&str>, Vec<&str>) = shown.partition(is_query);
        assert_quoted(
            &answers,
            &output(args, &format!("{}\n", queries.join("\n"))),
        );
    }
}

#[test]
fn analysis() {
    for (mark, pairs) in [
        ("JSON object per line", 1),
        ("Gomoku and Othello answer", 2),
    ] {
        let quoted = block(ANALYSIS, mark);
        assert_eq!(quoted.len(), 2 * pairs);
        for pair in quoted.chunks(2) {
            assert_quoted(
                &pair[1..],
                &output(&["analysis"], &format!("{}\n", pair[0])),
            );
        }
    }
}

#[test]
fn solved_positions() {
    let quoted = block(TOOLS, "### Positions of Othello without");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/data/ffo.obf");
    let positions = std::fs::read_to_string(path).expect("the positions");
    let first: String = positions
        .lines()
        .take(4)
        .map(|line| format!("{line}\n"))
        .collect();
    let found = output(&["solve"], &first);
    // The columns of times differ from run to run, and so does the end of the last line.
    let untimed = |line: &str| -> String {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "total" => words[..5].join(" "),
            _ => [&words[..4], &words[7..]].concat().join(" "),
        }
    };
    let quoted: Vec<_> = quoted[1..].iter().map(|line| untimed(line)).collect();
    let found: Vec<_> = found.iter().map(|line| untimed(line)).collect();
    assert_eq!(quoted, found);
}

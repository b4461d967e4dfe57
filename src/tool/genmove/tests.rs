//! Finds moves for positions in all formats.

use std::fs;

use serde_json::{Value, json};

use super::*;
use crate::tool::streams::captured;
use tengen_testing::scratch::Scratch;

/// Returns a folder with an input file.
fn input(name: &str, text: &str) -> Scratch {
    let folder = Scratch::new(&format!("move-{name}"));
    fs::write(folder.path().join("input"), text).unwrap();
    folder
}

/// Runs the tool. Returns its output lines, its log, and whether it succeeded.
fn run(folder: &Scratch, options: &[&str]) -> (Vec<String>, String, bool) {
    let path = folder.path().join("input");
    let path = path.to_str().unwrap();
    let common = [path, "--model", "none", "--visits", "30", "--memory", "1"];
    let args: MoveArgs = captured::arguments(common.iter().chain(options).copied());
    let (result, output, log) = captured::run(|streams| args.run(streams));
    let lines = output.lines().map(str::to_owned).collect();
    (lines, log.replace(path, "FILE"), result.is_ok())
}

fn objects(lines: &[String]) -> Vec<Value> {
    let read = |line: &String| serde_json::from_str(line).unwrap();
    lines.iter().map(read).collect()
}

const QUERIES: &str = r#"{"id":"a","moves":[["B","C3"]],"boardXSize":5,"boardYSize":5,"rules":"japanese","maxVisits":7}
{"id":17,"game":"renju","moves":[["B","H8"],["W","H9"]]}

{"id":{"x":[1]},"game":"othello","moves":[["B","f5"],["W","d6"]],"analyzeTurns":[2,0]}
{"moves":[],"boardXSize":5,"boardYSize":5}
"#;

#[test]
fn queries_are_answered_in_order_with_their_ids() {
    let file = input("queries", QUERIES);
    let (lines, log, is_well) = run(&file, &[]);
    assert!(is_well && log.is_empty(), "{log}");
    let lines = objects(&lines);
    let names: Vec<_> = lines
        .iter()
        .map(|line| (line["id"].clone(), line["turnNumber"].as_u64().unwrap()))
        .collect();
    let expected = [
        (json!("a"), 1),
        (json!(17), 2),
        (json!({"x": [1]}), 0),
        (json!({"x": [1]}), 2),
        (Value::Null, 0),
    ];
    assert_eq!(names, expected);
    assert_eq!(lines[0]["visits"], 7);
    for line in &lines {
        assert_eq!(line["move"], line["pv"][0], "{line}");
        let winrate = line["winrate"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&winrate), "{line}");
    }
}

#[test]
fn the_output_depends_on_neither_threads_nor_shards() {
    let file = input("many", &QUERIES.repeat(4));
    let (one, _, _) = run(&file, &[]);
    assert_eq!(run(&file, &["--threads", "3"]).0, one);
    for parts in [2, 5, 30] {
        let shard = |part| run(&file, &["--shard", &format!("{part}/{parts}")]).0;
        let joined: Vec<String> = (1..=parts).flat_map(shard).collect();
        assert_eq!(joined, one, "{parts}");
    }
}

#[test]
fn bad_lines_are_named_and_disturb_no_other() {
    let text = format!(
        "{QUERIES}{{\"id\":\"b\",\"moves\":[[\"B\",\"Z99\"]]}}\n{{\"id\":\"c\"\nnonsense\n{{\"id\":\"d\",\"game\":\"chess\"}}\n{QUERIES}"
    );
    let file = input("bad", &text);
    let good = run(&input("good", &QUERIES.repeat(2)), &[]).0;
    let (lines, log, is_well) = run(&file, &[]);
    assert!(!is_well);
    let (bad, rest): (Vec<_>, Vec<_>) = lines
        .into_iter()
        .partition(|line| line.contains("\"error\""));
    assert_eq!(rest, good);
    let bad = objects(&bad);
    let named: Vec<_> = bad
        .iter()
        .map(|line| (&line["line"], &line["id"], &line["field"]))
        .collect();
    let (b, d, moves, game) = (json!("b"), json!("d"), json!("moves"), json!("game"));
    let null = Value::Null;
    assert_eq!(
        named,
        [
            (&json!(6), &b, &moves),
            (&json!(7), &null, &null),
            (&json!(8), &null, &null),
            (&json!(9), &d, &game),
        ]
    );
    let log: Vec<&str> = log.lines().collect();
    assert_eq!(
        log[0],
        "FILE: line 6: moves: Could not parse board location: Z99"
    );
    assert!(log[1].starts_with("FILE: line 7: column 9: EOF"), "{log:?}");
    assert_eq!(
        log[2],
        "FILE: line 8: expected a query of the analysis protocol as a JSON object"
    );
    assert_eq!(log.len(), 4);
    assert!(run(&file, &["--lenient"]).2);
}

#[test]
fn the_options_are_for_queries_that_leave_them_out() {
    let file = input(
        "defaults",
        "{\"id\":\"a\",\"moves\":[]}\n{\"id\":\"b\",\"moves\":[],\"boardXSize\":7,\"boardYSize\":7}\n\
         {\"id\":\"c\",\"game\":\"othello\",\"moves\":[]}\n",
    );
    let (lines, log, is_well) = run(
        &file,
        &["--game", "gomoku", "--rule", "renju", "--size", "9"],
    );
    assert!(is_well, "{log}");
    let moves: Vec<Value> = objects(&lines)
        .into_iter()
        .map(|line| line["move"].clone())
        .collect();
    // Renju begins in the center.
    assert_eq!(moves[..2], [json!("E5"), json!("D4")]);
    let go = input("komi", "{\"moves\":[],\"boardXSize\":5,\"boardYSize\":5}\n");
    let score = |komi| {
        let lines = run(&go, &["--komi", komi]).0;
        objects(&lines)[0]["scoreLead"].as_f64().unwrap()
    };
    assert!(score("-50") - score("50") > 20.0);
}

#[test]
fn other_formats_get_the_move_alone() {
    let obf = format!(
        "% a comment\n{}OX------XO{} X;\n{} X;\n",
        "-".repeat(27),
        "-".repeat(27),
        "X".repeat(64)
    );
    let ggf = format!(
        "1 (;GM[Othello]PB[a]PW[b]TY[8]BO[8 {}O*------*O{} *]B[F5/1.0]W[D6];)\n",
        "-".repeat(27),
        "-".repeat(27)
    );
    let file = input("othello", &(obf + &ggf + "junk\n"));
    let (lines, log, is_well) = run(&file, &[]);
    assert!(!is_well);
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(["d3", "c4", "f5", "e6"].contains(&lines[0].as_str()));
    assert_eq!((lines[1].as_str(), lines[3].as_str()), ("none", "?"));
    assert_eq!(
        log,
        "FILE: line 5: expected a JSON object, OBF or GGF: expected 64 squares, saw 4\n"
    );
    let (json_lines, _, _) = run(&file, &["--json"]);
    let json_lines = objects(&json_lines);
    assert_eq!(
        (&json_lines[0]["id"], &json_lines[2]["id"]),
        (&json!(2), &json!(4))
    );
    assert_eq!(json_lines[0]["move"], lines[0].as_str());
    assert_eq!(
        (&json_lines[1]["move"], &json_lines[3]["line"]),
        (&Value::Null, &json!(5))
    );
}

#[test]
fn games_of_sgf_get_the_move_after_their_main_lines() {
    let text = "\n(;GM[4]SZ[9];B[ee](;W[ed])(;W[aa];B[bb]))\n(;GM[2];B[f5])(;GM[1]SZ[5];B[cc];\nW[cc])(;GM[9])\n(;GM[1]SZ[5];B[zz])";
    let file = input("games", text);
    let (lines, log, is_well) = run(&file, &[]);
    assert!(!is_well);
    assert_eq!(lines.len(), 5);
    assert!(["d6", "f4", "f6"].contains(&lines[1].as_str()), "{lines:?}");
    assert_ne!(lines[2], "?");
    assert_eq!(lines[3], "?");
    assert_ne!(lines[4], "?");
    let log: Vec<&str> = log.lines().collect();
    // A move that breaks a rule is a warning, not an error.
    assert_eq!(
        log[0],
        "FILE: game 3: line 4, column 3: move 2: the point is occupied; it is played"
    );
    assert!(
        log[1].starts_with("FILE: game 4: line 4, column"),
        "{log:?}"
    );
    assert!(
        log[2].starts_with("FILE: game 5: line 5, column 16: expected a point"),
        "{log:?}"
    );
    let (of_gomoku, log, _) = run(&file, &["--game", "gomoku"]);
    assert_eq!((&of_gomoku[0], of_gomoku[1].as_str()), (&lines[0], "?"));
    assert!(
        log.contains("game 2: expected a position of Gomoku, saw one of Othello"),
        "{log}"
    );
}

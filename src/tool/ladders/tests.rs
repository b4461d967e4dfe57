//! Checks the tool on the labeled positions and on invalid lines.

use std::io::Cursor;

use proptest::prelude::*;

use super::*;
use crate::tool::positions::input::PositionInput;
use crate::tool::streams::captured;
use tengen_go::ladder::DEFAULT_NODES;
use tengen_testing::scratch::Scratch;
use tengen_testing::test_data;

fn text(input: impl Into<Vec<u8>>, threads: usize, budget: u64) -> String {
    let input = PositionInput::lines(Cursor::new(input.into()));
    let (faults, output, log) =
        captured::run(|streams| run(input, "-", threads, budget, streams).unwrap());
    assert_eq!(faults, log.lines().count());
    output
}

fn answers(input: impl Into<Vec<u8>>) -> Vec<Value> {
    let text = text(input, 1, DEFAULT_NODES);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn labeled_text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn labeled_positions_are_answered_as_labeled() {
    let lines = test_data::lines("ladders.jsonl");
    let answers = answers(labeled_text(&lines));
    let mut answers = answers.iter();
    for line in &lines {
        for query in line["queries"].as_array().unwrap() {
            let answer = answers.next().unwrap();
            assert_eq!(answer["id"], line["id"]);
            assert_eq!(answer["at"], query["at"]);
            assert_eq!(answer["first"], query["first"]);
            assert_eq!(answer["verdict"] == "captured", query["captured"] == true);
            assert_eq!(answer["ko"], query["ko_threats"], "{answer}");
            if let Some(moves) = query["moves"].as_array() {
                let given = answer["moves"].as_array().unwrap();
                assert_eq!(given.len(), moves.len(), "{answer}");
                assert!(given.iter().all(|point| moves.contains(point)), "{answer}");
            }
        }
    }
    assert!(answers.next().is_none());
}

#[test]
fn the_output_does_not_depend_on_the_threads() {
    let lines = test_data::lines("ladders.jsonl");
    let mut input = labeled_text(&lines[..lines.len().min(100)]);
    input.insert_str(0, "no JSON\n");
    let one = text(input.as_str(), 1, DEFAULT_NODES);
    assert!(one.lines().count() > lines.len().min(100));
    for threads in [2, 7] {
        assert_eq!(text(input.as_str(), threads, DEFAULT_NODES), one);
    }
}

/// Returns the output for files of a folder, and the tool's error.
fn of_files(folder: &Scratch, words: &[&str]) -> (String, Option<String>) {
    let named = |word: &&str| match word.starts_with("--") || word.contains('/') {
        true => (*word).to_owned(),
        false => folder.path().join(word).display().to_string(),
    };
    let args: LaddersArgs = captured::arguments(words.iter().map(named));
    let (result, output, _) = captured::run(|streams| args.run(streams));
    (output, result.err().map(|error| error.to_string()))
}

#[test]
fn parts_are_together_the_whole() {
    let folder = Scratch::new("ladders-parts");
    let lines = test_data::lines("ladders.jsonl");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("a.jsonl", &labeled_text(&lines[..6]));
    write("b.sgf", "(;SZ[5];B[aa];W[ab];B[bb];W[ba])");
    write("c.jsonl", &labeled_text(&lines[6..10]));
    let files = ["a.jsonl", "b.sgf", "c.jsonl"];
    let (whole, error) = of_files(&folder, &files);
    assert_eq!(error, None);
    assert!(whole.contains("b.sgf:4"), "{whole}");
    for parts in [1, 2, 3, 9] {
        let part = |number| {
            let shard = format!("--shard={number}/{parts}");
            of_files(&folder, &[&files[..], &[shard.as_str()]].concat()).0
        };
        assert_eq!((1..=parts).map(part).collect::<String>(), whole, "{parts}");
    }
}

#[test]
fn bad_lines_of_a_file_do_not_hide_the_next() {
    let folder = Scratch::new("ladders-bad-lines");
    for name in ["a.jsonl", "b.jsonl"] {
        let text = "no JSON\n{\"rows\":[\"X.\"]}\n";
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let (text, error) = of_files(&folder, &["a.jsonl", "b.jsonl"]);
    assert_eq!(text.matches("verdict").count(), 2, "{text}");
    assert_eq!(error.unwrap(), "output lines that are errors: 2");
    let (lenient, error) = of_files(&folder, &["a.jsonl", "b.jsonl", "--lenient"]);
    assert_eq!((lenient, error), (text, None));
}

#[test]
fn without_queries_every_chain_with_one_or_two_liberties_is_asked_about() {
    let mut lines = test_data::lines("ladders.jsonl");
    lines.truncate(50);
    for mut line in lines {
        let queries = line["queries"].take();
        line.as_object_mut().unwrap().remove("queries");
        let answers = answers(line.to_string());
        let asked: Vec<[&Value; 2]> = answers.iter().map(|a| [&a["at"], &a["first"]]).collect();
        let labeled = queries.as_array().unwrap().iter();
        let labeled: Vec<[&Value; 2]> = labeled.map(|q| [&q["at"], &q["first"]]).collect();
        assert_eq!(asked, labeled);
        let null = serde_json::json!({"id": line["id"], "rows": line["rows"], "ko": line["ko"], "queries": null});
        assert_eq!(self::answers(null.to_string()), answers);
    }
}

#[test]
fn a_bad_line_gets_its_error_and_the_run_goes_on() {
    let good = r#"{"id":"good","rows":["X.","O."]}"#;
    for (bad, error) in [
        ("black stones", "column 1: expected value"),
        ("{}", "missing field `rows`"),
        ("[]", "expected a JSON object with rows"),
        ("[[[", "column"),
        (r#"{"rows":[]}"#, "rows: a board of 0x0"),
        (r#"{"rows":["",""]}"#, "rows: a board of 0x2"),
        (r#"{"rows":["X"]}"#, "rows: a chain has no liberty"),
        (r#"{"rows":["XY"]}"#, "rows: expected X, O or ., saw 'Y'"),
        (
            r#"{"rows":["X.","X"]}"#,
            "rows: row 1 has 1 points, the first 2",
        ),
        (r#"{"rows":[".."],"size":2}"#, "size: expected 2x1"),
        (
            r#"{"rows":[".."],"ko":[2,0]}"#,
            "ko: [2,0] is not an empty point",
        ),
        (
            r#"{"rows":["X."],"ko":[0,0]}"#,
            "ko: [0,0] is not an empty point",
        ),
        (
            r#"{"rows":[".","."],"ko":[0,0]}"#,
            "ko: [0,0] is not surrounded",
        ),
        (
            r#"{"rows":["."],"ko":[0,0]}"#,
            "ko: [0,0] is not surrounded",
        ),
        (r#"{"rows":["X."],"queries":[{"at":[-1,0]}]}"#, "column"),
        (
            r#"{"rows":["X."],"queries":[{"at":[0,0],"first":"black"}]}"#,
            "unknown variant `black`",
        ),
    ] {
        let answers = answers(format!("{good}\n\n{bad}\r\n{good}"));
        let error_line = &answers[2];
        assert_eq!(error_line["line"], 3, "{bad}");
        let said = error_line["error"].as_str().unwrap();
        assert!(said.contains(error), "{bad}: {said}");
        assert_eq!(answers.len(), 5, "{bad}");
        assert_eq!(answers[4]["id"], "good", "{bad}");
    }
}

#[test]
fn a_bad_query_does_not_spoil_the_others() {
    let line = r#"{"id":3,"rows":["X.","O."],"queries":[{"at":[1,0]},{"at":[9,9]},{"at":[0,1]}]}"#;
    let answers = answers(line);
    assert_eq!(answers[0]["error"], "at: no stone at [1,0]");
    assert_eq!(answers[0]["line"], 1);
    assert_eq!(answers[0]["id"], 3);
    assert_eq!(answers[1]["error"], "at: [9,9] is off the board");
    assert_eq!(answers[2]["at"], serde_json::json!([0, 1]));
    assert_eq!(answers[2]["verdict"], "escapes");
}

#[test]
fn a_spent_budget_is_unknown() {
    let line = r#"{"rows":[".........","......X..",".....XOX.","......OX.",".........",".........",".........",".........","........."]}"#;
    let answer: Value = serde_json::from_str(text(line, 1, 3).trim()).unwrap();
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["pv"], serde_json::json!([]));
    assert_eq!(answer["nodes"], 3);
    assert_eq!(answers(line)[0]["verdict"], "captured");
}

#[test]
fn the_ko_bars_who_would_retake() {
    // The attacker's only move is to take at A2, which the ko forbids.
    let line = r#"{"rows":[".X.","XOO"],"queries":[{"at":[1,0],"first":"attacker"}],"ko":[0,0]}"#;
    let free = line.replace(r#","ko":[0,0]"#, "");
    assert_eq!(answers(line)[0]["verdict"], "escapes");
    assert_eq!(answers(line)[0]["ko"], "attacker");
    assert_eq!(answers(free)[0]["verdict"], "captured");
}

proptest! {
    #[test]
    fn no_input_ends_the_run(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        prop_assert_eq!(text(bytes.clone(), 1, 100).lines().count(), lines.count());
    }

    #[test]
    fn any_drawing_is_answered(
        rows in proptest::collection::vec("[XO.]{0,7}|[XO.]{5}", 0..7),
        ko in proptest::option::of([0u64..7, 0u64..7]),
        at in [0u64..7, 0u64..7],
    ) {
        let line = serde_json::json!({"rows": rows, "ko": ko, "queries": [{"at": at}]});
        prop_assert_eq!(text(line.to_string(), 1, 1000).lines().count(), 1);
        let line = serde_json::json!({"rows": rows});
        text(line.to_string(), 1, 1000);
    }
}

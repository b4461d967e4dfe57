//! Checks the tool on labeled questions and on invalid lines.

use std::io::Cursor;
use std::sync::Arc;

use super::*;
use crate::tool::positions::input::PositionInput;
use crate::tool::positions::replies;
use crate::tool::streams::captured;
use tengen_go::life::solver::DEFAULT_BUDGET;
use tengen_go::net::Network;
use tengen_testing::scratch::Scratch;
use tengen_testing::test_data;

/// Returns the output and the number of errors.
fn text(input: &str, threads: usize, run: &LifeRun) -> (String, usize) {
    let input = PositionInput::lines(Cursor::new(input.as_bytes().to_vec()));
    let worker = || |task| run.answer(task);
    let (faults, output, _) =
        captured::run(|streams| replies::write(input, "-", threads, worker, streams).unwrap());
    (output, faults)
}

/// Returns the output for diagrams and the number of errors.
fn diagram_text(input: &str) -> (String, usize) {
    let limits = ProblemLimits {
        budget: 20_000,
        memory: 64 << 20,
    };
    let network = Arc::new(Network::builtin());
    let search = problem_reader::search(&network, Settings::default());
    let mut reader = DiagramReader::new(search, limits, None);
    let input = PositionInput::lines(Cursor::new(input.as_bytes().to_vec()));
    let replies = input.flat_map(|task| reader.answer(task.unwrap()));
    let (mut text, mut faults) = (String::new(), 0);
    for reply in replies {
        faults += usize::from(reply.fault.is_some());
        text.push_str(&reply.text);
        text.push('\n');
    }
    (text, faults)
}

fn default_run(budget: u64) -> LifeRun {
    LifeRun {
        budget,
        memory: 256 << 20,
        proofs: None,
    }
}

fn answers(input: &str) -> Vec<Value> {
    let (text, _) = text(input, 1, &default_run(DEFAULT_BUDGET));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Returns the input and the output of an example in the manual: one line of input, and lines of output that are cut off
/// with dots.
fn example(heading: &str) -> (&'static str, &'static str) {
    let manual = include_str!("../manual/subcommands.md");
    let (_, chapter) = manual.split_once(heading).unwrap();
    let (_, example) = chapter.split_once("```text\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    example.split_once('\n').unwrap()
}

fn assert_shown(shown: &str, printed: &str) {
    assert_eq!(shown.lines().count(), printed.lines().count());
    for (shown, printed) in shown.lines().zip(printed.lines()) {
        let begin = shown.strip_suffix("...}").unwrap();
        assert!(printed.starts_with(begin), "{printed}");
    }
}

#[test]
fn the_example_of_the_manual_is_what_is_printed() {
    let (input, shown) = example("### Life and death");
    let (printed, faults) = text(input, 1, &default_run(DEFAULT_BUDGET));
    assert_eq!(faults, 0);
    assert_shown(shown, &printed);
}

fn labeled(count: usize) -> (Vec<Value>, String) {
    let mut lines = test_data::samples("life.jsonl");
    lines.truncate(count);
    let text = lines.iter().map(|line| format!("{line}\n")).collect();
    (lines, text)
}

#[test]
fn each_position_is_answered_for_either_side_first() {
    let (lines, input) = labeled(20);
    let answers = answers(&input);
    assert_eq!(answers.len(), 2 * lines.len());
    for (line, pair) in lines.iter().zip(answers.chunks(2)) {
        for (answer, first) in pair.iter().zip(["attacker", "defender"]) {
            assert_eq!(answer["id"], line["id"]);
            assert_eq!(answer["first"], first);
            for field in ["verdict", "ko", "threats", "how"] {
                assert_eq!(answer[field], line[first][field], "{answer}");
            }
            for field in ["moves", "best"] {
                let sorted = |value: &Value| {
                    let moves = value.as_array().unwrap().iter();
                    let mut moves: Vec<String> = moves.map(Value::to_string).collect();
                    moves.sort();
                    moves
                };
                assert_eq!(
                    sorted(&answer[field]),
                    sorted(&line[first][field]),
                    "{answer}"
                );
            }
            assert_eq!(answer["region"], line["region"]);
            assert_eq!(answer["target"], line["target"]);
        }
    }
}

#[test]
fn the_output_does_not_depend_on_the_threads() {
    let (_, input) = labeled(20);
    let run = default_run(DEFAULT_BUDGET);
    let one = text(&input, 1, &run);
    assert_eq!(text(&input, 3, &run), one);
}

#[test]
fn a_bad_line_gets_its_error_and_the_run_goes_on() {
    let good = r#"{"id":"good","rows":[".X.XO.","XXXXO.","OOOOO.","......"],"target":[0,1]}"#;
    for (bad, error) in [
        ("black stones", "column 1: expected value"),
        ("{}", "missing field `rows`"),
        ("[]", "expected a JSON object with rows"),
        (
            r#"{"rows":["X."],"region":[]}"#,
            "region: expected a target",
        ),
        (
            r#"{"rows":["X."],"target":[]}"#,
            "target: expected at least one stone",
        ),
        (
            r#"{"rows":["X."],"target":[1,0]}"#,
            "target: no stone at B1",
        ),
        (
            r#"{"rows":["X."],"target":[2,0]}"#,
            "target: [2,0] is off the board",
        ),
        (
            r#"{"rows":["X.O"],"target":[[0,0],[2,0]]}"#,
            "target: expected stones of one color",
        ),
        (
            r#"{"rows":["XX."],"target":[0,0],"region":[[0,0],[2,0]]}"#,
            "target: the stone at B1 is outside the region",
        ),
        (
            r#"{"rows":["XX."],"target":[0,0],"region":[[0,0],[7,0]]}"#,
            "region: [7,0] is off the board",
        ),
    ] {
        let input = format!("{good}\n{bad}\n{good}\n");
        let answers = answers(&input);
        assert_eq!(answers.len(), 5, "{bad}");
        assert_eq!(answers[2]["line"], 2, "{bad}");
        let said = answers[2]["error"].as_str().unwrap();
        assert!(said.contains(error), "{bad}: {said}");
        assert_eq!(answers[4]["verdict"], "lives");
        assert_eq!(text(&input, 1, &default_run(DEFAULT_BUDGET)).1, 1);
    }
}

#[test]
fn a_chain_in_the_open_is_not_enclosed() {
    let rows = [".".repeat(9), "....X....".to_owned()];
    let rows = [0, 0, 0, 0, 1, 0, 0, 0, 0].map(|row| &rows[row]);
    let line = serde_json::json!({"id": 1, "rows": rows, "target": [[4, 4]]});
    for answer in answers(&line.to_string()) {
        assert_eq!(answer["verdict"], "not enclosed");
        let reason = answer["reason"].as_str().unwrap();
        assert!(reason.contains("25 points"), "{reason}");
        assert_eq!(answer["moves"], serde_json::json!([]));
    }
    // Without a target there is no question about this chain.
    let line = serde_json::json!({"rows": rows});
    assert!(answers(&line.to_string()).is_empty());
}

#[test]
fn without_a_target_every_enclosed_group_is_asked_about() {
    let rows = [
        "...XO....",
        "..XXO....",
        "XXXOO....",
        "OOOO.....",
        ".........",
        "....XXXXX",
        "....XOOOO",
        "....XO..O",
        "....XO..O",
    ];
    let answers = answers(&serde_json::json!({"rows": rows}).to_string());
    let targets: Vec<&Value> = answers.iter().map(|answer| &answer["target"]).collect();
    assert!(targets.len() >= 4, "{targets:?}");
    let corner = answers
        .iter()
        .find(|answer| answer["region"][0] == serde_json::json!([0, 0]))
        .unwrap();
    assert_eq!(corner["verdict"], "captured");
    assert!(!corner["walls"].as_array().unwrap().is_empty());
}

#[test]
fn a_spent_budget_is_unknown() {
    let (_, input) = labeled(1);
    let (text, faults) = text(&input, 1, &default_run(1));
    let answer: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["moves"], serde_json::json!([]));
    assert_eq!(faults, 0);
}

#[test]
fn proofs_are_named_by_question_first_side_and_free_side() {
    let scratch = Scratch::new("life-proofs");
    let run = LifeRun {
        proofs: Some(ProofFiles::new(scratch.path().to_owned())),
        ..default_run(DEFAULT_BUDGET)
    };
    let line = r#"{"id":"a/b","rows":["...XO..",".XXXO..","XXOOO..","OOO....",".......",".......","......."],"target":[3,0]}"#;
    let (_, faults) = text(line, 1, &run);
    assert_eq!(faults, 0);
    assert_eq!(
        scratch.names(),
        [
            "a_b_attacker.ldp",
            "a_b_attacker_defender.ldp",
            "a_b_defender.ldp",
            "a_b_defender_attacker.ldp",
        ]
    );
    // Proofs don't change the answers.
    let plain = text(line, 1, &default_run(DEFAULT_BUDGET));
    assert_eq!(text(line, 1, &run), plain);
    let rectangle = r#"{"id":"r","rows":[".X.XO.","XXXXO.","OOOOO.","......"],"target":[0,1]}"#;
    let (text, faults) = text(rectangle, 1, &run);
    assert_eq!(faults, 2, "{text}");
    assert!(text.contains("the board is not square"), "{text}");
}

#[test]
fn a_region_of_a_whole_side_is_read_by_its_zone() {
    let empty = ".".repeat(9);
    let mut rows = vec![empty.as_str(); 6];
    rows.extend(["OOOOO....", "XXXXO....", "...XO...."]);
    let region: Vec<[u8; 2]> = (1..9)
        .flat_map(|row| (0..9).map(move |column| [column, row]))
        .collect();
    let line = serde_json::json!({ "id": 1, "rows": rows, "target": [[0, 7]], "region": region });
    let read = answers(&format!("{line}\n"));
    let facts = |answer: &Value| (answer["verdict"].clone(), answer["best"].clone());
    let middle = serde_json::json!([[1, 8]]);
    assert_eq!(facts(&read[0]), ("captured".into(), middle.clone()));
    assert_eq!(facts(&read[1]), ("lives".into(), middle));
    for answer in &read {
        let zone = answer["zone"].as_array().unwrap();
        assert!((6..20).contains(&zone.len()), "{answer}");
        assert_eq!(
            answer["reason"],
            "moves may be missing: the region is large"
        );
    }
}

#[test]
fn the_manual_shows_the_answer_to_a_diagram() {
    let (input, shown) = example("With `--problems`");
    let (printed, faults) = diagram_text(input);
    assert_eq!(faults, 0);
    assert_shown(shown, &printed);
}

#[test]
fn a_diagram_without_an_answer_is_unknown_and_a_bad_one_an_error() {
    let (text, faults) = diagram_text(
        "{\"id\":1,\"rows\":[\"...\",\"...\",\"...\"],\"to_move\":\"white\"}\n\
         {\"id\":2,\"rows\":[\"...\",\".X.\",\"...\"]}\n\
         {\"id\":3,\"rows\":[\"...\",\".X.\",\"...\"],\"to_move\":\"red\"}\n\
         {\"id\":4,\"rows\":[\"X\"],\"to_move\":\"black\"}\n",
    );
    assert_eq!(faults, 3, "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("{\"id\":1,\"verdict\":\"unknown\",\"moves\":[]"));
    assert!(lines[1].contains("missing field `to_move`"), "{text}");
    assert!(lines[2].contains("unknown variant `red`"));
    assert!(lines[3].contains("\"line\":4"), "{text}");
}

#[test]
fn a_diagram_has_a_line_for_each_group_in_question() {
    let (text, faults) = diagram_text(
        "{\"id\":7,\"rows\":[\"...OX....\",\"OOOOX....\",\"XXXXX....\",\".........\",\".........\",\".........\",\
         \"....XXXXX\",\"....XOOOO\",\"....XO...\"],\"to_move\":\"black\"}\n",
    );
    assert_eq!(faults, 0, "{text}");
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut moves: Vec<String> = answers.iter().map(|one| one["moves"].to_string()).collect();
    moves.sort();
    assert_eq!(moves, ["[[1,0]]", "[[7,8]]"], "{text}");
    assert!(answers.iter().all(|one| one["id"] == 7), "{text}");
}

#[test]
fn the_help_has_the_default_budgets() {
    let command = LifeArgs::augment_args(clap::Command::new("life"));
    let mut arguments = command.get_arguments();
    let budget = arguments.find(|argument| argument.get_id() == "budget");
    let help = budget.and_then(clap::Arg::get_help).unwrap().to_string();
    let problems = tengen_go::problem::DEFAULT_BUDGET;
    let defaults = format!("[default: {DEFAULT_BUDGET}; with --problems {problems}]");
    assert!(help.contains(&defaults), "{help}");
}

//! Reviews files: events, marks, errors and resumed runs.

use std::fs;

use serde_json::Value;

use super::*;
use crate::tool::streams::captured;
use tengen_testing::scratch::Scratch;
use tengen_testing::test_data;

/// A white stone runs although the ladder works.
const RAN: &str =
    "(;SZ[9]PB[a\\]b]XX[unknown]AB[ed][dc][ce]AW[dd];B[de]C[atari](;W[cd];B[bd])(;W[aa]))";

/// Returns the standard output, the log, and whether the run succeeded.
fn run(args: &ReviewArgs, files: &[PathBuf], shard: Option<&str>) -> (Vec<Value>, String, bool) {
    let shard = shard.map(|shard| format!("--shard={shard}"));
    let files = files.iter().map(|file| file.display().to_string());
    let words = files.chain(shard).chain(["--threads=2".to_owned()]);
    let input: PositionArgs = captured::arguments(words);
    let (result, output, log) = captured::run(|streams| args.run(&input, streams));
    let lines = output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), log, result.is_ok())
}

fn args() -> ReviewArgs {
    ReviewArgs {
        review: true,
        min_stones: 1,
        sgf: None,
        out: None,
    }
}

/// Writes the labeled games as files and returns their paths.
fn labeled_files(folder: &Scratch) -> Vec<PathBuf> {
    let mut lines = test_data::samples("ladder_review.jsonl");
    lines.truncate(4);
    let write = |line: &Value| {
        let path = folder
            .path()
            .join(format!("{}.sgf", line["id"].as_str().unwrap()));
        fs::write(&path, line["sgf"].as_str().unwrap()).unwrap();
        path
    };
    lines.iter().map(write).collect()
}

#[test]
fn an_event_has_its_chain_and_its_proof() {
    let folder = Scratch::new("review-event");
    let path = folder.path().join("ran.sgf");
    fs::write(&path, RAN).unwrap();
    let (lines, log, is_good) = run(&args(), std::slice::from_ref(&path), None);
    assert!(is_good && log.is_empty(), "{log}");
    assert_eq!(lines.len(), 1, "{lines:?}");
    let line = &lines[0];
    assert_eq!(line["game"], path.display().to_string());
    for (field, value) in [
        ("move", serde_json::json!(2)),
        ("color", "white".into()),
        ("event", "ran".into()),
        ("chain", serde_json::json!([[3, 3]])),
        ("at", serde_json::json!([2, 3])),
        ("ko", Value::Null),
        ("from", serde_json::json!(2)),
        ("first", "black".into()),
    ] {
        assert_eq!(line[field], value, "{field}");
    }
    assert!(!line["line"].as_array().unwrap().is_empty());
    let large = ReviewArgs {
        min_stones: 2,
        ..args()
    };
    assert_eq!(run(&large, &[path], None).0, Vec::<Value>::new());
}

#[test]
fn marks_are_added_and_nothing_else_changes() {
    let folder = Scratch::new("review-marks");
    let path = folder.path().join("ran.sgf");
    fs::write(&path, RAN).unwrap();
    let marked = folder.path().join("marked");
    let with_marks = ReviewArgs {
        sgf: Some(marked.clone()),
        ..args()
    };
    for _ in 0..2 {
        assert!(run(&with_marks, std::slice::from_ref(&path), None).2);
    }
    let text = fs::read_to_string(marked.join("ran.sgf")).unwrap();
    let (before, behind) = RAN.split_at(RAN.find("W[cd]").unwrap() + 5);
    assert!(text.starts_with(before), "{text}");
    assert!(text.ends_with(behind), "{text}");
    let added = &text[before.len()..text.len() - behind.len()];
    assert!(
        added.starts_with("C[Ladder: white runs with the 1 stone at D6"),
        "{added}"
    );
    assert!(
        added.contains("TR[dd]LB[") && added.ends_with("BM[1]"),
        "{added}"
    );
    // A user's files remain unchanged.
    let own = ReviewArgs {
        sgf: Some(folder.path().to_path_buf()),
        ..args()
    };
    let (_, log, is_good) = run(&own, std::slice::from_ref(&path), None);
    assert!(
        !is_good && log.contains("exists and is left unchanged"),
        "{log}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), RAN);
}

#[test]
fn damaged_games_are_named_and_the_rest_is_read() {
    let folder = Scratch::new("review-damage");
    for (name, text, fault) in [
        (
            "syntax",
            format!("(;SZ[9]\n;B[aa]!)\n{RAN}"),
            "line 2, column 7: expected a property",
        ),
        (
            "occupied",
            format!("(;SZ[9];B[aa]\n;W[aa])\n{RAN}"),
            "line 2, column 4: move 2: the point is occupied",
        ),
        (
            "cut",
            RAN[..RAN.len() - 12].trim_end_matches(')').to_owned(),
            "the file ends before its last bracket",
        ),
        (
            "open",
            format!("(;SZ[9];B[aa]\n{RAN}"),
            "line 2, column 1: the file ends before its last bracket",
        ),
        (
            "off",
            format!("(;SZ[9];B[zz])\n{RAN}"),
            "line 1, column 11: expected a point of the board",
        ),
        (
            "size",
            format!("(;SZ[40];B[aa])\n{RAN}"),
            "line 1, column 1: ",
        ),
        (
            "game",
            format!("(;GM[2];B[d3])\n{RAN}"),
            "expected a record of Go",
        ),
    ] {
        let path = folder.path().join(format!("{name}.sgf"));
        fs::write(&path, text).unwrap();
        let (lines, log, is_good) = run(&args(), std::slice::from_ref(&path), None);
        assert!(!is_good, "{name}");
        let wanted = format!("{}: ", path.display());
        assert!(
            log.starts_with(&wanted) && log.contains(fault),
            "{name}: {log}"
        );
        // The cut text has a damaged move as well.
        let count = 1 + usize::from(name == "cut");
        assert_eq!(log.lines().count(), count, "{name}: {log}");
        assert_eq!(lines.len(), 1, "{name}: {lines:?}");
    }
    let (lines, log, is_good) = run(
        &args(),
        &[
            folder.path().join("none.sgf"),
            folder.path().join("off.sgf"),
        ],
        None,
    );
    assert!(
        !is_good && lines.len() == 1 && log.contains("none.sgf: "),
        "{log}"
    );
}

#[test]
fn a_run_goes_on_where_it_was_interrupted() {
    let folder = Scratch::new("review-resume");
    let files = labeled_files(&folder);
    let out = folder.path().join("events.jsonl");
    let to_file = ReviewArgs {
        out: Some(out.clone()),
        ..args()
    };
    assert!(run(&to_file, &files, None).2);
    let whole = fs::read_to_string(&out).unwrap();
    assert!(whole.lines().count() > 20);
    for length in [
        0,
        1,
        whole.len() / 3,
        whole.len() / 2,
        whole.len() - 1,
        whole.len(),
    ] {
        fs::write(&out, &whole[..length]).unwrap();
        assert!(run(&to_file, &files, None).2, "{length}");
        assert_eq!(fs::read_to_string(&out).unwrap(), whole, "{length}");
    }
    // Use other settings, then a user's file.
    let other = ReviewArgs {
        min_stones: 3,
        ..to_file.clone()
    };
    assert!(!run(&other, &files, None).2);
    assert_eq!(fs::read_to_string(&out).unwrap(), whole);
    for notes in ["my notes\n", "my notes", "{\"game\":\"other.sgf\"}\n"] {
        fs::write(&out, notes).unwrap();
        assert!(!run(&to_file, &files, None).2);
        assert_eq!(fs::read_to_string(&out).unwrap(), notes);
    }
}

#[test]
fn parts_are_together_the_whole() {
    let folder = Scratch::new("review-parts");
    let files = labeled_files(&folder);
    let (whole, ..) = run(&args(), &[folder.path().to_path_buf()], None);
    for arguments in [&files[..], &[folder.path().to_path_buf()]] {
        let part = |number| run(&args(), arguments, Some(&format!("{number}/3"))).0;
        assert_eq!((1..=3).flat_map(part).collect::<Vec<_>>(), whole);
    }
}

#[test]
fn files_in_other_encodings_are_written_as_utf_8() {
    let folder = Scratch::new("review-encoding");
    let path = folder.path().join("old.sgf");
    let (gbk, gbk_text) = (
        encoding_rs::GBK,
        RAN.replacen("SZ[9]", "CA[GBK]SZ[9]GN[围棋]", 1),
    );
    let text = format!("{gbk_text}\n(;GN[围棋]!)\n");
    fs::write(&path, gbk.encode(&text).0).unwrap();
    let marked = folder.path().join("marked");
    let with_marks = ReviewArgs {
        sgf: Some(marked.clone()),
        ..args()
    };
    let (lines, log, is_good) = run(&with_marks, &[path], None);
    assert!(!is_good && log.contains("line 2, column 9"), "{log}");
    assert_eq!(lines.len(), 1);
    let written = fs::read_to_string(marked.join("old.sgf")).unwrap();
    assert!(
        written.starts_with("(;CA[UTF-8]SZ[9]GN[围棋]PB["),
        "{written}"
    );
    assert!(written.ends_with("\n(;GN[围棋]CA[UTF-8])\n"), "{written}");
}

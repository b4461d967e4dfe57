//! `tengen solve`: positions without a conversation.

use std::path::Path;

use crate::engine::{Ending, Engine};

/// Runs the program on this input.
fn solve(args: &[&str], input: &str) -> Ending {
    let mut engine = Engine::start(&[&["solve"], args].concat());
    engine.write(input);
    engine.finish()
}

/// Lines of the FFO positions, without the comment at the top.
fn ffo(positions: std::ops::RangeInclusive<usize>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/data/ffo.obf");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().skip(*positions.start());
    lines
        .take(positions.count())
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The values of one column in all rows.
fn column(ending: &Ending, column: usize) -> Vec<&str> {
    let rows = ending
        .rest
        .iter()
        .skip(1)
        .filter(|line| !line.starts_with("total"));
    rows.map(|row| row.split_whitespace().nth(column).unwrap())
        .collect()
}

#[test]
fn the_first_ffo_positions() {
    let ending = solve(&[], &ffo(1..=19));
    assert!(ending.status.success(), "{}", ending.stderr);
    let scores = [
        "+18", "+10", "+2", "+0", "+32", "+14", "+8", "+8", "-8", "+10", "+30", "-8", "+14", "+18",
        "+4", "+24", "+8", "-2", "+8",
    ];
    assert_eq!(column(&ending, 2), scores);
    assert_eq!(column(&ending, 1)[..2], ["14", "14"]);
    assert!(
        ending
            .rest
            .last()
            .unwrap()
            .starts_with("total 19 positions, ")
    );
    assert!(
        ending.stderr.contains("line 19: solving"),
        "{}",
        ending.stderr
    );
}

#[test]
fn formats_may_be_mixed() {
    let obf = ffo(1..=1);
    let (squares, side) = (&obf[..64], &obf[65..66]);
    let input = format!(
        "% a comment\r\n{squares} {side} % as a script has it\r\n\r\n{squares}{side}\r\n# another comment\r\n{}",
        obf.trim_end()
    );
    let ending = solve(&["-", "--threads", "2", "--memory", "1"], &input);
    assert!(ending.status.success(), "{}", ending.stderr);
    assert_eq!(column(&ending, 0), ["2", "4", "6"]);
    assert_eq!(column(&ending, 2), ["+18"; 3]);
    assert_eq!(column(&ending, 7), ["g8"; 3]);
}

#[test]
fn who_wins_and_no_more() {
    let ending = solve(&["--wld"], &ffo(3..=4));
    assert!(ending.status.success(), "{}", ending.stderr);
    assert_eq!(column(&ending, 2), ["win", "draw"]);
}

#[test]
fn what_is_printed_can_be_read() {
    let ending = solve(&["--obf"], &ffo(4..=4));
    assert!(ending.status.success(), "{}", ending.stderr);
    assert_eq!(ending.rest.len(), 1);
    let line = &ending.rest[0];
    assert!(
        line.contains("H8:+0;") && line.contains("A5:+0;") && !line.contains("B6"),
        "{line}"
    );
    assert!(solve(&[], line).status.success());
}

#[test]
fn passes_and_finished_games() {
    let pass = format!("-O{}{}XO------ O\n", "X".repeat(6), "-".repeat(48));
    let over = format!("{} X; +64;\n", "X".repeat(64));
    let ending = solve(&[], &(pass + &over));
    assert!(ending.status.success(), "{}", ending.stderr);
    assert_eq!(column(&ending, 2)[1], "+64");
    assert!(ending.rest[1].ends_with(" pass"), "{:?}", ending.rest);
}

#[test]
fn lines_that_are_no_positions_are_named_and_skipped() {
    let position = ffo(1..=1);
    let input = format!(
        "nonsense\n{position}XO X\n{}\u{e9} X\n{} X; G8:x;\n",
        "-".repeat(63),
        "-".repeat(64)
    );
    let ending = solve(&[], &input);
    assert!(!ending.status.success());
    assert_eq!(column(&ending, 0), ["2"]);
    for sentence in [
        "line 1: expected 64 squares, saw 8",
        "line 3: expected 64 squares, saw 2",
        "line 4: expected `X`, `O` or `-` at h8",
        "line 5: expected a result such as `G8:+18`, saw `G8:x`",
        "skipped lines that are not positions: 4",
    ] {
        assert!(ending.stderr.contains(sentence), "{}", ending.stderr);
    }
}

#[test]
fn another_result_than_the_line_knows_is_an_error() {
    let position = ffo(1..=1).replace("+18", "+20");
    let ending = solve(&[], &position);
    assert!(!ending.status.success());
    assert!(
        ending.stderr.contains("line 1: the line says +20"),
        "{}",
        ending.stderr
    );
    assert_eq!(column(&ending, 2), ["+18"]);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let ending = solve(&["no/such/file"], "");
    assert!(!ending.status.success());
    assert!(ending.stderr.contains("no/such/file"), "{}", ending.stderr);
}

//! GTP from a script: `--echo` and `--strict`.

use crate::engine::{Ending, Engine};

fn script(args: &[&str], lines: &str) -> Ending {
    let mut engine = Engine::start(args);
    engine.write(lines);
    engine.finish()
}

#[test]
fn each_command_stands_before_its_reply() {
    let lines = "# a comment\n\n7  name\nlimits nodes 10\ngenmove b # search\nnonsense x\n";
    let ending = script(&["--echo"], lines);
    let said: Vec<&str> = ending.rest.iter().map(String::as_str).collect();
    let (before, after) = said.split_at(7);
    let expected = [
        "> 7 name",
        "=7 Tengen",
        "",
        "> limits nodes 10",
        "=",
        "",
        "> genmove b",
    ];
    assert_eq!(before, expected);
    assert!(after[0].starts_with("= "), "{said:?}");
    assert_eq!(after[1..], ["", "> nonsense x", "? unknown command", ""]);
    assert_eq!(
        (ending.stderr.as_str(), ending.status.code()),
        ("", Some(0))
    );
}

#[test]
fn the_first_failure_ends_a_strict_script() {
    for (lines, replies, sentence) in [
        (
            "name\nplay b z9\nname\n",
            2,
            "tengen: play b z9: illegal move",
        ),
        (
            "3 nonsense\nname\n",
            1,
            "tengen: 3 nonsense: unknown command",
        ),
        // The failure of a computation comes after its command.
        (
            "loadsgf no/such/file\nname\n",
            1,
            "tengen: loadsgf no/such/file: cannot load file: ",
        ),
    ] {
        let ending = script(&["--strict"], lines);
        let heads = ending
            .rest
            .iter()
            .filter(|line| line.starts_with(['=', '?']));
        assert_eq!(heads.count(), replies, "{:?}", ending.rest);
        assert_eq!(ending.rest.last().map(String::as_str), Some(""));
        assert!(ending.stderr.starts_with(sentence), "{}", ending.stderr);
        assert_eq!(ending.status.code(), Some(1), "{lines}");
    }
    let ending = script(&["--strict"], "name\nboardsize 9\nquit\n");
    assert_eq!(
        (ending.stderr.as_str(), ending.status.code()),
        ("", Some(0))
    );
}

#[test]
fn other_protocols_have_no_scripts() {
    for args in [
        &["--strict", "--protocol", "gomocup"][..],
        &["--echo", "--protocol", "nboard"],
    ] {
        let ending = script(args, "");
        assert_eq!(ending.status.code(), Some(1));
        let sentence = "--echo and --strict are for GTP, not for ";
        assert!(ending.stderr.contains(sentence), "{}", ending.stderr);
    }
    let ending = script(&["--strict"], "START 15\n");
    assert!(
        ending.stderr.contains("not for Gomocup"),
        "{}",
        ending.stderr
    );
}

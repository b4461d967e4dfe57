//! The program itself: arguments, tools, and the detection of the protocol.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::{Ending, Engine, TENGEN};

const NETWORK: &str = "nets/tiny.txt.gz";

/// Runs the program to its end without input.
pub fn run(args: &[&str]) -> Ending {
    Engine::start(args).finish()
}

/// Runs the program, checks that it succeeds with an empty stderr, and returns its output.
#[track_caller]
pub fn output(args: &[&str]) -> Vec<String> {
    let ending = run(args);
    assert_eq!(ending.stderr, "");
    assert!(ending.status.success(), "{args:?}: {}", ending.status);
    ending.rest
}

#[test]
fn no_input_is_a_conversation_of_nothing() {
    run(&[]).assert_clean();
    run(&["--protocol", "gtp"]).assert_clean();
    run(&["--protocol", "gomocup"]).assert_clean();
    run(&["--protocol", "nboard"]).assert_clean();
}

#[test]
fn help_and_version_go_to_stdout() {
    let help = output(&["--help"]).join("\n");
    for option in [
        "--game",
        "--protocol",
        "--size",
        "--rule",
        "--threads",
        "--memory",
        "--model",
        "--seed",
    ] {
        assert!(help.contains(option), "{option} in:\n{help}");
    }
    assert_eq!(output(&["--version"]).len(), 1);
    assert!(output(&["perft", "--help"]).join("\n").contains("--depth"));
}

#[test]
fn help_begins_with_play_and_web_and_ends_with_examples() {
    let help = output(&["--help"]).join("\n");
    let (_, tools) = help.split_once("Commands:\n").unwrap();
    let names: Vec<&str> = tools
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty())
        .take(2)
        .collect();
    assert_eq!(names, ["play", "web"]);
    let (_, special) = help.split_once("GTP front-ends:\n").unwrap();
    let (special, examples) = special.split_once("Examples:\n").unwrap();
    for option in [
        "--network-delay",
        "--echo",
        "--strict",
        "--live-graphics",
        "--ogs-chat",
    ] {
        assert!(special.contains(option), "{option} in:\n{special}");
    }
    let examples = examples
        .lines()
        .filter(|line| line.starts_with("  tengen "));
    assert_eq!(examples.count(), 3);
}

/// If output is lost on a full disk, the caller has to know.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    use std::process::{Command, Stdio};

    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for args in [
        &["commands"][..],
        &["perft", "--game", "go", "--depth", "1"],
    ] {
        let output = Command::new(TENGEN)
            .args(args)
            .stdin(Stdio::null())
            .stdout(full())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(stderr.starts_with("tengen: "), "{args:?}: {stderr}");
    }
}

#[test]
fn bad_arguments_are_refused_with_a_sentence() {
    for (args, sentence) in [
        (&["--game", "chess"][..], "chess"),
        (&["--size", "x"], "--size"),
        (&["--size", "26"], "size"),
        (&["--game", "gomoku", "--size", "4"], "size"),
        (&["--game", "reversi", "--size", "10"], "size"),
        (&["--threads", "0"], "--threads"),
        (&["--memory", "0"], "--memory"),
        (&["--model", "no/such/file"], "no/such/file"),
        (&["--model", "sgf/go9.sgf"], "a game record"),
        (&["--book", "no/such/file"], "no/such/file"),
        (&["--book", "sgf/go9.sgf"], "expected an opening book"),
        (&["book", "sgf/go9.sgf"], "expected an opening book"),
        (&["book", "no/such/folder/file"], "no/such/folder/file"),
        (&["book"], "FILE"),
        (&["bench", "net", "no/such/file"], "no/such/file"),
        (&["--rule", "bamboo"], "bamboo"),
        (&["--protocol", "uci"], "uci"),
        (&["--frobnicate"], "--frobnicate"),
        (&["frobnicate"], "frobnicate"),
        (&["perft", "--game", "go"], "--depth"),
        (&["perft", "--game", "reversi", "--depth", "x"], "--depth"),
        (
            &["perft", "--game", "reversi", "--depth", "1", "XO", "b"],
            "position",
        ),
        (&["openings"], "--game"),
        (&["openings", "--game", "go", "--rule", "bamboo"], "bamboo"),
        (&["openings", "--game", "go", "--plies", "0"], "--plies"),
        (&["openings", "--game", "go", "--format", "psq"], "--format"),
    ] {
        let mut engine = Engine::start(args);
        // A bad size is only reported once the conversation has begun.
        engine.send("name");
        let ending = engine.finish();
        assert!(!ending.status.success(), "{args:?} was accepted");
        assert!(ending.rest.is_empty(), "{args:?}: {:?}", ending.rest);
        assert!(
            ending.stderr.contains(sentence),
            "{args:?}: {}",
            ending.stderr
        );
        assert!(
            !ending.stderr.contains("panicked"),
            "{args:?}: {}",
            ending.stderr
        );
    }
}

#[test]
fn options_set_what_a_gui_cannot() {
    let mut engine = Engine::start(&[
        "--name",
        "KataGo 1.16",
        "--size",
        "9",
        "--komi",
        "-3.5",
        "--rules",
        "japanese",
        "--handicap",
        "3",
        "--visits",
        "7",
        "--seconds",
        "2.5",
        "--threads",
        "auto",
    ]);
    assert_eq!(engine.execute("name"), "KataGo 1.16");
    assert_eq!(engine.execute("get_komi"), "-3.5");
    assert_eq!(engine.execute("limits"), "seconds 2.5 visits 7");
    assert!(engine.execute("kata-get-rules").contains("TERRITORY"));
    assert_eq!(engine.execute("list_games"), "Go\nGomoku\nOthello");
    assert_eq!(engine.execute("gogui-rules_side_to_move"), "white");
    engine.finish().assert_clean();
}

#[test]
fn options_without_a_use_are_refused() {
    for (args, sentence) in [
        (
            &["--game", "go", "--rule", "renju"][..],
            "--rule is for Gomoku",
        ),
        (&["--game", "renju", "--komi", "5"], "--komi is for Go"),
        (&["--game", "renju", "--rule", "caro"], "different rules"),
        (
            &["--protocol", "gomocup", "--size", "9"],
            "--size has no effect",
        ),
        (
            &["--protocol", "nboard", "--game", "go"],
            "only for Othello",
        ),
        (&["--size", "9", "--handicap", "10"], "--handicap 10"),
        (&["--log", "no/such/folder/log"], "--log no/such/folder/log"),
        (
            &["play", "--game", "othello", "--rules", "aga"],
            "--rules is for Go",
        ),
        (&["play", "--time", "soon"], "10m"),
    ] {
        let ending = run(args);
        assert!(!ending.status.success(), "{args:?} was accepted");
        assert!(
            ending.stderr.contains(sentence),
            "{args:?}: {}",
            ending.stderr
        );
    }
}

#[test]
fn a_log_keeps_both_directions() {
    let path = std::env::temp_dir().join(format!("tengen-log-{}", std::process::id()));
    let _ = fs::remove_file(&path);
    let mut engine = Engine::start(&["--log", &path.to_string_lossy(), "--name", "Log"]);
    engine.execute("name");
    engine.finish().assert_clean();
    let log = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let texts: Vec<&str> = log
        .lines()
        .filter_map(|line| line.split_once(' ').map(|(_, text)| text))
        .collect();
    assert_eq!(texts[1..4], ["< name", "> = Log", "> "], "{log}");
}

#[cfg(not(feature = "tuning"))]
#[test]
fn only_a_tuning_build_lets_numbers_be_set() {
    for args in [&["--param", "go.explore=0.7"][..], &["params"]] {
        let ending = run(args);
        assert!(!ending.status.success(), "{args:?} was accepted");
        assert!(ending.stderr.contains(args[0]), "{}", ending.stderr);
    }
}

#[test]
fn options_settle_the_game() {
    let mut engine = Engine::start(&["--game", "gomoku", "--size", "20", "--rule", "renju"]);
    assert_eq!(engine.execute("is_legal b u20"), "1");
    assert_eq!(engine.execute("rule"), "renju");
    // The size on the command line applies to that game only.
    engine.execute("set_game Go");
    assert_eq!(engine.execute("is_legal b t19"), "1");
    assert_eq!(engine.execute("is_legal b u20"), "0");
    engine.finish().assert_clean();
}

#[test]
fn the_first_line_decides_between_the_protocols() {
    for (first, reply) in [
        ("START 15", "OK"),
        ("start 15", "OK"),
        ("name", "= Tengen"),
        ("nboard 2", "set myname Tengen"),
    ] {
        let mut engine = Engine::start(&[]);
        engine.write("\n\r\n \t\n");
        engine.send(first);
        assert_eq!(engine.read_line().as_deref(), Ok(reply));
    }
    let mut engine = Engine::start(&["--protocol", "gomocup"]);
    engine.send("name");
    assert!(engine.read_line().unwrap().starts_with("UNKNOWN"));
    let mut engine = Engine::start(&["--protocol", "gtp"]);
    assert_eq!(engine.ask("START 15"), "? unknown command");
}

#[test]
fn a_piskvork_name_means_gomocup() {
    let program = copy_of_the_program("pbrain-tengen");
    let mut engine = Engine::start_program(&program, &[]);
    engine.send("name");
    assert!(engine.read_line().unwrap().starts_with("UNKNOWN"));
    engine.send("START 15");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    engine.finish().assert_clean();
}

/// A hard link, or a copy if that fails.
fn copy_of_the_program(name: &str) -> PathBuf {
    let original = Path::new(TENGEN);
    let mut copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if let Some(extension) = original.extension() {
        copy.set_extension(extension);
    }
    // Left over from an earlier run, if it exists.
    let _ = fs::remove_file(&copy);
    fs::hard_link(original, &copy)
        .or_else(|_| fs::copy(original, &copy).map(|_| ()))
        .unwrap();
    copy
}

/// Counts from `tengen perft`, the second word of each line.
fn counts(args: &[&str]) -> Vec<u64> {
    let lines = output(&[&["perft"], args].concat());
    let count = |line: &String| line.split_whitespace().nth(1).unwrap().parse().unwrap();
    lines.iter().map(count).collect()
}

#[test]
fn openings_can_be_played() {
    let mut engine = Engine::start(&["--game", "gomoku", "--rule", "renju"]);
    let order = "openings --game gomoku --rule renju --count 3 --plies 7 --nodes 500 --seed 4";
    let lines = output(&order.split(' ').collect::<Vec<_>>());
    assert_eq!(lines.len(), 3);
    for line in &lines {
        engine.execute("clear_board");
        for (vertex, color) in line.split(' ').zip(["b", "w"].into_iter().cycle()) {
            engine.execute(&format!("play {color} {vertex}"));
        }
        assert_ne!(engine.execute("gogui-rules_legal_moves"), "", "{line}");
    }
}

#[test]
fn openings_that_do_not_exist_are_not_made_up() {
    // The first moves of Othello are all equivalent, even or not.
    let ending = run(&[
        "openings", "--game", "reversi", "--plies", "1", "--count", "2",
    ]);
    assert!(!ending.status.success());
    let found = ending.rest.len();
    assert!(found <= 1, "{:?}", ending.rest);
    assert!(
        ending
            .stderr
            .contains(&format!("{found} of 2 openings were found")),
        "{}",
        ending.stderr
    );
}

#[test]
fn perft_counts() {
    let reversi = counts(&["--game", "reversi", "--depth", "7"]);
    assert_eq!(reversi, [4, 12, 56, 244, 1396, 8200, 55092]);
    let gomoku = counts(&["--game", "gomoku", "--size", "6", "--depth", "3"]);
    assert_eq!(gomoku, [36, 36 * 35, 36 * 35 * 34]);
    assert_eq!(
        counts(&["--game", "go", "--size", "3", "--depth", "1"]),
        [10]
    );
    let pass = format!("XO{}", "-".repeat(62));
    let after_a_pass = counts(&["--game", "reversi", "--depth", "3", &pass, "w"]);
    assert_eq!(after_a_pass, [1, 1, 1]);
}

#[test]
fn the_manual_names_commands_of_all_protocols() {
    let text = output(&["commands"]);
    assert!(text.len() > 100);
    for name in ["genmove", "ladder", "forbidden", "SWAP2BOARD", "set depth"] {
        let is_row = |line: &&String| line.trim_start().starts_with(name);
        assert!(text.iter().any(|line| is_row(&line)), "{name}");
    }
    let markdown = output(&["commands", "--markdown"]);
    assert!(markdown.iter().any(|line| line.starts_with("| `genmove")));
}

/// Runs `tengen ladders` and returns its lines.
fn ladders(args: &[&str], input: &str) -> Vec<String> {
    let mut engine = Engine::start(&[&["ladders"], args].concat());
    engine.write(input);
    let ending = engine.finish();
    assert_eq!(ending.stderr, "");
    assert!(ending.status.success(), "{}", ending.status);
    ending.rest
}

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests");
    path.join(name).to_string_lossy().into_owned()
}

#[test]
fn ladders_are_answered_without_a_conversation() {
    let line = r#"{"id":"a","rows":[".X.","XO.","..X"],"queries":[{"at":[1,1]}]}"#;
    let answer = r#"{"id":"a","at":[1,1],"first":"attacker","verdict":"captured","ko":null,"moves":[[1,2],[2,1]],"pv":[[1,2],[2,1],[2,0]],"nodes":2}"#;
    for args in [&[][..], &["-"], &["--threads", "3"]] {
        let mut engine = Engine::start(&[&["ladders"], args].concat());
        engine.write(format!("{line}\nx\n{line}\n"));
        let ending = engine.finish();
        let lines = &ending.rest;
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert_eq!(lines[0], answer);
        assert!(lines[1].starts_with(r#"{"line":2,"error":"#), "{lines:?}");
        assert_eq!(lines[2], lines[0]);
        // The bad line is reported, and counts for the exit status.
        assert_eq!(ending.status.code(), Some(1));
        let mut said = ending.stderr.lines();
        assert!(said.next().unwrap().starts_with("-: line 2: "));
        let last = "tengen: -: output lines that are errors: 1";
        assert_eq!(said.next(), Some(last), "{}", ending.stderr);
    }
    let data = file("data/ladders.jsonl");
    let lines = ladders(&[&data], "");
    assert!(lines.len() > 100 && lines.iter().all(|line| line.contains("verdict")));
    assert_eq!(ladders(&["--threads", "4", &data], ""), lines);
}

#[test]
fn ladders_of_a_game() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ladder.SGF");
    fs::write(&path, "(;SZ[5];B[bb];W[ba];B[ca];W[ee];B[aa])").unwrap();
    let game = path.to_string_lossy().into_owned();
    let every = ladders(&[&game], "");
    for after in 2..=4 {
        let id = format!(r#"{{"id":"ladder.SGF:{after}","#);
        assert!(every.iter().any(|line| line.starts_with(&id)), "{every:?}");
    }
    let after_three = ladders(&[&game, "--move", "3"], "");
    let of_every: Vec<&String> = every
        .iter()
        .filter(|line| line.contains("ladder.SGF:3\""))
        .collect();
    assert_eq!(after_three.iter().collect::<Vec<_>>(), of_every);
    // A record's moves are read even if illegal. Nonsense is reported with its position.
    let broken_rules = ladders(&[&file("sgf/odd.sgf")], "");
    let last = broken_rules.last().unwrap();
    assert!(last.starts_with(r#"{"id":"odd.sgf:1"#), "{broken_rules:?}");
    let senseless = Path::new(env!("CARGO_TARGET_TMPDIR")).join("senseless.sgf");
    fs::write(&senseless, "\n (;GM[2];W[d3])").unwrap();
    let senseless = senseless.to_string_lossy().into_owned();
    for (args, sentence) in [
        (
            &["ladders", &senseless][..],
            "senseless.sgf: line 2, column 2: expected a record of Go, saw one of Othello",
        ),
        (&["ladders", &game, "--move", "1000"], "--move 1000"),
        (&["ladders", "--move", "1"], "--move"),
        (&["ladders", "no/such/file"], "no/such/file"),
        (&["ladders", "--threads", "0"], "--threads"),
        (
            &["ladders", "--threads", "x"],
            "whole number from 1 to 1024",
        ),
        (&["ladders", "--budget", "-"], "whole number from 0 to "),
        (&["--size", "nine"], "whole number from 1 to 25"),
        (&["bench", "ladders", "no/such/file"], "no/such/file"),
    ] {
        let ending = run(args);
        assert!(!ending.status.success(), "{args:?}");
        assert!(ending.stderr.contains(sentence), "{}", ending.stderr);
    }
}

/// Runs a bench and returns its lines that begin with `word`, without that word.
fn of_bench(args: &[&str], word: &str) -> Vec<String> {
    of_words(args, [word]).concat()
}

/// Runs a bench and returns its lines that begin with each of these words, without the word.
fn of_words<const N: usize>(args: &[&str], words: [&str; N]) -> [Vec<String>; N] {
    let lines = output(&[&["bench"], args].concat());
    assert!(lines.last().unwrap().starts_with("BENCH "), "{lines:?}");
    words.map(|word| {
        let with_word = lines.iter().filter_map(|line| line.strip_prefix(word));
        with_word.map(str::to_owned).collect()
    })
}

#[test]
fn the_bench_repeats_itself_with_every_instruction_set() {
    let every = ["--every-isa", "--divide", "200"];
    let [sets, signatures] = of_words(&every, ["isa ", "signature "]);
    assert_eq!(sets[0], "portable");
    assert_eq!(signatures.len(), sets.len());
    for isa in &sets {
        let alone = of_bench(&["--isa", isa, "--divide", "200"], "signature ");
        assert_eq!(alone, signatures[..1], "{isa}");
    }
    assert_ne!(
        of_bench(&["--divide", "201"], "signature "),
        signatures[..1]
    );
}

#[test]
fn the_bench_of_one_game() {
    for (game, name) in [("go", "Go"), ("gomoku", "Gomoku"), ("reversi", "Othello")] {
        let args = ["--game", game, "--divide", "500"];
        assert!(of_bench(&args, name).last().unwrap().ends_with(" nps"));
        for other in ["Go ", "Gomoku ", "Othello "] {
            let lines = of_bench(&args, other);
            assert_eq!(lines.is_empty(), other.trim() != name, "{lines:?}");
        }
    }
}

#[test]
fn bad_arguments_of_the_bench() {
    for (args, sentence) in [
        (&["--isa", "abacus"][..], "this processor has portable"),
        (&["--isa", "portable", "--every-isa"], "--every-isa"),
        (&["--divide", "0"], "--divide"),
        (&["--game", "chess"], "chess"),
    ] {
        let ending = run(&[&["bench"], args].concat());
        assert!(!ending.status.success(), "{args:?}");
        assert!(ending.stderr.contains(sentence), "{}", ending.stderr);
    }
}

#[test]
fn the_ladder_bench_ends_with_its_rate() {
    let data = file("data/ladders.jsonl");
    let lines = output(&["bench", "ladders", &data, "--repeat", "2"]);
    assert!(lines[0].contains(" queries, "), "{lines:?}");
    let rate = lines
        .last()
        .unwrap()
        .strip_suffix(" queries per CPU second");
    assert!(rate.unwrap().parse::<u64>().unwrap() > 1000, "{lines:?}");
}

fn numbers(line: &str) -> Vec<f64> {
    let words = line.split_whitespace();
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn the_bench_of_a_network_has_rates_for_each_board_and_kernel() {
    for (network, name, version) in [(NETWORK, "tiny", 8), ("own", "tengen", 14)] {
        let lines = output(&["bench", "net", network, "--batch", "2", "--repeat", "2"]);
        assert!(lines[0].starts_with(name), "{lines:?}");
        let format = format!(", format version {version}");
        assert!(lines[0].contains(&format), "{lines:?}");
        let peak = lines[0].split_once(" peak ").unwrap().1;
        let peak = numbers(peak)[0];
        assert!(peak > 0.1, "{lines:?}");
        let boards = lines[1..].split(|line| !line.starts_with(' ')).skip(1);
        let heads = lines[1..].iter().filter(|line| !line.starts_with(' '));
        let sizes = ["9x9: ", "13x13: ", "19x19: "];
        assert_eq!(heads.clone().count(), sizes.len(), "{lines:?}");
        for ((head, kernels), size) in heads.zip(boards).zip(sizes) {
            let [rate, with_inputs, products, of_peak] = numbers(head)[..] else {
                panic!("{head}");
            };
            assert!(
                head.starts_with(size) && rate > 0.0 && with_inputs > 0.0,
                "{head}"
            );
            assert!(products > 0.0 && of_peak < 130.0, "{head}");
            let shares = kernels.iter().map(|line| numbers(line)[0]);
            let whole: f64 = shares.sum();
            assert!((95.0..=105.0).contains(&whole), "{kernels:?}");
            let has_rate = |line: &String| line.contains("products") && line.contains(" GFLOP/s, ");
            assert!(kernels.iter().any(has_rate), "{kernels:?}");
        }
    }
    for (args, sentence) in [
        (&["none"][..], "no network to time"),
        (&["own", "--isa", "portable", "--bf16"], "AVX-512 BF16"),
    ] {
        let refused = run(&[&["bench", "net"], args].concat());
        assert!(!refused.status.success(), "{args:?}");
        assert!(refused.stderr.contains(sentence), "{}", refused.stderr);
    }
}

#[test]
fn an_unfinished_game_has_no_winner_at_a_terminal() {
    let score = |words: &str| {
        let mut engine = Engine::start(&["play", "--size", "9", "--seconds", "0.1"]);
        engine.write(format!("{words}score\nquit\n"));
        engine.finish().rest.join("\n")
    };
    for words in ["", "b4\n"] {
        let said = score(words);
        assert!(said.contains("Not finished."), "{said}");
        assert!(said.contains("x is Black's area, o is White's."), "{said}");
        assert!(!said.contains("wins by"), "{said}");
    }
}

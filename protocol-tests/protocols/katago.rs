//! KataGo's command line and configuration files: their effects and their errors.

use std::fs;

use crate::engine::{Ending, Engine};

fn run(args: &[&str]) -> Ending {
    Engine::start(args).finish()
}

#[test]
fn a_configuration_sets_what_gtp_begins_with() {
    let mut engine = Engine::start(&[
        "gtp",
        "-config",
        "configs/gtp.cfg",
        "--override-config",
        "numSearchThreads=1,defaultBoardSize=9,startupPrintMessageToStderr=false",
        "-model",
        "nets/tiny.txt.gz",
    ]);
    assert_eq!(engine.execute("get_komi"), "6.5");
    let rules = engine.execute("kata-get-rules");
    assert!(rules.contains("\"scoring\":\"TERRITORY\""), "{rules}");
    assert_eq!(engine.execute("limits"), "seconds 20.5 visits 40");
    for (name, value) in [
        ("numSearchThreads", "1"),
        ("resignThreshold", "-0.8"),
        ("ponderingEnabled", "false"),
    ] {
        assert_eq!(engine.execute(&format!("kata-get-param {name}")), value);
    }
    assert!(engine.execute("showboard").contains("A B C D E F G H J\n"));
    let models = engine.execute("kata-get-models");
    assert!(models.contains("nets/tiny.txt.gz"), "{models}");
    engine.finish().assert_clean();
}

#[test]
fn a_forced_komi_stays() {
    let mut engine = Engine::start(&[
        "gtp",
        "-override-config",
        "ignoreGTPAndForceKomi=7,startupPrintMessageToStderr=false",
    ]);
    engine.execute("komi 0.5");
    assert_eq!(engine.execute("get_komi"), "7");
    engine.execute("loadsgf sgf/go9.sgf");
    assert_eq!(engine.execute("get_komi"), "7");
    engine.finish().assert_clean();
}

#[test]
fn resignation_can_be_switched_off() {
    let reply = |overrides: &str| {
        let overrides = format!("maxPlayouts=2000,startupPrintMessageToStderr=false,{overrides}");
        let args = ["gtp", "-override-config", &overrides, "-model", "none"];
        let mut engine = Engine::start(&args);
        engine.execute("boardsize 5");
        engine.execute("komi 100");
        let reply = engine.execute("genmove b");
        engine.finish().assert_clean();
        reply
    };
    let early = "resignMinMovesPerBoardArea=0,resignConsecTurns=1,resignThreshold=-0.1";
    assert_eq!(reply(early), "resign");
    assert_ne!(reply(&format!("{early},allowResignation=false")), "resign");
    assert_ne!(
        reply(&format!("{early},resignMinScoreDifference=1000")),
        "resign"
    );
}

#[test]
fn gtp_announces_in_katagos_words_that_it_is_ready() {
    let ending = run(&["gtp"]);
    assert!(ending.status.success());
    assert_eq!(ending.stderr, "GTP ready, beginning main protocol loop");
    assert!(ending.rest.is_empty());
}

#[test]
fn errors_name_file_line_and_key() {
    for (file, error) in [
        (
            "configs/no-equals.cfg",
            "configs/no-equals.cfg, line 2: expected KEY = VALUE, saw 'maxVisits 40'",
        ),
        (
            "configs/out-of-range.cfg",
            "configs/out-of-range.cfg, line 2: maxVisits = -1: expected a whole number from 1 to 2^50",
        ),
        (
            "configs/missing-include.cfg",
            "cannot read the configuration configs/no/such.cfg of configs/missing-include.cfg, line 1: ",
        ),
        (
            "configs/none.cfg",
            "cannot read the configuration configs/none.cfg: ",
        ),
    ] {
        for subcommand in ["gtp", "benchmark"] {
            assert_refused(&[subcommand, "-config", file], error);
        }
    }
    let error = "-override-config: maxTime = x: expected seconds from 0 to 1e20";
    assert_refused(&["gtp", "-override-config", "maxTime=x"], error);
    let error = "-override-config: expected KEY=VALUE, saw 'maxTime'";
    assert_refused(&["gtp", "-override-config", "maxTime"], error);
    assert_refused(&["gtp", "-model", "no/such/file"], "--model no/such/file: ");
    assert_refused(
        &["gtp", "--protocol", "nboard"],
        "tengen gtp speaks only GTP",
    );
    assert_refused(&["benchmark", "-model", "none"], "--model none: ");
}

/// Checks that the program ends with status 1 and this error before it reads a line.
#[track_caller]
fn assert_refused(args: &[&str], error: &str) {
    let ending = run(args);
    assert_eq!(ending.status.code(), Some(1), "{args:?}");
    let expected = format!("tengen: {error}");
    assert!(
        ending.stderr.starts_with(&expected),
        "{args:?}: {}",
        ending.stderr
    );
    assert!(ending.rest.is_empty(), "{args:?}: {:?}", ending.rest);
}

#[test]
fn keys_that_do_nothing_are_listed_in_the_log() {
    let folder = std::env::temp_dir().join(format!("tengen-katago-log-{}", std::process::id()));
    let overrides = format!("logDir={}", folder.display());
    let args = [
        "gtp",
        "-config",
        "configs/gtp.cfg",
        "-override-config",
        &overrides,
    ];
    let ending = run(&args);
    assert!(ending.status.success(), "{}", ending.stderr);
    let files: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(files.len(), 1);
    let log = fs::read_to_string(files[0].as_ref().unwrap().path()).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert!(
        log.contains("keys without a meaning here: logSearchInfo, nnRandomize\n"),
        "{log}"
    );
    assert!(log.contains("unknown keys: maxVisit\n"), "{log}");
}

#[test]
fn a_benchmark_has_a_line_for_each_number_of_threads() {
    let ending = run(&[
        "benchmark",
        "-model",
        "nets/tiny.txt.gz",
        "-v",
        "20",
        "-t",
        "1,2",
        "-n",
        "2",
        "-boardsize",
        "9",
        "-i",
        "3",
    ]);
    assert!(ending.status.success(), "{}", ending.stderr);
    let starts = [
        "network nets/tiny.txt.gz (",
        "numSearchThreads =  1: 2 / 2 positions, visits/s = ",
        "numSearchThreads =  2: 2 / 2 positions, visits/s = ",
        "estimated strength with 3 seconds per move: ",
        "numSearchThreads =  1: (baseline)",
        "numSearchThreads =  2: ",
        "for the configuration:",
        "numSearchThreads = ",
    ];
    assert_eq!(ending.rest.len(), starts.len(), "{:?}", ending.rest);
    for (line, start) in ending.rest.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    let is_recommended = |line: &&String| line.ends_with(" (recommended)");
    assert_eq!(ending.rest.iter().filter(is_recommended).count(), 1);
}

#[test]
fn version_is_that_of_the_option() {
    let version = |argument| run(&[argument]).rest;
    assert_eq!(version("version"), version("--version"));
    assert_eq!(version("version").len(), 1);
}

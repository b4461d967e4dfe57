//! Conversations in GTP.

use crate::engine::Engine;
use crate::transcript::{Sending, run_all};

/// Replies must not depend on whether the controller waits for them.
#[test]
fn transcripts() {
    run_all("gtp", &[Sending::Waiting, Sending::Pipelined]);
}

const GAMES: [&str; 3] = ["go", "gomoku", "reversi"];

/// GTP 2 draft 2, section 3.
const REQUIRED: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// What switches on a feature of a client by standing in the list.
const WANTED: [&str; 14] = [
    "undo",
    "gg-undo",
    "gogui-play_sequence",
    "gogui-interrupt",
    "time_settings",
    "time_left",
    "kgs-time_settings",
    "final_score",
    "cputime",
    "reg_genmove",
    "loadsgf",
    "showboard",
    "rectangular_boardsize",
    "stop",
];

/// The same for Go alone.
const WANTED_IN_GO: [&str; 7] = [
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "final_status_list",
    "kata-get-rules",
    "kata-set-rules",
    "kgs-rules",
];

#[test]
fn every_listed_command_is_known_and_has_help() {
    for game in GAMES {
        let mut engine = Engine::start(&["--game", game]);
        let list = engine.obey("list_commands");
        let listed: Vec<&str> = list.lines().collect();
        for name in REQUIRED.iter().chain(&WANTED) {
            assert!(listed.contains(name), "{game}: {name} is not listed");
        }
        for name in WANTED_IN_GO {
            assert_eq!(listed.contains(&name), game == "go", "{game}: {name}");
        }
        // Sabaki would read the win rates of these on another scale (0 to 10000) than KataGo writes them.
        for name in ["analyze", "genmove_analyze"] {
            assert!(!listed.contains(&name), "{game}: {name} is listed");
        }
        for name in &listed {
            assert_eq!(name.trim(), *name);
            assert_eq!(
                engine.obey(&format!("known_command {name}")),
                "true",
                "{name}"
            );
            let help = engine.obey(&format!("help {name}"));
            assert!(help.starts_with(name) && help.contains(" - "), "{help}");
        }
        assert_eq!(engine.obey("help").lines().count(), listed.len());
        engine.finish().assert_clean();
    }
}

/// Whatever arguments a command gets, it answers once and the next command is answered too.
#[test]
fn no_argument_breaks_a_command() {
    const ARGUMENTS: [&str; 12] = [
        "",
        "b",
        "b d4",
        "w pass",
        "7",
        "0",
        "2147483647",
        "-1",
        "99999999999999999999999",
        "nan",
        "\u{e9}\u{fffd} \" {",
        "b d4 w e5 b d4 w e5 b d4 w e5 b d4 w e5 b d4 w e5",
    ];
    for game in GAMES {
        let mut engine = Engine::start(&["--game", game]);
        let list = engine.obey("list_commands");
        for name in list.lines() {
            // These end the session, change the game, or write a file of this name.
            if ["quit", "set_game", "printsgf"].contains(&name) {
                continue;
            }
            for arguments in ARGUMENTS {
                // Deep counts and hard questions would take their time.
                if name == "perft" && ["7", "2147483647"].contains(&arguments) {
                    continue;
                }
                engine.obey("limits none nodes 5");
                engine.obey("clear_board");
                let reply = engine.ask(&format!("{name} {arguments}"));
                assert!(
                    reply.starts_with(['=', '?']),
                    "{game}: {name} {arguments}: {reply}"
                );
                let engine_is_there = engine.ask("77 protocol_version");
                assert_eq!(engine_is_there, "=77 2", "{game}: after {name} {arguments}");
            }
        }
        engine.finish().assert_clean();
    }
}

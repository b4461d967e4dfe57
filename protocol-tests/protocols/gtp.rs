//! Conversations in GTP.

use tengen_testing::length::short_or_long;

use crate::engine::Engine;
use crate::transcript::{Sending, run_all};

/// Replies must not depend on whether the controller waits for them. The short form leaves this to the random conversations below.
#[test]
fn transcripts() {
    let ways: &[Sending] =
        short_or_long(&[Sending::Waiting], &[Sending::Waiting, Sending::Pipelined]);
    run_all("gtp", ways);
}

const GAMES: [&str; 3] = ["go", "gomoku", "reversi"];

/// The commands required by GTP 2 draft 2, section 3.
const REQUIRED: &str = "
    protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove";

/// Commands that enable a client's feature by being listed.
const WANTED: &str = "
    undo gg-undo gogui-play_sequence gogui-interrupt time_settings time_left kgs-time_settings final_score cputime
    reg_genmove loadsgf showboard rectangular_boardsize stop lz-analyze kata-analyze lz-genmove_analyze
    kata-genmove_analyze cgos-genmove_analyze kata-search_cancellable kata-set-param black white trymove popgo
    move_history last_move list_stones query_boardsize top_moves top_moves_black top_moves_white clear_cache
    get_random_seed set_random_seed gogui-setup gogui-setup_player gogui-analyze_commands gogui-param_search
    gomill-cpu_time gomill-describe_engine gomill-explain_last_move cgos-opponent_name cgos-gameover kgs-game_over";

/// More of these commands, for Go only.
const WANTED_IN_GO: &str = "
    fixed_handicap place_free_handicap set_free_handicap final_status_list kata-get-rules kata-set-rules kgs-rules
    captures get_handicap estimate_score heatmap";

#[test]
fn every_listed_command_is_known_and_has_help() {
    for game in GAMES {
        let mut engine = Engine::start(&["--game", game]);
        let list = engine.execute("list_commands");
        let listed: Vec<&str> = list.lines().collect();
        for name in REQUIRED.split_whitespace().chain(WANTED.split_whitespace()) {
            assert!(listed.contains(&name), "{game}: {name} is not listed");
        }
        for name in WANTED_IN_GO.split_whitespace() {
            assert_eq!(listed.contains(&name), game == "go", "{game}: {name}");
        }
        // Sabaki would read the win rates of these as 0 to 10000, unlike KataGo's scale.
        for name in ["analyze", "genmove_analyze"] {
            assert!(!listed.contains(&name), "{game}: {name} is listed");
        }
        for name in &listed {
            assert_eq!(name.trim(), *name);
            assert_eq!(
                engine.execute(&format!("known_command {name}")),
                "true",
                "{name}"
            );
            let help = engine.execute(&format!("help {name}"));
            assert!(help.starts_with(name) && help.contains(" - "), "{help}");
        }
        // Newer versions of kgsGtp end at the start of a game if this one is listed.
        assert!(!listed.contains(&"kgs-chat"), "{game}");
        assert_eq!(engine.execute("known_command kgs-chat"), "true", "{game}");
        let help = engine.execute("help");
        let described = help.lines().filter(|line| !line.ends_with(':')).count();
        assert_eq!(described, listed.len() + 1);
        engine.finish().assert_clean();
    }
}

#[test]
fn kgs_chat_is_listed_by_request() {
    let mut engine = Engine::start(&["--kgs-chat"]);
    let list = engine.execute("list_commands");
    assert!(list.lines().any(|name| name == "kgs-chat"), "{list}");
    engine.finish().assert_clean();
}

/// With any arguments a command is answered once, and the next command is answered too.
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
        let list = engine.execute("list_commands");
        for name in list.lines() {
            // These end the session, change the game, or write a file with this name.
            if ["quit", "set_game", "printsgf", "printggf"].contains(&name) {
                continue;
            }
            for arguments in ARGUMENTS {
                // These counts would take too long.
                if name == "perft" && ["7", "2147483647"].contains(&arguments) {
                    continue;
                }
                engine.execute("limits none nodes 5");
                engine.execute("clear_board");
                // The empty line ends an analysis.
                let reply = engine.ask(&format!("{name} {arguments}\n"));
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

/// Long random conversations: the replies are the same with and without waiting, and in every run, since searches are
/// limited by nodes. Illegal and nonsensical commands are included.
#[test]
fn random_conversations_do_not_depend_on_waiting() {
    // Every kind of command is in the last of them.
    for seed in short_or_long(4..=4, 1..=4) {
        let commands = random_commands(seed, 400);
        let mut waiting = Engine::start(&[]);
        let one_by_one: Vec<String> = commands
            .iter()
            .map(|command| waiting.ask(command))
            .collect();
        waiting.finish().assert_clean();
        // The end of the input must not cut a search short, even on a slow machine.
        let mut hasty = Engine::start(&["--linger", "600"]);
        hasty.write(commands.join("\n"));
        hasty.close_input();
        for (command, expected) in commands.iter().zip(one_by_one) {
            assert_eq!(hasty.read_reply(), Ok(expected), "seed {seed}: {command}");
        }
        hasty.finish().assert_clean();
    }
}

fn random_commands(seed: u64, count: usize) -> Vec<String> {
    let mut state = seed;
    // Knuth's MMIX constants; the upper bits are the good ones.
    let mut below = |bound: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % bound
    };
    let mut commands = vec!["limits nodes 40".to_owned(), "boardsize 7".to_owned()];
    while commands.len() < count {
        let color = ["b", "w"][below(2) as usize];
        // Some points are off the board, and I is not a column.
        let point = format!("{}{}", (b'a' + below(9) as u8) as char, 1 + below(9));
        commands.push(match below(40) {
            0..=17 => format!("play {color} {point}"),
            18..=20 => format!("genmove {color}"),
            21 => format!("reg_genmove {color}"),
            22..=24 => "undo".to_owned(),
            25 => format!("gg-undo {}", below(5)),
            26 => format!("all_legal {color}"),
            27 => "showboard".to_owned(),
            28 => "printsgf".to_owned(),
            29 => "final_score".to_owned(),
            30 => "final_status_list dead".to_owned(),
            31 => "chains".to_owned(),
            32 => format!("ladder {point} {color}"),
            33 => format!(
                "kata-set-rules {}",
                ["japanese", "new-zealand", "none"][below(3) as usize]
            ),
            34 => format!("gogui-play_sequence b {point} w pass {color} a1"),
            35 => "perft 2".to_owned(),
            36 => ["clear_board", "boardsize 5", "boardsize 9"][below(3) as usize].to_owned(),
            37 => format!("set_free_handicap {point} c3 d4"),
            38 => format!("play {color} pass"),
            _ => [
                "nonsense",
                "forbidden",
                "rule renju",
                "set_game Go",
                "set_game Gomoku",
                "set_game Othello",
            ][below(6) as usize]
                .to_owned(),
        });
        // A new game begins without limits.
        if commands
            .last()
            .is_some_and(|command| command.starts_with("set_game"))
        {
            commands.push("limits nodes 40".to_owned());
        }
    }
    commands
}

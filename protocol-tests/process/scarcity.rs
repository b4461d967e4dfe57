//! Settings that exceed any machine, and machines with few resources: the engine takes what it gets and plays.

#[cfg(unix)]
use std::path::Path;
use std::time::{Duration, Instant};

use tengen_testing::length::short_or_long;

#[cfg(unix)]
use crate::engine::TENGEN;
use crate::engine::{Engine, at_once};
#[cfg(unix)]
use crate::process::files::{empty_folder, names_in};

const GAMES: [&str; 3] = ["go", "gomoku", "reversi"];

/// Far longer than the second of a move, for a busy machine.
const SOON: Duration = Duration::from_secs(10);

/// Plays the second move of a game with a time limit.
fn plays(engine: &mut Engine, game: &str) {
    engine.execute("clear_board");
    engine.execute(match game {
        "reversi" => "play b f5",
        _ => "play b g9",
    });
    engine.execute("limits seconds 0.5");
    let began = Instant::now();
    assert!(!engine.execute("genmove w").is_empty());
    assert!(began.elapsed() < SOON, "{game}: {:?}", began.elapsed());
}

#[test]
fn more_threads_than_any_machine_has_are_not_started() {
    at_once(GAMES, |game| {
        for model in ["own", "none"] {
            let args = [
                "--threads",
                "1024",
                "--game",
                game,
                "--book",
                "none",
                "--model",
                model,
            ];
            let mut engine = Engine::start(&args);
            plays(&mut engine, game);
            engine.finish().assert_clean();
        }
    });
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_taken_as_it_is_needed() {
    at_once(GAMES, |game| {
        let args = ["--memory", "1048576", "--game", game, "--book", "none"];
        let mut engine = Engine::start(&args);
        plays(&mut engine, game);
        let resident = engine.resident() >> 20;
        assert!(resident < 400, "{game}: {resident} MiB");
        engine.finish().assert_clean();
    });
}

/// An address space of a gigabyte has no room for a table of 32 GiB.
#[cfg(target_os = "linux")]
#[test]
fn a_bounded_address_space_bounds_the_tables() {
    use std::path::Path;

    use crate::engine::TENGEN;

    at_once(GAMES, |game| {
        for model in ["own", "none"] {
            let command = format!(
                "ulimit -v 1000000; RUST_LOG=warn exec {TENGEN} --memory 32768 --threads 2 --game {game} --book none --model {model}"
            );
            let mut engine = Engine::start_program(Path::new("sh"), &["-c", &command]);
            plays(&mut engine, game);
            plays(&mut engine, game);
            let ending = engine.finish();
            assert!(ending.status.success(), "{game}: {}", ending.stderr);
            // Reported only once.
            let said = ending.stderr.lines().filter(|line| line.contains("MiB"));
            assert_eq!(said.count(), 1, "{game}: {}", ending.stderr);
        }
    });
}

/// Searches in address spaces of all sizes, with tables of all sizes and many threads: none ends the process.
#[cfg(target_os = "linux")]
fn plays_in_any_address_space(game: &str, model: &str) {
    use std::path::Path;

    use crate::engine::TENGEN;

    at_once(
        [100_000, 150_000, 200_000, 400_000].into_iter().enumerate(),
        |(row, kilobytes)| {
            for (column, memory) in ["", "--memory 16", "--memory 4096"].into_iter().enumerate() {
                let all = [1, 2, 8];
                // One number of threads for each, so that any two of the three settings meet.
                let one = &all[(row + column) % all.len()..][..1];
                for threads in short_or_long(one, &all) {
                    let command = format!(
                        "ulimit -v {kilobytes}; exec {TENGEN} {memory} --threads {threads} --game {game} --book none --model {model}"
                    );
                    let mut engine = Engine::start_program(Path::new("sh"), &["-c", &command]);
                    engine.execute(match game {
                        "reversi" => "play b f5",
                        _ => "play b g9",
                    });
                    engine.execute("limits seconds 0.1");
                    for mover in ["w", "b", "w"] {
                        engine.execute(&format!("genmove {mover}"));
                    }
                    let ending = engine.finish();
                    assert!(ending.status.success(), "{command}: {}", ending.stderr);
                }
            }
        },
    );
}

#[cfg(target_os = "linux")]
#[test]
fn go_plays_in_any_address_space() {
    plays_in_any_address_space("go", "own");
    plays_in_any_address_space("go", "none");
}

#[cfg(target_os = "linux")]
#[test]
fn gomoku_plays_in_any_address_space() {
    plays_in_any_address_space("gomoku", "none");
}

#[cfg(target_os = "linux")]
#[test]
fn reversi_plays_in_any_address_space() {
    plays_in_any_address_space("reversi", "none");
}

/// The signal that accompanies the error would end the process.
#[cfg(unix)]
#[test]
fn a_bounded_size_of_files_is_an_error_like_a_full_disk() {
    let folder = empty_folder("bounded-file");
    let shell = |args: &str| {
        let command = format!("ulimit -f 0; exec {TENGEN} {args}");
        Engine::start_program(Path::new("sh"), &["-c", &command])
    };
    let mut engine = shell("");
    let reply = engine.ask(&format!("printsgf {}", folder.join("a.sgf").display()));
    assert!(reply.starts_with("? cannot write "), "{reply}");
    assert!(engine.execute("name").contains("Tengen"));
    engine.finish().assert_clean();
    let mut engine = shell("--protocol gomocup");
    engine.write(format!(
        "START 15\nYXSETDATABASE {}\nABOUT\n",
        folder.join("a.db").display()
    ));
    assert_eq!(engine.read_line().unwrap(), "OK");
    assert!(engine.read_line().unwrap().starts_with("ERROR "));
    assert!(engine.read_line().unwrap().starts_with("name="));
    engine.finish().assert_clean();
    assert_eq!(names_in(&folder), [""; 0]);
}

/// A killed process has left a journal, and the disk is full.
#[cfg(unix)]
#[test]
fn a_database_is_opened_where_its_journal_cannot_be_taken_over() {
    let folder = empty_folder("full-disk");
    let open = format!(
        "START 15\nYXSETDATABASE {}\n",
        folder.join("a.db").display()
    );
    let edit = |value| format!("YXEDITTVDDATABASE 7 97 {value} 5\n7,7\nDONE\n");
    let question = "YXQUERYDATABASEONE\n7,7\nDONE\n";
    let entry = "MESSAGE DATABASE ONE 97 11 5 3 a";
    let start = |limit| {
        let command = format!("{limit} exec {TENGEN} --protocol gomocup");
        let mut engine = Engine::start_program(Path::new("sh"), &["-c", &command]);
        engine.write(open.clone());
        while !engine.read_line().unwrap().contains(" positions in ") {}
        engine
    };
    let mut killed = start("");
    killed.write(edit(11));
    assert_eq!(killed.read_line().unwrap(), entry);
    drop(killed);
    let mut limited = start("ulimit -f 0;");
    limited.write(question);
    assert_eq!(limited.read_line().unwrap(), entry);
    limited.write(edit(22));
    let refused = limited.read_line().unwrap();
    assert!(
        refused.starts_with("ERROR the change is not on disk"),
        "{refused}"
    );
    assert!(limited.finish().status.success());
    assert_eq!(names_in(&folder), ["a.db.journal"]);
    let mut free = start("");
    free.write(question);
    assert_eq!(free.read_line().unwrap(), entry);
    free.finish().assert_clean();
    assert_eq!(names_in(&folder), ["a.db"]);
}

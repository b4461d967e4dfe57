//! Files named by commands: only regular ones, replaced as a whole, and none outside the folder of `--files`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::Engine;

/// Gomocup commands that name a database file or a file next to it.
const DATABASE_COMMANDS: [&str; 8] = [
    "YXSETDATABASE",
    "YXDBMERGE",
    "YXDBSPLIT",
    "YXDBTOTXTALL",
    "YXDBTOTXT",
    "YXTXTTODB",
    "YXLIBTODB",
    "YXDBTOLIB",
];

/// An engine with an open database.
fn engine_with_database(args: &[&str], name: &str) -> Engine {
    let mut engine = Engine::start(&[&["--protocol", "gomocup"], args].concat());
    engine.write(format!("START 15\nYXSETDATABASE {name}\n"));
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    for _ in ["LOAD START", "LOAD DONE", "0 positions"] {
        let line = engine.read_line().unwrap();
        assert!(line.starts_with("MESSAGE "), "{line}");
    }
    engine
}

/// Creates an empty folder for the files of a test.
pub fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left over from an earlier run, if it exists.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Names of the entries of a folder, sorted.
pub fn names_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = names.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
    use std::process::Command;
    use std::time::Instant;

    use super::*;
    use crate::engine::AT_ONCE;

    /// Every command that can name a file, with its game, up to the name.
    const COMMANDS: [(&str, &str); 7] = [
        ("go", "loadsgf"),
        ("go", "printsgf"),
        ("go", "kata-set-model"),
        ("go", "ladder_sgf B1"),
        ("reversi", "loadggf"),
        ("reversi", "loadwthor"),
        ("reversi", "printggf"),
    ];

    /// A Go position with a ladder, for `ladder_sgf`.
    const LADDER: &str = "set_position b B2 w A2 b C1 w B1";

    fn engine_of(game: &str, args: &[&str]) -> Engine {
        let mut engine = Engine::start(&[&["--game", game], args].concat());
        if game == "go" {
            engine.execute(LADDER);
        }
        engine
    }

    fn pipe(folder: &Path) -> String {
        let path = folder.join("pipe");
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        path.to_string_lossy().into_owned()
    }

    /// The pipe has no other end, and the device never ends.
    #[test]
    fn pipes_and_devices_are_refused_at_once_and_stay() {
        let folder = empty_folder("irregular");
        let pipe = pipe(&folder);
        let device = folder.join("device").to_string_lossy().into_owned();
        symlink("/dev/zero", &device).unwrap();
        for (game, command) in COMMANDS {
            let mut engine = engine_of(game, &[]);
            let began = Instant::now();
            for file in [pipe.as_str(), &device, "/dev/zero"] {
                let reply = engine.ask(&format!("{command} {file}"));
                assert!(
                    reply.starts_with("? cannot ") && reply.ends_with(": not a regular file"),
                    "{command}: {reply}"
                );
                assert_eq!(engine.execute("name"), "Tengen");
            }
            assert!(began.elapsed() < AT_ONCE, "{command}");
            engine.finish().assert_clean();
        }
        let mut engine = Engine::start(&["--protocol", "gomocup", "--memory", "1"]);
        for command in ["YXHASHLOAD", "YXHASHDUMP"] {
            for file in [pipe.as_str(), &device] {
                engine.send(&format!("{command} {file}"));
                let reply = engine.read_line().unwrap();
                assert!(
                    reply.starts_with("ERROR cannot ") && reply.ends_with(": not a regular file"),
                    "{command}: {reply}"
                );
            }
        }
        engine.finish().assert_clean();
        let own = folder.join("own.db").to_string_lossy().into_owned();
        let mut engine = engine_with_database(&[], &own);
        for command in DATABASE_COMMANDS {
            for file in [pipe.as_str(), &device] {
                engine.send(&format!("{command} {file}"));
                let reply = engine.read_line().unwrap();
                assert_eq!(
                    reply,
                    format!("ERROR {file}: not a regular file"),
                    "{command}"
                );
            }
        }
        engine.finish().assert_clean();
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(fs::metadata(&device).unwrap().file_type().is_char_device());
        assert_eq!(names_in(&folder), ["device", "pipe"]);
    }

    /// Nothing reads the pipe.
    #[test]
    fn a_log_that_would_wait_for_a_reader_is_refused_at_once() {
        let folder = empty_folder("log-pipe");
        let pipe = pipe(&folder);
        let config = format!("logFile={pipe}");
        for (args, option) in [
            (&["--log", &pipe][..], "--log"),
            (&["gtp", "-override-config", &config], "logFile"),
        ] {
            let began = Instant::now();
            let ending = Engine::start(args).wait_for_exit();
            assert!(began.elapsed() < AT_ONCE, "{args:?}");
            assert!(!ending.status.success(), "{args:?}");
            let sentence = format!("{option} {pipe}: a pipe that nothing reads");
            assert!(ending.stderr.contains(&sentence), "{}", ending.stderr);
        }
    }

    #[test]
    fn a_log_goes_to_devices_and_to_the_streams_of_the_process() {
        for file in ["/dev/null", "/dev/stderr", "/dev/stdout"] {
            let mut engine = Engine::start(&["--log", file]);
            engine.send("name");
            let mut line = engine.read_line().unwrap();
            while file == "/dev/stdout" && line != "= Tengen" {
                line = engine.read_line().unwrap();
            }
            assert_eq!(line, "= Tengen", "{file}");
            let ending = engine.finish();
            assert!(ending.status.success(), "{file}: {}", ending.stderr);
            assert_eq!(ending.stderr.contains(" < name"), file == "/dev/stderr");
        }
    }

    #[test]
    fn a_file_that_is_replaced_keeps_its_link_and_its_mode() {
        let folder = empty_folder("kept");
        let file = folder.join("real");
        let link = folder.join("link");
        symlink("real", &link).unwrap();
        for (game, command) in COMMANDS {
            if !command.contains("print") && !command.contains("ladder") {
                continue;
            }
            fs::write(&file, "old").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
            let mut engine = engine_of(game, &[]);
            engine.execute(&format!("{command} {}", link.display()));
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(
                fs::metadata(&file).unwrap().mode() & 0o777,
                0o600,
                "{command}"
            );
            assert!(fs::read_to_string(&file).unwrap().starts_with("(;GM["));
            assert_eq!(names_in(&folder), ["link", "real"]);
            engine.finish().assert_clean();
        }
    }

    /// The system would let root do it.
    #[test]
    fn a_read_only_file_is_not_replaced() {
        let folder = empty_folder("read-only");
        let file = folder.join("game");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
        let name = file.to_string_lossy();
        for (game, command) in COMMANDS {
            if !command.contains("print") && !command.contains("ladder") {
                continue;
            }
            let mut engine = engine_of(game, &[]);
            let reply = engine.ask(&format!("{command} {name}"));
            assert_eq!(
                reply,
                format!("? cannot write {name}: the file is read-only")
            );
            engine.finish().assert_clean();
        }
        let mut engine = Engine::start(&["--protocol", "gomocup", "--memory", "1"]);
        engine.send(&format!("YXHASHDUMP {name}"));
        let reply = engine.read_line().unwrap();
        assert_eq!(
            reply,
            format!("ERROR cannot write {name}: the file is read-only")
        );
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(names_in(&folder), ["game"]);
    }

    #[test]
    fn no_link_leads_out_of_the_folder() {
        let outer = empty_folder("links");
        let folder = outer.join("allowed");
        fs::create_dir(&folder).unwrap();
        let secret = outer.join("secret.sgf");
        fs::write(&secret, "(;GM[1]FF[4]SZ[9];B[ee])").unwrap();
        symlink(&secret, folder.join("link.sgf")).unwrap();
        symlink("../new.sgf", folder.join("dangling.sgf")).unwrap();
        symlink("..", folder.join("up")).unwrap();
        let mut engine = Engine::start(&["--files", &folder.to_string_lossy()]);
        for name in ["link.sgf", "dangling.sgf", "up/secret.sgf", "up/new.sgf"] {
            assert_eq!(
                engine.ask(&format!("printsgf {name}")),
                format!("? cannot write {name}: outside the folder given by --files")
            );
            assert_eq!(
                engine.ask(&format!("loadsgf {name}")),
                "? cannot load file: outside the folder given by --files"
            );
        }
        engine.finish().assert_clean();
        assert!(fs::read_to_string(&secret).unwrap().contains("B[ee]"));
        assert_eq!(names_in(&outer), ["allowed", "secret.sgf"]);
    }
}

#[test]
fn files_within_a_folder_are_read_and_written_and_no_others() {
    let outer = empty_folder("within");
    let folder = outer.join("allowed");
    fs::create_dir(&folder).unwrap();
    let record = "(;GM[1]FF[4]SZ[9];B[ee])";
    fs::write(outer.join("outside.sgf"), record).unwrap();
    let absolute = |name: &str| outer.join(name).to_string_lossy().into_owned();
    let mut engine = Engine::start(&["--size", "9", "--files", &absolute("allowed")]);
    engine.execute("play b e5");
    engine.execute("printsgf one game.sgf");
    engine.execute(&format!("printsgf {}", absolute("allowed/other.sgf")));
    assert_eq!(names_in(&folder), ["one game.sgf", "other.sgf"]);
    for name in [
        "one game.sgf",
        "./other.sgf 2",
        &absolute("allowed/other.sgf"),
    ] {
        engine.execute("clear_board");
        engine.execute(&format!("loadsgf {name}"));
        assert_eq!(engine.execute("is_legal w e5"), "0", "{name}");
    }
    for name in [
        "../outside.sgf",
        &absolute("outside.sgf"),
        "../missing.sgf",
        "/etc/passwd",
    ] {
        let refused = "? cannot load file: outside the folder given by --files";
        assert_eq!(engine.ask(&format!("loadsgf {name}")), refused);
        assert_eq!(
            engine.ask(&format!("printsgf {name}")),
            format!("? cannot write {name}: outside the folder given by --files")
        );
        assert_eq!(
            engine.ask(&format!("kata-set-model {name}")),
            format!("? cannot load {name}: outside the folder given by --files")
        );
    }
    assert!(
        engine
            .ask("loadsgf missing.sgf")
            .starts_with("? cannot load file: ")
    );
    // Commands without a file still work, also after a change of the game.
    assert!(engine.execute("printsgf -").starts_with("(;GM[1]"));
    engine.execute("kata-set-model none");
    engine.execute("set_game Othello");
    engine.execute("printggf othello.ggf");
    engine.execute("loadggf othello.ggf");
    let reply = engine.ask("printggf ../othello.ggf");
    assert!(
        reply.ends_with("outside the folder given by --files"),
        "{reply}"
    );
    engine.finish().assert_clean();
    let mut engine = Engine::start(&["--protocol", "gomocup", "--files", &absolute("allowed")]);
    engine.write(
        "INFO hash_size 100\nYXHASHDUMP table\nYXHASHLOAD table\nYXHASHLOAD ../outside.sgf\n",
    );
    assert_eq!(
        engine.read_line().unwrap(),
        "MESSAGE 0 positions written to table"
    );
    assert_eq!(
        engine.read_line().unwrap(),
        "MESSAGE 0 positions read from table"
    );
    assert_eq!(
        engine.read_line().unwrap(),
        "ERROR cannot read ../outside.sgf: outside the folder given by --files"
    );
    engine.finish().assert_clean();
    // If a database cannot be opened, the open one stays.
    let mut engine = engine_with_database(&["--files", &absolute("allowed")], "own.db");
    for command in DATABASE_COMMANDS {
        for name in ["../outside.sgf", "../new.db", &absolute("new.db")] {
            engine.send(&format!("{command} {name}"));
            assert_eq!(
                engine.read_line().unwrap(),
                format!("ERROR {name}: outside the folder given by --files"),
                "{command}"
            );
        }
    }
    engine.finish().assert_clean();
    assert_eq!(names_in(&outer), ["allowed", "outside.sgf"]);
    assert_eq!(
        fs::read_to_string(outer.join("outside.sgf")).unwrap(),
        record
    );
}

#[test]
fn without_files_no_command_can_name_one() {
    for game in ["go", "gomoku", "reversi"] {
        let mut unrestricted = Engine::start(&["--game", game]);
        // Without --kgs-chat, `help` has one unlisted command.
        let mut engine = Engine::start(&["--game", game, "--files", "none", "--kgs-chat"]);
        let all = unrestricted.execute("list_commands");
        let left = engine.execute("list_commands");
        let gone: Vec<&str> = all
            .lines()
            .filter(|name| !left.lines().any(|left| left == *name))
            .collect();
        let expected: &[&str] = match game {
            "go" => &[
                "loadsgf",
                "loadgame",
                "printsgf",
                "kata-set-model",
                "ladder_sgf",
                "life_sgf",
            ],
            "gomoku" => &["loadsgf", "loadgame", "printsgf"],
            _ => &[
                "loadsgf",
                "loadgame",
                "printsgf",
                "loadggf",
                "loadwthor",
                "printggf",
            ],
        };
        assert_eq!(gone, expected, "{game}");
        for name in gone {
            assert_eq!(engine.execute(&format!("known_command {name}")), "false");
            for arguments in ["", " -", " game.sgf", " own", " B1 x"] {
                assert_eq!(
                    engine.ask(&format!("{name}{arguments}")),
                    "? unknown command"
                );
            }
            assert_eq!(engine.ask(&format!("help {name}")), "? unknown command");
            assert_eq!(
                unrestricted.execute(&format!("known_command {name}")),
                "true"
            );
        }
        let help = engine.execute("help");
        let described = help.lines().filter(|line| !line.ends_with(':')).count();
        assert_eq!(described, left.lines().count());
        assert!(!help.contains("FILE"), "{help}");
        if game == "go" {
            assert!(
                unrestricted
                    .execute("gogui-analyze_commands")
                    .contains("ladder_sgf")
            );
            assert!(
                !engine
                    .execute("gogui-analyze_commands")
                    .contains("ladder_sgf")
            );
            engine.execute("set_game Othello");
            assert_eq!(engine.ask("loadggf x"), "? unknown command");
        }
        engine.finish().assert_clean();
    }
    let mut engine = Engine::start(&["--protocol", "gomocup", "--files", "none"]);
    engine.write("YXHASHDUMP table\nYXHASHLOAD\ntable\nABOUT\n");
    for verb in ["write", "read"] {
        assert_eq!(
            engine.read_line().unwrap(),
            format!("ERROR cannot {verb} table: --files none allows no files")
        );
    }
    assert!(engine.read_line().unwrap().contains("Tengen"));
    engine.write("START 15\n");
    assert_eq!(engine.read_line().as_deref(), Ok("OK"));
    for command in DATABASE_COMMANDS {
        engine.send(&format!("{command} x.db"));
        let expected = match command {
            "YXSETDATABASE" => "ERROR x.db: --files none allows no files",
            _ => "ERROR no database is open",
        };
        assert_eq!(engine.read_line().as_deref(), Ok(expected), "{command}");
    }
    engine.finish().assert_clean();
}

/// Files named on the command line are not restricted.
#[test]
fn what_the_command_line_names_may_lie_anywhere() {
    for files in ["none", "sgf"] {
        let mut engine = Engine::start(&["--files", files, "--model", "nets/tiny.txt.gz"]);
        assert!(
            engine
                .execute("version")
                .ends_with("network nets/tiny.txt.gz")
        );
        engine.finish().assert_clean();
    }
}

#[test]
fn a_folder_for_files_has_to_be_one() {
    for folder in ["no/such/folder", "main.rs"] {
        let ending = Engine::start(&["--files", folder]).finish();
        assert!(!ending.status.success());
        let sentence = format!("tengen: --files {folder}: ");
        assert!(ending.stderr.starts_with(&sentence), "{}", ending.stderr);
    }
}

#[test]
fn a_name_with_a_line_break_is_printed_on_one_line() {
    let name = "no\nsuch.sgf";
    for tool in [
        &["annotate", name][..],
        &["solve", name],
        &["ladders", "--review", name],
    ] {
        let ending = Engine::start(tool).finish();
        assert!(!ending.status.success(), "{tool:?}");
        let lines: Vec<&str> = ending.stderr.lines().collect();
        assert!(
            lines.iter().any(|line| line.contains("no\\nsuch.sgf")),
            "{tool:?}: {lines:?}"
        );
    }
}

#[test]
fn a_file_beyond_the_bound_is_not_read() {
    let folder = empty_folder("bound");
    let path = folder.join("large.sgf");
    let record = b"(;GM[1]FF[4]SZ[9];B[ee])";
    fs::write(&path, record).unwrap();
    let name = path.to_string_lossy();
    let mut engine = Engine::start(&["--size", "9"]);
    engine.execute(&format!("loadsgf {name}"));
    // A sparse file, which reads as zeros.
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let refused = "? cannot load file: larger than 64 MiB";
    assert_eq!(engine.ask(&format!("loadsgf {name}")), refused);
    engine.execute("set_game Othello");
    assert_eq!(engine.ask(&format!("loadggf {name}")), refused);
    #[cfg(target_os = "linux")]
    assert!(engine.resident() < 64 << 20);
    engine.finish().assert_clean();
}

/// An endless record: while it is being read, a stop is obeyed, and the commands after it no longer wait.
#[test]
fn a_stop_ends_a_load_and_changes_nothing() {
    let folder = empty_folder("stopped");
    let path = folder.join("long.sgf");
    let record = format!(
        "(;GM[1]FF[4]SZ[9]{})",
        ";B[ee];W[];B[];AE[ee]".repeat(100_000)
    );
    fs::write(&path, record).unwrap();
    let mut engine = Engine::start(&["--size", "9"]);
    engine.execute("play b a1");
    engine.write(format!("1 loadsgf {}\n2 stop\n3 name\n", path.display()));
    assert_eq!(engine.read_reply().unwrap(), "?1 cannot load file: stopped");
    assert_eq!(engine.read_reply().unwrap(), "=2");
    assert_eq!(engine.read_reply().unwrap(), "=3 Tengen");
    assert_eq!(engine.execute("is_legal w a1"), "0");
    engine.finish().assert_clean();
}

/// Two processes write the same file at the same time: the last one's record is there, complete.
#[test]
fn two_processes_replace_one_file() {
    let folder = empty_folder("two");
    let path = folder.join("game.sgf");
    let mut engines = [Engine::start(&[]), Engine::start(&["--size", "9"])];
    for _ in 0..20 {
        for engine in &mut engines {
            engine.send(&format!("printsgf {}", path.display()));
        }
        for engine in &mut engines {
            assert_eq!(engine.read_reply().unwrap(), "=");
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("(;GM[1]") && text.trim_end().ends_with(')'),
            "{text}"
        );
    }
    assert_eq!(names_in(&folder), ["game.sgf"]);
}

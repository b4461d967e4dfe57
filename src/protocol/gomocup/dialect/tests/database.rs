//! Tests of the commands that open databases and import files into them.

use std::fs;

use super::*;
use tengen_testing::scratch::Scratch;

/// Creates a folder, and a manager with a game. The manager's open database is `a.db` in the folder, with an entry for
/// a center stone.
fn with_database(name: &str) -> (Scratch, Manager) {
    let folder = Scratch::new(name);
    let mut manager = Manager::hasty();
    manager.ask("START 15");
    assert!(open(&mut manager, &folder, "a.db").ends_with("\nMESSAGE 0 positions in a.db\n"));
    let edited = manager.ask("YXEDITTVDDATABASE 7 119 50 9 / 7,7 / DONE");
    assert_eq!(edited, "MESSAGE DATABASE ONE 119 50 9 3 w*\n");
    (folder, manager)
}

/// Sends a command with the path of a file and returns the reply without the folder.
fn tell(manager: &mut Manager, folder: &Scratch, command: &str, name: &str) -> String {
    let path = folder.path().join(name);
    let reply = manager.ask(&format!("{command} {}", path.display()));
    let parent = fs::canonicalize(folder.path()).unwrap();
    let prefixes = [&parent, folder.path()];
    prefixes.iter().fold(reply, |reply, prefix| {
        reply.replace(
            &format!("{}{}", prefix.display(), std::path::MAIN_SEPARATOR),
            "",
        )
    })
}

fn open(manager: &mut Manager, folder: &Scratch, name: &str) -> String {
    tell(manager, folder, "YXSETDATABASE", name)
}

/// Returns the number of positions in the open database, as reported by a table export.
fn count(manager: &mut Manager, folder: &Scratch) -> String {
    let reply = tell(manager, folder, "YXDBTOTXTALL", "count.csv");
    reply.split(' ').nth(1).unwrap().to_owned()
}

#[test]
fn the_open_database_is_opened_again_and_kept_where_another_cannot_be() {
    let (folder, mut manager) = with_database("dialect-database-open");
    for name in ["a.db", "./a.db"] {
        let reply = open(&mut manager, &folder, name);
        assert!(
            reply.ends_with("\nMESSAGE 1 positions in a.db\n"),
            "{reply}"
        );
    }
    fs::write(folder.path().join("letter"), "to somebody").unwrap();
    let refused = open(&mut manager, &folder, "letter");
    assert!(refused.starts_with("ERROR letter: "), "{refused}");
    assert_eq!(count(&mut manager, &folder), "1");
    let other = open(&mut manager, &folder, "b.db");
    assert!(
        other.ends_with("\nMESSAGE 0 positions in b.db\n"),
        "{other}"
    );
    assert_eq!(count(&mut manager, &folder), "0");
}

#[test]
fn a_table_is_read_into_the_open_database() {
    let (folder, mut manager) = with_database("dialect-database-table");
    assert_eq!(count(&mut manager, &folder), "1");
    open(&mut manager, &folder, "b.db");
    let reply = tell(&mut manager, &folder, "YXTXTTODB", "count.csv");
    assert!(
        reply.starts_with("MESSAGE 1 positions read from count.csv in "),
        "{reply}"
    );
    let entry = manager.ask("YXQUERYDATABASEONE / 7,7 / DONE");
    assert_eq!(entry, "MESSAGE DATABASE ONE 119 50 9 3 w*\n");
    // Also written to the file.
    let bytes = fs::read(folder.path().join("b.db")).unwrap();
    assert!(!bytes.is_empty());
    let refused = tell(&mut manager, &folder, "YXTXTTODB", "b.db");
    assert!(refused.starts_with("ERROR b.db: line 1: "), "{refused}");
}

#[test]
fn nothing_is_written_over_the_open_database() {
    let (folder, mut manager) = with_database("dialect-database-held");
    manager.ask("YXSAVEDATABASE");
    let path = folder.path().join("a.db");
    let before = fs::read(&path).unwrap();
    for command in [
        "YXDBTOTXT",
        "YXDBTOTXTALL",
        "YXDBTOLIB",
        "YXDBSPLIT",
        "YXHASHDUMP",
    ] {
        for name in ["a.db", "./a.db", "a.db.journal"] {
            let reply = tell(&mut manager, &folder, command, name);
            assert!(
                reply.contains("belongs to the open database"),
                "{command} {name}: {reply}"
            );
        }
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(folder.names(), ["a.db", "a.db.journal"]);
}

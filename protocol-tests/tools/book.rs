//! Opening books: created by the program, played, reported and extended.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::Engine;
use crate::process::files::{empty_folder, names_in};
use crate::process::kills::NEW_GAME;
use crate::protocols::nboard::lines_up_to;

/// Returns the arguments that extend a book by short searches.
fn small_run<'a>(book: &'a str, positions: &'a str) -> [&'a str; 8] {
    [
        "book",
        book,
        "--positions",
        positions,
        "--depth",
        "2",
        "--memory",
        "1",
    ]
}

/// Creates an opening book with a few positions, using the program.
fn small_book(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left over from an earlier run, if it exists.
    let _ = fs::remove_file(&path);
    let book = path.to_string_lossy();
    let order = small_run(&book, "3");
    let ending = Engine::start(&order).finish();
    assert!(ending.status.success(), "{}", ending.stderr);
    assert!(
        ending.stderr.starts_with("3 positions "),
        "{}",
        ending.stderr
    );
    path
}

/// The search would take an hour.
#[test]
fn a_move_from_a_book_needs_no_search() {
    let path = small_book("gtp.book");
    let mut engine = Engine::start(&["--game", "reversi", "--book", &path.to_string_lossy()]);
    engine.execute("limits seconds 3600");
    let mv = engine.execute("genmove b");
    assert!(["d3", "c4", "f5", "e6"].contains(&mv.as_str()), "{mv}");
    engine.execute("undo");
    assert_eq!(engine.execute("kata-search b"), mv);
    for command in ["kata-search_analyze b", "kata-genmove_analyze b"] {
        let reply = engine.execute(command);
        let (told, played) = reply.trim_start().split_once('\n').unwrap();
        assert!(told.starts_with(&format!("info move {mv} ")), "{told}");
        assert_eq!(played, format!("play {mv}"), "{command}");
    }
    engine.finish().assert_clean();
}

/// An interrupted run saves the positions it has found and says so.
#[cfg(unix)]
#[test]
fn an_interrupted_book_is_saved() {
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted.book");
    let _ = fs::remove_file(&path);
    let file = path.to_string_lossy();
    let order = ["book", &file, "--positions", "1000000", "--depth", "4"];
    let engine = Engine::start(&[&order[..], &["--memory", "1"]].concat());
    // An empty book is saved at the start, and the first results soon after.
    let bytes = || fs::metadata(&path).map_or(0, |file| file.len());
    let wait_for_more_than = |least: u64| {
        let deadline = Instant::now() + Duration::from_secs(60);
        while bytes() <= least && Instant::now() < deadline {
            sleep(Duration::from_millis(5));
        }
        assert!(bytes() > least, "{} bytes", bytes());
    };
    wait_for_more_than(0);
    wait_for_more_than(bytes());
    engine.signal("INT");
    let ending = engine.wait_for_exit();
    assert_eq!(ending.status.code(), Some(0), "{}", ending.stderr);
    let last = ending.stderr.lines().last().unwrap();
    assert!(last.contains(" positions  the start is worth "), "{last}");
    let mut reader = Engine::start(&["--game", "reversi", "--book", &file]);
    reader.execute("limits seconds 3600");
    reader.execute("genmove b");
    reader.finish().assert_clean();
}

#[test]
fn a_book_grows_on_where_it_ended() {
    let path = small_book("grown.book");
    let first = fs::read(&path).unwrap();
    let file = path.to_string_lossy();
    let order = small_run(&file, "5");
    let ending = Engine::start(&order).finish();
    assert!(
        ending.stderr.starts_with("5 positions "),
        "{}",
        ending.stderr
    );
    assert_ne!(fs::read(&path).unwrap(), first);
    // A damaged file is neither played nor overwritten.
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(&path, &bytes).unwrap();
    for order in [&order[..], &["--game", "reversi", "--book", &file]] {
        let ending = Engine::start(order).finish();
        assert!(!ending.status.success());
        assert!(
            ending.stderr.contains("the opening book is damaged"),
            "{}",
            ending.stderr
        );
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn book_moves_are_played_and_reported() {
    let path = small_book("played.book");
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &path.to_string_lossy()]);
    engine.write("set depth 3\nhint 1\ngo\nhint 9\n");
    engine.close_input();
    let lines = lines_up_to(&mut engine, "===");
    assert!(lines[2].starts_with("book "), "{lines:?}");
    assert_eq!(lines[3], "status");
    // The four first moves are equivalent, and the book knows all of them.
    let lines = lines_up_to(&mut engine, "status ");
    assert_eq!(lines, ["status Thinking"]);
    let known = lines_up_to(&mut engine, "status");
    assert_eq!(known.len(), 5, "{known:?}");
    assert!(
        known[..4].iter().all(|line| line.starts_with("book ")),
        "{known:?}"
    );
    engine.finish().assert_clean();
}

#[test]
fn a_game_is_learned() {
    let path = small_book("learned.book");
    let before = fs::metadata(&path).unwrap().len();
    let book = path.to_string_lossy();
    let game = "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5]W[F4]B[E3]W[D6];)";
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
    engine.write(format!("set depth 2\nset game {game}\nlearn\nhint 1\n"));
    let lines = lines_up_to(&mut engine, "book");
    assert_eq!(
        lines[1..4],
        ["status Learning", "learned", "status Thinking"]
    );
    drop(engine);
    assert!(fs::metadata(&path).unwrap().len() > before);
    // Another process reads the learned position too.
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
    engine.write(format!("set game {game}\nhint 1\n"));
    assert!(lines_up_to(&mut engine, "book").len() <= 2);
}

/// Each process began with the book as it was before the other learned.
#[test]
fn two_processes_that_learn_keep_what_both_have_learned() {
    let path = small_book("shared.book");
    let book = path.to_string_lossy();
    let games = ["F5 F6 E6 F4 E3", "F5 D6 C3 D3 C4"].map(|moves| {
        let moves = moves.split(' ').map(|mv| format!("move {mv}\n"));
        moves.collect::<String>()
    });
    let learn = |moves: &String| format!("{NEW_GAME}{moves}learn\n");
    let start = || Engine::start(&["--protocol", "nboard", "--book", &book]);
    let mut engines = [start(), start()];
    for (engine, moves) in engines.iter_mut().zip(&games) {
        engine.write(format!("set depth 2\nping 1\n{}", learn(moves)));
        lines_up_to(engine, "pong");
    }
    for engine in &mut engines {
        lines_up_to(engine, "learned");
    }
    // The last process has merged the other one's results; a third finds both.
    let mut third = start();
    for moves in &games {
        third.write(format!("{NEW_GAME}{moves}hint 1\n"));
        let lines = lines_up_to(&mut third, "book ");
        // The book answers before any search.
        let [.., thinking, _] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert_eq!(thinking, "status Thinking");
    }
    drop(third);
    // A book grown at the same time keeps them too.
    let count = |ending: &str| ending.split(' ').next().unwrap().parse::<u32>().unwrap();
    let grow = ["book", &book, "--positions", "1"];
    let before = count(&Engine::start(&grow).finish().stderr);
    let grow = small_run(&book, "40");
    let both = [Engine::start(&grow), Engine::start(&grow)];
    let counts = both.map(|engine| count(&engine.finish().stderr));
    assert!(
        before > 8 && counts.iter().all(|&count| count >= 40),
        "{before}, {counts:?}"
    );
}

#[test]
fn a_book_damaged_meanwhile_is_not_overwritten() {
    let path = small_book("damaged.book");
    let book = path.to_string_lossy();
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
    engine.write("set depth 2\nping 1\n");
    lines_up_to(&mut engine, "pong");
    fs::write(&path, b"TGREVBK1 and nothing that a book holds").unwrap();
    engine.write("move F5\nmove F6\nlearn\n");
    let lines = lines_up_to(&mut engine, "status The book");
    let sentence = "status The book cannot be saved: the opening book is damaged: ";
    assert!(lines.last().unwrap().starts_with(sentence), "{lines:?}");
    assert_eq!(fs::read(&path).unwrap().len(), 38);
    // The learned position is not lost: it can be played, and saved again once the file is gone.
    fs::remove_file(&path).unwrap();
    engine.write("learn\n");
    lines_up_to(&mut engine, "learned");
    engine.finish().assert_clean();
    let mut other = Engine::start(&["--protocol", "nboard", "--book", &book]);
    other.write("move F5\nmove F6\nhint 1\n");
    lines_up_to(&mut other, "book ");
}

/// A file with a similar name next to the book belongs to someone else.
#[test]
fn a_file_beside_the_book_stays() {
    let folder = empty_folder("beside");
    let (book, other) = (folder.join("my.book"), folder.join("my.part"));
    fs::write(&other, "a letter").unwrap();
    let name = book.to_string_lossy();
    let grow = small_run(&name, "3");
    assert!(Engine::start(&grow).finish().status.success());
    assert_eq!(fs::read(&other).unwrap(), b"a letter");
    assert_eq!(names_in(&folder), ["my.book", "my.part"]);
}

#[test]
fn without_a_book_of_ones_own_nothing_is_learned() {
    let mut engine = Engine::start(&["--protocol", "nboard"]);
    engine.write("move F5\nlearn\nping 1\n");
    assert_eq!(lines_up_to(&mut engine, "pong"), ["learned", "pong 1"]);
    engine.finish().assert_clean();
}

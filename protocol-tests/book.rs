//! Opening books: made by the program, played, told and extended.

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::Engine;
use crate::nboard::lines_up_to;

/// An opening book with a few positions, made by the program.
fn small_book(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Left over from an earlier run, or not there.
    let _ = fs::remove_file(&path);
    let book = path.to_string_lossy();
    let order = [
        "book",
        &book,
        "--positions",
        "3",
        "--depth",
        "2",
        "--memory",
        "1",
    ];
    let ending = Engine::start(&order).finish();
    assert!(ending.status.success(), "{}", ending.stderr);
    assert!(
        ending.stderr.starts_with("3 positions "),
        "{}",
        ending.stderr
    );
    path
}

/// A search for an hour is not waited for.
#[test]
fn a_move_from_a_book_needs_no_search() {
    let path = small_book("gtp.book");
    let mut engine = Engine::start(&["--game", "reversi", "--book", &path.to_string_lossy()]);
    engine.obey("limits seconds 3600");
    let mv = engine.obey("genmove b");
    assert!(["d3", "c4", "f5", "e6"].contains(&mv.as_str()), "{mv}");
    engine.obey("undo");
    assert_eq!(engine.obey("kata-search b"), mv);
    for command in ["kata-search_analyze b", "kata-genmove_analyze b"] {
        let reply = engine.obey(command);
        let (told, played) = reply.trim_start().split_once('\n').unwrap();
        assert!(told.starts_with(&format!("info move {mv} ")), "{told}");
        assert_eq!(played, format!("play {mv}"), "{command}");
    }
    engine.finish().assert_clean();
}

#[test]
fn a_book_grows_on_where_it_ended() {
    let path = small_book("grown.book");
    let first = fs::read(&path).unwrap();
    let file = path.to_string_lossy();
    let order = [
        "book",
        &file,
        "--positions",
        "5",
        "--depth",
        "2",
        "--memory",
        "1",
    ];
    let ending = Engine::start(&order).finish();
    assert!(
        ending.stderr.starts_with("5 positions "),
        "{}",
        ending.stderr
    );
    assert_ne!(fs::read(&path).unwrap(), first);
    // What is damaged is neither played nor overwritten.
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
fn a_book_is_played_and_told() {
    let path = small_book("played.book");
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &path.to_string_lossy()]);
    engine.write("set depth 3\nhint 1\ngo\nhint 9\n");
    engine.close_input();
    let lines = lines_up_to(&mut engine, "===");
    assert!(lines[2].starts_with("book "), "{lines:?}");
    assert_eq!(lines[3], "status");
    // All four first moves are one, and the book knows them all.
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
    // Another process knows it too.
    let mut engine = Engine::start(&["--protocol", "nboard", "--book", &book]);
    engine.write(format!("set game {game}\nhint 1\n"));
    assert!(lines_up_to(&mut engine, "book").len() <= 2);
}

#[test]
fn without_a_book_of_ones_own_nothing_is_learned() {
    let mut engine = Engine::start(&["--protocol", "nboard"]);
    engine.write("move F5\nlearn\nping 1\n");
    assert_eq!(lines_up_to(&mut engine, "pong"), ["learned", "pong 1"]);
    engine.finish().assert_clean();
}

//! Annotates files of games, with and without interruptions.

use std::fs;
use std::time::{Duration, Instant};

use super::*;
use crate::tool::streams::captured;
use tengen_reversi::Move;
use tengen_reversi::records::transcript::Transcript;
use tengen_testing::scratch::Scratch;

/// Runs the tool. Returns its output, log and error, with names relative to the folder.
fn annotate(folder: &Scratch, words: &[&str]) -> (String, String, Option<String>) {
    let is_file = |word: &str| word.contains('.') && !word.starts_with('-');
    let place = |word: &&str| match is_file(word) || *word == "out" {
        true => folder.path().join(word).display().to_string(),
        false => (*word).to_owned(),
    };
    let mut common = vec!["--model", "none", "--memory", "1"];
    if !words.contains(&"--visits") {
        common.extend(["--visits", "20"]);
    }
    let args: AnnotateArgs = captured::arguments(common.iter().chain(words).map(place));
    let (result, output, log) = captured::run(|streams| args.run(streams));
    let prefix = format!("{}{}", folder.path().display(), std::path::MAIN_SEPARATOR);
    let short = |text: &str| text.replace(&prefix, "");
    (
        short(&output),
        short(&log),
        result.err().map(|error| short(&format!("{error:#}"))),
    )
}

const GAME: &str = "(;GM[1]FF[4] SZ[5]KM[0.5]XX[kept]C[hi \\] there]\n;B[cc]LB[aa:1]\n(;W[bb]C[old];B[])(;W[aa]C[other]))\n";

fn folder(name: &str, text: impl AsRef<[u8]>) -> Scratch {
    let folder = Scratch::new(name);
    fs::write(folder.path().join("a.sgf"), text).unwrap();
    folder
}

fn read(folder: &Scratch, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// Returns the text without the program's additions.
fn stripped(text: &str) -> String {
    let mut rest = text.to_owned();
    for name in ["SBKV[", "SBKS[", "TENGEN[", "C[Tengen:", "\n\nTengen:"] {
        while let Some(at) = rest.find(name) {
            let end = at + rest[at..].find(']').unwrap();
            let kept = if name.starts_with('\n') { end } else { end + 1 };
            rest.replace_range(at..kept, "");
        }
    }
    rest
}

#[test]
fn everything_that_was_there_survives() {
    let folder = folder("annotate-survives", GAME);
    let (out, log, error) = annotate(&folder, &["a.sgf"]);
    assert_eq!((out.as_str(), error), ("a.annotated.sgf\n", None));
    assert!(log.ends_with("a.sgf: 4 of 4 positions\n"), "{log}");
    assert_eq!(read(&folder, "a.sgf"), GAME);
    let text = read(&folder, "a.annotated.sgf");
    assert_eq!(stripped(&text), GAME);
    for (what, count) in [
        ("SBKV[", 4),
        ("SBKS[", 4),
        ("Tengen: black ", 4),
        ("TENGEN[", 1),
    ] {
        assert_eq!(text.matches(what).count(), count, "{what} in {text}");
    }
    assert!(text.contains("C[old\n\nTengen: black "), "{text}");
    assert!(
        text.contains(" C3 lost ") && text.contains(" pass lost "),
        "{text}"
    );
    assert!(text.contains("(;W[aa]C[other])"), "{text}");
    // Only the original and the annotated file remain: no journal and no lock.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn the_bytes_depend_on_neither_threads_nor_runs() {
    let one = folder("annotate-one", GAME);
    annotate(&one, &["a.sgf"]);
    let three = folder("annotate-three", GAME);
    annotate(&three, &["a.sgf", "--threads", "3"]);
    let text = read(&one, "a.annotated.sgf");
    assert_eq!(read(&three, "a.annotated.sgf"), text);
    let (out, log, error) = annotate(&one, &["a.sgf", "a.annotated.sgf"]);
    assert_eq!((out.as_str(), error), ("a.annotated.sgf\n", None));
    assert_eq!(
        log,
        "a.annotated.sgf: already complete\na.annotated.sgf: is an annotated file itself\n"
    );
    assert_eq!(read(&one, "a.annotated.sgf"), text);
    // Use other settings, then the first ones again.
    annotate(&one, &["a.sgf", "--seed", "5"]);
    assert_ne!(read(&one, "a.annotated.sgf"), text);
    annotate(&one, &["a.sgf"]);
    assert_eq!(read(&one, "a.annotated.sgf"), text);
}

#[test]
fn a_run_that_was_broken_off_goes_on_with_what_is_missing() {
    let folder = folder("annotate-resume", GAME);
    annotate(&folder, &["a.sgf"]);
    let whole = read(&folder, "a.annotated.sgf");
    let value = whole.split_once("TENGEN[").unwrap().1;
    let origin = value
        .split_once(" text=")
        .unwrap()
        .1
        .split_once(' ')
        .unwrap()
        .1;
    let origin = origin.split_once(']').unwrap().0;
    let head = format!("{{\"tengen-annotate\":\"{origin}\"}}\n");
    let line = |moves, winrate| {
        format!(
            "{{\"position\":{{\"game\":1,\"moves\":{moves}}},\"appraisal\":{{\"value\":{{\"winrate\":{winrate},\"score\":2.0}},\"played\":null,\"line\":[\"B2\"],\"visits\":1}}}}\n"
        )
    };
    let journal = folder.path().join("a.annotated.sgf.part");
    let resumed = |text: String| {
        let _ = fs::remove_file(folder.path().join("a.annotated.sgf"));
        fs::write(&journal, text).unwrap();
        let (_, log, error) = annotate(&folder, &["a.sgf"]);
        assert_eq!(error, None);
        assert!(!journal.exists());
        let first = log.lines().next().unwrap().to_owned();
        (first, read(&folder, "a.annotated.sgf"))
    };
    let two = format!("{head}{}{}", line(0, 0.125), line(2, 0.25));
    let torn = format!("{two}{}", &line(1, 0.5)[..40]);
    for text in [two, torn] {
        let (first, text) = resumed(text);
        assert_eq!(first, "a.sgf: 2 of 4 positions");
        assert!(
            text.contains("SBKV[12.5]SBKS[2]") && text.contains("SBKV[25]SBKS[2]"),
            "{text}"
        );
    }
    // Nothing is reused from other settings or from an incomplete first line.
    for head in [
        head.replace("visits=20", "visits=21"),
        head[..30].to_owned(),
    ] {
        let (first, text) = resumed(head + &line(0, 0.125));
        assert_eq!(
            (first.as_str(), text),
            ("a.sgf: 0 of 4 positions", whole.clone())
        );
    }
}

#[test]
fn nothing_of_others_is_replaced() {
    let folder = folder("annotate-others", GAME);
    let other = folder.path().join("a.annotated.sgf");
    fs::write(&other, "(;GM[1])").unwrap();
    let (_, log, error) = annotate(&folder, &["a.sgf"]);
    assert!(
        log.contains("a.annotated.sgf exists and is not an annotated file"),
        "{log}"
    );
    assert_eq!(error.as_deref(), Some("bad files or games: 1"));
    assert_eq!(fs::read(&other).unwrap(), b"(;GM[1])");
    fs::remove_file(&other).unwrap();
    annotate(&folder, &["a.sgf"]);
    let edited = read(&folder, "a.annotated.sgf").replace("C[other]", "C[mine]");
    fs::write(&other, &edited).unwrap();
    let (_, log, _) = annotate(&folder, &["a.sgf", "--seed", "3"]);
    assert!(log.contains("was changed after it was annotated"), "{log}");
    assert_eq!(read(&folder, "a.annotated.sgf"), edited);
    fs::remove_file(&other).unwrap();
    let journal = folder.path().join("a.annotated.sgf.part");
    fs::write(&journal, "mine").unwrap();
    let (_, log, _) = annotate(&folder, &["a.sgf"]);
    assert!(log.contains("exists and is not a journal"), "{log}");
    assert_eq!(fs::read(&journal).unwrap(), b"mine");
}

#[test]
fn originals_are_replaced_where_that_is_asked_for() {
    let folder = folder("annotate-in-place", GAME);
    let here = folder.path().to_str().unwrap().to_owned();
    let (_, _, error) = annotate(&folder, &["a.sgf", "--out", &here]);
    assert_eq!(
        error.as_deref(),
        Some("a.sgf: would replace the original; --in-place allows that")
    );
    assert_eq!(read(&folder, "a.sgf"), GAME);
    let (out, _, error) = annotate(&folder, &["a.sgf", "--in-place"]);
    assert_eq!((out.as_str(), error), ("a.sgf\n", None));
    let text = read(&folder, "a.sgf");
    assert_eq!(stripped(&text), GAME);
    let (_, log, _) = annotate(&folder, &["a.sgf", "--in-place"]);
    assert_eq!(log, "a.sgf: already complete\n");
    annotate(&folder, &["a.sgf", "--in-place", "--seed", "3"]);
    let again = read(&folder, "a.sgf");
    assert!(again.contains(" seed=3]") && again.matches("Tengen: black ").count() == 4);
    assert_eq!(stripped(&again), GAME);
}

#[test]
fn games_of_a_collection_are_annotated_and_bad_ones_named() {
    let text = "text\n(;GM[2];B[f5];W[d6])\n(;GM[9])(;GM[4]SZ[9]RU[renju];B[ee])\n\n(;GM[1]SZ[5];B[aa]\n;W[zz])(;SZ[5];B[aa]\n;W[aa])\n";
    let folder = folder("annotate-collection", text);
    let (out, log, error) = annotate(&folder, &["a.sgf"]);
    assert_eq!(out, "a.annotated.sgf\n");
    assert_eq!(error.as_deref(), Some("bad files or games: 1"));
    let faults: Vec<&str> = log.lines().take(3).collect();
    assert!(
        faults[0].starts_with("a.sgf: game 2: line 3, column "),
        "{log}"
    );
    assert!(
        faults[1].starts_with("a.sgf: game 4: line 6, column 4: expected a point"),
        "{log}"
    );
    // Moves that break a rule and values dropped by the reader are warnings.
    assert_eq!(
        faults[2],
        "a.sgf: game 5: line 7, column 4: move 2: the point is occupied; it is played"
    );
    let annotated = read(&folder, "a.annotated.sgf");
    assert_eq!(stripped(&annotated), text);
    assert_eq!(annotated.matches("SBKV[").count(), 10);
    // Gomoku's scores aren't points.
    assert_eq!(annotated.matches("SBKS[").count(), 8);
    assert!(annotated.contains(" discs."), "{annotated}");
    assert_eq!(annotate(&folder, &["a.sgf", "--lenient"]).2, None);
}

#[test]
fn damaged_games_of_other_formats_are_named() {
    let folder = folder("annotate-ggf", "(;GM[Othello]PB[a]BO[8 x *]B[F5];)");
    let (_, log, error) = annotate(&folder, &["a.sgf"]);
    assert!(
        log.starts_with("a.sgf: game 1: line 1: expected 64 squares, saw 1"),
        "{log}"
    );
    assert!(error.is_some());
}

#[test]
fn other_formats_are_written_as_sgf() {
    let folder = folder("annotate-other", "h8h9i9\n");
    let place = |name: &str| folder.path().join(name);
    fs::rename(place("a.sgf"), place("b.txt")).unwrap();
    let gib = "\\[GAMEBLACKNAME=ant (3D)\\]\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 15 3\n";
    fs::write(place("c.gib"), gib).unwrap();
    fs::write(place("d.zip"), b"PK\x03\x04").unwrap();
    fs::write(place("e.txt"), "\nhello\n").unwrap();
    let (_, log, error) = annotate(&folder, &["b.txt", "c.gib", "d.zip", "e.txt"]);
    let annotated = read(&folder, "b.annotated.sgf");
    assert_eq!(annotated.matches("SBKV[").count(), 4);
    assert!(
        stripped(&annotated).contains(";B[hh];W[hg];B[ig]"),
        "{annotated}"
    );
    let annotated = read(&folder, "c.annotated.sgf");
    assert!(annotated.contains("PB[ant]BR[3D]"), "{annotated}");
    for sentence in [
        "c.gib: game 1: line 4, column 1: move 2: the point is occupied; it is played",
        "d.zip: this is a zip archive; extract it first",
        "e.txt: line 2: expected a game record: SGF, GGF, ",
    ] {
        assert!(log.contains(sentence), "{log}");
    }
    assert!(error.is_some());
    let (_, _, error) = annotate(&folder, &["b.txt", "--in-place"]);
    assert!(error.unwrap().contains("--in-place is for SGF"));
}

#[test]
fn latin_1_is_written_as_utf_8() {
    let folder = folder(
        "annotate-latin",
        b"(;GM[4]SZ[9]CA[ISO-8859-1]PB[Andr\xe9];B[ee])(;PB[\xe9])",
    );
    assert_eq!(annotate(&folder, &["a.sgf"]).2, None);
    let text = read(&folder, "a.annotated.sgf");
    assert!(text.contains("CA[UTF-8]PB[Andr\u{e9}]"), "{text}");
    assert_eq!(text.matches("CA[UTF-8]").count(), 2);
}

#[test]
fn a_byte_order_mark_stays() {
    let text = format!("\u{feff}{GAME}");
    let folder = folder("annotate-mark", &text);
    assert_eq!(annotate(&folder, &["a.sgf"]).2, None);
    assert_eq!(stripped(&read(&folder, "a.annotated.sgf")), text);
}

#[test]
fn games_that_repeat_positions_and_edit_the_board_are_annotated() {
    let text = "(;SZ[2:1];B[aa];W[ba];B[];W[];B[aa](;AE[aa]AB[ba]C[x];W[aa])(;W[]))";
    let folder = folder("annotate-broken-rules", text);
    let (_, log, error) = annotate(&folder, &["a.sgf"]);
    assert_eq!(error, None);
    assert!(
        log.starts_with("a.sgf: game 1: line 1, column 33: move 5: the move repeats"),
        "{log}"
    );
    let annotated = read(&folder, "a.annotated.sgf");
    assert_eq!(stripped(&annotated), text);
    assert_eq!(annotated.matches("SBKV[").count(), 7, "{annotated}");
    assert!(annotated.contains("AB[ba]C[x];W[aa]SBKV["), "{annotated}");
}

#[test]
fn missing_files_and_shared_places_are_named() {
    let folder = folder("annotate-missing", GAME);
    let (out, log, error) = annotate(&folder, &["none.sgf", "a.sgf"]);
    assert!(log.starts_with("none.sgf: "), "{log}");
    assert_eq!((out.as_str(), error.is_some()), ("a.annotated.sgf\n", true));
    fs::create_dir(folder.path().join("b.sgf")).unwrap();
    fs::write(folder.path().join("b.sgf/a.sgf"), GAME).unwrap();
    let (out, _, error) = annotate(&folder, &["a.sgf", "b.sgf/a.sgf", "--out", "out"]);
    assert_eq!(out, "");
    assert!(error.unwrap().contains("would both be written to out"));
    let (out, _, _) = annotate(&folder, &["a.sgf", "--out", "out"]);
    assert_eq!(out.replace('\\', "/"), "out/a.sgf\n");
}

/// Returns the shorter time of two runs about a game of so many moves.
fn time_of_moves(moves: usize) -> Duration {
    let folder = folder(
        &format!("annotate-long-{moves}"),
        format!("(;SZ[5]{})", ";B[aa];W[aa]".repeat(moves / 2)),
    );
    let times = (0..2).map(|_| {
        let start = Instant::now();
        let (out, _, error) = annotate(&folder, &["a.sgf", "--visits", "1"]);
        assert_eq!((out.as_str(), error), ("a.annotated.sgf\n", None));
        fs::remove_file(folder.path().join("a.annotated.sgf")).unwrap();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// Playing the game again for each position would take the square of the moves. A busy machine may need several attempts.
#[test]
fn time_grows_as_the_game_does() {
    const MOVES: usize = 500;
    const TIMES: usize = 12;
    const ATTEMPTS: usize = 4;
    let least = Duration::from_millis(20);
    let mut ratios = (0..ATTEMPTS).map(|_| {
        let (small, large) = (time_of_moves(MOVES), time_of_moves(MOVES * TIMES));
        large.as_secs_f64() / small.max(least).as_secs_f64()
    });
    assert!(ratios.any(|ratio| ratio < 3.0 * TIMES as f64));
}

#[test]
fn shards_have_consecutive_files() {
    let folder = folder("annotate-shards", GAME);
    for name in ["b.sgf", "c.sgf"] {
        fs::write(folder.path().join(name), GAME).unwrap();
    }
    let shard = |part| annotate(&folder, &["a.sgf", "b.sgf", "c.sgf", "--shard", part]).0;
    assert_eq!(shard("1/2"), "a.annotated.sgf\n");
    assert_eq!(shard("2/2"), "b.annotated.sgf\nc.annotated.sgf\n");
    assert_eq!(
        read(&folder, "c.annotated.sgf"),
        read(&folder, "a.annotated.sgf")
    );
}

#[test]
fn what_cannot_be_written_is_not_searched() {
    let folder = folder("annotate-read-only", GAME);
    let path = folder.path().join("a.sgf");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let (_, log, error) = annotate(&folder, &["--in-place", "a.sgf"]);
    assert_eq!(log, "a.sgf: the file is read-only\n");
    assert!(error.is_some());
    fs::create_dir(folder.path().join("a.annotated.sgf")).unwrap();
    let (_, log, _) = annotate(&folder, &["a.sgf"]);
    assert!(log.starts_with("a.sgf: "), "{log}");
    assert!(
        log.contains("a.annotated.sgf") && !log.contains("positions"),
        "{log}"
    );
    assert_eq!(folder.names(), ["a.annotated.sgf", "a.sgf"]);
}

/// A game of two weak players, with mistakes near its end.
const OTHELLO: &str = "f5d6c3d3c4f4f6f3e6e7f7c5e3e2g3f2g4d2c2g6c1g5d1h3e1b4b5a5b6e8a3a4a6b3d7c8d8c6c7b2g2b1a1h1h2g1f1a7a8b8b7f8g7a2g8h8h7h6h4h5";

#[test]
fn moves_of_othello_lose_what_their_solutions_differ_by() {
    let transcript: Transcript = OTHELLO.parse().unwrap();
    let record = transcript.record().unwrap();
    let mut text = "(;GM[2]SZ[8]".to_owned();
    for (color, mv) in record.moves() {
        let point = match mv {
            Move::Pass => String::new(),
            Move::Place(square) => {
                let name = square.to_string();
                let row = b'a' + name.as_bytes()[1] - b'1';
                format!("{}{}", &name[..1], char::from(row))
            }
        };
        text += &format!(";{}[{point}]", color.letter());
    }
    text += ")";
    let folder = folder("annotate-losses", text);
    fs::write(folder.path().join("a.txt"), OTHELLO).unwrap();
    annotate(&folder, &["a.sgf", "--visits", "30000"]);
    let annotated = read(&folder, "a.annotated.sgf");
    let (lines, _, error) = annotate(&folder, &["a.txt", "--json", "--exact", "8"]);
    assert_eq!(error, None);
    let mut seen = 0;
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["exact"] != true || line["empties"].as_u64() > Some(8) {
            continue;
        }
        seen += 1;
        let (played, loss) = (line["played"].as_str().unwrap(), &line["loss"]);
        let expected = format!("{:.1} discs.", loss.as_f64().unwrap());
        let remark = annotated.split_once(&format!(" {played} lost ")).unwrap().1;
        let discs = remark.split_once(" % and ").unwrap().1;
        assert!(discs.starts_with(&expected), "{line}, {remark:.60}");
    }
    assert!(seen >= 7, "{seen}");
}

#[test]
fn mirrored_moves_lose_nothing() {
    let games = ["fe", "ef", "cd", "dc"].map(|point| format!("(;GM[2]SZ[8];B[{point}])"));
    let folder = folder("annotate-mirrored", games.concat());
    annotate(&folder, &["a.sgf"]);
    let text = read(&folder, "a.annotated.sgf");
    assert_eq!(
        text.matches(" lost 0.0 % and 0.0 discs.").count(),
        4,
        "{text}"
    );
}

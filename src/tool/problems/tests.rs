//! Collections made from files and from self-play, with and without interruptions.

use std::collections::HashSet;
use std::fs;

use super::*;
use crate::tool::streams::captured;
use tengen_engine::game::{Color, Point};
use tengen_play::reversi::Reversi;
use tengen_records::sgf::SgfStep;
use tengen_reversi::Board;
use tengen_reversi::rules::symmetry::{self, canonical};
use tengen_testing::scratch::Scratch;

/// Runs the tool in a folder. Returns its output, log and error.
fn run(folder: &Scratch, words: &[&str]) -> (String, String, Option<String>) {
    let is_file = |word: &str| word.contains('.') || word.starts_with("dir");
    let place = |word: &&str| match is_file(word) {
        true => folder.path().join(word).display().to_string(),
        false => (*word).to_owned(),
    };
    let args: ProblemsArgs = captured::arguments(words.iter().map(place));
    let (result, output, log) = captured::run(|streams| args.run(streams));
    let error = result.err().map(|error| format!("{error:#}"));
    (output, log, error)
}

fn read(folder: &Scratch, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

fn problems(text: &str) -> Vec<Problem> {
    let lines = text.lines();
    lines
        .filter(|line| !line.starts_with("{\"done\""))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Number of games in a test.
const GAMES: u64 = 16;

/// Returns some games of Othello as one SGF collection, each point changed by `change`.
fn othello_games(change: impl Fn(Point) -> Point) -> String {
    let options = Options::new(Game::Reversi);
    let game = |seed| {
        let text = self_play::game::<Reversi>(&options, seed).unwrap();
        let mut game = sgf::read(&text).unwrap().game;
        for step in &mut game.steps {
            if let SgfStep::Move(_, Some(point)) = step {
                *point = change(*point);
            }
        }
        for points in [&mut game.start.black, &mut game.start.white] {
            for point in points {
                *point = change(*point);
            }
        }
        game.to_text()
    };
    (1..=GAMES).map(game).collect()
}

fn same(point: Point) -> Point {
    point
}

#[test]
fn an_interrupted_run_resumes_wherever_it_stopped() {
    let folder = Scratch::new("problems-resumes");
    fs::write(folder.path().join("games.sgf"), othello_games(same)).unwrap();
    let words = ["games.sgf", "--out", "out.jsonl", "--empties", "10"];
    let (out, _, error) = run(&folder, &words);
    assert_eq!((out.as_str(), error), ("", None));
    let whole = read(&folder, "out.jsonl");
    let found = problems(&whole);
    assert!(found.len() >= 3, "{whole}");
    let keys: HashSet<&String> = found.iter().map(|problem| &problem.key).collect();
    assert_eq!(keys.len(), found.len());
    let (_, log, _) = run(&folder, &words);
    assert!(
        log.contains("16 games (16 done before, 0 bad), 0 new"),
        "{log}"
    );
    assert_eq!(read(&folder, "out.jsonl"), whole);
    for end in (0..whole.len()).step_by(whole.len() / 9) {
        fs::write(folder.path().join("out.jsonl"), &whole[..end]).unwrap();
        assert_eq!(run(&folder, &words).2, None);
        assert_eq!(read(&folder, "out.jsonl"), whole, "cut at {end}");
    }
}

#[test]
fn shards_and_threads_find_the_same_problems() {
    let folder = Scratch::new("problems-shards");
    fs::write(folder.path().join("games.sgf"), othello_games(same)).unwrap();
    let words = ["games.sgf", "--empties", "9", "--threads"];
    let (whole, ..) = run(&folder, &[&words[..], &["1"]].concat());
    assert_eq!(run(&folder, &[&words[..], &["3"]].concat()).0, whole);
    let parts =
        ["1/2", "2/2"].map(|part| run(&folder, &[&words[..], &["1", "--shard", part]].concat()).0);
    assert_eq!(parts.concat(), whole);
}

#[test]
fn turned_games_add_no_equal_problem() {
    let folder = Scratch::new("problems-turned");
    let mirrored = |Point { column, row }: Point| Point {
        column: 7 - row,
        row: column,
    };
    fs::write(folder.path().join("games.sgf"), othello_games(same)).unwrap();
    fs::write(folder.path().join("turned.sgf"), othello_games(mirrored)).unwrap();
    let words = ["--empties", "9", "--out", "out.jsonl"];
    run(&folder, &[&["games.sgf"], &words[..]].concat());
    let (_, log, error) = run(&folder, &[&["turned.sgf"], &words[..]].concat());
    assert_eq!(error, None);
    assert!(!log.contains(" 0 known"), "{log}");
    let found = problems(&read(&folder, "out.jsonl"));
    let boards: HashSet<_> = found
        .iter()
        .map(|problem| {
            let set = |places: &[problem::Place]| {
                let bits = places
                    .iter()
                    .map(|&[column, row]| 1_u64 << (8 * row + column));
                bits.sum::<u64>()
            };
            let (black, white) = (set(&problem.black), set(&problem.white));
            let board = match problem.to_move {
                Color::Black => Board::new(black, white),
                Color::White => Board::new(white, black),
            };
            symmetry::key(canonical(board.unwrap()).0)
        })
        .collect();
    assert_eq!(boards.len(), found.len());
}

#[test]
fn sgf_collections_hold_the_problems_and_are_extended() {
    let folder = Scratch::new("problems-sgf");
    let words = [
        "--from-selfplay",
        "--kind",
        "endgame-win",
        "--empties",
        "9",
        "--out",
        "out.jsonl",
        "--sgf",
        "dir",
        "--count",
    ];
    assert_eq!(run(&folder, &[&words[..], &["2"]].concat()).2, None);
    let first = read(&folder, "dir/reversi-endgame-win.sgf");
    // A game may have more problems than the run asks for.
    let more = |more: usize| {
        let found = problems(&read(&folder, "out.jsonl")).len();
        (found + more).to_string()
    };
    assert_eq!(run(&folder, &[&words[..], &[&more(3)]].concat()).2, None);
    let text = read(&folder, "dir/reversi-endgame-win.sgf");
    assert!(text.starts_with(&first) && text.len() > first.len());
    let found = problems(&read(&folder, "out.jsonl"));
    let places = sgf::games(&text);
    assert_eq!(places.len(), found.len());
    for (place, problem) in places.iter().zip(&found) {
        let game = place.read(&text).unwrap().game;
        let to_move = problem.to_move;
        assert_eq!(game.first_to_move(), to_move);
        assert_eq!(game.start.black.len(), problem.black.len());
        let written = &problem.right[0].moves;
        let moves: Vec<_> = game
            .moves()
            .map(|(_, point)| point.map(problem::place))
            .collect();
        let played: Vec<_> = written.iter().copied().filter(Option::is_some).collect();
        assert_eq!(moves, played);
    }
    fs::write(
        folder.path().join("dir/reversi-endgame-win.sgf"),
        "(;GM[2])",
    )
    .unwrap();
    let (_, _, error) = run(&folder, &[&words[..], &[&more(1)]].concat());
    assert!(
        error
            .unwrap()
            .contains("has other content and is left unchanged")
    );
    assert_eq!(read(&folder, "dir/reversi-endgame-win.sgf"), "(;GM[2])");
}

#[test]
fn two_right_moves_are_found_if_they_are_wanted() {
    let folder = Scratch::new("problems-solutions");
    fs::write(folder.path().join("games.sgf"), othello_games(same)).unwrap();
    let words = ["games.sgf", "--empties", "9", "--solutions"];
    let found = |most| problems(&run(&folder, &[&words[..], &[most]].concat()).0);
    let (one, two) = (found("1"), found("2"));
    assert!(one.iter().all(|problem| problem.solutions.len() == 1));
    let mut pairs = two.iter().filter(|problem| problem.solutions.len() == 2);
    let pair = pairs.next().expect("some endgames have two winning moves");
    assert_eq!(pair.right.len(), 2);
    assert!(pair.question.contains("only 2 moves"), "{}", pair.question);
}

/// Moves of a freestyle game, after which two fours of Black win.
const TWO_FOURS: &str = "fc ja fg hg ld mc jd hh he gf kd md gd \
    if da eb ih hi hf gh fi hd ie gg ge fe";

#[test]
fn a_win_with_several_first_moves_is_followed_to_an_only_move() {
    let folder = Scratch::new("problems-followed");
    let moves = TWO_FOURS.split(' ').zip(["B", "W"].into_iter().cycle());
    let moves: String = moves
        .map(|(point, side)| format!(";{side}[{point}]"))
        .collect();
    let game = format!("(;GM[4]SZ[15]RU[freestyle]{moves})");
    fs::write(folder.path().join("game.sgf"), game).unwrap();
    let last = |most, kinds| {
        let words = [
            "game.sgf",
            "--whole-board",
            "--kind",
            kinds,
            "--solutions",
            most,
        ];
        let mut found = problems(&run(&folder, &words).0);
        found.retain(|problem| problem.source.after == 26);
        found
    };
    let [one] = &last("1", "vcf")[..] else {
        panic!("expected one problem");
    };
    assert_eq!(one.source.variation, [Some([10, 2]), Some([11, 1])]);
    assert_eq!(one.solutions, [[10, 4]]);
    // The problem's position is that after the first four and its answer.
    assert_eq!((one.black.len(), one.white.len()), (14, 14));
    assert!(one.black.contains(&[10, 2]) && one.white.contains(&[11, 1]));
    let [two] = &last("2", "vcf")[..] else {
        panic!("expected one problem");
    };
    assert_eq!(two.source.variation, []);
    assert_eq!(two.solutions, [[10, 2], [10, 4]]);
    // Problems of other kinds come from the game's own positions.
    assert_eq!(last("1", "forbidden,defense"), []);
}

#[test]
fn the_option_chooses_the_language_of_comments_and_pages() {
    let folder = Scratch::new("problems-language");
    fs::write(folder.path().join("games.sgf"), othello_games(same)).unwrap();
    let words = ["games.sgf", "--empties", "9", "--out", "out.jsonl"];
    let with = |language, outputs: &[&str]| {
        let words = [&words[..], &["--language", language], outputs].concat();
        run(&folder, &words).2
    };
    assert_eq!(with("ja", &["--sgf", "dir", "--html", "page.html"]), None);
    let english = read(&folder, "out.jsonl");
    assert!(english.contains("only one move wins.") && !english.contains("番"));
    let page = read(&folder, "page.html");
    for text in [read(&folder, "dir/reversi-endgame-win.sgf"), page] {
        assert!(text.contains("勝つ手は 1 つだけです。"), "{text}");
        assert!(text.contains("石勝ちです。") && !text.contains(" to play"));
    }
    // Comments in two languages do not mix, and a page is written again.
    let error = with("de", &["--sgf", "dir"]).unwrap();
    assert!(error.contains("has other content"), "{error}");
    assert_eq!(with("de", &["--html", "page.html"]), None);
    assert!(read(&folder, "page.html").contains("<html lang=\"de\">"));
    assert_eq!(read(&folder, "out.jsonl"), english);
}

#[test]
fn other_files_are_left_alone_and_damaged_games_are_named() {
    let folder = Scratch::new("problems-bad");
    fs::write(folder.path().join("games.sgf"), "(;GM[2];B[zz])").unwrap();
    fs::write(folder.path().join("junk.sgf"), "junk").unwrap();
    for (content, sentence) in [
        ("{\"game\":1}\n", "line 1 is not a problem"),
        ("text", "not a collection of problems"),
        ("text\n", "line 1 is not a problem"),
    ] {
        fs::write(folder.path().join("out.jsonl"), content).unwrap();
        let (_, _, error) = run(&folder, &["games.sgf", "--out", "out.jsonl"]);
        let error = error.unwrap();
        assert!(error.contains(sentence), "{error}");
        assert_eq!(read(&folder, "out.jsonl"), content);
    }
    let (out, log, error) = run(&folder, &["junk.sgf", "no.sgf", "--out", "new.jsonl"]);
    assert_eq!((out.as_str(), error.as_deref()), ("", Some("bad games: 2")));
    assert!(
        log.contains("junk.sgf: game 1: line 1: expected a game record"),
        "{log}"
    );
    assert!(log.contains("no.sgf: game 1: "), "{log}");
    assert!(!folder.names().contains(&"new.jsonl".to_owned()));
    let lenient = run(&folder, &["junk.sgf", "--lenient"]);
    assert_eq!(lenient.2, None);
}

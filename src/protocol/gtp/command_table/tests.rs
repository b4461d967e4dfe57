//! Checks the argument grammar of every command against its parser.

use super::*;
use crate::Options;
use crate::gtp::analysis_grammar::{FIELDS, OPTIONS};
use crate::gtp::session::AnySession;
use crate::gtp::values::VALUES;
use crate::usage::{Usage, UsagePart};
use tengen_engine::Waker;
use tengen_play::Game;
use tengen_play::games::with_game;
use tengen_play::go::Go;
use tengen_play::gomoku::Gomoku;
use tengen_play::options::GameOptions;
use tengen_play::reversi::Reversi;

/// Words that replace valid ones. Each is valid for some values.
const SPOILERS: [&str; 6] = ["nonsense", "+1", "-1", "1", "b", ""];

/// Returns texts that fit a value.
fn samples(value: &str) -> &'static [&'static str] {
    match value {
        "COLOR" => &["b", "White"],
        "VERTEX" => &["C3", "pass"],
        "OPTION" => &[
            "interval 5",
            "minmoves 2",
            "avoid b C3,D4 1",
            "allow w c3 2",
        ],
        "FIELD" => &["ownership", "pvEdgeVisits"],
        "BOOLEAN" => &["true", "false"],
        "MAIN" => &["5"],
        "SECONDS" | "BYOYOMI" | "PERIOD" | "INCREMENT" | "CENTISECONDS" => &["5", "0.5"],
        "MOST" | "PER_MOVE" => &["60", "-1"],
        "KOMI" => &["6.5", "-3"],
        "OPTIMISM" => &["1", "0.25"],
        "SYMMETRY" => &["7", "all"],
        "NAME" | "KEY" | "VALUE" => &["word"],
        "GAME" => &["Go"],
        "FILE" => &["-", "a name"],
        "MESSAGE" => &["hello", "winrate please"],
        "JSON" => &["{}"],
        "POSITION" => &["b C3 w D4"],
        _ => &["3"],
    }
}

/// Whether a text fits a value. A text of several words fits only if the value allows it.
fn fits(value: &str, text: &str) -> bool {
    let is_word = !text.is_empty() && !text.contains(' ');
    let number = || text.parse::<f64>().ok().filter(|_| !text.starts_with('+'));
    match value {
        "COLOR" => ["b", "w", "White"].contains(&text),
        "VERTEX" => ["C3", "c3", "D4", "pass"].contains(&text),
        "VERTICES" => text.split(',').all(|vertex| fits("VERTEX", vertex)),
        "OPTION" => is_option(text),
        "FIELD" => FIELDS.iter().any(|field| field.name == text),
        "BOOLEAN" => ["true", "false"].contains(&text),
        "SECONDS" | "MAIN" | "BYOYOMI" | "PERIOD" | "INCREMENT" | "CENTISECONDS" => {
            number().is_some_and(|number| number >= 0.0)
        }
        // A sample must not be less than those of MAIN.
        "MOST" => number().is_some_and(|number| !(0.0..5.0).contains(&number)),
        "PER_MOVE" => number().is_some(),
        "KOMI" => text.parse::<f64>().is_ok(),
        "OPTIMISM" => number().is_some_and(|number| (0.0..=1.0).contains(&number)),
        "SYMMETRY" => ["1", "7", "all"].contains(&text),
        "NAME" | "KEY" | "VALUE" | "GAME" => is_word,
        "FILE" | "JSON" | "MESSAGE" => !text.is_empty(),
        "POSITION" => is_position(text),
        _ => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// Whether the text is an option of the analysis commands.
fn is_option(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let option = OPTIONS.iter().find(|option| option.name == words[0]);
    option.is_some_and(|option| allows(&Usage::parse(option.args), &words[1..]))
}

/// Whether the text is a position of Go or gomoku.
fn is_position(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_stone = |stone: &[&str]| matches!(stone, [color, vertex] if fits("COLOR", color) && fits("VERTEX", vertex));
    words.chunks(2).all(is_stone)
}

/// Returns every form of the arguments, with and without options, using each value's samples in turn.
fn written(usage: &Usage) -> Vec<String> {
    let ways = usage.ways.iter().flat_map(|way| {
        way.iter().fold(vec![String::new()], |lines, part| {
            let tails = written_part(part);
            let joined = lines.iter().flat_map(|line| {
                let join = move |tail: &String| format!("{line} {tail}").trim().to_owned();
                tails.iter().map(join)
            });
            joined.collect()
        })
    });
    ways.collect()
}

fn written_part(part: &UsagePart) -> Vec<String> {
    match part {
        UsagePart::Word(word) => vec![word.clone()],
        UsagePart::Value(name) => samples(name).iter().map(|&text| text.to_owned()).collect(),
        UsagePart::Optional(usage) => [vec![String::new()], written(usage)].concat(),
        UsagePart::Repeated(part) => {
            let once = written_part(part);
            let twice = once.iter().zip(once.iter().rev());
            let twice: Vec<String> = twice.map(|(a, b)| format!("{a} {b}")).collect();
            [once, twice].concat()
        }
    }
}

/// Whether a grammar allows words in this order.
fn allows(usage: &Usage, words: &[&str]) -> bool {
    ends(usage, words).contains(&words.len())
}

/// Whether the words begin with every argument of a grammar, options included, so that the rest is superfluous.
fn begins_whole(usage: &Usage, words: &[&str]) -> bool {
    let whole = |way: &Vec<UsagePart>| {
        let parts = way.iter().map(|part| match part {
            UsagePart::Optional(usage) => Some(usage.ways.first()?.clone()),
            UsagePart::Repeated(_) => None,
            part => Some(vec![part.clone()]),
        });
        Some(parts.collect::<Option<Vec<_>>>()?.concat())
    };
    let ways = usage.ways.iter().filter_map(whole).collect();
    !ends(&Usage { ways }, words).is_empty()
}

/// Returns the numbers of words from the first on that a usage can consume.
fn ends(usage: &Usage, words: &[&str]) -> Vec<usize> {
    let ways = usage.ways.iter().flat_map(|way| {
        way.iter().fold(vec![0], |starts, part| {
            let next = starts.iter().flat_map(|&start| {
                let taken = part_ends(part, &words[start..]);
                taken.into_iter().map(move |count| start + count)
            });
            let mut next: Vec<usize> = next.collect();
            next.sort_unstable();
            next.dedup();
            next
        })
    });
    ways.collect()
}

fn part_ends(part: &UsagePart, words: &[&str]) -> Vec<usize> {
    match part {
        UsagePart::Word(word) => {
            let is_next = words.first().is_some_and(|next| next == word);
            is_next.then_some(1).into_iter().collect()
        }
        UsagePart::Value(name) => (0..=words.len())
            .filter(|&count| fits(name, &words[..count].join(" ")))
            .collect(),
        UsagePart::Optional(usage) => [vec![0], ends(usage, words)].concat(),
        UsagePart::Repeated(part) => {
            let mut reached = part_ends(part, words);
            let mut seen = 0;
            while let Some(&start) = reached.get(seen) {
                seen += 1;
                for count in part_ends(part, &words[start..]) {
                    if !reached.contains(&(start + count)) {
                        reached.push(start + count);
                    }
                }
            }
            reached
        }
    }
}

/// Returns valid arguments, and variants with a word too many, too few, or of another kind.
fn candidates(usage: &Usage) -> Vec<String> {
    let right = written(usage);
    let mut all = vec![String::new()];
    for line in &right {
        let words: Vec<&str> = line.split_whitespace().collect();
        for spoiler in SPOILERS {
            all.push(format!("{line} {spoiler}"));
            for at in 0..words.len() {
                let mut spoiled = words.clone();
                spoiled[at] = spoiler;
                all.push(spoiled.join(" "));
            }
        }
    }
    all.extend(right);
    let clean = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut all: Vec<String> = all.iter().map(clean).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Gives every command of a game valid and invalid arguments.
fn check<G: GtpGame>() {
    let options = Options {
        games: GameOptions {
            size: Some(if G::GAME == Game::Reversi { 8 } else { 5 }),
            ..GameOptions::default()
        },
        ..Options::new(G::GAME)
    };
    let (waker, _woken) = Waker::new();
    let mut session = Session::<G>::new(&options, GtpCommand::all(), waker).unwrap();
    // A position of Othello has a different form.
    let is_checked = |row: &&GtpCommand<G>| G::GAME != Game::Reversi || row.name != "set_position";
    for row in GtpCommand::<G>::all().filter(is_checked) {
        let usage = Usage::parse(row.args);
        for line in candidates(&usage) {
            session.cancel();
            let result = (row.action.run)(&mut session, &line);
            let words: Vec<&str> = line.split_whitespace().collect();
            let name = row.name;
            let ignores_rest = GTP_2_COMMANDS.contains(&name);
            if allows(&usage, &words) || ignores_rest && begins_whole(&usage, &words) {
                assert_ne!(result, Err(Failure::Syntax), "{name} {line}: {usage:?}");
            } else {
                assert!(result.is_err(), "{name} {line}: {usage:?}");
            }
        }
    }
}

#[test]
fn arguments_of_go_fit_their_usage_and_no_others() {
    check::<Go>();
}

#[test]
fn arguments_of_gomoku_fit_their_usage_and_no_others() {
    check::<Gomoku>();
}

#[test]
fn arguments_of_reversi_fit_their_usage_and_no_others() {
    check::<Reversi>();
}

#[test]
fn rows_are_filled_and_unique_and_name_known_values() {
    fn check<G: GtpGame>() {
        let mut names = Vec::new();
        for row in GtpCommand::<G>::all() {
            let name = row.name;
            assert!(!row.help.is_empty() && !row.help.contains('\n'), "{name}");
            assert!(!name.contains(' ') && !names.contains(&name), "{name}");
            names.push(name);
            for value in row.values() {
                let is_known = VALUES
                    .iter()
                    .any(|known| known.names.contains(&value.as_str()));
                assert!(is_known, "{name} {value}");
            }
        }
    }
    for game in Game::ALL {
        with_game!(game, G => check::<G>());
    }
}

#[test]
fn every_command_of_gtp_2_is_one_of_go() {
    for name in GTP_2_COMMANDS {
        assert!(
            GtpCommand::<Go>::all().any(|row| row.name == name),
            "{name}"
        );
    }
}

#[test]
fn commands_beyond_gtp_2_say_what_they_expect() {
    let (waker, _woken) = Waker::new();
    let mut session =
        Session::<Go>::new(&Options::new(Game::Go), GtpCommand::all(), waker).unwrap();
    let mut reply = |name: &str, args: &str| {
        let row = GtpCommand::<Go>::all().find(|row| row.name == name);
        row.unwrap()
            .run(&mut session, args)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(reply("ladder", "x"), "syntax error: ladder VERTEX [COLOR]");
    assert_eq!(reply("chains", "all"), "syntax error: chains");
    assert_eq!(reply("play", "b"), "syntax error");
}

/// Asserts the commands of a game that act before their turn.
fn check_precedence<G: GtpGame>() {
    let mut early = Vec::new();
    for row in GtpCommand::<G>::all() {
        if row.action.precedence != Precedence::Waits {
            early.push((row.name, row.action.precedence));
        }
    }
    let expected = [
        ("quit", Precedence::QuitsInTurn),
        ("stop", Precedence::Stops),
    ];
    assert_eq!(early, expected, "{}", G::GAME.name());
}

#[test]
fn only_stop_and_quit_act_before_their_turn() {
    for game in Game::ALL {
        with_game!(game, G => check_precedence::<G>());
    }
}

#[test]
fn words_after_the_arguments_of_gtp_2_are_ignored() {
    let (waker, _woken) = Waker::new();
    let mut session =
        Session::<Go>::new(&Options::new(Game::Go), GtpCommand::all(), waker).unwrap();
    let mut run = |name: &str, args: &str| {
        let row = GtpCommand::<Go>::all().find(|row| row.name == name);
        row.unwrap().run(&mut session, args)
    };
    assert!(run("play", "b D4 at last").is_ok());
    assert!(run("undo", "0").is_ok());
    assert_eq!(run("undo", "0"), Err(Failure::new("cannot undo")));
    assert_eq!(run("quit", "now"), Ok(Answer::Quit));
    for (name, args) in [
        ("boardsize", "9 x"),
        ("boardsize", "9x"),
        ("time_left", "b 60 -1"),
        ("play", "blackish D4"),
        ("set_free_handicap", "D4 Q16 and"),
    ] {
        assert_eq!(run(name, args), Err(Failure::Syntax), "{name} {args}");
    }
}

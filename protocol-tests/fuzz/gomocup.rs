//! The Gomocup protocol. An `ABOUT` after every command marks the end of its replies.

use std::collections::BTreeSet;
use std::iter;

use bolero::Driver;
use tengen_protocol::gomocup::command_table::{GomocupRow, Lines};
use tengen_protocol::gomocup::settings::SETTINGS;
use tengen_protocol::gomocup::{GomocupFront, command_table, grammar};

use crate::conversation::{Client, hold, options};
use crate::dice::{Dice, NASTY, spoil};
use crate::target::{self, Target};

/// Words in lines that can name files or remove a search's limits. Such lines are not mutated.
const GUARDED: [&str; 7] = [
    "INFO", "HASH", "PONDER", "DATABASE", "YXDB", "YXLIB", "YXTXT",
];

/// Blanks allowed around a number.
const BLANKS: [char; 2] = [' ', '\t'];

struct Gomocup;

#[test]
fn gomocup() {
    target::run::<Gomocup>();
}

impl Target for Gomocup {
    const CORPUS: &'static str = "gomocup";
    const SHARE: f64 = 3.0;
    const MOST_MEMORY: usize = 96 << 20;

    fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
        let mut text = b"INFO max_node 4\nABOUT\n".to_vec();
        let side = 5 + dice.below(11);
        text.extend(format!("START {side}\nABOUT\n").bytes());
        let restarts = dice.once_in(4);
        while dice.goes_on(30) {
            let command = command(dice, side, restarts);
            let mut bytes = command.into_bytes();
            if dice.once_in(12) && !is_guarded(&bytes) {
                let whole = bytes.clone();
                spoil(dice, &mut bytes);
                if is_guarded(&bytes) {
                    bytes = whole;
                }
            }
            text.extend(bytes);
            text.extend(if dice.once_in(16) {
                &b"\r\nABOUT\r\n"[..]
            } else {
                b"\nABOUT\n"
            });
        }
        text
    }

    fn check(input: &[u8]) {
        let heard = hold(Client::hasty(input), &["--protocol", "gomocup"], |waker| {
            Ok(Box::new(GomocupFront::new(&options(), waker)?))
        });
        let heard = String::from_utf8(heard).expect("replies that are text");
        let commands = commands(input);
        let judged = check(&commands, &heard);
        judged.unwrap_or_else(|error| panic!("{error}\n{heard}"));
    }
}

fn command<D: Driver>(dice: &mut Dice<'_, D>, side: usize, restarts: bool) -> String {
    match dice.below(16) {
        0..=6 => format!("TURN {}", point(dice, side)),
        7 => format!("PLAY {}", point(dice, side)),
        8 => block(dice, side),
        9 => setting(dice),
        10 => {
            let noise: Vec<u8> = (0..dice.below(20)).map(|_| dice.byte()).collect();
            let noise = String::from_utf8_lossy(&noise).into_owned();
            if is_guarded(noise.as_bytes()) {
                String::new()
            } else {
                noise
            }
        }
        11 if restarts => match dice.below(4) {
            0 => "RESTART".to_owned(),
            1 => format!("START {side}"),
            2 => format!("RECTSTART {},{}", 5 + dice.below(18), 5 + dice.below(18)),
            _ => format!("TAKEBACK {}", point(dice, side)),
        },
        _ => {
            let rows: Vec<&GomocupRow> = command_table::rows().collect();
            let row = *dice.pick(&rows);
            match row.name {
                "START" | "RECTSTART" | "RESTART" | "TAKEBACK" if !restarts => "BEGIN".to_owned(),
                "END" if !dice.once_in(8) => "STOP".to_owned(),
                "YXHASHDUMP" | "YXHASHLOAD" | "ABOUT" => "YXSHOWHASHUSAGE".to_owned(),
                "YXNBEST" => format!("YXNBEST {}", dice.below(9)),
                word @ ("YXBALANCEONE" | "YXBALANCETWO") => format!("{word} {}", dice.pick(&NASTY)),
                word @ ("TURN" | "PLAY") => format!("{word} {}", point(dice, side)),
                "PONDER" => "PONDER 1".to_owned(),
                _ if row.action.lines == Lines::File || is_unusual(row) => {
                    "PROTOCOLVERSION".to_owned()
                }
                word if row.action.lines.is_block() => step(dice, word, side),
                word => word.to_owned(),
            }
        }
    }
}

fn point<D: Driver>(dice: &mut Dice<'_, D>, side: usize) -> String {
    if dice.once_in(24) {
        return format!("{},{}", dice.pick(&NASTY), dice.pick(&NASTY));
    }
    let beyond = usize::from(dice.once_in(24));
    format!(
        "{},{}",
        dice.below(side + beyond),
        dice.below(side + beyond)
    )
}

/// Whether lines up to `DONE` follow a command.
fn is_block(word: &str) -> bool {
    command_table::rows().any(|row| row.name == word && row.action.lines.is_block())
}

/// Whether a block is followed by an additional line, or starts with its own text, which the model of the reader does
/// not cover.
fn is_unusual(row: &GomocupRow) -> bool {
    matches!(
        row.action.lines,
        Lines::BlockAndFifths | Lines::TextAndBlock
    )
}

/// Draws a step of an opening or a database command, with or without an argument.
fn step<D: Driver>(dice: &mut Dice<'_, D>, word: &str, side: usize) -> String {
    let mut text = word.to_owned();
    if dice.once_in(2) {
        let arguments = ["1", "2", "8", "1 119 0 0", "3,3 text", "wl", "wlinstep 3"];
        text += &format!(" {}", dice.pick(&arguments));
    }
    for _ in 0..dice.below(6) {
        text += &format!("\n{}", point(dice, side));
    }
    text + "\nDONE"
}

fn block<D: Driver>(dice: &mut Dice<'_, D>, side: usize) -> String {
    let mut rows: Vec<&GomocupRow> = command_table::COMMANDS.iter().collect();
    rows.retain(|row| row.action.lines.is_block() && row.args.starts_with('.'));
    let row = *dice.pick(&rows);
    let mut text = format!("{}\n", row.name);
    for _ in 0..dice.below(8) {
        text += &point(dice, side);
        if row.action.lines == Lines::OwnedBlock {
            let owner = *dice.pick(&[",1", ",2", ",3", ",1", ",2", ",4", ""]);
            text += owner;
        }
        text += "\n";
    }
    text + "DONE"
}

/// Draws a setting. The number of nodes stays limited in any case.
fn setting<D: Driver>(dice: &mut Dice<'_, D>) -> String {
    let row = dice.pick(&SETTINGS);
    // Other keys have no effect.
    let key = match dice.below(16) {
        0 => "folder",
        1 => "",
        2 => "rule",
        _ => row.name,
    };
    let value = match dice.below(6) {
        0 | 1 => (*dice.pick(&NASTY)).to_owned(),
        2 => row.range().start().to_string(),
        3 => row.range().end().to_string(),
        _ => dice.below(10).to_string(),
    };
    format!(
        "INFO {key} {value}\nINFO thread_num 1\nINFO max_node {}",
        1 + dice.below(8)
    )
}

/// Whether a line must not be mutated, or is not covered by the model.
fn is_guarded(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_ascii_uppercase();
    let unusual = command_table::rows().filter(|row| is_unusual(row));
    let unusual = unusual.map(|row| row.name);
    let mut words = GUARDED.into_iter().chain(unusual);
    words.any(|word| text.contains(word))
}

/// A command with its lines.
#[derive(Debug)]
struct Command {
    word: String,
    lines: Vec<String>,
}

/// The commands up to `END`, in the order in which they are complete.
fn commands(input: &[u8]) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let mut open: Option<Command> = None;
    let mut takes_stones = false;
    for line in input.split(|&byte| byte == b'\n' || byte == b'\r') {
        let line = String::from_utf8_lossy(line).trim().to_owned();
        let mut word = line
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_ascii_uppercase();
        // Soosorv has two spellings.
        if let Some(step) = word.strip_prefix("SOOSORV") {
            word = format!("SOOSYRV{step}");
        }
        if line.is_empty() {
            continue;
        }
        if word == "END" {
            commands.push(Command {
                word,
                lines: Vec::new(),
            });
            return commands;
        }
        // The start of a game drops a block.
        if let Some(mut block) = open.take_if(|_| !starts_game(&line)) {
            let (stones, is_last) = without_done(&line);
            if !stones.is_empty() {
                block.lines.push(stones.to_owned());
            }
            if is_last {
                commands.push(block);
            } else {
                open = Some(block);
            }
            continue;
        }
        open = None;
        let are_stones = || {
            is_stone(&line)
                || line
                    .split(BLANKS)
                    .filter(|word| !word.is_empty())
                    .all(is_stone)
        };
        if takes_stones && are_stones() {
            continue;
        }
        let is_known = command_table::names().any(|known| known == word);
        takes_stones = word.starts_with("YX") && !is_known;
        let command = Command {
            lines: vec![line],
            word,
        };
        let is_whole = without_done(&command.lines[0]).1 && !command.word.contains("DATABASE");
        if is_block(&command.word) && !is_whole {
            open = Some(command);
        } else {
            commands.push(command);
        }
    }
    commands.extend(open.map(|block| Command {
        word: "UNFINISHED".to_owned(),
        ..block
    }));
    commands
}

/// Whether a line begins a game.
fn starts_game(line: &str) -> bool {
    let command = grammar::command(line);
    command
        .is_ok_and(|command| command.row.action.lines == Lines::Break && command.row.name != "END")
}

/// Splits a line of a block into its stones and whether `DONE` follows them.
fn without_done(line: &str) -> (&str, bool) {
    match grammar::without_done(line) {
        Some(stones) => (stones, true),
        None => (line, false),
    }
}

/// Whether an unknown command would take a line for one of its stones.
fn is_stone(line: &str) -> bool {
    let numbers: Vec<&str> = line
        .split(',')
        .map(|number| number.trim_matches(BLANKS))
        .collect();
    let integer = |text: &&str| text.parse::<i32>().is_ok() && !text.starts_with('+');
    line.eq_ignore_ascii_case("DONE")
        || numbers.len() == 2 && numbers.iter().all(integer)
        || numbers.len() == 3
            && numbers.iter().all(integer)
            && ["1", "2", "3"].contains(&numbers[2])
}

/// Points where nothing can be played any more; `None` if they are unknown.
type Filled = Option<BTreeSet<(i32, i32)>>;

fn check(commands: &[Command], heard: &str) -> Result<(), String> {
    if !heard.is_empty() && !heard.ends_with('\n') {
        return Err("the last line has no end".to_owned());
    }
    let mut lines = heard.lines().peekable();
    let ends = commands.last().is_some_and(|command| command.word == "END");
    let mut filled: Filled = None;
    let mut since = Vec::new();
    for (at, command) in commands.iter().enumerate() {
        if command.word != "ABOUT" || command.lines[0].split_whitespace().count() > 1 {
            since.push((at, command));
            continue;
        }
        let said: Vec<&str> =
            iter::from_fn(|| lines.next_if(|line| !line.starts_with("name=\""))).collect();
        if lines.next().is_none() {
            return if ends {
                Ok(())
            } else {
                Err(format!("no reply to ABOUT, command {at}"))
            };
        }
        let dismissed = commands[at..].iter().any(|later| {
            ["START", "RECTSTART", "RESTART", "TAKEBACK", "END"].contains(&later.word.as_str())
        });
        check_replies(&since, &said, dismissed, &mut filled)
            .map_err(|error| format!("{error}: {since:?} was answered by {said:?}"))?;
        since.clear();
    }
    Ok(())
}

/// Checks the output for the commands before an `ABOUT`.
fn check_replies(
    since: &[(usize, &Command)],
    said: &[&str],
    dismissed: bool,
    filled: &mut Filled,
) -> Result<(), String> {
    let is_telling = |line: &&&str| line.starts_with("MESSAGE ") || line.starts_with("INFO ");
    let answers: Vec<&str> = said
        .iter()
        .filter(|line| !is_telling(line))
        .copied()
        .collect();
    for answer in &answers {
        if answer.contains("the search failed") {
            return Err("a reply that tells of a fault".to_owned());
        }
        let is_known = ["OK", "SWAP"].contains(answer)
            || ["ERROR ", "UNKNOWN ", "FORBID", "1,0"]
                .iter()
                .any(|word| answer.starts_with(word))
            || points(answer).is_some()
            || is_counted(answer);
        if !is_known {
            return Err(format!("a reply of no known kind: {answer:?}"));
        }
    }
    let [(_, command)] = since else {
        *filled = None;
        return if answers.len() <= since.len() {
            Ok(())
        } else {
            Err("too many replies".to_owned())
        };
    };
    let count = match command.word.as_str() {
        "START" | "RECTSTART" | "RESTART" | "TURN" | "PLAY" | "TAKEBACK" | "BEGIN" | "BOARD"
        | "SWAP2BOARD" | "YXNBEST" | "YXSEARCHDEFEND" | "YXBALANCEONE" | "YXBALANCETWO"
        | "YXSHOWFORBID" => 1..=1,
        word if !word.starts_with("YX") && !command_table::names().any(|known| known == word) => {
            1..=1
        }
        _ => 0..=1,
    };
    let is_dismissed = answers.is_empty() && dismissed;
    if !is_dismissed && !count.contains(&answers.len()) {
        return Err(format!("expected {count:?} replies"));
    }
    follow(command, answers.first().copied(), filled)
}

/// Checks moves against the stones on the board.
fn follow(command: &Command, answer: Option<&str>, filled: &mut Filled) -> Result<(), String> {
    let first = command.lines.first().map_or("", String::as_str);
    let told = first
        .split_once(char::is_whitespace)
        .and_then(|(_, rest)| points(rest.trim()));
    let played = answer.and_then(points);
    match (command.word.as_str(), answer) {
        (_, Some(answer)) if answer.starts_with("ERROR") || answer.starts_with("UNKNOWN") => {}
        ("START" | "RECTSTART" | "RESTART", Some(_)) => *filled = Some(BTreeSet::new()),
        ("TAKEBACK", Some(_)) => {
            if let (Some(filled), Some(told)) = (filled, told) {
                filled.remove(&told[0]);
            }
        }
        ("PLAY", Some(_)) => fill(filled, &played.ok_or("a move that is none")?)?,
        (
            "TURN" | "BEGIN" | "YXNBEST" | "YXSEARCHDEFEND" | "YXBALANCEONE" | "YXBALANCETWO",
            Some(_),
        ) => {
            if command.word == "TURN" {
                fill(filled, &told.ok_or("a move that is none was answered")?)?;
            }
            fill(filled, &played.ok_or("a move that is none")?)?;
        }
        ("BOARD" | "YXBOARD", answer) if command.word == "YXBOARD" || answer.is_some() => {
            let stones: Option<Vec<_>> =
                command.lines[1..].iter().map(|line| stone(line)).collect();
            *filled = Some(
                stones
                    .ok_or("stones that are none were taken")?
                    .into_iter()
                    .collect(),
            );
            fill(filled, &played.unwrap_or_default())?;
        }
        (
            "TURN" | "BEGIN" | "BOARD" | "YXNBEST" | "YXSEARCHDEFEND" | "YXBALANCEONE"
            | "YXBALANCETWO",
            _,
        ) => *filled = None,
        (word, _) if sets_up(word) => *filled = None,
        _ => {}
    }
    Ok(())
}

/// Whether a command may set up a position that the model does not follow: a step of an opening, or a block of stones.
fn sets_up(word: &str) -> bool {
    const OTHER_BLOCKS: [&str; 5] = ["YXBLOCK", "YXQUERY", "YXEDIT", "YXDELETE", "SHOWFORBID"];
    word.contains("STEP")
        || is_block(word) && !OTHER_BLOCKS.iter().any(|block| word.starts_with(block))
}

fn fill(filled: &mut Filled, points: &[(i32, i32)]) -> Result<(), String> {
    if let Some(filled) = filled {
        for &point in points {
            if !filled.insert(point) {
                return Err(format!("{point:?} was played twice"));
            }
        }
    }
    Ok(())
}

fn stone(line: &str) -> Option<(i32, i32)> {
    let mut numbers = line
        .split(',')
        .map(|number| number.trim_matches(BLANKS).parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Whether a reply is a fourth stone and a number of fifth moves, such as `7,7 3`.
fn is_counted(answer: &str) -> bool {
    let parts = answer.split_once(' ');
    parts.is_some_and(|(stone, count)| points(stone).is_some() && count.parse::<u8>().is_ok())
}

/// Parses points such as `7,7 8,8`.
fn points(text: &str) -> Option<Vec<(i32, i32)>> {
    let point = |word: &str| {
        word.split_once(',').and_then(|(x, y)| {
            Some((
                x.trim_matches(BLANKS).parse().ok()?,
                y.trim_matches(BLANKS).parse().ok()?,
            ))
        })
    };
    if let Some(one) = point(text) {
        return Some(vec![one]);
    }
    text.split(' ').map(point).collect()
}

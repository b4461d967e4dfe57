//! NBoard's protocol, and the front that detects the protocol. A `ping` after every command marks the end of its
//! replies.

use std::iter;
use std::sync::LazyLock;

use bolero::Driver;
use tengen_engine::game::Color;
use tengen_protocol::AutoFront;
use tengen_protocol::Protocol;
use tengen_protocol::gomocup::GomocupFront;
use tengen_protocol::gtp::GtpFront;
use tengen_protocol::nboard::NBoardFront;
use tengen_protocol::nboard::command_table::COMMANDS;

use crate::conversation::{Client, hold, options, stretch};
use crate::corpus;
use crate::dice::{Dice, NASTY, spoil};
use crate::models::reversi::Reversi;
use crate::models::{Game, Model, Point, Verdict};
use crate::target::{self, Target};

const MOST_MEMORY: usize = 96 << 20;

struct NBoard;

#[test]
fn nboard() {
    target::run::<NBoard>();
}

impl Target for NBoard {
    const CORPUS: &'static str = "nboard";
    const SHARE: f64 = 3.0;
    const MOST_MEMORY: usize = MOST_MEMORY;

    fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
        let mut text = b"nboard 2\nset depth 2\nping 1\n".to_vec();
        let mut number = 1;
        while dice.goes_on(30 * stretch()) {
            number += 1;
            let mut bytes = command(dice).into_bytes();
            // Another depth would remove the search's limit.
            if dice.once_in(12) && !bytes.starts_with(b"set depth") {
                spoil(dice, &mut bytes);
                if bytes.contains(&b'%') || bytes.windows(5).any(|part| part == b"depth") {
                    bytes.clear();
                }
            }
            text.extend(bytes);
            text.extend(format!("\nping {number}\n").bytes());
        }
        text
    }

    fn check(input: &[u8]) {
        let heard = hold(Client::hasty(input), &["--protocol", "nboard"], |waker| {
            Ok(Box::new(NBoardFront::new(&options(), waker)?))
        });
        let heard = String::from_utf8(heard).expect("replies that are text");
        check(&String::from_utf8_lossy(input), &heard)
            .unwrap_or_else(|error| panic!("{error}\n{heard}"));
    }
}

fn command<D: Driver>(dice: &mut Dice<'_, D>) -> String {
    match dice.below(16) {
        0..=5 => format!("move {}", square(dice)),
        6 => "go".to_owned(),
        7 => format!("hint {}", dice.below(5)),
        8 => format!("set game {}", game(dice)),
        9..=10 => format!(
            "set depth {}\nset depth {}",
            dice.pick(&NASTY),
            1 + dice.below(3)
        ),
        11 => format!("set contempt {}", dice.pick(&NASTY)),
        12 => (*dice.pick(&[
            "learn", "analyze", "nboard 2", "quiet", "", "set", "set game", "move", "go now",
        ]))
        .to_owned(),
        13 => {
            let names = COMMANDS.each_ref().map(|row| row.name);
            match *dice.pick(&names) {
                // Another depth would remove the search's limit, and pings are counted.
                "quit" | "ping" | "set depth" => String::new(),
                name => format!("{name} {}", dice.pick(&NASTY)),
            }
        }
        14 => (0..dice.below(20))
            .map(|_| char::from(dice.byte()))
            .filter(|c| !c.is_control())
            .collect(),
        _ => square(dice),
    }
}

fn square<D: Driver>(dice: &mut Dice<'_, D>) -> String {
    if dice.once_in(12) {
        return (*dice.pick(&["PA", "pass", "PASS", "PAS", "P", "ps", "--", "A9", "I1"]))
            .to_owned();
    }
    let (column, row) = (dice.below(8), 1 + dice.below(8));
    let time = dice.pick(&["", "", "/1.5", "//2", "/-3.25/0.5", "//-1", "/nan/inf"]);
    format!("{}{row}{time}", char::from(b"ABCDEFGH"[column]))
}

/// Draws a game of legal moves, sometimes with a clock.
fn game<D: Driver>(dice: &mut Dice<'_, D>) -> String {
    let mut model = Reversi::start();
    let mut moves = String::new();
    for _ in 0..dice.below(61) {
        let color = model.to_move();
        let open: Vec<Point> = model
            .points()
            .into_iter()
            .filter(|&point| model.judge(color, Some(point)) == Verdict::Legal)
            .collect();
        let letter = if color == Color::Black { 'B' } else { 'W' };
        if open.is_empty() {
            if model.judge(color, None) != Verdict::Legal {
                break;
            }
            model.play(color, None);
            moves += &format!("{letter}[PA]");
            continue;
        }
        let (column, row) = *dice.pick(&open);
        model.play(color, Some((column, row)));
        moves += &format!("{letter}[{}{row}]", char::from(b"ABCDEFGH"[column]));
    }
    let clock = dice.pick(&["", "TI[05:00]", "TI[0/1]", "TI[99:99:99]", "TI[x]"]);
    let board = "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    format!("(;GM[Othello]{clock}TY[8]BO[8 {board}]{moves};)")
}

fn check(input: &str, heard: &str) -> Result<(), String> {
    let mut lines = heard.lines();
    let mut game = Game::new(Reversi::start());
    let mut is_known = true;
    let mut since: Vec<&str> = Vec::new();
    // `quit` acts at once, before the commands that wait.
    let quits = input
        .split(['\n', '\r'])
        .any(|line| line.trim().split([' ', '\t']).next() == Some("quit"));
    for line in input.split(['\n', '\r']).map(str::trim) {
        let word = line.split([' ', '\t']).next().unwrap_or_default();
        if word == "quit" {
            return Ok(());
        }
        let number = line
            .strip_prefix("ping ")
            .and_then(|number| number.trim().parse::<i64>().ok());
        let Some(number) = number else {
            since.extend(Some(line).filter(|line| !line.is_empty()));
            continue;
        };
        let pong = format!("pong {number}");
        let mut is_answered = false;
        let said: Vec<&str> = iter::from_fn(|| {
            let line = lines.next()?;
            is_answered = line == pong;
            (!is_answered).then_some(line)
        })
        .collect();
        if !is_answered && quits {
            return check_replies(&said);
        }
        if !is_answered {
            return Err(format!("expected {pong}"));
        }
        check_replies(&said)?;
        match since[..] {
            // Which blanks separate words does not concern positions.
            [command] if command.contains(|c: char| c.is_whitespace() && c != ' ' && c != '\t') => {
                is_known = false;
            }
            [command] => {
                is_known = follow(command, &said, &mut game, is_known)
                    .map_err(|error| format!("{error}, to {command:?}"))?;
            }
            [] => {}
            // With several commands it is unknown which one was refused.
            _ => is_known &= !since.iter().any(|line| moves_something(line)),
        }
        since.clear();
    }
    match lines.next() {
        Some(line) if since.is_empty() => Err(format!("a line that nobody asked for: {line:?}")),
        _ => Ok(()),
    }
}

fn moves_something(line: &str) -> bool {
    line.starts_with("move") || line.starts_with("set") || line.len() == 2
}

fn check_replies(said: &[&str]) -> Result<(), String> {
    for line in said {
        let word = line.split(' ').next().unwrap_or_default();
        let is_known = [
            "set",
            "status",
            "===",
            "search",
            "book",
            "nodestats",
            "learned",
            "analysis",
        ]
        .contains(&word);
        if !is_known || line.contains("failed") || line.contains("found no move") {
            return Err(format!("a line of no known kind: {line:?}"));
        }
    }
    Ok(())
}

/// Advances to the position after a command. Returns whether it is known.
fn follow(
    command: &str,
    said: &[&str],
    game: &mut Game<Reversi>,
    is_known: bool,
) -> Result<bool, String> {
    let refused = said.iter().any(|line| line.starts_with("status"));
    let mut words = command.split_whitespace();
    match (words.next().unwrap_or_default(), words.next(), words.next()) {
        ("move", Some(text), None) if is_known => play(text, refused, game),
        (text, None, _) if is_known && text.len() == 2 && text != "go" => play(text, refused, game),
        ("set", Some("game"), Some(_)) if !refused => {
            *game = read(command).ok_or("a game that cannot be read was taken")?;
            Ok(true)
        }
        ("go", None, None) if is_known => {
            let answer = said.iter().find_map(|line| line.strip_prefix("=== "));
            match answer {
                None if game.now().is_over() => Ok(true),
                None => Err("no move was found".to_owned()),
                Some(text) => {
                    let point = point(text).ok_or("a move that is none")?;
                    let color = game.now().to_move();
                    if game.now().judge(color, point) == Verdict::Illegal {
                        return Err(format!("{text} is not legal"));
                    }
                    Ok(true)
                }
            }
        }
        _ => Ok(is_known),
    }
}

/// Plays a move for the side that can.
fn play(text: &str, refused: bool, game: &mut Game<Reversi>) -> Result<bool, String> {
    let Some(point) = point(text) else {
        return Ok(true);
    };
    let turn = game.now().to_move();
    let passes = game.now().judge(turn, None) == Verdict::Legal;
    let color = if passes && point.is_some() {
        turn.opponent()
    } else {
        turn
    };
    let is_legal = game.now().judge(color, point) == Verdict::Legal;
    if is_legal == refused && !text.contains('/') {
        return Err(format!("{text} is legal: {is_legal}"));
    }
    if !refused {
        game.play(color, point);
    }
    Ok(true)
}

/// Parses `F5/1.5/2`, or one of GGF's words for a pass as `Some(None)`.
fn point(text: &str) -> Option<Option<Point>> {
    let text = text.split('/').next()?.to_ascii_uppercase();
    if ["P", "PA", "PAS", "PASS", "PS", "--"].contains(&&*text) {
        return Some(None);
    }
    let &[column @ b'A'..=b'H', row @ b'1'..=b'8'] = text.as_bytes() else {
        return None;
    };
    Some(Some(((column - b'A').into(), (row - b'0').into())))
}

/// The position after the game in a `set game`.
fn read(text: &str) -> Option<Game<Reversi>> {
    let (_, board) = text.split_once("BO[8")?;
    let (board, moves) = board.split_once(']')?;
    let letters: Vec<char> = board.chars().filter(|c| !c.is_whitespace()).collect();
    let letter = |&c: &char| match c {
        '*' | 'X' | 'x' => 'X',
        'O' | 'o' | '0' => 'O',
        _ => '.',
    };
    let (side, cells) = letters.split_last()?;
    let to_move = if letter(side) == 'X' {
        Color::Black
    } else {
        Color::White
    };
    let rows: Vec<Vec<char>> = cells
        .chunks(8)
        .map(|row| row.iter().map(letter).collect())
        .collect();
    let mut game = Game::new(Reversi::set_up(rows, to_move));
    for part in moves.split(']') {
        let Some((key, value)) = part.rsplit_once('[') else {
            continue;
        };
        let color = match key.trim() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => continue,
        };
        game.play(color, point(value.trim())?);
    }
    Some(game)
}

struct Auto;

#[test]
fn any_protocol() {
    target::run::<Auto>();
}

impl Target for Auto {
    const CORPUS: &'static str = "auto";
    const MOST_MEMORY: usize = MOST_MEMORY;

    fn draw<D: Driver>(dice: &mut Dice<'_, D>) -> Vec<u8> {
        static FILES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
            let folders = ["auto", "gomocup", "nboard", "gtp-go"];
            folders.into_iter().flat_map(corpus::files).collect()
        });
        let whole = corpus::pick(dice, &FILES);
        let mut first = whole
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default()
            .to_vec();
        spoil(dice, &mut first);
        // The rest is unchanged: searches in its own protocol are limited.
        [&first[..], b"\n", &whole].concat()
    }

    fn check(input: &[u8]) {
        let heard = hold(Client::hasty(input), &["--model", "none"], |waker| {
            let options = options();
            Ok(Box::new(AutoFront::new(move |protocol| {
                Ok(match protocol {
                    Protocol::Gtp => Box::new(GtpFront::new(options.clone(), waker.clone())?)
                        as Box<dyn tengen_protocol::io::server::Front>,
                    Protocol::Gomocup => Box::new(GomocupFront::new(&options, waker.clone())?),
                    Protocol::NBoard => Box::new(NBoardFront::new(&options, waker.clone())?),
                })
            })))
        });
        let heard = String::from_utf8(heard).expect("replies that are text");
        assert!(
            heard.is_empty() || heard.ends_with('\n'),
            "the last line has no end: {heard:?}"
        );
    }
}

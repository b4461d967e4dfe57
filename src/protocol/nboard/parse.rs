//! The grammar: one line of text to one command. No board is known here but those that the line itself describes.

use nom::character::complete::{char, digit1, i64 as integer, space0, u32 as natural};
use nom::combinator::{all_consuming, map, map_opt, opt, rest, value, verify};
use nom::number::complete::double;
use nom::sequence::preceded;
use nom::{IResult, Parser};
use thiserror::Error;

use super::OPENING_WORD;
use super::command::{Command, Depth};
use crate::engine::game::Color;
use crate::records::ggf::{GgfError, GgfMove, parse_move};

/// A command of NBoard's whose arguments cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SyntaxError {
    /// They are not what belongs there.
    #[error("{command} expects {expected}, saw `{seen}`")]
    Arguments {
        /// The command.
        command: &'static str,
        /// What should have followed it.
        expected: &'static str,
        /// What did.
        seen: String,
    },
    /// The game or the move is wrong.
    #[error("{0}")]
    Game(#[from] GgfError),
    /// The line was too long to be kept.
    #[error("the line is too long")]
    TooLong,
}

/// One command: its words, what follows them in words, and the parser of what follows.
struct Row {
    words: &'static str,
    expected: &'static str,
    arguments: fn(&str) -> IResult<&str, Command>,
}

/// The commands whose arguments are a word or nothing.
static COMMANDS: [Row; 8] = [
    Row {
        words: OPENING_WORD,
        expected: "the version of the protocol",
        arguments: |input| value(Command::Hello, rest).parse(input),
    },
    Row {
        words: "set depth",
        expected: "a depth such as 18, 100% or 100%W",
        arguments: |input| map(depth, Command::SetDepth).parse(input),
    },
    Row {
        words: "set contempt",
        expected: "a number of discs",
        arguments: |input| {
            let finite = verify(double, |discs: &f64| discs.is_finite());
            map(finite, Command::SetContempt).parse(input)
        },
    },
    Row {
        words: "hint",
        expected: "the number of moves",
        arguments: |input| {
            map(opt(natural), |count| {
                Command::Hint(count.unwrap_or(1).max(1) as usize)
            })
            .parse(input)
        },
    },
    Row {
        words: "go",
        expected: "nothing",
        arguments: |input| value(Command::Go, space0).parse(input),
    },
    Row {
        words: "ping",
        expected: "a number",
        arguments: |input| map(integer, Command::Ping).parse(input),
    },
    Row {
        words: "learn",
        expected: "nothing",
        arguments: |input| value(Command::Learn, space0).parse(input),
    },
    Row {
        words: "analyze",
        expected: "nothing",
        arguments: |input| value(Command::Analyze, space0).parse(input),
    },
];

/// The command in a line; `None` for a line that is none, which an engine has to pass over.
pub fn command(line: &str) -> Result<Option<Command>, SyntaxError> {
    let line = line.trim();
    if let Some(game) = arguments_of("set game", line) {
        return Ok(Some(Command::SetGame(Box::new(game.parse()?))));
    }
    // The colour follows from the game.
    if let Some(played) = arguments_of("move", line) {
        return Ok(Some(Command::Move(GgfMove::parse(Color::Black, played)?)));
    }
    // Version 1 of the protocol had the move alone.
    if line.len() == 2 && parse_move(line).is_some() {
        return Ok(Some(Command::Move(GgfMove::parse(Color::Black, line)?)));
    }
    if arguments_of("quit", line).is_some() {
        return Ok(Some(Command::Quit));
    }
    let found = COMMANDS
        .iter()
        .find_map(|row| Some((row, arguments_of(row.words, line)?)));
    let Some((row, text)) = found else {
        return Ok(None);
    };
    match all_consuming(row.arguments).parse(text) {
        Ok((_, command)) => Ok(Some(command)),
        Err(_) => Err(SyntaxError::Arguments {
            command: row.words,
            expected: row.expected,
            seen: text.to_owned(),
        }),
    }
}

/// What follows these words, if the line begins with them.
fn arguments_of<'a>(words: &str, line: &'a str) -> Option<&'a str> {
    let mut left = line;
    for word in words.split(' ') {
        left = left.strip_prefix(word)?;
        if !left.is_empty() && !left.starts_with([' ', '\t']) {
            return None;
        }
        left = left.trim_start();
    }
    Some(left)
}

/// `18`, `100%`, `91%` or `100%W`. Who wins is found out with the rest.
fn depth(input: &str) -> IResult<&str, Depth> {
    let number = map_opt(digit1, |digits: &str| digits.parse().ok());
    let to_the_end = preceded(char('%'), opt(char('W')));
    map((number, opt(to_the_end)), |(plies, end)| match end {
        Some(_) => Depth::End(u32::min(plies, 100) as u8),
        None => Depth::Plies(u32::max(plies, 1)),
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::reversi::Move;

    fn parsed(line: &str) -> Command {
        command(line).unwrap().unwrap()
    }

    fn played(mv: &str, eval: Option<f64>, time: f64) -> Command {
        Command::Move(GgfMove {
            color: Color::Black,
            mv: mv.parse::<Move>().unwrap(),
            eval,
            time: Duration::from_secs_f64(time),
        })
    }

    #[test]
    fn commands() {
        for (line, expected) in [
            ("nboard 2", Command::Hello),
            ("nboard 1", Command::Hello),
            ("  nboard\t2  ", Command::Hello),
            ("set depth 18", Command::SetDepth(Depth::Plies(18))),
            ("set  depth  0", Command::SetDepth(Depth::Plies(1))),
            ("set depth 100%", Command::SetDepth(Depth::End(100))),
            ("set depth 91%", Command::SetDepth(Depth::End(91))),
            ("set depth 300%", Command::SetDepth(Depth::End(100))),
            ("set depth 100%W", Command::SetDepth(Depth::End(100))),
            ("set contempt -100", Command::SetContempt(-100.0)),
            ("hint 3", Command::Hint(3)),
            ("hint", Command::Hint(1)),
            ("hint 0", Command::Hint(1)),
            ("go", Command::Go),
            ("ping 7", Command::Ping(7)),
            ("ping -1", Command::Ping(-1)),
            ("learn", Command::Learn),
            ("analyze", Command::Analyze),
            ("quit", Command::Quit),
            ("move F5", played("f5", None, 0.0)),
            ("move f5/1.5/2.25", played("f5", Some(1.5), 2.25)),
            ("move F5//2", played("f5", None, 2.0)),
            ("move PA", played("pass", None, 0.0)),
            ("move pass/-3", played("pass", Some(-3.0), 0.0)),
            ("F5", played("f5", None, 0.0)),
            ("PA", played("pass", None, 0.0)),
        ] {
            assert_eq!(parsed(line), expected, "{line}");
        }
        let game = parsed(
            "set game (;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)",
        );
        assert!(matches!(game, Command::SetGame(game) if game.moves.len() == 1));
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "",
            "   ",
            "set",
            "set foo 1",
            "goo",
            "hints 3",
            "Go",
            "position",
            "F9",
            "\u{e9}",
            "pings",
        ] {
            assert_eq!(command(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn bad_arguments_are_quoted() {
        for (line, quoted) in [
            ("set depth", "``"),
            ("set depth x", "`x`"),
            ("set depth 18%X", "`18%X`"),
            ("set depth -3", "`-3`"),
            ("set depth 99999999999", "`99999999999`"),
            ("set contempt inf", "`inf`"),
            ("hint x", "`x`"),
            ("go now", "`now`"),
            ("ping", "``"),
            ("ping one", "`one`"),
            ("move", "``"),
            ("move Z9", "`Z9`"),
            ("move F5/a", "`F5/a`"),
            ("set game", "``"),
            ("set game nonsense", "`nonsense`"),
        ] {
            let error = command(line).unwrap_err().to_string();
            assert!(error.contains(quoted), "{line}: {error}");
        }
    }
}

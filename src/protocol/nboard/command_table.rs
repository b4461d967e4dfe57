//! The table of the protocol's commands, by which lines are read.

use nom::character::complete::{char, digit1, space0};
use nom::combinator::{map, map_opt, opt, rest, value, verify};
use nom::number::complete::double;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::OPENING_WORD;
use super::command::{Depth, NBoardCommand};
use crate::CommandRow;
use crate::number::{integer, unsigned};
use tengen_engine::game::Color;
use tengen_reversi::records::ggf::{GgfError, GgfMove};

/// The grammar of a command's arguments, and the command that they make.
pub enum Arguments {
    /// Arguments with a parser of their own.
    Plain {
        /// The arguments in words.
        expected: &'static str,
        /// Their parser.
        read: fn(&str) -> IResult<&str, NBoardCommand>,
    },
    /// A game or a move, whose errors speak for themselves.
    Record(fn(&str) -> Result<NBoardCommand, GgfError>),
}

/// The commands, each of one word or two.
pub static COMMANDS: [CommandRow<Arguments>; 11] = [
    CommandRow {
        name: OPENING_WORD,
        args: "VERSION",
        help: "begin the conversation; the version makes no difference",
        action: Arguments::Plain {
            expected: "the version of the protocol",
            read: |input| value(NBoardCommand::Hello, rest).parse(input),
        },
    },
    CommandRow {
        name: "set depth",
        args: "PLIES | PERCENT%",
        help: "bound the search: PLIES in the middle of the game, or the end of the game until PERCENT results of a hundred are right",
        action: Arguments::Plain {
            expected: "a depth such as 18, 100% or 100%W",
            read: |input| map(depth, NBoardCommand::SetDepth).parse(input),
        },
    },
    CommandRow {
        name: "set game",
        args: "GGF",
        help: "take this game, in GGF, with its clocks",
        action: Arguments::Record(|text| Ok(NBoardCommand::SetGame(Box::new(text.parse()?)))),
    },
    CommandRow {
        name: "set contempt",
        args: "DISCS",
        help: "taken in silence, without effect",
        action: Arguments::Plain {
            expected: "a number of discs",
            read: |input| {
                let finite = verify(double, |discs: &f64| discs.is_finite());
                map(finite, NBoardCommand::SetContempt).parse(input)
            },
        },
    },
    CommandRow {
        name: "move",
        args: "MOVE[/EVAL[/SECONDS]]",
        help: "play a move of the side to move; version 1 of the protocol has the move alone on its line",
        // The color follows from the game.
        action: Arguments::Record(|text| {
            Ok(NBoardCommand::Move(GgfMove::parse(Color::Black, text)?))
        }),
    },
    CommandRow {
        name: "hint",
        args: "[N]",
        help: "tell the best N moves, one if no number is given, without regard to the clock; moves of the book in `book` lines",
        action: Arguments::Plain {
            expected: "the number of moves",
            read: |input| {
                map(opt(unsigned::<u32>), |count| {
                    NBoardCommand::Hint(count.unwrap_or(1).max(1) as usize)
                })
                .parse(input)
            },
        },
    },
    CommandRow {
        name: "go",
        args: "",
        help: "tell the move to play, within the time that the game's `TI` gives",
        action: alone(|input| value(NBoardCommand::Go, space0).parse(input)),
    },
    CommandRow {
        name: "ping",
        args: "N",
        help: "end the search that runs, tell its result, and reply `pong N`",
        action: Arguments::Plain {
            expected: "a number",
            read: |input| map(integer, NBoardCommand::Ping).parse(input),
        },
    },
    CommandRow {
        name: "learn",
        args: "",
        help: "add the game to the book that `--book` names",
        action: alone(|input| value(NBoardCommand::Learn, space0).parse(input)),
    },
    CommandRow {
        name: "analyze",
        args: "",
        help: "tell what every position of the game is worth, from its end to its start",
        action: alone(|input| value(NBoardCommand::Analyze, space0).parse(input)),
    },
    CommandRow {
        name: "quit",
        args: "",
        help: "end the conversation; whatever follows on the line is ignored",
        action: Arguments::Plain {
            expected: "anything",
            read: |input| value(NBoardCommand::Quit, rest).parse(input),
        },
    },
];

const fn alone(read: fn(&str) -> IResult<&str, NBoardCommand>) -> Arguments {
    Arguments::Plain {
        expected: "nothing",
        read,
    }
}

/// Parses `18`, `100%`, `91%` or `100%W`: the search for the exact result finds the winner with it.
fn depth(input: &str) -> IResult<&str, Depth> {
    let number = map_opt(digit1, |digits: &str| digits.parse().ok());
    let to_the_end = preceded(char('%'), opt(char('W')));
    map((number, opt(to_the_end)), |(plies, end)| match end {
        Some(_) => Depth::End(u32::min(plies, 100) as u8),
        None => Depth::Plies(u32::max(plies, 1)),
    })
    .parse(input)
}

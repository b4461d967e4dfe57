//! Table of the protocol's commands: one row per command, with its name of one or two words, its arguments, its
//! precedence, its function and its help.

use std::io;

use nom::character::complete::{char, digit1, space0};
use nom::combinator::{all_consuming, map, map_opt, opt, rest, value, verify};
use nom::number::complete::double;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::OPENING_WORD;
use super::dialect::NBoardDialect;
use super::grammar::NBoardSyntaxError;
use super::search::Depth;
use crate::CommandRow;
use crate::io::output::Output;
use crate::usage::{integer, unsigned};
use tengen_engine::conversation::Precedence;
use tengen_engine::game::Color;
use tengen_reversi::records::ggf::{GgfError, GgfGame, GgfMove};

/// A command.
pub type NBoardRow = CommandRow<Handling>;

/// How a command is read and executed.
pub struct Handling {
    /// Effect on a running search before the command's turn.
    pub precedence: Precedence,
    /// Reads the arguments. Fails if they do not fit.
    pub(super) read: fn(&'static str, &str) -> Result<Work, NBoardSyntaxError>,
}

/// Function of a command with its arguments.
pub(super) type Work = Box<dyn FnOnce(&mut NBoardDialect, &mut Output) -> io::Result<()>>;

/// The arguments of a command, with their type and range.
pub(super) enum Arguments<T> {
    /// Arguments with this description and parser.
    Parsed(&'static str, fn(&str) -> IResult<&str, T>),
    /// A game or a move, which has its own errors.
    Record(fn(&str) -> Result<T, GgfError>),
}

impl<T: 'static> Arguments<T> {
    /// Reads the arguments of a command.
    pub(super) fn read(&self, command: &'static str, text: &str) -> Result<T, NBoardSyntaxError> {
        match self {
            Arguments::Record(read) => Ok(read(text)?),
            Arguments::Parsed(expected, read) => match all_consuming(read).parse(text) {
                Ok((_, value)) => Ok(value),
                Err(_) => Err(NBoardSyntaxError::Arguments {
                    command,
                    expected,
                    seen: text.to_owned(),
                }),
            },
        }
    }
}

fn bind<T: 'static>(
    value: T,
    run: fn(&mut NBoardDialect, T, &mut Output) -> io::Result<()>,
) -> Work {
    Box::new(move |session, out| run(session, value, out))
}

/// Makes the rows of the table: name, argument grammar, precedence, arguments, function and help.
macro_rules! commands {
    ($($name:expr, $args:literal, $precedence:ident $arguments:expr => $run:expr, $help:literal;)*) => {
        /// All commands.
        pub static COMMANDS: [NBoardRow; [$($name),*].len()] = [$(CommandRow {
            name: $name,
            args: $args,
            help: $help,
            action: Handling {
                precedence: Precedence::$precedence,
                read: |command, text| {
                    Ok(bind($arguments.read(command, text)?, $run))
                },
            },
        }),*];
    };
}

commands! {
    OPENING_WORD, "VERSION", Waits VERSION => |session, (), out| session.greet(out),
        "begin the conversation; the version is ignored";
    "set depth", "PLIES | PERCENT%", Waits DEPTH => |session, depth, out| session.set_depth(depth, out),
        "limit the search: to PLIES in the midgame, or in the endgame until PERCENT of the results are right";
    "set game", "GGF", Waits GAME => |session, game, out| session.set_game(&game, out),
        "load this game, in GGF, with its clocks";
    // Contempt has no effect, because it would only change the value of drawn games, and the book has none.
    "set contempt", "DISCS", Waits DISCS => |_, _, _| Ok(()),
        "accepted silently, without effect";
    MOVE, "MOVE[/EVAL[/SECONDS]]", Waits PLAYED => |session, played, out| session.play(&played, out),
        "play a move of the side to move; version 1 of the protocol has the move alone on its line";
    "hint", "[N]", Waits COUNT => |session, count, out| session.hint(count, out),
        "report the N best moves (default 1), ignoring the clock; book moves in `book` lines";
    "go", "", Waits NOTHING => |session, (), out| session.go(out),
        "report the move to play, within the time given by the game's `TI`";
    "ping", "N", Stops NUMBER => |_, number, out| out.line(&format!("pong {number}")),
        "stop the running search, report its result, and reply `pong N`";
    "learn", "", Waits NOTHING => |session, (), out| session.start_learning(out),
        "add the game to the book that `--book` names";
    "analyze", "", Waits NOTHING => |session, (), out| session.start_analysis(out),
        "report the value of every position of the game, from its end to its start";
    "quit", "", Quits VERSION => |_, (), _| Ok(()),
        "end the conversation; the rest of the line is ignored";
}

/// Name of the command that also takes its arguments on a separate line.
pub(super) const MOVE: &str = "move";

/// No arguments.
const NOTHING: Arguments<()> = Arguments::Parsed("nothing", |input| value((), space0).parse(input));

/// The version of the protocol, or anything else.
const VERSION: Arguments<()> = Arguments::Parsed("the version of the protocol", |input| {
    value((), rest).parse(input)
});

/// A depth, such as 18, 100% or 100%W.
pub(super) const DEPTH: Arguments<Depth> =
    Arguments::Parsed("a depth such as 18, 100% or 100%W", depth);

const GAME: Arguments<Box<GgfGame>> = Arguments::Record(|text| Ok(Box::new(text.parse()?)));

const DISCS: Arguments<f64> = Arguments::Parsed("a number of discs", |input| {
    verify(double, |discs: &f64| discs.is_finite()).parse(input)
});

/// A move. Its actual color follows from the game.
pub(super) const PLAYED: Arguments<GgfMove> =
    Arguments::Record(|text| GgfMove::parse(Color::Black, text));

/// A number of moves, from 1.
pub(super) const COUNT: Arguments<usize> = Arguments::Parsed("the number of moves", |input| {
    let count = |count: Option<u32>| count.unwrap_or(1).max(1) as usize;
    map(opt(unsigned), count).parse(input)
});

pub(super) const NUMBER: Arguments<i64> = Arguments::Parsed("a number", integer);

/// Parses `18`, `100%`, `91%` or `100%W`. A search for the exact result also finds the winner, so `W` is ignored.
fn depth(input: &str) -> IResult<&str, Depth> {
    let number = map_opt(digit1, |digits: &str| digits.parse().ok());
    let to_the_end = preceded(char('%'), opt(char('W')));
    map((number, opt(to_the_end)), |(plies, end)| match end {
        Some(_) => Depth::End(u32::min(plies, 100) as u8),
        None => Depth::Plies(u32::max(plies, 1)),
    })
    .parse(input)
}

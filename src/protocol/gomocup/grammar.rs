//! Line grammar, independent of the board and without state.

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{char, space0, space1};
use nom::combinator::{all_consuming, eof, map, map_opt, opt, rest, value};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use std::fmt::{self, Display};
use thiserror::Error;

use super::command_table::{self, Arguments, GomocupCommand, GomocupRow, Lines};
use crate::usage::integer;
use tengen_engine::excerpt::excerpt;

/// Coordinates as sent, with the column from the left and the row from the top, both from 0. They may be off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Xy {
    /// Column from the left.
    pub x: i32,
    /// Row from the top.
    pub y: i32,
}

impl Display for Xy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Owner of a stone in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The engine, sent as 1.
    Own,
    /// The opponent, sent as 2.
    Opponent,
    /// A blocked point, sent as 3. In continuous games it is a stone of a finished row.
    Blocked,
    /// Not given. Black and White alternate, as in `SWAP2BOARD`.
    InTurn,
}

/// A stone on one line of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Coordinates of the stone.
    pub at: Xy,
    /// Owner of the stone.
    pub owner: Owner,
}

/// Reason a line is not a valid command. The text follows `ERROR` or, for an unknown command, `UNKNOWN`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GomocupSyntaxError {
    /// A command that does not exist.
    #[error("command '{0}'")]
    Unknown(String),
    /// Wrong arguments of a command.
    #[error("{command} expects {expected}, saw '{seen}'")]
    Arguments {
        /// Name of the command.
        command: &'static str,
        /// Description of the expected arguments.
        expected: &'static str,
        /// Arguments as they were sent.
        seen: String,
    },
    /// A block with more stones than the largest board has points.
    #[error("{0} has more stones than any board has points")]
    TooManyStones(&'static str),
    /// A block cut short by the end of the input.
    #[error("{0} was not finished with DONE")]
    Unfinished(&'static str),
    /// A file name missing at the end of the input.
    #[error("{0} expects the name of a file")]
    NoFile(&'static str),
    /// A line over the maximum length.
    #[error("the line is too long")]
    TooLong,
}

impl GomocupSyntaxError {
    /// Returns the reply: `UNKNOWN` or `ERROR` and the text.
    pub fn reply(&self) -> String {
        match self {
            GomocupSyntaxError::Unknown(_) => format!("UNKNOWN {self}"),
            _ => format!("ERROR {self}"),
        }
    }
}

/// Parses a nonblank line. Names are case-insensitive. The first line of a block gives a command without stones. Fails
/// if the name is unknown or the arguments do not fit the command.
pub fn command(line: &str) -> Result<GomocupCommand, GomocupSyntaxError> {
    let (row, arguments) = split(line)?;
    with_arguments(row, arguments)
}

/// Splits a nonblank line into the row of its command and the arguments. Fails if the name is unknown.
pub(super) fn split(line: &str) -> Result<(&'static GomocupRow, &str), GomocupSyntaxError> {
    let line = line.trim();
    let word = line.split_whitespace().next().unwrap_or_default();
    let row = command_table::find(&word.to_ascii_uppercase());
    let row = row.ok_or_else(|| GomocupSyntaxError::Unknown(excerpt(word)))?;
    Ok((row, line[word.len()..].trim_start()))
}

/// Parses the arguments of a command. Fails if they do not fit.
pub(super) fn with_arguments(
    row: &'static GomocupRow,
    arguments: &str,
) -> Result<GomocupCommand, GomocupSyntaxError> {
    let call = (row.action.read)(arguments);
    let call = call.ok_or_else(|| GomocupSyntaxError::Arguments {
        command: row.name,
        expected: row.action.expected,
        seen: excerpt(arguments),
    })?;
    Ok(GomocupCommand {
        row,
        call,
        stones: Vec::new(),
    })
}

/// Parses the whole input. Returns `None` if it does not match.
pub(super) fn whole<'a, T>(
    input: &'a str,
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> Option<T> {
    let (_, output) = all_consuming(parser).parse(input).ok()?;
    Some(output)
}

/// Content of a line within a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLine {
    /// Stones on the line, separated by blanks.
    pub stones: Vec<Stone>,
    /// Whether `DONE` follows them.
    pub is_last: bool,
}

/// Parses a line within a block: stones, `DONE` or both. Like Rapfi, treats a blank between stones as a line end. Fails
/// if the line has anything else.
pub fn block_line(row: &GomocupRow, line: &str) -> Result<BlockLine, GomocupSyntaxError> {
    let line = line.trim();
    let (stones, is_last) = match without_done(line) {
        Some(stones) => (stones, true),
        None => (line, false),
    };
    let has_owners = row.action.lines == Lines::OwnedBlock;
    let parsed = if has_owners {
        whole(stones, separated_list0(space1, owned_stone))
    } else {
        // A third number is ignored, since some managers send the same lines as for BOARD.
        whole(
            stones,
            separated_list0(space1, alt((bared_stone, unowned_stone))),
        )
    };
    let stones = parsed.ok_or_else(|| GomocupSyntaxError::Arguments {
        command: row.name,
        expected: if has_owners {
            "lines of x,y,f with f from 1 to 3"
        } else {
            "lines of x,y"
        },
        seen: excerpt(line),
    })?;
    Ok(BlockLine { stones, is_last })
}

/// Returns the text before a final `DONE`, or `None` if the line does not end with it.
pub fn without_done(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let word = line.split_whitespace().next_back()?;
    let is_done = word.eq_ignore_ascii_case("DONE");
    is_done.then(|| line[..line.len() - word.len()].trim_end())
}

impl<T> Arguments<T> {
    /// Creates arguments with this description and parser.
    pub(super) const fn new(
        expected: &'static str,
        read: fn(&str) -> IResult<&str, T>,
    ) -> Arguments<T> {
        Arguments {
            expected,
            read,
            cancels: |_, _| true,
        }
    }
}

/// No arguments.
pub(super) const NOTHING: Arguments<()> =
    Arguments::new("nothing more", |input| value((), eof).parse(input));

/// Any arguments, which are ignored because the command must always work.
pub(super) const ANYTHING: Arguments<()> =
    Arguments::new("anything", |input| value((), rest).parse(input));

/// The coordinates of a point.
pub(super) const POINT: Arguments<Xy> = Arguments::new("x,y", pair);

/// Arguments of `START`. Yixin-Board sends columns and rows, but puts the row first in all coordinates, so its board is
/// transposed.
pub(super) const SIZE: Arguments<NewBoard> = Arguments::new("the size of the board", |input| {
    let board = |is_yixin| {
        move |(width, height)| NewBoard {
            width,
            height,
            is_yixin,
        }
    };
    let side = map(terminated(integer, eof), |side| (side, side));
    let sides = map(
        separated_pair(integer, space1, integer),
        |(columns, rows)| (rows, columns),
    );
    alt((map(side, board(false)), map(sides, board(true)))).parse(input)
});

/// Arguments of `RECTSTART`.
pub(super) const RECTANGLE: Arguments<NewBoard> = Arguments::new("width,height", |input| {
    let board = |Xy { x, y }| NewBoard {
        width: x,
        height: y,
        is_yixin: false,
    };
    map(pair, board).parse(input)
});

/// An empty board for a new game.
#[derive(Clone, Copy, Debug)]
pub struct NewBoard {
    /// Number of columns, unchecked.
    pub width: i32,
    /// Number of rows, unchecked.
    pub height: i32,
    /// Whether the arguments have Yixin-Board's form.
    pub is_yixin: bool,
}

pub(super) const COUNT: Arguments<usize> = Arguments::new("a number of moves from 1", |input| {
    let count = |n: i32| usize::try_from(n).ok().filter(|&n| n > 0);
    map_opt(integer, count).parse(input)
});

pub(super) const SCORE: Arguments<i32> = Arguments::new("a score in evaluation units", integer);

/// Argument of `BALANCE`.
pub(super) const MOVES_TO_BALANCE: Arguments<usize> = Arguments::new("1 or 2 moves", |input| {
    let moves = |n: i32| (1..=2).contains(&n).then_some(n as usize);
    map_opt(integer, moves).parse(input)
});

/// Argument of `PONDER`. A negative number is ignored.
pub(super) const MILLISECONDS: Arguments<Option<u64>> = Arguments::new("milliseconds", |input| {
    let time = |n: Option<i32>| n.and_then(|n| u64::try_from(n).ok());
    map(opt(integer), time).parse(input)
});

pub(super) const NAME: Arguments<String> = Arguments::new("the name of a file", |input| {
    map(rest, str::to_owned).parse(input)
});

/// A text after its opening quotation mark. The reader finds the closing one.
pub(super) const TEXT: Arguments<String> = Arguments::new("a text in quotation marks", |input| {
    map(preceded(char('"'), rest), str::to_owned).parse(input)
});

/// The key and the value of a setting, which is the rest of the line; both may be empty.
pub(super) const SETTING: Arguments<(String, String)> =
    Arguments::new("a key and a value", |input| {
        let word = take_till1(|c: char| c.is_ascii_whitespace());
        let keyed = map((word, space0, rest), |(key, _, value): (&str, _, &str)| {
            (key.to_owned(), value.to_owned())
        });
        let nothing = value((String::new(), String::new()), eof);
        alt((keyed, nothing)).parse(input)
    });

/// Parses the line of fifth moves after a block. Fails if the line is not points separated by blanks.
pub fn fifths(command: &'static str, line: &str) -> Result<Vec<Stone>, GomocupSyntaxError> {
    let fifths = whole(line.trim(), separated_list0(space1, unowned_stone));
    fifths.ok_or_else(|| GomocupSyntaxError::Arguments {
        command,
        expected: "a line of x,y x,y ... after DONE",
        seen: excerpt(line),
    })
}

/// Parses a point; `None` if the text is not one.
pub(super) fn point(text: &str) -> Option<Xy> {
    whole(text.trim(), pair)
}

fn comma(input: &str) -> IResult<&str, char> {
    delimited(space0, char(','), space0).parse(input)
}

pub(super) fn pair(input: &str) -> IResult<&str, Xy> {
    map(separated_pair(integer, comma, integer), |(x, y)| Xy {
        x,
        y,
    })
    .parse(input)
}

fn owned_stone(input: &str) -> IResult<&str, Stone> {
    let owner = map_opt(preceded(comma, integer), |flag| match flag {
        1 => Some(Owner::Own),
        2 => Some(Owner::Opponent),
        3 => Some(Owner::Blocked),
        _ => None,
    });
    map((pair, owner), |(at, owner)| Stone { at, owner }).parse(input)
}

fn unowned_stone(input: &str) -> IResult<&str, Stone> {
    map(pair, in_turn).parse(input)
}

fn bared_stone(input: &str) -> IResult<&str, Stone> {
    map(owned_stone, |Stone { at, .. }| in_turn(at)).parse(input)
}

fn in_turn(at: Xy) -> Stone {
    Stone {
        at,
        owner: Owner::InTurn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_arguments() {
        for (line, expected) in [
            ("ABOUT", "ABOUT ()"),
            (
                "START 15",
                "START NewBoard { width: 15, height: 15, is_yixin: false }",
            ),
            // Yixin-Board sends columns and rows here, but its coordinates begin with the row.
            (
                "start 15 20",
                "START NewBoard { width: 20, height: 15, is_yixin: true }",
            ),
            (
                "RECTSTART 15,20",
                "RECTSTART NewBoard { width: 15, height: 20, is_yixin: false }",
            ),
            (
                "RectStart 15 , 20",
                "RECTSTART NewBoard { width: 15, height: 20, is_yixin: false }",
            ),
            ("begin", "BEGIN ()"),
            ("TURN 3,4", "TURN Xy { x: 3, y: 4 }"),
            ("\tturn   3 ,\t4  ", "TURN Xy { x: 3, y: 4 }"),
            ("TURN -1,99", "TURN Xy { x: -1, y: 99 }"),
            ("TAKEBACK 14,14", "TAKEBACK Xy { x: 14, y: 14 }"),
            ("INFO", "INFO (\"\", \"\")"),
            ("INFO evaluate 3,3", "INFO (\"evaluate\", \"3,3\")"),
            (
                "info folder C:my games",
                "INFO (\"folder\", \"C:my games\")",
            ),
            ("INFO rule", "INFO (\"rule\", \"\")"),
            ("end of it", "END ()"),
            ("yxstop", "YXSTOP ()"),
            ("yxnbest 3", "YXNBEST 3"),
            ("yxbalancetwo -50", "YXBALANCETWO -50"),
            ("balance 2", "BALANCE 2"),
            ("yxhashdump", "YXHASHDUMP \"\""),
            ("yxdbtolib a b.lib", "YXDBTOLIB \"a b.lib\""),
            ("ponder", "PONDER None"),
            ("PONDER -1", "PONDER None"),
            ("PONDER 200", "PONDER Some(200)"),
            ("yxdatabaseload a.db", "YX ()"),
        ] {
            let command = command(line).unwrap();
            assert_eq!(format!("{} {:?}", command.row.name, command.call), expected);
        }
    }

    #[test]
    fn every_word_of_the_table_is_known_in_any_case_and_none_by_its_beginning() {
        for row in command_table::rows() {
            let lower = row.name.to_ascii_lowercase();
            assert!(!matches!(
                command(&lower),
                Err(GomocupSyntaxError::Unknown(_))
            ));
            if !row.name.starts_with("YX") {
                let longer = format!("{lower}x");
                assert!(matches!(
                    command(&longer),
                    Err(GomocupSyntaxError::Unknown(_))
                ));
            }
        }
    }

    #[test]
    fn bad_arguments_are_that_commands_error() {
        let lines = [
            "ABOUT you",
            "START",
            "START x",
            "START 15,15",
            "START 15 15 15",
            "START 99999999999",
            "RECTSTART 15",
            "RECTSTART 15 15",
            "RESTART 15",
            "BEGIN 7,7",
            "TURN",
            "TURN a,b",
            "TURN 3",
            "TURN 3 4",
            "TURN 3,",
            "TURN ,4",
            "TURN ,",
            "TURN 3,4,1",
            "TURN 3,4 x",
            "TURN 3.5,4",
            "TURN +3,4",
            "START +15",
            "YXNBEST +3",
            "PLAY",
            "TAKEBACK 1",
            "BOARD 1,1,1",
            "SWAP2BOARD x",
        ];
        for line in lines {
            let error = command(line).expect_err(line);
            let reply = error.reply();
            assert!(
                matches!(error, GomocupSyntaxError::Arguments { .. }),
                "{line}"
            );
            assert!(reply.starts_with("ERROR "), "{reply}");
        }
    }

    #[test]
    fn errors_say_what_was_seen_on_one_printable_line() {
        let reply = |line: &str| command(line).unwrap_err().reply();
        assert_eq!(reply("TURN a,b"), "ERROR TURN expects x,y, saw 'a,b'");
        assert_eq!(reply("foo 1,2"), "UNKNOWN command 'foo'");
        assert_eq!(
            reply(&"z".repeat(500)),
            format!("UNKNOWN command '{}...'", "z".repeat(40))
        );
        assert_eq!(reply("a\u{7}b\u{fffd}"), "UNKNOWN command 'a?b\u{fffd}'");
    }

    #[test]
    fn block_lines() {
        let stone = |x, y, owner| {
            let at = Xy { x, y };
            Ok(BlockLine {
                stones: vec![Stone { at, owner }],
                is_last: false,
            })
        };
        let done = || {
            Ok(BlockLine {
                stones: Vec::new(),
                is_last: true,
            })
        };
        let board = |line| block_line(command_table::find("BOARD").unwrap(), line);
        assert_eq!(board("7,7,1"), stone(7, 7, Owner::Own));
        assert_eq!(board(" 7 , 8 , 2 "), stone(7, 8, Owner::Opponent));
        assert_eq!(board("0,14,3"), stone(0, 14, Owner::Blocked));
        assert_eq!(board("done"), done());
        let both = board("7,7,1 8,8,2 Done").unwrap();
        assert_eq!((both.stones.len(), both.is_last), (2, true));
        for garbage in [
            "7,7", "7,7,0", "7,7,4", "7,7,1,1", "x", "TURN 3,3", "7,7,1 x",
        ] {
            let error = board(garbage).expect_err(garbage);
            assert!(error.reply().starts_with("ERROR BOARD expects"), "{error}");
        }
        let swap2 = |line| block_line(command_table::find("SWAP2BOARD").unwrap(), line);
        assert_eq!(swap2("7,7"), stone(7, 7, Owner::InTurn));
        assert_eq!(swap2("7,7,2"), stone(7, 7, Owner::InTurn));
        assert_eq!(swap2("DONE"), done());
        assert!(swap2("7,7,").is_err() && swap2("7,7DONE").is_err());
    }
}

//! The grammar of lines. It needs no board and keeps no state.

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{char, space0, space1};
use nom::combinator::{all_consuming, eof, map, map_opt, opt, rest};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded, separated_pair, terminated};
use nom::{IResult, Parser};
use thiserror::Error;

use super::command::{BlockHead, GomocupCommand, Owner, Stone, Xy};
use super::command_table::{self, Form};
use crate::number::integer;
use tengen_engine::excerpt::excerpt;

/// The reason why a line is not a valid command. The text follows `ERROR` or, for an unknown command, `UNKNOWN`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GomocupSyntaxError {
    /// An unknown command.
    #[error("command '{0}'")]
    Unknown(String),
    /// Wrong arguments of a command.
    #[error("{command} expects {expected}, saw '{seen}'")]
    Arguments {
        /// The command's name.
        command: &'static str,
        /// The arguments that it takes, in words.
        expected: &'static str,
        /// The arguments sent.
        seen: String,
    },
    /// A block with more stones than the largest board has points.
    #[error("{0} has more stones than any board has points")]
    TooManyStones(&'static str),
    /// The end of the input within a block.
    #[error("{0} was not finished with DONE")]
    Unfinished(&'static str),
    /// The end of the input before the name of a file.
    #[error("{0} expects the name of a file")]
    NoFile(&'static str),
    /// A line that is too long.
    #[error("the line is too long")]
    TooLong,
}

impl GomocupSyntaxError {
    /// Returns the name of the command if the wrong line is the first line of a block.
    pub fn block(&self) -> Option<&'static str> {
        let GomocupSyntaxError::Arguments { command, .. } = self else {
            return None;
        };
        let row = command_table::find(command)?;
        row.args.ends_with("DONE").then_some(row.name)
    }

    /// Returns the reply: `UNKNOWN` or `ERROR` and the text.
    pub fn reply(&self) -> String {
        match self {
            GomocupSyntaxError::Unknown(_) => format!("UNKNOWN {self}"),
            _ => format!("ERROR {self}"),
        }
    }
}

/// Parses a line that is not blank. Names are case-insensitive. The first line of a block gives a command without
/// stones.
///
/// # Errors
///
/// Fails if the name is unknown or the arguments do not fit the command.
pub fn command(line: &str) -> Result<GomocupCommand, GomocupSyntaxError> {
    let line = line.trim();
    let word = line.split_whitespace().next().unwrap_or_default();
    let arguments = line[word.len()..].trim_start();
    let upper = word.to_ascii_uppercase();
    let Some(row) = command_table::find(&upper) else {
        if upper.starts_with("YX") {
            return Ok(GomocupCommand::Foreign);
        }
        return Err(GomocupSyntaxError::Unknown(excerpt(word)));
    };
    let (expected, read) = match &row.action {
        Form::Alone(command) => (
            "nothing more",
            arguments.is_empty().then(|| command.clone()),
        ),
        Form::Always(command) => return Ok(command.clone()),
        Form::At(make) => ("x,y", whole(arguments, map(pair, make))),
        Form::Number { expected, make } => (*expected, whole(arguments, map_opt(integer, make))),
        Form::File(kind) => {
            return Ok(GomocupCommand::File {
                kind: *kind,
                name: arguments.to_owned(),
            });
        }
        Form::Own { expected, read } => (*expected, whole(arguments, read)),
    };
    read.ok_or_else(|| GomocupSyntaxError::Arguments {
        command: row.name,
        expected,
        seen: excerpt(arguments),
    })
}

/// Parses the whole input. Returns `None` if it does not match.
fn whole<'a, T>(
    input: &'a str,
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> Option<T> {
    let (_, output) = all_consuming(parser).parse(input).ok()?;
    Some(output)
}

/// The content of a line within a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLine {
    /// The stones, separated by blanks.
    pub stones: Vec<Stone>,
    /// Whether `DONE` follows them.
    pub is_last: bool,
}

/// Parses a line within a block: stones, `DONE` or both. Rapfi reads any blank between stones like the end of a line.
///
/// # Errors
///
/// Fails if the line has anything else.
pub fn block_line(head: &BlockHead, line: &str) -> Result<BlockLine, GomocupSyntaxError> {
    let line = line.trim();
    let (stones, is_last) = match without_done(line) {
        Some(stones) => (stones, true),
        None => (line, false),
    };
    let parsed = if head.names_owners() {
        whole(stones, separated_list0(space1, owned_stone))
    } else {
        // A third number is ignored: some managers send the same lines as for BOARD.
        whole(
            stones,
            separated_list0(space1, alt((bared_stone, unowned_stone))),
        )
    };
    let stones = parsed.ok_or_else(|| GomocupSyntaxError::Arguments {
        command: head.word(),
        expected: if head.names_owners() {
            "lines of x,y,f with f from 1 to 3"
        } else {
            "lines of x,y"
        },
        seen: excerpt(line),
    })?;
    Ok(BlockLine { stones, is_last })
}

/// Returns the text before a `DONE` at the end of a line, or `None` if the line ends with something else.
pub fn without_done(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let word = line.split_whitespace().next_back()?;
    let is_done = word.eq_ignore_ascii_case("DONE");
    is_done.then(|| line[..line.len() - word.len()].trim_end())
}

/// Parses the arguments of `START`. Yixin-Board sends columns and rows, but puts the row first in all coordinates, so
/// its board is transposed.
pub(super) fn start(input: &str) -> IResult<&str, GomocupCommand> {
    let start = |yixin| {
        move |(width, height)| GomocupCommand::Start {
            width,
            height,
            yixin,
        }
    };
    alt((
        map(terminated(integer, eof), move |side| {
            start(false)((side, side))
        }),
        map(
            separated_pair(integer, space1, integer),
            |(columns, rows)| start(true)((rows, columns)),
        ),
    ))
    .parse(input)
}

/// Parses the arguments of `RECTSTART`.
pub(super) fn rectangle(input: &str) -> IResult<&str, GomocupCommand> {
    map(pair, |Xy { x, y }| GomocupCommand::Start {
        width: x,
        height: y,
        yixin: false,
    })
    .parse(input)
}

/// Parses the arguments of `INFO`.
pub(super) fn info(input: &str) -> IResult<&str, GomocupCommand> {
    let word = take_till1(|c: char| c.is_ascii_whitespace());
    let keyed = map((word, space0, rest), |(key, _, value): (&str, _, &str)| {
        GomocupCommand::Info {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    });
    let nothing = map(eof, |_| GomocupCommand::Info {
        key: String::new(),
        value: String::new(),
    });
    alt((keyed, nothing)).parse(input)
}

/// Parses the argument of `BALANCE`.
pub(super) fn balance(input: &str) -> IResult<&str, GomocupCommand> {
    map_opt(integer, |moves: i32| {
        (1..=2).contains(&moves).then(|| GomocupCommand::Block {
            head: BlockHead::Balance(moves as usize),
            stones: Vec::new(),
        })
    })
    .parse(input)
}

/// Parses the argument of `PONDER`. A negative number is none.
pub(super) fn ponder(input: &str) -> IResult<&str, GomocupCommand> {
    map(opt(integer), |milliseconds: Option<i32>| {
        let milliseconds = milliseconds.and_then(|number| u64::try_from(number).ok());
        GomocupCommand::Ponder(milliseconds)
    })
    .parse(input)
}

/// Parses the line of fifth moves that follows a block.
///
/// # Errors
///
/// Fails if the line is not points separated by blanks.
pub fn fifths(command: &'static str, line: &str) -> Result<Vec<Stone>, GomocupSyntaxError> {
    let fifths = whole(line.trim(), separated_list0(space1, unowned_stone));
    fifths.ok_or_else(|| GomocupSyntaxError::Arguments {
        command,
        expected: "a line of x,y x,y ... after DONE",
        seen: excerpt(line),
    })
}

/// Parses a point; `None` if the text is none.
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
    use super::super::command::{BlockKind, FileKind};
    use super::*;

    fn xy(x: i32, y: i32) -> Xy {
        Xy { x, y }
    }

    fn start(width: i32, height: i32, yixin: bool) -> GomocupCommand {
        GomocupCommand::Start {
            width,
            height,
            yixin,
        }
    }

    fn block(kind: BlockKind) -> GomocupCommand {
        GomocupCommand::Block {
            head: BlockHead::Plain(kind),
            stones: Vec::new(),
        }
    }

    fn info(key: &str, value: &str) -> GomocupCommand {
        GomocupCommand::Info {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }

    fn hash_file(kind: FileKind, name: &str) -> GomocupCommand {
        GomocupCommand::File {
            kind,
            name: name.to_owned(),
        }
    }

    #[test]
    fn every_command_is_read() {
        let cases = [
            ("ABOUT", GomocupCommand::About),
            ("START 15", start(15, 15, false)),
            // Columns and rows of a Yixin-Board, whose coordinates begin with the row.
            ("start 15 20", start(20, 15, true)),
            ("RECTSTART 15,20", start(15, 20, false)),
            ("RectStart 15 , 20", start(15, 20, false)),
            ("RESTART", GomocupCommand::Restart),
            ("begin", GomocupCommand::Begin),
            ("TURN 3,4", GomocupCommand::Turn(xy(3, 4))),
            ("\tturn   3 ,\t4  ", GomocupCommand::Turn(xy(3, 4))),
            ("TURN -1,99", GomocupCommand::Turn(xy(-1, 99))),
            ("PLAY 0,0", GomocupCommand::Play(xy(0, 0))),
            ("TAKEBACK 14,14", GomocupCommand::TakeBack(xy(14, 14))),
            ("BOARD", block(BlockKind::Board)),
            ("yxboard", block(BlockKind::SetUp)),
            ("SWAP2BOARD", block(BlockKind::Swap2)),
            ("INFO", info("", "")),
            ("INFO evaluate 3,3", info("evaluate", "3,3")),
            ("info folder C:\\my games", info("folder", "C:\\my games")),
            ("INFO rule", info("rule", "")),
            ("END", GomocupCommand::End),
            ("end of it", GomocupCommand::End),
            ("STOP", GomocupCommand::Stop),
            ("yxstop", GomocupCommand::Stop),
            ("yxnbest 3", GomocupCommand::Best(3)),
            ("YXSHOWFORBID", GomocupCommand::ShowForbidden),
            ("yxshowinfo", GomocupCommand::ShowInfo),
            ("YXHASHCLEAR", GomocupCommand::ClearHash),
            ("yxsearchdefend", GomocupCommand::Best(usize::MAX)),
            (
                "yxbalanceone 0",
                GomocupCommand::Balance { moves: 1, score: 0 },
            ),
            (
                "yxbalancetwo -50",
                GomocupCommand::Balance {
                    moves: 2,
                    score: -50,
                },
            ),
            ("yxblock", block(BlockKind::Block)),
            ("yxblockundo", block(BlockKind::Unblock)),
            ("yxblockreset", GomocupCommand::UnblockAll),
            ("yxblockpath", block(BlockKind::Path)),
            ("yxblockpathundo", block(BlockKind::Unpath)),
            ("yxblockpathreset", GomocupCommand::UnpathAll),
            ("yxshowhashusage", GomocupCommand::HashUsage),
            ("yxhashdump", hash_file(FileKind::Dump, "")),
            (
                "yxhashload C:\\my games\\a",
                hash_file(FileKind::Load, "C:\\my games\\a"),
            ),
            ("yxswap2step1", GomocupCommand::Swap2Offer),
            ("yxswap2step3", GomocupCommand::Swap2Choose { stones: 5 }),
            ("clearhash", GomocupCommand::ClearHash),
            ("ponder", GomocupCommand::Ponder(None)),
            ("PONDER -1", GomocupCommand::Ponder(None)),
            ("PONDER 200", GomocupCommand::Ponder(Some(200))),
            ("protocolversion", GomocupCommand::ProtocolVersion),
            ("yxsetdatabase", hash_file(FileKind::SetDatabase, "")),
            (
                "yxdbtolib a b.lib",
                hash_file(FileKind::ToLibrary, "a b.lib"),
            ),
            ("yxdatabaseload a.db", GomocupCommand::Foreign),
        ];
        for (line, expected) in cases {
            assert_eq!(command(line), Ok(expected), "{line}");
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
            let at = xy(x, y);
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
        let board = |line| block_line(&BlockHead::Plain(BlockKind::Board), line);
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
        let swap2 = |line| block_line(&BlockHead::Plain(BlockKind::Swap2), line);
        assert_eq!(swap2("7,7"), stone(7, 7, Owner::InTurn));
        assert_eq!(swap2("7,7,2"), stone(7, 7, Owner::InTurn));
        assert_eq!(swap2("DONE"), done());
        assert!(swap2("7,7,").is_err() && swap2("7,7DONE").is_err());
    }
}

//! The table of the protocol's commands, by which lines are read.

use nom::IResult;

use super::command::{BlockHead, BlockKind, FileKind, GomocupCommand, Xy};
use super::database_command::DATABASE_COMMANDS;
use super::opening_command::OPENING_COMMANDS;
use super::parse;
use crate::CommandRow;

/// The grammar of a command's arguments, and the command that they make.
pub enum Form {
    /// No arguments.
    Alone(GomocupCommand),
    /// Any arguments, which are ignored: the command must always work.
    Always(GomocupCommand),
    /// Coordinates.
    At(fn(Xy) -> GomocupCommand),
    /// A number.
    Number {
        /// The number in words.
        expected: &'static str,
        /// The command, if the number makes sense.
        make: fn(i32) -> Option<GomocupCommand>,
    },
    /// The name of a file, on the same line or the next.
    File(FileKind),
    /// Arguments with a parser of their own.
    Own {
        /// The arguments in words.
        expected: &'static str,
        /// Their parser.
        read: fn(&str) -> IResult<&str, GomocupCommand>,
    },
}

/// The commands but those of opening rules and of databases, their names in capitals. Other words that begin with `YX` are
/// Yixin-Board's and have no effect.
pub static COMMANDS: [CommandRow<Form>; 40] = [
    alone(
        "ABOUT",
        "the engine's name, version and author",
        GomocupCommand::About,
    ),
    CommandRow {
        name: "START",
        args: "SIZE",
        help: "begin a game on an empty board; Yixin-Board's `start WIDTH HEIGHT` is known too",
        action: Form::Own {
            expected: "the size of the board",
            read: parse::start,
        },
    },
    CommandRow {
        name: "RECTSTART",
        args: "WIDTH,HEIGHT",
        help: "begin a game on a board that need not be square",
        action: Form::Own {
            expected: "width,height",
            read: parse::rectangle,
        },
    },
    alone(
        "RESTART",
        "begin a game on a board of the same size",
        GomocupCommand::Restart,
    ),
    alone("BEGIN", "make the first move", GomocupCommand::Begin),
    at("TURN", "answer the opponent's move", GomocupCommand::Turn),
    at(
        "PLAY",
        "play this as the engine's own move",
        GomocupCommand::Play,
    ),
    at(
        "TAKEBACK",
        "take a stone off the board",
        GomocupCommand::TakeBack,
    ),
    block(
        BlockKind::Board,
        "take this position and move; F is 1 for the engine's stones, 2 for the opponent's, 3 for points that nobody may use",
    ),
    block(BlockKind::Swap2, "take the next turn of the opening swap2"),
    CommandRow {
        name: "INFO",
        args: "KEY VALUE",
        help: "change a setting",
        action: Form::Own {
            expected: "a key and a value",
            read: parse::info,
        },
    },
    CommandRow {
        name: "END",
        args: "",
        help: "leave at once",
        action: Form::Always(GomocupCommand::End),
    },
    CommandRow {
        name: "STOP",
        args: "",
        help: "end the search with the move it has",
        action: Form::Always(GomocupCommand::Stop),
    },
    CommandRow {
        name: "YXSTOP",
        args: "",
        help: "the same as STOP",
        action: Form::Always(GomocupCommand::Stop),
    },
    block(BlockKind::SetUp, "take this position and say nothing"),
    CommandRow {
        name: "YXNBEST",
        args: "N",
        help: "move, after a line on each of the N best moves",
        action: Form::Number {
            expected: "a number of moves from 1",
            make: |n| {
                let count = usize::try_from(n).ok().filter(|&n| n > 0);
                count.map(GomocupCommand::Best)
            },
        },
    },
    alone(
        "YXSEARCHDEFEND",
        "move, after a line on every move",
        GomocupCommand::Best(usize::MAX),
    ),
    balance(
        "YXBALANCEONE",
        "play the move after which the position is worth nearest SCORE to the side that plays it",
        |score| Some(GomocupCommand::Balance { moves: 1, score }),
    ),
    balance(
        "YXBALANCETWO",
        "play a move for each side after which the position is worth nearest SCORE to the side to move",
        |score| Some(GomocupCommand::Balance { moves: 2, score }),
    ),
    alone(
        "YXSHOWFORBID",
        "black's forbidden points, two digits for each coordinate",
        GomocupCommand::ShowForbidden,
    ),
    alone(
        "YXSHOWINFO",
        "the name and the most threads and memory; from now on rules are numbered as Yixin-Board does",
        GomocupCommand::ShowInfo,
    ),
    block(BlockKind::Block, "do not play on these points"),
    block(BlockKind::Unblock, "play on these points again"),
    alone(
        "YXBLOCKRESET",
        "play on all points again",
        GomocupCommand::UnblockAll,
    ),
    block(
        BlockKind::Path,
        "do not play the last of these moves in the position after the others",
    ),
    block(BlockKind::Unpath, "play that move again"),
    alone(
        "YXBLOCKPATHRESET",
        "play all such moves again",
        GomocupCommand::UnpathAll,
    ),
    alone(
        "YXHASHCLEAR",
        "clear the hash table",
        GomocupCommand::ClearHash,
    ),
    alone(
        "CLEARHASH",
        "the same as YXHASHCLEAR",
        GomocupCommand::ClearHash,
    ),
    block(
        BlockKind::ShowForbidden,
        "the points of this position that are forbidden to black: `FORBID X,Y X,Y`",
    ),
    CommandRow {
        name: "BALANCE",
        args: "N ... X,Y,F ... DONE",
        help: "take this position and play the one or two moves after which it is nearest to even",
        action: Form::Own {
            expected: "1 or 2 moves",
            read: parse::balance,
        },
    },
    CommandRow {
        name: "PONDER",
        args: "[MILLISECONDS]",
        help: "search the position without a reply, for this time or until STOP",
        action: Form::Own {
            expected: "milliseconds",
            read: parse::ponder,
        },
    },
    alone(
        "PROTOCOLVERSION",
        "the version of the extended protocol",
        GomocupCommand::ProtocolVersion,
    ),
    alone(
        "YXSHOWHASHUSAGE",
        "the share of the hash table that is in use",
        GomocupCommand::HashUsage,
    ),
    file(
        FileKind::Dump,
        "write the hash table into a file, whose name may stand on the next line",
    ),
    file(
        FileKind::Load,
        "read such a file into the hash table; one that is damaged or of another program is refused",
    ),
    alone(
        "YXSOOSORVSTEP1",
        "offer three stones, in renju one of the 26 openings, each in a `MESSAGE SOOSORV MOVEn`",
        GomocupCommand::SoosorvOffer,
    ),
    alone(
        "YXSWAP2STEP1",
        "offer three stones, each in a `MESSAGE SWAP2 MOVEn`",
        GomocupCommand::Swap2Offer,
    ),
    alone(
        "YXSWAP2STEP2",
        "take a side with three stones on the board: `MESSAGE SWAP2 SWAP1 YES` for black, or add two, each in a `MESSAGE SWAP2 MOVEn`",
        GomocupCommand::Swap2Choose { stones: 3 },
    ),
    alone(
        "YXSWAP2STEP3",
        "take a side with five: `MESSAGE SWAP2 SWAP2 YES` for black",
        GomocupCommand::Swap2Choose { stones: 5 },
    ),
];

/// Returns the rows of all commands.
pub fn rows() -> impl Iterator<Item = &'static CommandRow<Form>> {
    COMMANDS
        .iter()
        .chain(&OPENING_COMMANDS)
        .chain(&DATABASE_COMMANDS)
}

/// Returns the row of a name in capitals. Soosorv has two spellings.
pub(super) fn find(name: &str) -> Option<&'static CommandRow<Form>> {
    let is_meant = |row: &&CommandRow<Form>| match name.strip_prefix("SOOSORV") {
        Some(step) => row.name.strip_prefix("SOOSYRV") == Some(step),
        None => row.name == name,
    };
    rows().find(is_meant)
}

/// Returns the names of all commands, in capitals.
pub fn names() -> impl Iterator<Item = &'static str> {
    rows().map(|row| row.name)
}

const fn alone(
    name: &'static str,
    help: &'static str,
    command: GomocupCommand,
) -> CommandRow<Form> {
    CommandRow {
        name,
        args: "",
        help,
        action: Form::Alone(command),
    }
}

const fn at(
    name: &'static str,
    help: &'static str,
    make: fn(Xy) -> GomocupCommand,
) -> CommandRow<Form> {
    CommandRow {
        name,
        args: "X,Y",
        help,
        action: Form::At(make),
    }
}

const fn block(kind: BlockKind, help: &'static str) -> CommandRow<Form> {
    CommandRow {
        name: kind.word(),
        args: if kind.names_owners() {
            "... X,Y,F ... DONE"
        } else {
            "... X,Y ... DONE"
        },
        help,
        action: Form::Alone(GomocupCommand::Block {
            head: BlockHead::Plain(kind),
            stones: Vec::new(),
        }),
    }
}

const fn balance(
    name: &'static str,
    help: &'static str,
    make: fn(i32) -> Option<GomocupCommand>,
) -> CommandRow<Form> {
    CommandRow {
        name,
        args: "SCORE",
        help,
        action: Form::Number {
            expected: "a score in evaluation units",
            make,
        },
    }
}

pub(super) const fn file(kind: FileKind, help: &'static str) -> CommandRow<Form> {
    CommandRow {
        name: kind.word(),
        args: "FILE",
        help,
        action: Form::File(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_capitals_and_unique() {
        for (number, row) in rows().enumerate() {
            assert_eq!(row.name, row.name.to_ascii_uppercase());
            let mut before = rows().take(number);
            assert!(before.all(|other| other.name != row.name), "{}", row.name);
        }
    }
}

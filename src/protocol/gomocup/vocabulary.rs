//! The words of the protocol, a row each: lines are read by them, and `tengen commands` prints them as a table.

use nom::IResult;

use super::command::{BlockKind, Command, FileKind, Xy};
use super::parse;

/// One command.
pub(super) struct Row {
    /// Its word, in capitals.
    pub word: &'static str,
    /// What follows it, as a manual has it.
    pub args: &'static str,
    /// What it does, on one line.
    pub help: &'static str,
    /// How what follows is read.
    pub form: Form,
}

/// What may follow a word.
pub(super) enum Form {
    /// Nothing.
    Alone(Command),
    /// Anything: what must always work takes no offence.
    Always(Command),
    /// Coordinates.
    At(fn(Xy) -> Command),
    /// A number.
    Number {
        /// The number in words.
        expected: &'static str,
        /// The command, if the number makes sense.
        make: fn(i32) -> Option<Command>,
    },
    /// Something of its own kind.
    Own {
        /// It in words.
        expected: &'static str,
        /// How it is read.
        read: fn(&str) -> IResult<&str, Command>,
    },
}

/// Every command that is answered or acted on; other words that begin with `YX` are Yixin-Board's.
pub(super) static ROWS: [Row; 34] = [
    alone("ABOUT", "who the engine is", Command::About),
    Row {
        word: "START",
        args: "SIZE",
        help: "begin a game on an empty board; Yixin-Board's `start WIDTH HEIGHT` is known too",
        form: Form::Own {
            expected: "the size of the board",
            read: parse::start,
        },
    },
    Row {
        word: "RECTSTART",
        args: "WIDTH,HEIGHT",
        help: "begin a game on a board that need not be square",
        form: Form::Own {
            expected: "width,height",
            read: parse::rectangle,
        },
    },
    alone(
        "RESTART",
        "begin a game on a board of the same size",
        Command::Restart,
    ),
    alone("BEGIN", "make the first move", Command::Begin),
    at("TURN", "answer the opponent's move", Command::Turn),
    at("PLAY", "play this as the engine's own move", Command::Play),
    at("TAKEBACK", "take a stone off the board", Command::TakeBack),
    block(
        BlockKind::Board,
        "take this position and move; F is 1 for the engine's stones, 2 for the opponent's, 3 for points that nobody may use",
    ),
    block(BlockKind::Swap2, "take the next turn of the opening swap2"),
    Row {
        word: "INFO",
        args: "KEY VALUE",
        help: "a setting, see below",
        form: Form::Own {
            expected: "a key and a value",
            read: parse::info,
        },
    },
    Row {
        word: "END",
        args: "",
        help: "leave at once",
        form: Form::Always(Command::End),
    },
    Row {
        word: "STOP",
        args: "",
        help: "end the search with the move it has",
        form: Form::Always(Command::Stop),
    },
    Row {
        word: "YXSTOP",
        args: "",
        help: "the same",
        form: Form::Always(Command::Stop),
    },
    block(BlockKind::SetUp, "take this position and say nothing"),
    Row {
        word: "YXNBEST",
        args: "N",
        help: "move, after a line on each of the N best moves",
        form: Form::Number {
            expected: "a number of moves from 1",
            make: |n| {
                let count = usize::try_from(n).ok().filter(|&n| n > 0);
                count.map(Command::Best)
            },
        },
    },
    alone(
        "YXSEARCHDEFEND",
        "move, after a line on every move",
        Command::Best(usize::MAX),
    ),
    balance(
        "YXBALANCEONE",
        "play the move after which the position is worth nearest SCORE to the side that plays it",
        |score| Some(Command::Balance { moves: 1, score }),
    ),
    balance(
        "YXBALANCETWO",
        "play a move for each side after which the position is worth nearest SCORE to the side to move",
        |score| Some(Command::Balance { moves: 2, score }),
    ),
    alone(
        "YXSHOWFORBID",
        "black's forbidden points, two digits for each coordinate",
        Command::ShowForbidden,
    ),
    alone(
        "YXSHOWINFO",
        "the name and the most threads and memory; from now on rules are numbered as Yixin-Board does",
        Command::ShowInfo,
    ),
    block(BlockKind::Block, "do not play on these points"),
    block(BlockKind::Unblock, "play on these points again"),
    alone(
        "YXBLOCKRESET",
        "play on all points again",
        Command::UnblockAll,
    ),
    block(
        BlockKind::Path,
        "do not play the last of these moves in the position after the others",
    ),
    block(BlockKind::Unpath, "play that move again"),
    alone(
        "YXBLOCKPATHRESET",
        "play all such moves again",
        Command::UnpathAll,
    ),
    alone(
        "YXHASHCLEAR",
        "forget what former searches found",
        Command::ClearHash,
    ),
    alone(
        "YXSHOWHASHUSAGE",
        "how full the hash table is",
        Command::HashUsage,
    ),
    file(
        FileKind::Dump,
        "write the hash table into a file, whose name may stand on the next line",
    ),
    file(
        FileKind::Load,
        "take up what such a file holds; one that is damaged or of another program is refused",
    ),
    alone(
        "YXSWAP2STEP1",
        "offer three stones, each in a `MESSAGE SWAP2 MOVEn`",
        Command::Swap2Offer,
    ),
    alone(
        "YXSWAP2STEP2",
        "take a side with three stones on the board: `MESSAGE SWAP2 SWAP1 YES` for black",
        Command::Swap2Choose { stones: 3 },
    ),
    alone(
        "YXSWAP2STEP3",
        "take a side with five: `MESSAGE SWAP2 SWAP2 YES` for black",
        Command::Swap2Choose { stones: 5 },
    ),
];

/// The row of a word in capitals.
pub(super) fn row(word: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.word == word)
}

/// Every word, in capitals.
pub fn words() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.word)
}

/// The table in Markdown.
pub fn table() -> String {
    let mut text = "| command | what it does |\n|---|---|\n".to_owned();
    for Row {
        word, args, help, ..
    } in &ROWS
    {
        let typed = format!("{word} {args}");
        text.push_str(&format!("| `{}` | {help} |\n", typed.trim_end()));
    }
    text
}

const fn alone(word: &'static str, help: &'static str, command: Command) -> Row {
    Row {
        word,
        args: "",
        help,
        form: Form::Alone(command),
    }
}

const fn at(word: &'static str, help: &'static str, make: fn(Xy) -> Command) -> Row {
    Row {
        word,
        args: "X,Y",
        help,
        form: Form::At(make),
    }
}

const fn block(kind: BlockKind, help: &'static str) -> Row {
    Row {
        word: kind.word(),
        args: if kind.names_owners() {
            "... X,Y,F ... DONE"
        } else {
            "... X,Y ... DONE"
        },
        help,
        form: Form::Alone(Command::Block {
            kind,
            stones: Vec::new(),
        }),
    }
}

const fn balance(word: &'static str, help: &'static str, make: fn(i32) -> Option<Command>) -> Row {
    Row {
        word,
        args: "SCORE",
        help,
        form: Form::Number {
            expected: "a score in evaluation units",
            make,
        },
    }
}

const fn file(kind: FileKind, help: &'static str) -> Row {
    Row {
        word: kind.word(),
        args: "FILE",
        help,
        form: Form::Own {
            expected: "the name of a file",
            read: match kind {
                FileKind::Dump => parse::dump,
                FileKind::Load => parse::load,
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_stands_twice_and_every_row_says_what_it_does() {
        for (number, row) in ROWS.iter().enumerate() {
            assert_eq!(row.word, row.word.to_ascii_uppercase());
            assert!(
                !row.help.is_empty() && !row.help.contains(['\n', '|']),
                "{}",
                row.word
            );
            assert!(
                ROWS[..number].iter().all(|other| other.word != row.word),
                "{}",
                row.word
            );
        }
    }
}

//! Yixin-Board's commands to a database, and their table.

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{space0, space1};
use nom::combinator::{eof, map, map_opt, rest, value};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::command::{BlockHead, FileKind, GomocupCommand, Xy};
use super::command_table::{Form, file};
use super::parse;
use crate::CommandRow;
use crate::number::integer;
use tengen_gomoku::database::{DeletedKind, DeletionFilter};

/// A command to the database about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseRequest {
    /// `YXQUERYDATABASEALL`: show the moves that the database holds.
    Moves,
    /// `YXQUERYDATABASEALLT`: the same, and the comment.
    MovesAndComment,
    /// `YXQUERYDATABASEONE`: show the position's entry.
    Entry,
    /// `YXQUERYDATABASETEXT`: show the position's comment.
    Comment,
    /// `YXEDITTVDDATABASE mask label value depth`: change the entry.
    EditEntry {
        /// What to change: 1 the label, 2 the value, 4 the depth.
        mask: i32,
        /// The new label.
        label: i32,
        /// The new value.
        value: i32,
        /// The new depth.
        depth: i32,
    },
    /// `YXEDITTEXTDATABASE "text"`: change the comment.
    EditComment(String),
    /// `YXEDITLABELDATABASE x,y text`: change the text on a point.
    EditPointText {
        /// The point.
        at: Xy,
        /// The text; empty to remove it.
        text: String,
    },
    /// `YXSETBESTMOVEDATABASE`, `YXCLEARBESTMOVEDATABASE`: mark the last move as the one to play, or not.
    MarkBest(bool),
    /// `YXDELETEDATABASEONE`: delete the entry.
    Delete,
    /// `YXDELETEDATABASEALL [kind]`: delete entries that follow.
    DeleteChildren(DeletionFilter),
}

impl DatabaseRequest {
    /// Whether it is a question, not a change.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            DatabaseRequest::Moves
                | DatabaseRequest::MovesAndComment
                | DatabaseRequest::Entry
                | DatabaseRequest::Comment
        )
    }

    /// Returns the command's name.
    pub fn word(&self) -> &'static str {
        match self {
            DatabaseRequest::Moves => "YXQUERYDATABASEALL",
            DatabaseRequest::MovesAndComment => "YXQUERYDATABASEALLT",
            DatabaseRequest::Entry => "YXQUERYDATABASEONE",
            DatabaseRequest::Comment => "YXQUERYDATABASETEXT",
            DatabaseRequest::EditEntry { .. } => "YXEDITTVDDATABASE",
            DatabaseRequest::EditComment(_) => "YXEDITTEXTDATABASE",
            DatabaseRequest::EditPointText { .. } => "YXEDITLABELDATABASE",
            DatabaseRequest::MarkBest(true) => "YXSETBESTMOVEDATABASE",
            DatabaseRequest::MarkBest(false) => "YXCLEARBESTMOVEDATABASE",
            DatabaseRequest::Delete => "YXDELETEDATABASEONE",
            DatabaseRequest::DeleteChildren(_) => "YXDELETEDATABASEALL",
        }
    }
}

/// The commands to a database, their names in capitals.
pub static DATABASE_COMMANDS: [CommandRow<Form>; 20] = [
    file(
        FileKind::SetDatabase,
        "open a database, a new one if there is no such file; the one open before is saved and closed",
    ),
    CommandRow {
        name: "YXSAVEDATABASE",
        args: "",
        help: "replace the file by what the database holds; changes are kept in a journal until then",
        action: Form::Alone(GomocupCommand::SaveDatabase),
    },
    about(
        DatabaseRequest::Moves,
        "the moves that the database holds: `MESSAGE DATABASE X Y LABEL VALUE DEPTH BOUND COMMENTED TEXT` each, LABEL as the bytes of a number, values for the side to move after the move",
    ),
    about(
        DatabaseRequest::MovesAndComment,
        "the same, then the comment",
    ),
    about(
        DatabaseRequest::Entry,
        "the entry: `MESSAGE DATABASE ONE LABEL VALUE DEPTH BOUND TEXT`",
    ),
    about(
        DatabaseRequest::Comment,
        "the comment: `MESSAGE DATABASE TEXT \"...\"`",
    ),
    CommandRow {
        name: "YXEDITTVDDATABASE",
        args: "MASK LABEL VALUE DEPTH ... X,Y ... DONE",
        help: "change the entry: MASK is the sum of 1 for the label, 2 for the value and 4 for the depth; LABEL is a character's number, `w` for a win of the side that has just moved, `l` a loss, `d` a draw, `x` a move not to search, `!` the one to play, -1 none",
        action: Form::Own {
            expected: "four numbers",
            read: edit_entry,
        },
    },
    CommandRow {
        name: "YXEDITTEXTDATABASE",
        args: "\"TEXT\" ... X,Y ... DONE",
        help: "change the comment, which may have several lines; a backslash stands before quotation marks and backslashes",
        action: Form::Own {
            expected: "a text in quotation marks",
            read: edit_comment,
        },
    },
    CommandRow {
        name: "YXEDITLABELDATABASE",
        args: "X,Y [TEXT] ... X,Y ... DONE",
        help: "change the text on a point; without one it is removed",
        action: Form::Own {
            expected: "x,y and a text",
            read: edit_point_text,
        },
    },
    about(
        DatabaseRequest::MarkBest(true),
        "mark the last of the moves as the one to play",
    ),
    about(DatabaseRequest::MarkBest(false), "take that mark away"),
    about(
        DatabaseRequest::Delete,
        "delete the entry, not those that follow",
    ),
    CommandRow {
        name: "YXDELETEDATABASEALL",
        args: "[KIND] ... X,Y ... DONE",
        help: "delete what follows from the position and from no other: all, or only `w`, `l`, `wl`, `wld`, `nonwl`, `nonwld`, `wlnostep` or `wlinstep N`; with `recursive` at its end a kind is looked for behind other moves, too",
        action: Form::Own {
            expected: "a kind of position",
            read: delete_children,
        },
    },
    file(
        FileKind::AllToText,
        "write the database as comma-separated values",
    ),
    file(
        FileKind::ToText,
        "the same for the positions of this rule and board",
    ),
    file(FileKind::FromText, "read such a file into the database"),
    file(
        FileKind::FromLibrary,
        "read a library of RenLib's into the database; a text such as `W25` is a win at move 25",
    ),
    file(
        FileKind::ToLibrary,
        "write what follows from this position as a library of RenLib's",
    ),
    file(
        FileKind::Merge,
        "take the positions of another database; of two entries the better value stays, and all texts",
    ),
    file(
        FileKind::Split,
        "write the game so far and what follows from this position to a database of its own",
    ),
];

const fn about(request: DatabaseRequest, help: &'static str) -> CommandRow<Form> {
    let name = match request {
        DatabaseRequest::Moves => "YXQUERYDATABASEALL",
        DatabaseRequest::MovesAndComment => "YXQUERYDATABASEALLT",
        DatabaseRequest::Entry => "YXQUERYDATABASEONE",
        DatabaseRequest::Comment => "YXQUERYDATABASETEXT",
        DatabaseRequest::MarkBest(true) => "YXSETBESTMOVEDATABASE",
        DatabaseRequest::MarkBest(false) => "YXCLEARBESTMOVEDATABASE",
        _ => "YXDELETEDATABASEONE",
    };
    CommandRow {
        name,
        args: "... X,Y ... DONE",
        help,
        action: Form::Alone(block(request)),
    }
}

const fn block(request: DatabaseRequest) -> GomocupCommand {
    GomocupCommand::Block {
        head: BlockHead::Database(request),
        stones: Vec::new(),
    }
}

fn edit_entry(input: &str) -> IResult<&str, GomocupCommand> {
    let number = || preceded(space1, integer);
    map(
        (integer, number(), number(), number()),
        |(mask, label, value, depth)| {
            block(DatabaseRequest::EditEntry {
                mask,
                label,
                value,
                depth,
            })
        },
    )
    .parse(input)
}

/// Parses the beginning of a comment, which the reader of blocks continues.
fn edit_comment(input: &str) -> IResult<&str, GomocupCommand> {
    map_opt(rest, |text: &str| {
        let inside = text.strip_prefix('"')?;
        Some(block(DatabaseRequest::EditComment(inside.to_owned())))
    })
    .parse(input)
}

fn edit_point_text(input: &str) -> IResult<&str, GomocupCommand> {
    map(
        (parse::pair, space0, rest),
        |(at, _, text): (Xy, _, &str)| {
            block(DatabaseRequest::EditPointText {
                at,
                text: text.trim().to_owned(),
            })
        },
    )
    .parse(input)
}

fn delete_children(input: &str) -> IResult<&str, GomocupCommand> {
    let all = value(
        DeletionFilter {
            kind: DeletedKind::All,
            recursive: false,
        },
        eof,
    );
    let word = take_till1(|c: char| c.is_ascii_whitespace());
    let plain = map_opt(terminated(word, eof), |word: &str| filter(word, None));
    let word = take_till1(|c: char| c.is_ascii_whitespace());
    let within = map_opt(
        (word, preceded(space1, integer)),
        |(word, steps): (&str, _)| filter(word, Some(steps)),
    );
    map(alt((all, plain, within)), |filter| {
        block(DatabaseRequest::DeleteChildren(filter))
    })
    .parse(input)
}

fn filter(word: &str, steps: Option<i32>) -> Option<DeletionFilter> {
    let word = word.to_ascii_lowercase();
    let kind = word.strip_suffix("recursive");
    let recursive = kind.is_some();
    let kind = match (kind.unwrap_or(&word), steps) {
        ("w", None) => DeletedKind::Won,
        ("l", None) => DeletedKind::Lost,
        ("wl", None) => DeletedKind::WonOrLost,
        ("wld", None) => DeletedKind::Result,
        ("nonwl", None) => DeletedKind::NotWonOrLost,
        ("nonwld", None) => DeletedKind::NoResult,
        ("wlnostep", None) => DeletedKind::WonOrLostWithoutSteps,
        ("wlinstep", Some(steps)) => DeletedKind::WonOrLostWithin(steps),
        _ => return None,
    };
    Some(DeletionFilter { kind, recursive })
}

/// Returns a line of a comment up to the closing quotation mark, without backslashes, and what stands behind the mark; `None`
/// behind a line without one.
pub(super) fn comment_line(text: &str) -> (String, Option<&str>) {
    let mut comment = String::new();
    let mut letters = text.char_indices();
    while let Some((at, c)) = letters.next() {
        match c {
            '"' => return (comment, Some(&text[at + 1..])),
            '\\' => comment.extend(letters.next().map(|(_, c)| c)),
            _ => comment.push(c),
        }
    }
    (comment, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Option<DatabaseRequest> {
        match parse::command(line) {
            Ok(GomocupCommand::Block {
                head: BlockHead::Database(request),
                ..
            }) => Some(request),
            _ => None,
        }
    }

    #[test]
    fn requests_are_read_with_their_arguments() {
        let edit = DatabaseRequest::EditEntry {
            mask: 1,
            label: 119,
            value: -5,
            depth: 0,
        };
        assert_eq!(request("yxedittvddatabase 1 119 -5 0"), Some(edit));
        let text = DatabaseRequest::EditPointText {
            at: Xy { x: 3, y: 4 },
            text: "A1".to_owned(),
        };
        assert_eq!(request("yxeditlabeldatabase 3,4 A1"), Some(text));
        let filter = |kind, recursive| {
            let filter = DeletionFilter { kind, recursive };
            Some(DatabaseRequest::DeleteChildren(filter))
        };
        let within = filter(DeletedKind::WonOrLostWithin(7), true);
        assert_eq!(request("yxdeletedatabaseall WlInStepRecursive 7"), within);
        let rest = filter(DeletedKind::NotWonOrLost, false);
        assert_eq!(request("yxdeletedatabaseall nonwl"), rest);
        assert_eq!(
            request("yxdeletedatabaseall"),
            filter(DeletedKind::All, false)
        );
        for bad in [
            "yxdeletedatabaseall every",
            "yxdeletedatabaseall wl 3",
            "yxdeletedatabaseall wlinstep",
            "yxedittvddatabase 1 2 3",
            "yxeditlabeldatabase A1",
            "yxedittextdatabase text",
        ] {
            let reply = parse::command(bad).expect_err(bad).reply();
            assert!(reply.contains(" expects "), "{reply}");
        }
    }

    #[test]
    fn words_of_requests_are_those_of_the_table() {
        for row in &DATABASE_COMMANDS {
            if let Form::Alone(GomocupCommand::Block { head, .. }) = &row.action {
                assert_eq!(head.word(), row.name);
            }
        }
    }

    #[test]
    fn comments_end_at_their_mark() {
        let closed = comment_line("so \\\"it\\\" \\\\ goes\"7,7");
        assert_eq!(closed, ("so \"it\" \\ goes".to_owned(), Some("7,7")));
        let open = comment_line("and on \\\"");
        assert_eq!(open, ("and on \"".to_owned(), None));
    }
}

//! Yixin-Board's database commands and their table.

use nom::branch::alt;
use nom::bytes::complete::take_till1;
use nom::character::complete::{space0, space1};
use nom::combinator::{eof, map, map_opt, rest, value};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::command_table::{Arguments, GomocupRow, Handling, Lines, bind, commands};
use super::grammar::{self, NAME, NOTHING, TEXT, Xy};
use super::reply;
use crate::CommandRow;
use crate::usage::integer;
use tengen_engine::conversation::Precedence;
use tengen_gomoku::database::{DeletedKind, DeletionFilter};

/// Database commands. Yixin-Board sends those about a position after each move, even while the engine thinks or
/// ponders, and an `END` must not discard an edit.
pub static DATABASE_COMMANDS: [GomocupRow; 20] = commands! {
    "YXSETDATABASE" "FILE", File Waits NAME => |session, name, _| Ok(session.open_database(&name)?),
        "open a database, or create it if the file does not exist; the previous one is saved and closed";
    "YXSAVEDATABASE" "", One Concurrent NOTHING => |session, (), _| Ok(session.save_database()?),
        "write the database to its file; until then changes are kept in a journal";
    "YXQUERYDATABASEALL" "... X,Y ... DONE", Block Concurrent NOTHING => |session, (), moves| {
        session.show_moves(moves, false)
    }, "the moves in the database: `MESSAGE DATABASE X Y LABEL VALUE DEPTH BOUND COMMENTED TEXT` each, LABEL as the bytes of a number, values for the side to move after the move";
    "YXQUERYDATABASEALLT" "... X,Y ... DONE", Block Concurrent NOTHING => |session, (), moves| {
        session.show_moves(moves, true)
    }, "the same, then the comment";
    "YXQUERYDATABASEONE" "... X,Y ... DONE", Block Concurrent NOTHING => |session, (), moves| {
        session.show_entry(moves, reply::database_entry)
    }, "the entry: `MESSAGE DATABASE ONE LABEL VALUE DEPTH BOUND TEXT`";
    "YXQUERYDATABASETEXT" "... X,Y ... DONE", Block Concurrent NOTHING => |session, (), moves| {
        session.show_entry(moves, reply::database_comment)
    }, "the comment: `MESSAGE DATABASE TEXT \"...\"`";
    "YXEDITTVDDATABASE" "MASK LABEL VALUE DEPTH ... X,Y ... DONE", Block Concurrent ENTRY => |session, entry, moves| {
        session.edit_entry(entry, moves)
    }, "change the entry: MASK is the sum of 1 for the label, 2 for the value and 4 for the depth; LABEL is a character's number, `w` for a win of the side that moved last, `l` a loss, `d` a draw, `x` a move not to search, `!` the one to play, -1 none";
    "YXEDITTEXTDATABASE" "\"TEXT\" ... X,Y ... DONE", TextAndBlock Concurrent TEXT => |session, text, moves| {
        session.edit_comment(&text, moves)
    }, "change the comment, which may have several lines; quotation marks and backslashes are escaped by a backslash";
    "YXEDITLABELDATABASE" "X,Y [TEXT] ... X,Y ... DONE", Block Concurrent POINT_TEXT => |session, (at, text), moves| {
        session.edit_point_text(at, &text, moves)
    }, "set the text on a point; without a text, remove it";
    "YXSETBESTMOVEDATABASE" "... X,Y ... DONE", Block Concurrent NOTHING => |session, (), moves| {
        session.mark_best(true, moves)
    }, "mark the last of the moves as the one to play";
    "YXCLEARBESTMOVEDATABASE" "... X,Y ... DONE", Block Concurrent NOTHING => |session, (), moves| {
        session.mark_best(false, moves)
    }, "remove that mark";
    "YXDELETEDATABASEONE" "... X,Y ... DONE", Block Concurrent NOTHING => |session, (), moves| {
        session.delete_entry(moves)
    }, "delete the entry, but not those after it";
    "YXDELETEDATABASEALL" "[KIND] ... X,Y ... DONE", Block Concurrent FILTER => |session, filter, moves| {
        session.delete_children(filter, moves)
    }, "delete the positions that are reached only from this one: all, or only `w`, `l`, `wl`, `wld`, `nonwl`, `nonwld`, `wlnostep` or `wlinstep N`; a kind with `recursive` at its end is also searched for behind other moves";
    "YXDBTOTXTALL" "FILE", File Waits NAME => |session, name, _| session.write_all_to_table(&name),
        "write the database as comma-separated values";
    "YXDBTOTXT" "FILE", File Waits NAME => |session, name, _| session.write_rule_to_table(&name),
        "the same for the positions of this rule and board";
    "YXTXTTODB" "FILE", File Waits NAME => |session, name, _| session.read_table(&name),
        "load such a file into the database";
    "YXLIBTODB" "FILE", File Waits NAME => |session, name, _| session.read_library(&name),
        "load a RenLib library into the database; a text such as `W25` means a win at move 25";
    "YXDBTOLIB" "FILE", File Waits NAME => |session, name, _| session.write_library(&name),
        "write this position and those after it as a RenLib library";
    "YXDBMERGE" "FILE", File Waits NAME => |session, name, _| session.merge_database(&name),
        "merge the positions of another database; of two entries the better value is kept, and all texts";
    "YXDBSPLIT" "FILE", File Waits NAME => |session, name, _| session.split_database(&name),
        "write the game so far and the positions after it to a separate database";
};

/// The fields of an entry to change, and their values: mask, label, value and depth.
const ENTRY: Arguments<[i32; 4]> = Arguments::new("four numbers", |input| {
    let number = || preceded(space1, integer);
    let numbers = (integer, number(), number(), number());
    map(numbers, |(mask, label, value, depth)| {
        [mask, label, value, depth]
    })
    .parse(input)
});

/// A point and the text on it, which may be empty.
const POINT_TEXT: Arguments<(Xy, String)> = Arguments::new("x,y and a text", |input| {
    let text = map(rest, |text: &str| text.trim().to_owned());
    (terminated(grammar::pair, space0), text).parse(input)
});

/// The kind of positions to delete.
const FILTER: Arguments<DeletionFilter> = Arguments::new("a kind of position", delete_children);

fn delete_children(input: &str) -> IResult<&str, DeletionFilter> {
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
    alt((all, plain, within)).parse(input)
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

/// Returns a comment line up to the closing quotation mark, with escapes removed, and the rest of the line after the
/// mark; `None` if there is no mark.
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

    #[test]
    fn commands_are_read_with_their_arguments() {
        let filter = |kind, recursive| format!("{:?}", DeletionFilter { kind, recursive });
        for (line, expected) in [
            ("yxedittvddatabase 1 119 -5 0", "[1, 119, -5, 0]".to_owned()),
            (
                "yxeditlabeldatabase 3,4 A1",
                "(Xy { x: 3, y: 4 }, \"A1\")".to_owned(),
            ),
            (
                "yxdeletedatabaseall WlInStepRecursive 7",
                filter(DeletedKind::WonOrLostWithin(7), true),
            ),
            (
                "yxdeletedatabaseall nonwl",
                filter(DeletedKind::NotWonOrLost, false),
            ),
            ("yxdeletedatabaseall", filter(DeletedKind::All, false)),
        ] {
            let command = grammar::command(line).unwrap();
            assert_eq!(format!("{:?}", command.call), expected);
        }
        for bad in [
            "yxdeletedatabaseall every",
            "yxdeletedatabaseall wl 3",
            "yxdeletedatabaseall wlinstep",
            "yxedittvddatabase 1 2 3",
            "yxeditlabeldatabase A1",
            "yxedittextdatabase text",
        ] {
            let reply = grammar::command(bad).expect_err(bad).reply();
            assert!(reply.contains(" expects "), "{reply}");
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

//! The reader of commands, some of which span several lines.

use super::command::{BlockHead, BlockKind, FileKind, GomocupCommand, Stone};
use super::database_command::{DatabaseRequest, comment_line};
use super::parse::{self, GomocupSyntaxError};

/// The maximum number of stones in a block, above the number of points of the largest board.
const MAX_STONES: usize = 1024;

/// A reader that joins the lines of a block into one command.
#[derive(Debug, Default)]
pub struct BlockReader {
    state: ReaderState,
}

/// The state of the reader between two lines.
#[derive(Debug, Default)]
enum ReaderState {
    /// The next line is a command.
    #[default]
    Idle,
    /// A block before its `DONE`. Its first error replaces the whole block.
    Block(OpenBlock),
    /// A comment of several lines before its closing quotation mark.
    Comment(String),
    /// The next line has the fifth moves of a step of an opening.
    Fifths(OpenBlock),
    /// The next line is the name of a file.
    FileName(FileKind),
    /// An unsupported command of Yixin-Board, which may be followed by lines of stones.
    Foreign,
}

/// A block that is not finished.
#[derive(Debug)]
struct OpenBlock {
    head: BlockHead,
    stones: Vec<Stone>,
    error: Option<GomocupSyntaxError>,
}

impl OpenBlock {
    fn new(head: BlockHead) -> OpenBlock {
        OpenBlock {
            head,
            stones: Vec::new(),
            error: None,
        }
    }

    /// Takes the stones or the error of a part of the block.
    fn take(&mut self, read: Result<Vec<Stone>, GomocupSyntaxError>) {
        match read {
            Ok(stones) if self.stones.len() + stones.len() > MAX_STONES => {
                self.error
                    .get_or_insert(GomocupSyntaxError::TooManyStones(self.head.word()));
            }
            Ok(stones) => self.stones.extend(stones),
            Err(reason) => {
                self.error.get_or_insert(reason);
            }
        }
    }

    fn command(self) -> Result<GomocupCommand, GomocupSyntaxError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(GomocupCommand::Block {
                head: self.head,
                stones: self.stones,
            }),
        }
    }
}

/// The longest comment that is read, in bytes. A longer one is an error, whose lines still belong to it.
const MAX_COMMENT: usize = 1 << 16;

impl BlockReader {
    /// Reads one line without its line ending. Returns a command if the line completes one. Within a block, every line
    /// up to `DONE` belongs to the block. `START`, `RECTSTART`, `RESTART` and `END` drop an unfinished block and take effect
    /// at once: a manager that sends one of them has given up the block.
    pub fn line(&mut self, text: &str) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        if let ReaderState::Comment(comment) = &mut self.state {
            // Blank lines are part of it.
            let comment = std::mem::take(comment);
            return self.comment_line(comment, text);
        }
        if text.trim().is_empty() {
            return None;
        }
        match std::mem::take(&mut self.state) {
            ReaderState::Idle => self.first_line(text),
            _ if ends_block(text) => self.first_line(text),
            ReaderState::FileName(kind) => Some(Ok(GomocupCommand::File {
                kind,
                name: text.trim().to_owned(),
            })),
            ReaderState::Foreign => {
                let block = BlockHead::Plain(BlockKind::Swap2);
                if parse::block_line(&block, text).is_ok() {
                    self.state = ReaderState::Foreign;
                    return None;
                }
                self.first_line(text)
            }
            ReaderState::Block(block) => self.block_line(block, text),
            ReaderState::Fifths(mut block) => {
                block.take(parse::fifths(block.head.word(), text));
                Some(block.command())
            }
            ReaderState::Comment(comment) => self.comment_line(comment, text),
        }
    }

    /// Handles a line that was discarded because of its length.
    pub fn too_long(&mut self) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        match &mut self.state {
            ReaderState::Block(block) => {
                block.take(Err(GomocupSyntaxError::TooLong));
                None
            }
            ReaderState::Idle | ReaderState::Foreign => Some(Err(GomocupSyntaxError::TooLong)),
            ReaderState::Comment(_) | ReaderState::Fifths(_) | ReaderState::FileName(_) => {
                self.state = ReaderState::Idle;
                Some(Err(GomocupSyntaxError::TooLong))
            }
        }
    }

    /// Handles the end of the input. Returns an error for a block without `DONE` or a missing file name.
    pub fn finish(&mut self) -> Option<GomocupSyntaxError> {
        match std::mem::take(&mut self.state) {
            ReaderState::Block(block) | ReaderState::Fifths(block) => {
                let unfinished = GomocupSyntaxError::Unfinished(block.head.word());
                Some(block.error.unwrap_or(unfinished))
            }
            ReaderState::Comment(_) => Some(GomocupSyntaxError::Unfinished("YXEDITTEXTDATABASE")),
            ReaderState::FileName(kind) => Some(GomocupSyntaxError::NoFile(kind.word())),
            ReaderState::Idle | ReaderState::Foreign => None,
        }
    }

    fn first_line(&mut self, text: &str) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        match parse::command(text) {
            Ok(GomocupCommand::Block {
                head: BlockHead::Database(DatabaseRequest::EditComment(comment)),
                ..
            }) => self.comment_line(String::new(), &comment),
            Ok(GomocupCommand::Block { head, .. }) => {
                self.state = ReaderState::Block(OpenBlock::new(head));
                None
            }
            Err(error) if error.block().is_some() => {
                if let Some((head, stones)) = split_first_line(text) {
                    return self.block_line(OpenBlock::new(head), stones);
                }
                if parse::without_done(text).is_some() {
                    return Some(Err(error));
                }
                // The stones after a bad first line still belong to the block and are not commands.
                let mut block = OpenBlock::new(BlockHead::Plain(BlockKind::Swap2));
                block.error = Some(error);
                self.state = ReaderState::Block(block);
                None
            }
            Ok(GomocupCommand::File { kind, name }) if name.is_empty() => {
                self.state = ReaderState::FileName(kind);
                None
            }
            Ok(GomocupCommand::Foreign) => {
                self.state = ReaderState::Foreign;
                Some(Ok(GomocupCommand::Foreign))
            }
            other => Some(other),
        }
    }

    fn block_line(
        &mut self,
        mut block: OpenBlock,
        text: &str,
    ) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        let is_last = match parse::block_line(&block.head, text) {
            Ok(line) => {
                block.take(Ok(line.stones));
                line.is_last
            }
            Err(reason) => {
                block.take(Err(reason));
                parse::without_done(text).is_some()
            }
        };
        if is_last {
            return self.close(block);
        }
        self.state = ReaderState::Block(block);
        None
    }

    fn close(&mut self, block: OpenBlock) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        let wants_fifths = matches!(&block.head, BlockHead::Opening(step) if step.wants_fifths());
        // Yixin-Board's way, the fifth moves among the stones, is taken too.
        if wants_fifths && block.error.is_none() && block.stones.len() <= 4 {
            self.state = ReaderState::Fifths(block);
            return None;
        }
        Some(block.command())
    }

    /// Takes the next line of a comment. What stands behind its closing mark is the first line of the block.
    fn comment_line(
        &mut self,
        before: String,
        text: &str,
    ) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        let (line, rest) = comment_line(text);
        let comment = before + &line;
        if comment.len() > MAX_COMMENT {
            return Some(Err(GomocupSyntaxError::TooLong));
        }
        let Some(rest) = rest else {
            self.state = ReaderState::Comment(comment + "\n");
            return None;
        };
        let request = DatabaseRequest::EditComment(comment);
        self.state = ReaderState::Block(OpenBlock::new(BlockHead::Database(request)));
        match rest.trim() {
            "" => None,
            rest => self.line(rest),
        }
    }
}

/// Whether a line is a command that ends the game or the conversation, so that nothing is left of an unfinished block.
fn ends_block(text: &str) -> bool {
    use GomocupCommand::{End, Restart, Start};
    matches!(parse::command(text), Ok(End | Restart | Start { .. }))
}

/// Splits the first line of a block into the command with its arguments and the stones behind it. Returns `None` if no
/// stones or no `DONE` stand there.
fn split_first_line(text: &str) -> Option<(BlockHead, &str)> {
    let text = text.trim();
    let ends_of_words = text
        .char_indices()
        .filter(|&(_, letter)| letter.is_whitespace())
        .map(|(at, _)| at);
    // The command, and at most one argument.
    ends_of_words.take(2).find_map(|at| {
        let (first, rest) = text.split_at(at);
        match parse::command(first) {
            Ok(GomocupCommand::Block { head, .. }) => parse::block_line(&head, rest)
                .is_ok()
                .then_some((head, rest)),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::command::{Owner, Xy};
    use super::*;

    fn read(
        text: &str,
    ) -> (
        Vec<Result<GomocupCommand, GomocupSyntaxError>>,
        Option<GomocupSyntaxError>,
    ) {
        let mut reader = BlockReader::default();
        let commands = text
            .split('\n')
            .filter_map(|line| reader.line(line))
            .collect();
        (commands, reader.finish())
    }

    #[test]
    fn a_block_is_one_command() {
        let stone = |x, y, owner| Stone {
            at: Xy { x, y },
            owner,
        };
        let (commands, end) = read("BOARD\n7,7,1\n\n8,8,2\nDONE\nABOUT");
        let block = GomocupCommand::Block {
            head: BlockHead::Plain(BlockKind::Board),
            stones: vec![stone(7, 7, Owner::Own), stone(8, 8, Owner::Opponent)],
        };
        assert_eq!(commands, [Ok(block), Ok(GomocupCommand::About)]);
        assert_eq!(end, None);
        let (commands, _) = read("swap2board\ndone");
        let empty = GomocupCommand::Block {
            head: BlockHead::Plain(BlockKind::Swap2),
            stones: Vec::new(),
        };
        assert_eq!(commands, [Ok(empty)]);
    }

    #[test]
    fn garbage_spoils_its_block_once() {
        let (commands, end) = read("BOARD\n7,7,1\nhello\n1,2\nTURN 3,3\nDONE\nABOUT");
        let [
            Err(GomocupSyntaxError::Arguments { seen, .. }),
            Ok(GomocupCommand::About),
        ] = commands.as_slice()
        else {
            panic!("saw {commands:?}")
        };
        assert_eq!(seen, "hello");
        assert_eq!(end, None);
    }

    #[test]
    fn a_bad_first_line_spoils_its_block_too() {
        let (commands, _) = read("BOARD 15\n7,7,1\nDONE\nABOUT");
        assert!(matches!(
            commands.as_slice(),
            [
                Err(GomocupSyntaxError::Arguments { .. }),
                Ok(GomocupCommand::About)
            ]
        ));
    }

    #[test]
    fn an_endless_block_does_not_grow() {
        let (commands, _) = read(&format!("BOARD\n{}DONE", "1,1,1\n".repeat(5000)));
        assert_eq!(commands, [Err(GomocupSyntaxError::TooManyStones("BOARD"))]);
    }

    #[test]
    fn an_open_block_is_an_error_at_the_end_of_the_input() {
        let (commands, end) = read("BOARD\n7,7,1");
        assert!(commands.is_empty());
        assert_eq!(end, Some(GomocupSyntaxError::Unfinished("BOARD")));
    }

    #[test]
    fn a_new_game_or_the_end_drops_an_unfinished_block() {
        let start = |width, height| GomocupCommand::Start {
            width,
            height,
            yixin: false,
        };
        for (line, command) in [
            ("end", GomocupCommand::End),
            ("START 15", start(15, 15)),
            ("rectstart 15,20", start(15, 20)),
            ("RESTART", GomocupCommand::Restart),
        ] {
            for open in [
                "BOARD\n7,7,1",
                "BOARD\nhello",
                "SWAP2BOARD",
                "RIFSTEP5\n1,1\n2,2\n3,3\n4,4\nDONE",
                "YXHASHDUMP",
            ] {
                let (commands, end) = read(&format!("{open}\n{line}\nABOUT"));
                let expected = [Ok(command.clone()), Ok(GomocupCommand::About)];
                assert_eq!((commands.as_slice(), end), (&expected[..], None), "{open}");
            }
        }
    }

    #[test]
    fn a_block_fits_on_one_line() {
        let in_lines = |text: &str| text.replace(" / ", "\n");
        for (line, lines) in [
            ("BOARD 7,7,2 DONE", "BOARD / 7,7,2 / DONE"),
            ("board\t7,7,1  8,8,2 done", "BOARD / 7,7,1 / 8,8,2 / DONE"),
            ("BOARD DONE", "BOARD / DONE"),
            ("BOARD 7,7,1\n8,8,2 DONE", "BOARD / 7,7,1 / 8,8,2 / DONE"),
            (
                "SWAP2BOARD 7,7 8,8 9,9 DONE",
                "SWAP2BOARD / 7,7 / 8,8 / 9,9 / DONE",
            ),
            ("BALANCE 1 7 , 7 , 1 DONE", "BALANCE 1 / 7,7,1 / DONE"),
            (
                "SOOSYRVSTEP4 3 7,7 8,8 9,9 7,8 DONE",
                "SOOSYRVSTEP4 3 / 7,7 / 8,8 / 9,9 / 7,8 / DONE",
            ),
        ] {
            let (commands, end) = read(line);
            assert_eq!((commands, end), read(&in_lines(lines)), "{line}");
            assert!(
                matches!(read(line).0[..], [Ok(GomocupCommand::Block { .. })]),
                "{line}"
            );
        }
        for line in ["BOARD 7,7,4 DONE", "BOARD 15 DONE", "BOARD\n7,7 DONE"] {
            let (commands, end) = read(&format!("{line}\nABOUT"));
            let [
                Err(GomocupSyntaxError::Arguments { command, .. }),
                Ok(GomocupCommand::About),
            ] = commands.as_slice()
            else {
                panic!("{line}: {commands:?}")
            };
            assert_eq!((*command, end), ("BOARD", None));
        }
    }

    #[test]
    fn an_over_long_line_is_an_error_of_its_own_or_of_its_block() {
        let mut reader = BlockReader::default();
        assert_eq!(reader.too_long(), Some(Err(GomocupSyntaxError::TooLong)));
        assert_eq!(reader.line("BOARD"), None);
        assert_eq!(reader.too_long(), None);
        assert_eq!(reader.line("DONE"), Some(Err(GomocupSyntaxError::TooLong)));
    }

    #[test]
    fn the_name_of_a_file_is_on_the_same_line_or_the_next() {
        let dump = |name: &str| {
            Ok(GomocupCommand::File {
                kind: FileKind::Dump,
                name: name.to_owned(),
            })
        };
        let (commands, end) = read("yxhashdump\n my table.bin \r\nYXHASHDUMP other\nABOUT");
        assert_eq!(
            commands,
            [
                dump("my table.bin"),
                dump("other"),
                Ok(GomocupCommand::About)
            ]
        );
        assert_eq!(end, None);
        let (commands, end) = read("yxhashload\n");
        assert!(commands.is_empty());
        assert_eq!(end, Some(GomocupSyntaxError::NoFile("YXHASHLOAD")));
        assert_eq!(read("yxhashload\nEND").0, [Ok(GomocupCommand::End)]);
    }

    #[test]
    fn stones_after_a_foreign_command_belong_to_it() {
        let (commands, _) = read("yxprintfeature\n7,7\n7,8,1\ndone\ndone\nABOUT\n7,7");
        assert_eq!(
            commands[..2],
            [Ok(GomocupCommand::Foreign), Ok(GomocupCommand::About)]
        );
        assert_eq!(
            commands[2],
            Err(GomocupSyntaxError::Unknown("7,7".to_owned())),
            "stones after something else belong to nothing"
        );
    }

    #[test]
    fn a_comment_has_lines_and_its_block_goes_on_behind_it() {
        let comment = |text: &str, points: &[(i32, i32)]| {
            let stone = |&(x, y)| Stone {
                at: Xy { x, y },
                owner: Owner::InTurn,
            };
            Ok(GomocupCommand::Block {
                head: BlockHead::Database(DatabaseRequest::EditComment(text.to_owned())),
                stones: points.iter().map(stone).collect(),
            })
        };
        let text = "yxedittextdatabase \"one\n\nEND \\\"two\\\"\"7,7\n8,8\ndone\nABOUT";
        let (commands, end) = read(text);
        let expected = [
            comment("one\n\nEND \"two\"", &[(7, 7), (8, 8)]),
            Ok(GomocupCommand::About),
        ];
        assert_eq!((commands, end), (expected.to_vec(), None));
        assert_eq!(read("yxedittextdatabase \"\"done").0, [comment("", &[])]);
        let endless = format!("yxedittextdatabase \"{}", "line\n".repeat(20_000));
        assert_eq!(read(&endless).0[0], Err(GomocupSyntaxError::TooLong));
        let open = read("yxedittextdatabase \"one").1;
        assert_eq!(
            open,
            Some(GomocupSyntaxError::Unfinished("YXEDITTEXTDATABASE"))
        );
    }

    #[test]
    fn fifth_moves_follow_on_a_line_or_among_the_stones() {
        let stones = "7,7\n7,6\n7,5\n7,4\n";
        for text in [
            format!("SOOSYRVSTEP6 2\n{stones}DONE\n1,1 2,2\nABOUT"),
            format!("SOOSYRVSTEP6 2\n{stones}1,1\n2,2\nDONE\nABOUT"),
            format!("yxsoosorvstep6\n{stones}1,1\n2,2\nDONE\nABOUT"),
        ] {
            let (commands, _) = read(&text);
            let [
                Ok(GomocupCommand::Block { stones, .. }),
                Ok(GomocupCommand::About),
            ] = commands.as_slice()
            else {
                panic!("{text}: {commands:?}")
            };
            assert_eq!(stones.len(), 6);
        }
        let (commands, _) = read(&format!("RIFSTEP5\n{stones}DONE\n1,1 x\nABOUT"));
        assert!(commands[0].is_err() && commands[1].is_ok());
    }
}

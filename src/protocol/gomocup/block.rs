//! The reader of commands, some of which span several lines.

use super::command::{BlockKind, FileKind, GomocupCommand, Stone};
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
    Block {
        kind: BlockKind,
        stones: Vec<Stone>,
        error: Option<GomocupSyntaxError>,
    },
    /// The next line is the name of a file.
    FileName(FileKind),
    /// An unsupported command of Yixin-Board, which may be followed by lines of stones.
    Foreign,
}

impl BlockReader {
    /// Reads one line without its line ending. Returns a command if the line completes one. Within a block, every line
    /// up to `DONE` belongs to the block, except `END`, which takes effect at once.
    pub fn line(&mut self, text: &str) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        if text.trim().is_empty() {
            return None;
        }
        match &mut self.state {
            ReaderState::Idle => self.first_line(text),
            ReaderState::FileName(kind) => {
                let kind = *kind;
                self.state = ReaderState::Idle;
                if parse::command(text) == Ok(GomocupCommand::End) {
                    return Some(Ok(GomocupCommand::End));
                }
                Some(Ok(GomocupCommand::HashFile {
                    kind,
                    name: text.trim().to_owned(),
                }))
            }
            ReaderState::Foreign => {
                if parse::block_line(BlockKind::Swap2, text).is_ok() {
                    return None;
                }
                self.state = ReaderState::Idle;
                self.first_line(text)
            }
            ReaderState::Block {
                kind,
                stones,
                error,
            } => {
                match parse::block_line(*kind, text) {
                    Ok(None) => return self.close(),
                    Ok(Some(_)) if stones.len() >= MAX_STONES => {
                        error.get_or_insert(GomocupSyntaxError::TooManyStones(kind.word()));
                    }
                    Ok(Some(stone)) => stones.push(stone),
                    Err(_) if parse::command(text) == Ok(GomocupCommand::End) => {
                        return Some(Ok(GomocupCommand::End));
                    }
                    Err(reason) => {
                        error.get_or_insert(reason);
                    }
                }
                None
            }
        }
    }

    /// Handles a line that was discarded because of its length.
    pub fn too_long(&mut self) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        match &mut self.state {
            ReaderState::Block { error, .. } => {
                error.get_or_insert(GomocupSyntaxError::TooLong);
                None
            }
            ReaderState::Idle | ReaderState::Foreign => Some(Err(GomocupSyntaxError::TooLong)),
            ReaderState::FileName(_) => {
                self.state = ReaderState::Idle;
                Some(Err(GomocupSyntaxError::TooLong))
            }
        }
    }

    /// Handles the end of the input. Returns an error for a block without `DONE` or a missing file name.
    pub fn finish(&mut self) -> Option<GomocupSyntaxError> {
        match std::mem::take(&mut self.state) {
            ReaderState::Block { kind, error, .. } => {
                Some(error.unwrap_or(GomocupSyntaxError::Unfinished(kind.word())))
            }
            ReaderState::FileName(kind) => Some(GomocupSyntaxError::NoFile(kind.word())),
            ReaderState::Idle | ReaderState::Foreign => None,
        }
    }

    fn first_line(&mut self, text: &str) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        let command = parse::command(text);
        let (kind, error) = match command {
            Ok(GomocupCommand::Block { kind, .. }) => (kind, None),
            // The stones after a bad first line still belong to the block and are not commands.
            Err(error) => match error.block() {
                Some(kind) => (kind, Some(error)),
                None => return Some(Err(error)),
            },
            Ok(GomocupCommand::HashFile { kind, name }) if name.is_empty() => {
                self.state = ReaderState::FileName(kind);
                return None;
            }
            Ok(other) => {
                if other == GomocupCommand::Foreign {
                    self.state = ReaderState::Foreign;
                }
                return Some(Ok(other));
            }
        };
        self.state = ReaderState::Block {
            kind,
            stones: Vec::new(),
            error,
        };
        None
    }

    fn close(&mut self) -> Option<Result<GomocupCommand, GomocupSyntaxError>> {
        match std::mem::take(&mut self.state) {
            ReaderState::Block {
                error: Some(error), ..
            } => Some(Err(error)),
            ReaderState::Block { kind, stones, .. } => {
                Some(Ok(GomocupCommand::Block { kind, stones }))
            }
            ReaderState::Idle | ReaderState::FileName(_) | ReaderState::Foreign => None,
        }
    }
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
            kind: BlockKind::Board,
            stones: vec![stone(7, 7, Owner::Own), stone(8, 8, Owner::Opponent)],
        };
        assert_eq!(commands, [Ok(block), Ok(GomocupCommand::About)]);
        assert_eq!(end, None);
        let (commands, _) = read("swap2board\ndone");
        let empty = GomocupCommand::Block {
            kind: BlockKind::Swap2,
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
    fn end_takes_effect_within_a_block() {
        assert_eq!(read("BOARD\n7,7,1\nend").0, [Ok(GomocupCommand::End)]);
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
            Ok(GomocupCommand::HashFile {
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
        let (commands, _) = read("yxquerydatabaseall\n7,7\n7,8,1\ndone\ndone\nABOUT\n7,7");
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
}

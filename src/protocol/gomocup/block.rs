//! Reader of commands, some of which span several lines.

use super::command_table::{GomocupCommand, GomocupRow, Lines};
use super::database_command::comment_line;
use super::grammar::{self, GomocupSyntaxError, Stone};

/// A command, or the reason why lines are none.
pub type GomocupInput = Result<GomocupCommand, GomocupSyntaxError>;

/// Maximum number of stones in a block, more than the largest board has points.
const MAX_STONES: usize = 1024;

/// Reader that joins the lines of a block into one command.
#[derive(Debug, Default)]
pub struct BlockReader {
    state: ReaderState,
}

/// State of the reader between two lines.
#[derive(Debug, Default)]
enum ReaderState {
    /// Expecting the line of a command.
    #[default]
    Idle,
    /// A block before its `DONE`. The first error replaces the whole block.
    Block(OpenBlock),
    /// A multi-line text before its closing quotation mark.
    Text(&'static GomocupRow, String),
    /// Expecting a line with the fifth moves of an opening step.
    Fifths(OpenBlock),
    /// Expecting a file name.
    FileName(&'static GomocupRow),
    /// An unsupported Yixin-Board command, which may be followed by lines of stones.
    Ignored(&'static GomocupRow),
}

/// A block before its last line, or its first error.
#[derive(Debug)]
struct OpenBlock {
    row: &'static GomocupRow,
    command: GomocupInput,
}

impl OpenBlock {
    /// Adds the stones or the error from a part of the block.
    fn take(&mut self, read: Result<Vec<Stone>, GomocupSyntaxError>) {
        let Ok(command) = &mut self.command else {
            return;
        };
        match read {
            Ok(stones) if command.stones.len() + stones.len() > MAX_STONES => {
                self.command = Err(GomocupSyntaxError::TooManyStones(self.row.name));
            }
            Ok(stones) => command.stones.extend(stones),
            Err(reason) => self.command = Err(reason),
        }
    }
}

/// Number of stones before the fifth move.
pub(super) const BEFORE_FIFTH: usize = 4;

/// Maximum length of a comment in bytes. The lines of a longer comment are read but give an error.
const MAX_COMMENT: usize = 1 << 16;

impl BlockReader {
    /// Reads one line without its line ending. Returns a command if the line completes one. Within a block, every line
    /// up to `DONE` belongs to the block, except that `START`, `RECTSTART`, `RESTART` and `END` take effect at once: a
    /// manager that sends one of them has given up the block.
    pub fn line(&mut self, text: &str) -> Option<GomocupInput> {
        // Blank lines are part of a text.
        if text.trim().is_empty() && !matches!(self.state, ReaderState::Text(..)) {
            return None;
        }
        match std::mem::take(&mut self.state) {
            ReaderState::Text(row, before) => self.text_line(row, before, text),
            ReaderState::Idle => self.first_line(text),
            _ if ends_block(text) => self.first_line(text),
            ReaderState::FileName(row) => Some(grammar::with_arguments(row, text.trim())),
            ReaderState::Ignored(row) if grammar::block_line(row, text).is_ok() => {
                self.state = ReaderState::Ignored(row);
                None
            }
            ReaderState::Ignored(_) => self.first_line(text),
            ReaderState::Block(block) => self.block_line(block, text),
            ReaderState::Fifths(mut block) => {
                block.take(grammar::fifths(block.row.name, text));
                Some(block.command)
            }
        }
    }

    /// Handles a line that was discarded because of its length.
    pub fn too_long(&mut self) -> Option<GomocupInput> {
        match &mut self.state {
            ReaderState::Block(block) => {
                block.take(Err(GomocupSyntaxError::TooLong));
                None
            }
            ReaderState::Idle | ReaderState::Ignored(_) => Some(Err(GomocupSyntaxError::TooLong)),
            ReaderState::Text(..) | ReaderState::Fifths(_) | ReaderState::FileName(_) => {
                self.state = ReaderState::Idle;
                Some(Err(GomocupSyntaxError::TooLong))
            }
        }
    }

    /// Handles the end of the input. Returns an error for a block without `DONE` or a missing file name.
    pub fn finish(&mut self) -> Option<GomocupSyntaxError> {
        match std::mem::take(&mut self.state) {
            ReaderState::Block(block) | ReaderState::Fifths(block) => {
                let unfinished = GomocupSyntaxError::Unfinished(block.row.name);
                Some(block.command.err().unwrap_or(unfinished))
            }
            ReaderState::Text(row, _) => Some(GomocupSyntaxError::Unfinished(row.name)),
            ReaderState::FileName(row) => Some(GomocupSyntaxError::NoFile(row.name)),
            ReaderState::Idle | ReaderState::Ignored(_) => None,
        }
    }

    fn first_line(&mut self, line: &str) -> Option<GomocupInput> {
        let (row, arguments) = match grammar::split(line) {
            Ok(split) => split,
            Err(error) => return Some(Err(error)),
        };
        let text = arguments.strip_prefix('"');
        match (row.action.lines, text) {
            (Lines::TextAndBlock, Some(text)) => {
                return self.text_line(row, String::new(), text);
            }
            (Lines::File, _) if arguments.is_empty() => {
                self.state = ReaderState::FileName(row);
                return None;
            }
            (Lines::Ignored, _) => self.state = ReaderState::Ignored(row),
            _ => {}
        }
        let command = grammar::with_arguments(row, arguments);
        if !row.action.lines.is_block() {
            return Some(command);
        }
        if command.is_err()
            && let Some((command, stones)) = split_first_line(line)
        {
            let command = Ok(command);
            return self.block_line(OpenBlock { row, command }, stones);
        }
        if command.is_err() && grammar::without_done(line).is_some() {
            return Some(command);
        }
        // The stones after a bad first line still belong to the block, so they are not read as commands.
        self.state = ReaderState::Block(OpenBlock { row, command });
        None
    }

    fn block_line(&mut self, mut block: OpenBlock, text: &str) -> Option<GomocupInput> {
        let is_last = match grammar::block_line(block.row, text) {
            Ok(line) => {
                block.take(Ok(line.stones));
                line.is_last
            }
            Err(reason) => {
                block.take(Err(reason));
                grammar::without_done(text).is_some()
            }
        };
        if is_last {
            return self.close(block);
        }
        self.state = ReaderState::Block(block);
        None
    }

    fn close(&mut self, block: OpenBlock) -> Option<GomocupInput> {
        let has_fifths = block.row.action.lines == Lines::BlockAndFifths;
        match &block.command {
            // Yixin-Board's form, with the fifth moves among the stones, is accepted too.
            Ok(command) if has_fifths && command.stones.len() <= BEFORE_FIFTH => {
                self.state = ReaderState::Fifths(block);
                None
            }
            _ => Some(block.command),
        }
    }

    /// Reads the next line of a text. What follows the closing quotation mark is the first line of the block.
    fn text_line(
        &mut self,
        row: &'static GomocupRow,
        before: String,
        line: &str,
    ) -> Option<GomocupInput> {
        let (line, rest) = comment_line(line);
        let text = before + &line;
        if text.len() > MAX_COMMENT {
            return Some(Err(GomocupSyntaxError::TooLong));
        }
        let Some(rest) = rest else {
            self.state = ReaderState::Text(row, text + "\n");
            return None;
        };
        let command = grammar::with_arguments(row, &format!("\"{text}"));
        self.state = ReaderState::Block(OpenBlock { row, command });
        match rest.trim() {
            "" => None,
            rest => self.line(rest),
        }
    }
}

/// Whether a line is a command that ends the game or the conversation and so discards an unfinished block.
fn ends_block(text: &str) -> bool {
    let command = grammar::command(text);
    command.is_ok_and(|command| command.row.action.lines == Lines::Break)
}

/// Splits the first line of a block into the command with its arguments and the stones that follow. Returns `None` if
/// the command is not followed by stones or `DONE`.
fn split_first_line(text: &str) -> Option<(GomocupCommand, &str)> {
    let text = text.trim();
    let ends_of_words = text
        .char_indices()
        .filter(|&(_, letter)| letter.is_whitespace())
        .map(|(at, _)| at);
    // The command has at most one argument.
    ends_of_words.take(2).find_map(|at| {
        let (first, rest) = text.split_at(at);
        let command = grammar::command(first).ok()?;
        let is_followed = grammar::block_line(command.row, rest).is_ok();
        is_followed.then_some((command, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads lines. Returns the commands with their stones, and the error at the end.
    fn read(
        text: &str,
    ) -> (
        Vec<Result<String, GomocupSyntaxError>>,
        Option<GomocupSyntaxError>,
    ) {
        let mut reader = BlockReader::default();
        let lines = text.split('\n');
        let commands = lines.filter_map(|line| reader.line(line));
        let commands = commands.map(|read| read.map(shown)).collect();
        (commands, reader.finish())
    }

    fn shown(command: GomocupCommand) -> String {
        let stone = |stone: &Stone| format!(" {} {:?}", stone.at, stone.owner);
        let stones: String = command.stones.iter().map(stone).collect();
        format!("{} {:?}{stones}", command.row.name, command.call)
    }

    fn ok(text: &str) -> Result<String, GomocupSyntaxError> {
        Ok(text.to_owned())
    }

    #[test]
    fn a_block_is_one_command() {
        let (commands, end) = read("BOARD\n7,7,1\n\n8,8,2\nDONE\nABOUT");
        assert_eq!(
            commands,
            [ok("BOARD () 7,7 Own 8,8 Opponent"), ok("ABOUT ()")]
        );
        assert_eq!(end, None);
        let (commands, _) = read("swap2board\ndone");
        assert_eq!(commands, [ok("SWAP2BOARD ()")]);
    }

    #[test]
    fn garbage_spoils_its_block_once() {
        let (commands, end) = read("BOARD\n7,7,1\nhello\n1,2\nTURN 3,3\nDONE\nABOUT");
        let [Err(GomocupSyntaxError::Arguments { seen, .. }), about] = commands.as_slice() else {
            panic!("saw {commands:?}")
        };
        assert_eq!((seen.as_str(), about), ("hello", &ok("ABOUT ()")));
        assert_eq!(end, None);
    }

    #[test]
    fn a_bad_first_line_spoils_its_block_too() {
        let (commands, _) = read("BOARD 15\n7,7,1\nDONE\nABOUT");
        assert!(matches!(
            commands.as_slice(),
            [Err(GomocupSyntaxError::Arguments { .. }), Ok(_)]
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
        for line in ["end", "START 15", "rectstart 15,20", "RESTART"] {
            let (alone, _) = read(line);
            for open in [
                "BOARD\n7,7,1",
                "BOARD\nhello",
                "SWAP2BOARD",
                "RIFSTEP5\n1,1\n2,2\n3,3\n4,4\nDONE",
                "YXHASHDUMP",
            ] {
                let (commands, end) = read(&format!("{open}\n{line}\nABOUT"));
                assert_eq!(commands[..1], alone, "{open}");
                assert_eq!(
                    (&commands[1..], end),
                    (&[ok("ABOUT ()")][..], None),
                    "{open}"
                );
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
            assert!(matches!(read(line).0[..], [Ok(_)]), "{line}");
        }
        for line in ["BOARD 7,7,4 DONE", "BOARD 15 DONE", "BOARD\n7,7 DONE"] {
            let (commands, end) = read(&format!("{line}\nABOUT"));
            let [Err(GomocupSyntaxError::Arguments { command, .. }), Ok(_)] = commands.as_slice()
            else {
                panic!("{line}: {commands:?}")
            };
            assert_eq!((*command, end), ("BOARD", None));
        }
    }

    #[test]
    fn an_over_long_line_is_an_error_of_its_own_or_of_its_block() {
        let mut reader = BlockReader::default();
        let too_long = |read: Option<GomocupInput>| read.unwrap().unwrap_err();
        assert_eq!(too_long(reader.too_long()), GomocupSyntaxError::TooLong);
        assert!(reader.line("BOARD").is_none());
        assert!(reader.too_long().is_none());
        assert_eq!(too_long(reader.line("DONE")), GomocupSyntaxError::TooLong);
    }

    #[test]
    fn the_name_of_a_file_is_on_the_same_line_or_the_next() {
        let (commands, end) = read("yxhashdump\n my table.bin \r\nYXHASHDUMP other\nABOUT");
        let dump = |name: &str| Ok(format!("YXHASHDUMP {name:?}"));
        let expected = [dump("my table.bin"), dump("other"), ok("ABOUT ()")];
        assert_eq!(commands, expected);
        assert_eq!(end, None);
        let (commands, end) = read("yxhashload\n");
        assert!(commands.is_empty());
        assert_eq!(end, Some(GomocupSyntaxError::NoFile("YXHASHLOAD")));
        assert_eq!(read("yxhashload\nEND").0, [ok("END ()")]);
    }

    #[test]
    fn stones_after_a_foreign_command_belong_to_it() {
        let (commands, _) = read("yxprintfeature\n7,7\n7,8,1\ndone\ndone\nABOUT\n7,7");
        assert_eq!(commands[..2], [ok("YX ()"), ok("ABOUT ()")]);
        assert_eq!(
            commands[2],
            Err(GomocupSyntaxError::Unknown("7,7".to_owned())),
            "stones after something else belong to nothing"
        );
    }

    #[test]
    fn a_comment_has_lines_and_its_block_goes_on_behind_it() {
        let text = "yxedittextdatabase \"one\n\nEND \\\"two\\\"\"7,7\n8,8\ndone\nABOUT";
        let (commands, end) = read(text);
        let first = r#"YXEDITTEXTDATABASE "one\n\nEND \"two\"" 7,7 InTurn 8,8 InTurn"#;
        let expected = vec![ok(first), ok("ABOUT ()")];
        assert_eq!((commands, end), (expected, None));
        assert_eq!(
            read("yxedittextdatabase \"\"done").0,
            [ok("YXEDITTEXTDATABASE \"\"")]
        );
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
            let [Ok(step), Ok(_)] = commands.as_slice() else {
                panic!("{text}: {commands:?}")
            };
            assert_eq!(step.matches("InTurn").count(), 6);
        }
        let (commands, _) = read(&format!("RIFSTEP5\n{stones}DONE\n1,1 x\nABOUT"));
        assert!(commands[0].is_err() && commands[1].is_ok());
    }
}

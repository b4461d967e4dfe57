//! Line grammar of the protocol.

use std::fmt;

use thiserror::Error;

use super::command_table::{COMMANDS, MOVE, NBoardRow, Work};
use crate::front::Grammar;
use crate::io::input::InputLine;
use tengen_reversi::records::ggf::{GgfError, parse_move};

/// Reason the arguments of a command are invalid.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NBoardSyntaxError {
    /// Arguments that do not fit the command.
    #[error("{command} expects {expected}, saw `{seen}`")]
    Arguments {
        /// Name of the command.
        command: &'static str,
        /// Description of the expected arguments.
        expected: &'static str,
        /// Arguments as they were sent.
        seen: String,
    },
    /// An invalid game or move.
    #[error("{0}")]
    Game(#[from] GgfError),
    /// A line over the maximum length.
    #[error("the line is too long")]
    TooLong,
}

/// A parsed command.
pub struct NBoardCommand {
    /// Row of the command.
    pub row: &'static NBoardRow,
    pub(super) work: Work,
}

impl fmt::Debug for NBoardCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.row.fmt(f)
    }
}

/// Parses a line. Returns `None` if it is not a command; an engine must ignore such lines. Fails if the arguments do
/// not fit the command.
pub fn command(line: &str) -> Result<Option<NBoardCommand>, NBoardSyntaxError> {
    let line = line.trim();
    // In version 1 of the protocol, a move is a line without a command name.
    let is_move = line.len() == 2 && parse_move(line).is_some();
    let matched = COMMANDS.iter().find_map(|row| match is_move {
        true => (row.name == MOVE).then_some((row, line)),
        false => Some((row, arguments_of(row.name, line)?)),
    });
    let Some((row, text)) = matched else {
        return Ok(None);
    };
    let work = (row.action.read)(row.name, text)?;
    Ok(Some(NBoardCommand { row, work }))
}

/// A command, or the reason why a line is none.
pub type NBoardInput = Result<NBoardCommand, NBoardSyntaxError>;

/// Reader with one command per line.
pub struct NBoardReader;

impl Grammar for NBoardReader {
    type Command = NBoardInput;

    fn read(&mut self, line: &InputLine) -> Option<Self::Command> {
        if line.too_long {
            return Some(Err(NBoardSyntaxError::TooLong));
        }
        command(&line.text()).transpose()
    }

    fn rest(&mut self) -> Option<Self::Command> {
        None
    }
}

/// Returns the text after `words` if the line begins with them.
fn arguments_of<'a>(words: &str, line: &'a str) -> Option<&'a str> {
    let mut left = line;
    for word in words.split(' ') {
        left = left.strip_prefix(word)?;
        if !left.is_empty() && !left.starts_with([' ', '\t']) {
            return None;
        }
        left = left.trim_start();
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::nboard::command_table::{COUNT, DEPTH, NUMBER, PLAYED};
    use crate::nboard::search::Depth;
    use tengen_engine::game::Color;
    use tengen_reversi::Move;
    use tengen_reversi::records::ggf::GgfMove;

    fn name(line: &str) -> Option<&'static str> {
        command(line).unwrap().map(|command| command.row.name)
    }

    fn played(mv: &str, eval: Option<f64>, time: f64) -> GgfMove {
        GgfMove {
            color: Color::Black,
            mv: mv.parse::<Move>().unwrap(),
            eval,
            time: Duration::from_secs_f64(time),
        }
    }

    #[test]
    fn commands_are_known_by_their_words() {
        for (line, expected) in [
            ("nboard 2", "nboard"),
            ("  nboard\t1  ", "nboard"),
            ("set  depth  0", "set depth"),
            ("set contempt -100", "set contempt"),
            ("hint", "hint"),
            ("go", "go"),
            ("ping -1", "ping"),
            ("learn", "learn"),
            ("analyze", "analyze"),
            ("quit", "quit"),
            ("move F5", "move"),
            ("F5", "move"),
            ("PA", "move"),
            (
                "set game (;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)",
                "set game",
            ),
        ] {
            assert_eq!(name(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn arguments_have_their_ranges() {
        for (text, expected) in [
            ("18", Depth::Plies(18)),
            ("0", Depth::Plies(1)),
            ("100%", Depth::End(100)),
            ("91%", Depth::End(91)),
            ("300%", Depth::End(100)),
            ("100%W", Depth::End(100)),
        ] {
            assert_eq!(DEPTH.read("", text), Ok(expected), "{text}");
        }
        for (text, expected) in [("3", 3), ("", 1), ("0", 1)] {
            assert_eq!(COUNT.read("", text), Ok(expected), "{text}");
        }
        for (text, expected) in [("7", 7), ("-1", -1)] {
            assert_eq!(NUMBER.read("", text), Ok(expected), "{text}");
        }
        for (text, expected) in [
            ("F5", played("f5", None, 0.0)),
            ("f5/1.5/2.25", played("f5", Some(1.5), 2.25)),
            ("F5//2", played("f5", None, 2.0)),
            ("PA", played("pass", None, 0.0)),
            ("pass/-3", played("pass", Some(-3.0), 0.0)),
        ] {
            assert_eq!(PLAYED.read("", text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "",
            "   ",
            "set",
            "set foo 1",
            "goo",
            "hints 3",
            "Go",
            "position",
            "F9",
            "\u{e9}",
            "pings",
        ] {
            assert_eq!(name(line), None, "{line}");
        }
    }

    #[test]
    fn bad_arguments_are_quoted() {
        for (line, quoted) in [
            ("set depth", "``"),
            ("set depth x", "`x`"),
            ("set depth 18%X", "`18%X`"),
            ("set depth -3", "`-3`"),
            ("set depth 99999999999", "`99999999999`"),
            ("set contempt inf", "`inf`"),
            ("hint x", "`x`"),
            ("go now", "`now`"),
            ("ping", "``"),
            ("ping one", "`one`"),
            ("ping +7", "`+7`"),
            ("hint +3", "`+3`"),
            ("move", "``"),
            ("move Z9", "`Z9`"),
            ("move F5/a", "`F5/a`"),
            ("set game", "``"),
            ("set game nonsense", "`nonsense`"),
        ] {
            let error = command(line).unwrap_err().to_string();
            assert!(error.contains(quoted), "{line}: {error}");
        }
    }
}

//! The grammar of lines.

use nom::Parser;
use nom::combinator::all_consuming;
use thiserror::Error;

use super::command::NBoardCommand;
use super::command_table::{Arguments, COMMANDS};
use tengen_engine::game::Color;
use tengen_reversi::records::ggf::{GgfError, GgfMove, parse_move};

/// The reason why the arguments of a command cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum NBoardSyntaxError {
    /// Arguments that do not fit the command.
    #[error("{command} expects {expected}, saw `{seen}`")]
    Arguments {
        /// The command's name.
        command: &'static str,
        /// The arguments that it takes, in words.
        expected: &'static str,
        /// The arguments sent.
        seen: String,
    },
    /// An invalid game or move.
    #[error("{0}")]
    Game(#[from] GgfError),
    /// A line that is too long.
    #[error("the line is too long")]
    TooLong,
}

/// Parses a line. Returns `None` if it is not a command; an engine must ignore such lines.
///
/// # Errors
///
/// Fails if the arguments do not fit the command.
pub fn command(line: &str) -> Result<Option<NBoardCommand>, NBoardSyntaxError> {
    let line = line.trim();
    // In version 1 of the protocol, a move is a line without a command name.
    if line.len() == 2 && parse_move(line).is_some() {
        return Ok(Some(NBoardCommand::Move(GgfMove::parse(
            Color::Black,
            line,
        )?)));
    }
    let matched = COMMANDS
        .iter()
        .find_map(|row| Some((row, arguments_of(row.name, line)?)));
    let Some((row, text)) = matched else {
        return Ok(None);
    };
    let (expected, read) = match row.action {
        Arguments::Plain { expected, read } => (expected, read),
        Arguments::Record(read) => return Ok(Some(read(text)?)),
    };
    match all_consuming(read).parse(text) {
        Ok((_, command)) => Ok(Some(command)),
        Err(_) => Err(NBoardSyntaxError::Arguments {
            command: row.name,
            expected,
            seen: text.to_owned(),
        }),
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
    use crate::nboard::command::Depth;
    use tengen_reversi::Move;

    fn parsed(line: &str) -> NBoardCommand {
        command(line).unwrap().unwrap()
    }

    fn played(mv: &str, eval: Option<f64>, time: f64) -> NBoardCommand {
        NBoardCommand::Move(GgfMove {
            color: Color::Black,
            mv: mv.parse::<Move>().unwrap(),
            eval,
            time: Duration::from_secs_f64(time),
        })
    }

    #[test]
    fn commands() {
        for (line, expected) in [
            ("nboard 2", NBoardCommand::Hello),
            ("nboard 1", NBoardCommand::Hello),
            ("  nboard\t2  ", NBoardCommand::Hello),
            ("set depth 18", NBoardCommand::SetDepth(Depth::Plies(18))),
            ("set  depth  0", NBoardCommand::SetDepth(Depth::Plies(1))),
            ("set depth 100%", NBoardCommand::SetDepth(Depth::End(100))),
            ("set depth 91%", NBoardCommand::SetDepth(Depth::End(91))),
            ("set depth 300%", NBoardCommand::SetDepth(Depth::End(100))),
            ("set depth 100%W", NBoardCommand::SetDepth(Depth::End(100))),
            ("set contempt -100", NBoardCommand::SetContempt(-100.0)),
            ("hint 3", NBoardCommand::Hint(3)),
            ("hint", NBoardCommand::Hint(1)),
            ("hint 0", NBoardCommand::Hint(1)),
            ("go", NBoardCommand::Go),
            ("ping 7", NBoardCommand::Ping(7)),
            ("ping -1", NBoardCommand::Ping(-1)),
            ("learn", NBoardCommand::Learn),
            ("analyze", NBoardCommand::Analyze),
            ("quit", NBoardCommand::Quit),
            ("move F5", played("f5", None, 0.0)),
            ("move f5/1.5/2.25", played("f5", Some(1.5), 2.25)),
            ("move F5//2", played("f5", None, 2.0)),
            ("move PA", played("pass", None, 0.0)),
            ("move pass/-3", played("pass", Some(-3.0), 0.0)),
            ("F5", played("f5", None, 0.0)),
            ("PA", played("pass", None, 0.0)),
        ] {
            assert_eq!(parsed(line), expected, "{line}");
        }
        let game = parsed(
            "set game (;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)",
        );
        assert!(matches!(game, NBoardCommand::SetGame(game) if game.moves.len() == 1));
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
            assert_eq!(command(line), Ok(None), "{line}");
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

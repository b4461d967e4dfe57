//! The reader of lines of input.

use super::parse::{self, Request};
use crate::front::Grammar;
use crate::io::input::{InputLine, LineEnd};
use tengen_engine::conversation::Precedence;

/// A line of input.
#[derive(Debug)]
pub enum GtpInput {
    /// A command.
    Request(Request),
    /// A blank line. It ends a running analysis.
    Blank,
    /// The comment by which GoGui interrupts the running command (GoGui manual, `gogui-interrupt`).
    Interrupt,
    /// A line over the maximum length.
    TooLong,
}

impl GtpInput {
    fn of(text: &str) -> GtpInput {
        match parse::request(&parse::clean(text)) {
            Some(request) => GtpInput::Request(request),
            None if text.trim_end() == "# interrupt" => GtpInput::Interrupt,
            None => GtpInput::Blank,
        }
    }

    /// Returns the effect of the input on the running command.
    pub fn precedence(&self) -> Precedence {
        match self {
            GtpInput::Request(request) if request.name == "stop" => Precedence::Stops,
            GtpInput::Request(request) if request.name == "quit" => Precedence::QuitsInTurn,
            GtpInput::Interrupt => Precedence::Stops,
            GtpInput::Blank => Precedence::Blank,
            GtpInput::Request(_) | GtpInput::TooLong => Precedence::Waits,
        }
    }
}

/// A reader that joins the parts of a line around a carriage return, since GTP discards the character.
#[derive(Debug, Default)]
pub struct GtpReader {
    partial: Vec<u8>,
}

impl Grammar for GtpReader {
    type Command = GtpInput;

    fn read(&mut self, line: &InputLine) -> Option<GtpInput> {
        if line.too_long {
            self.partial.clear();
            return Some(GtpInput::TooLong);
        }
        if line.end == LineEnd::CarriageReturn {
            self.partial.extend_from_slice(&line.bytes);
            return None;
        }
        if self.partial.is_empty() {
            return Some(GtpInput::of(&line.text()));
        }
        self.partial.extend_from_slice(&line.bytes);
        self.rest()
    }

    fn rest(&mut self) -> Option<GtpInput> {
        let bytes = std::mem::take(&mut self.partial);
        (!bytes.is_empty()).then(|| GtpInput::of(&String::from_utf8_lossy(&bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_inputs_act_before_their_turn() {
        for (line, precedence) in [
            ("", Precedence::Blank),
            ("# a comment", Precedence::Blank),
            ("# interrupt ", Precedence::Stops),
            ("7 stop", Precedence::Stops),
            ("quit # at last", Precedence::QuitsInTurn),
            ("quit now", Precedence::QuitsInTurn),
            ("name", Precedence::Waits),
        ] {
            assert_eq!(GtpInput::of(line).precedence(), precedence, "{line}");
        }
    }
}

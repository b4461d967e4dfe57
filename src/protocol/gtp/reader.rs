//! Lines to inputs.

use super::parse::{self, Request};
use crate::engine::conversation::Urgency;
use crate::io::input::{InputLine, LineEnd};
use crate::protocol::front::Grammar;

/// A line of input.
#[derive(Debug)]
pub enum Input {
    /// A command.
    Request(Request),
    /// Nothing. It ends an analysis that waits before it.
    Blank,
    /// The comment by which GoGui interrupts a command that runs (GoGui manual, `gogui-interrupt`).
    Interrupt,
    /// More than a line may hold.
    TooLong,
}

impl Input {
    fn of(text: &str) -> Input {
        match parse::request(&parse::clean(text)) {
            Some(request) => Input::Request(request),
            None if text.trim_end() == "# interrupt" => Input::Interrupt,
            None => Input::Blank,
        }
    }

    /// How it acts before its turn.
    pub fn urgency(&self) -> Urgency {
        match self {
            Input::Request(request) if request.name == "stop" => Urgency::Stops,
            Input::Request(request) if request.name == "quit" && request.args.is_empty() => {
                Urgency::QuitsInTurn
            }
            Input::Interrupt => Urgency::Stops,
            Input::Blank => Urgency::Blank,
            Input::Request(_) | Input::TooLong => Urgency::Waits,
        }
    }
}

/// Puts lines together that a carriage return has cut in two: GTP drops the character.
#[derive(Debug, Default)]
pub struct GtpReader {
    partial: Vec<u8>,
}

impl Grammar for GtpReader {
    type Command = Input;

    fn read(&mut self, line: &InputLine) -> Option<Input> {
        if line.too_long {
            self.partial.clear();
            return Some(Input::TooLong);
        }
        if line.end == LineEnd::CarriageReturn {
            self.partial.extend_from_slice(&line.bytes);
            return None;
        }
        if self.partial.is_empty() {
            return Some(Input::of(&line.text()));
        }
        self.partial.extend_from_slice(&line.bytes);
        self.rest()
    }

    fn rest(&mut self) -> Option<Input> {
        let bytes = std::mem::take(&mut self.partial);
        (!bytes.is_empty()).then(|| Input::of(&String::from_utf8_lossy(&bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_inputs_act_before_their_turn() {
        for (line, urgency) in [
            ("", Urgency::Blank),
            ("# a comment", Urgency::Blank),
            ("# interrupt ", Urgency::Stops),
            ("7 stop", Urgency::Stops),
            ("quit # at last", Urgency::QuitsInTurn),
            ("quit now", Urgency::Waits),
            ("name", Urgency::Waits),
        ] {
            assert_eq!(Input::of(line).urgency(), urgency, "{line}");
        }
    }
}

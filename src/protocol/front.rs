//! Front for all protocols, which parses lines into commands and passes them to the conversation.

use std::io;
use std::time::{Duration, Instant};

use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::io::server::Front;
use tengen_engine::conversation::{Conversation, Dialect, Flow};

/// Line grammar of a protocol. A command may take several lines.
pub trait Grammar {
    /// A parsed command, or a line without a valid one.
    type Command;

    /// Reads a line. Returns the command that it completes, if any.
    fn read(&mut self, line: &InputLine) -> Option<Self::Command>;

    /// Returns the command cut short by the end of the input, if any.
    fn rest(&mut self) -> Option<Self::Command>;
}

/// Front of a protocol, with its grammar and conversation.
pub struct ProtocolFront<G, D: Dialect> {
    grammar: G,
    pub(super) conversation: Conversation<D>,
}

impl<G, D: Dialect> ProtocolFront<G, D> {
    /// Creates the front of a new conversation; see [`Conversation::new`] for `linger`.
    pub(super) fn from_parts(grammar: G, dialect: D, linger: Duration) -> Self {
        ProtocolFront {
            grammar,
            conversation: Conversation::new(dialect, linger),
        }
    }
}

impl<G, D> Front for ProtocolFront<G, D>
where
    G: Grammar,
    D: Dialect<Command = G::Command, Out = Output>,
{
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        match self.grammar.read(&line) {
            Some(command) => self.conversation.take(command, line.share, out),
            None => Ok(Flow::Continue),
        }
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.conversation.wake(out)
    }

    fn alarm(&self) -> Option<Instant> {
        self.conversation.alarm()
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        let rest = self.grammar.rest();
        self.conversation.end_of_input(rest, out)
    }
}

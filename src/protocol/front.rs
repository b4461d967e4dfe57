//! The server's side of a conversation, for all protocols: lines to commands, commands to the conversation.

use std::io;
use std::time::{Duration, Instant};

use crate::engine::conversation::{Conversation, Dialect, Flow};
use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::io::server::Front;

/// Turns lines into commands. A command may take several lines.
pub trait Grammar {
    /// A command, or a line that is none.
    type Command;

    /// The command that `line` completes, if it does.
    fn read(&mut self, line: &InputLine) -> Option<Self::Command>;

    /// The command that the end of the input has cut short.
    fn rest(&mut self) -> Option<Self::Command>;
}

/// A conversation in the words of a protocol.
pub struct ProtocolFront<G, D: Dialect> {
    grammar: G,
    pub(super) conversation: Conversation<D>,
}

impl<G, D: Dialect> ProtocolFront<G, D> {
    /// A conversation at its beginning; see [`Conversation::new`] for `linger`.
    pub(super) fn of(grammar: G, dialect: D, linger: Duration) -> Self {
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

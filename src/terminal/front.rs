//! The front of a terminal: passes lines, interrupts and the end of the input to a conversation, and prompts for lines.

use std::io;
use std::time::Instant;

use crossbeam_channel::Sender;

use super::dialect::{TableOptions, TerminalDialect, TypedLine};
use super::game::TerminalGame;
use tengen_engine::Waker;
use tengen_engine::conversation::{Conversation, Flow};
use tengen_engine::threads::backlog::BacklogShare;
use tengen_protocol::Options;
use tengen_protocol::io::input::InputLine;
use tengen_protocol::io::output::Output;
use tengen_protocol::io::server::Front;
use tengen_protocol::io::terminal::{END, INTERRUPT, PROMPT, SIGNAL, TERMINATION};

/// The front of a conversation with a person.
pub struct TerminalFront<G: TerminalGame> {
    conversation: Conversation<TerminalDialect<G>>,
    /// Asks the input thread for the next line.
    ready: Sender<()>,
    /// Whether to print a prompt before the next line is read.
    prompts: bool,
    /// Whether the previous input was Ctrl-C.
    is_interrupted: bool,
    has_ended: bool,
}

impl<G: TerminalGame> TerminalFront<G> {
    /// Sets up a game. `ready` requests a line; `prompts` is true if the program has to print the prompt. Fails if the
    /// game does not support these options, or if no thread can be started.
    pub fn new(
        options: &Options,
        table: TableOptions,
        waker: Waker,
        (ready, prompts): (Sender<()>, bool),
    ) -> io::Result<Self> {
        let dialect = TerminalDialect::new(options, table, waker)?;
        Ok(TerminalFront {
            conversation: Conversation::new(dialect, options.linger),
            ready,
            prompts,
            is_interrupted: false,
            has_ended: false,
        })
    }

    /// Begins the game and requests the first line.
    pub fn begin(&mut self, out: &mut Output) -> io::Result<()> {
        let flow = self.take(TypedLine::Begin, out)?;
        self.ask(flow, out).map(drop)
    }

    fn take(&mut self, line: TypedLine, out: &mut Output) -> io::Result<Flow> {
        self.conversation.take(line, BacklogShare::default(), out)
    }

    /// Handles Ctrl-C: the first stops the search; a second one in a row saves the game and quits.
    fn interrupt(&mut self, out: &mut Output) -> io::Result<Flow> {
        if std::mem::replace(&mut self.is_interrupted, true) {
            self.conversation.dialect_mut().rescue(out)?;
            return Ok(Flow::Quit);
        }
        let stops = self.conversation.is_busy();
        self.take(TypedLine::Interrupt { stops }, out)
    }

    /// Prints the prompt if it is due, and requests the next line once all output before it is written.
    fn ask(&mut self, flow: Flow, out: &mut Output) -> io::Result<Flow> {
        if flow == Flow::Continue {
            self.prompt(out)?;
            out.flush()?;
            // Without a receiver, the input thread has ended.
            let _ = self.ready.send(());
        }
        Ok(flow)
    }

    /// Once nothing runs any more, saves the game of a person who has lost the terminal.
    fn rescue_at_end(&mut self, flow: Flow, out: &mut Output) -> io::Result<Flow> {
        if self.has_ended && flow == Flow::Quit {
            self.conversation.dialect_mut().rescue_of_person(out)?;
        }
        Ok(flow)
    }

    /// Saves a person's game when the screen cannot be written to.
    pub fn rescue_silently(&mut self) {
        let out = &mut Output::new(io::sink());
        let _ = self.conversation.dialect_mut().rescue_of_person(out);
    }

    fn prompt(&self, out: &mut Output) -> io::Result<()> {
        match self.prompts && !self.conversation.is_busy() {
            true => out.text(PROMPT),
            false => Ok(()),
        }
    }
}

impl<G: TerminalGame> Front for TerminalFront<G> {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        let flow = match &*line.bytes {
            END => return self.end_of_input(out),
            TERMINATION => {
                self.conversation.dialect_mut().rescue(out)?;
                return Ok(Flow::Quit);
            }
            INTERRUPT => self.interrupt(out)?,
            SIGNAL => {
                let flow = self.interrupt(out)?;
                self.prompt(out)?;
                return Ok(flow);
            }
            _ => {
                self.is_interrupted = false;
                let text = line.text().into_owned();
                self.conversation
                    .take(TypedLine::Text(text), line.share, out)?
            }
        };
        self.ask(flow, out)
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        let was_busy = self.conversation.is_busy();
        let flow = self.conversation.wake(out)?;
        if was_busy && flow == Flow::Continue {
            self.prompt(out)?;
        }
        self.rescue_at_end(flow, out)
    }

    fn alarm(&self) -> Option<Instant> {
        self.conversation.alarm()
    }

    fn end_of_input(&mut self, out: &mut Output) -> io::Result<Flow> {
        self.has_ended = true;
        let flow = self.conversation.end_of_input(None, out)?;
        self.rescue_at_end(flow, out)
    }
}

//! A conversation with a client, for all protocols: commands in order, one job at a time.
//!
//! While a job runs, commands wait in a queue; a few act on the job before their turn comes ([`Precedence`]). A
//! [`Dialect`] is what a protocol adds: what is urgent, what a command does, and how answers are spelled. The conversation
//! starts no thread, reads no clock and writes nothing itself: it is told of commands, of events and of the end of the
//! input, and returns whether it goes on.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::backlog::BacklogShare;
use super::game::Position;
use super::{Grace, Worker};

/// Whether a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// More may come.
    Continue,
    /// Everything is said.
    Quit,
}

/// How a command acts on the running job before its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Not at all.
    Waits,
    /// Not at all, and it does nothing in its turn: it can only end a job that [yields](Obeyed::Yielding).
    Blank,
    /// Asks the job to answer soon with what it has.
    Stops,
    /// Drops the job without an answer, if [`Dialect::cancels`] agrees.
    Cancels,
    /// Ends the conversation in its turn, so the jobs before it get little time.
    QuitsInTurn,
    /// Ends the conversation at once.
    Quits,
}

/// What has become of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obeyed {
    /// It is answered.
    Answered,
    /// A job runs for it.
    Running,
    /// A job runs for it that ends at any input, such as an analysis without end.
    Yielding,
    /// It ends the conversation.
    Quit,
}

/// The jobs of a [`Worker`], whatever the game.
pub trait Jobs {
    /// Asks the running job to end soon with what it has; its end still comes.
    fn stop(&self);
    /// Stops the running job and drops whatever it still sends.
    fn abandon(&mut self);
    /// Bounds the running job and all that follow.
    fn wind_down(&mut self, grace: Grace);
}

impl<P: Position> Jobs for Worker<P> {
    fn stop(&self) {
        Worker::stop(self);
    }

    fn abandon(&mut self) {
        Worker::abandon(self);
    }

    fn wind_down(&mut self, grace: Grace) {
        Worker::wind_down(self, grace);
    }
}

/// A protocol's part of a conversation. Nothing in it may block.
pub trait Dialect {
    /// A line of input, parsed; malformed ones too, which are answered in their turn.
    type Command;
    /// Where answers are written.
    type Out;

    /// How a command acts before its turn.
    fn precedence(command: &Self::Command) -> Precedence;

    /// Bytes that a command takes beside its line's own while it waits.
    fn extra_bytes(_: &Self::Command) -> usize {
        0
    }

    /// Whether a command of [`Precedence::Cancels`] makes the answer of the running job worthless. Asked for every such
    /// command that comes, so it must be quick.
    fn cancels(&self, _: &Self::Command) -> bool {
        true
    }

    /// The worker's jobs.
    fn jobs(&mut self) -> &mut dyn Jobs;

    /// Carries out a command whose turn has come.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    fn obey(&mut self, command: Self::Command, out: &mut Self::Out) -> io::Result<Obeyed>;

    /// Takes the worker's events and writes what there is to say. Returns whether the command that runs is answered.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    fn hear(&mut self, out: &mut Self::Out) -> io::Result<bool>;

    /// Asks the command that runs to end soon.
    fn stop(&mut self) {
        self.jobs().stop();
    }

    /// Drops the command that runs, and ends its answer if one has begun.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    fn cancel(&mut self, out: &mut Self::Out) -> io::Result<()>;

    /// Says what has to be said before the conversation ends at once.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    fn leave(&mut self, _: &mut Self::Out) -> io::Result<()> {
        Ok(())
    }

    /// Takes notice of the end of the input, after which a command may go on for `linger`.
    fn input_ended(&mut self, _linger: Duration) {}

    /// When `hear` has something to do even if nothing rings.
    fn alarm(&self) -> Option<Instant>;
}

/// The state of a conversation.
pub struct Conversation<D: Dialect> {
    dialect: D,
    waiting: WaitingCommands<D::Command>,
    running: Option<RunningCommand>,
    input_ended: bool,
    linger: Duration,
}

/// The command whose answer is being worked out.
#[derive(Clone, Copy)]
struct RunningCommand {
    yields: bool,
}

impl<D: Dialect> Conversation<D> {
    /// A conversation at its beginning. After the end of the input, a search by nodes, visits or depth may still take
    /// `linger`.
    pub fn new(dialect: D, linger: Duration) -> Self {
        Conversation {
            dialect,
            waiting: WaitingCommands::new(),
            running: None,
            input_ended: false,
            linger,
        }
    }

    /// The protocol's part.
    pub fn dialect(&self) -> &D {
        &self.dialect
    }

    /// The protocol's part.
    pub fn dialect_mut(&mut self) -> &mut D {
        &mut self.dialect
    }

    /// Whether a command runs.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Takes a command that has just come, with its share of the backlog.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn take(
        &mut self,
        command: D::Command,
        mut share: BacklogShare,
        out: &mut D::Out,
    ) -> io::Result<Flow> {
        let urgency = D::precedence(&command);
        if urgency == Precedence::Quits {
            self.dialect.leave(out)?;
            return Ok(Flow::Quit);
        }
        if self.running.is_some() {
            match urgency {
                Precedence::Stops => self.dialect.stop(),
                Precedence::Cancels if self.dialect.cancels(&command) => self.cancel(out)?,
                _ => {}
            }
        }
        self.end_what_yields(out)?;
        share.grow(D::extra_bytes(&command));
        self.waiting.push(command, urgency, share);
        if urgency == Precedence::QuitsInTurn {
            self.wind_down();
        }
        self.serve(out)
    }

    /// Passes on what the worker has to say.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn wake(&mut self, out: &mut D::Out) -> io::Result<Flow> {
        if self.dialect.hear(out)? {
            self.running = None;
        }
        self.serve(out)
    }

    /// When [`wake`](Self::wake) has something to do even if nothing rings.
    pub fn alarm(&self) -> Option<Instant> {
        self.dialect.alarm()
    }

    /// Takes the end of the input, and a command that it has cut short: what waits is still answered.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    pub fn end_of_input(&mut self, rest: Option<D::Command>, out: &mut D::Out) -> io::Result<Flow> {
        self.input_ended = true;
        self.dialect.input_ended(self.linger);
        self.wind_down();
        match rest {
            Some(command) => self.take(command, BacklogShare::default(), out),
            None => {
                self.end_what_yields(out)?;
                self.serve(out)
            }
        }
    }

    /// Answers what waits until a job has to run.
    fn serve(&mut self, out: &mut D::Out) -> io::Result<Flow> {
        while self.running.is_none() {
            let Some(command) = self.waiting.pop() else {
                return Ok(if self.input_ended {
                    Flow::Quit
                } else {
                    Flow::Continue
                });
            };
            // What still runs is a search on the opponent's time, which no command waits for.
            self.dialect.jobs().abandon();
            let yields = match self.dialect.obey(command, out)? {
                Obeyed::Answered => continue,
                Obeyed::Quit => return Ok(Flow::Quit),
                Obeyed::Running => false,
                Obeyed::Yielding => true,
            };
            self.running = Some(RunningCommand { yields });
            self.look_ahead(out)?;
        }
        Ok(Flow::Continue)
    }

    /// Lets commands that wait behind a job which has just begun act on it as if they came now.
    fn look_ahead(&mut self, out: &mut D::Out) -> io::Result<()> {
        let dialect = &self.dialect;
        if self
            .waiting
            .cancelling()
            .any(|command| dialect.cancels(command))
        {
            return self.cancel(out);
        }
        if self.waiting.stops > 0 {
            self.dialect.stop();
        }
        self.wind_down();
        if self.input_ended || !self.waiting.is_empty() {
            self.end_what_yields(out)?;
        }
        Ok(())
    }

    /// Bounds what runs and what follows, if the conversation is ending.
    fn wind_down(&mut self) {
        let grace = if self.waiting.quits > 0 {
            Grace::before_quit(self.linger)
        } else if self.input_ended {
            Grace::after_input(self.linger)
        } else {
            return;
        };
        self.dialect.jobs().wind_down(grace);
    }

    fn end_what_yields(&mut self, out: &mut D::Out) -> io::Result<()> {
        match self.running {
            Some(RunningCommand { yields: true }) => self.cancel(out),
            _ => Ok(()),
        }
    }

    fn cancel(&mut self, out: &mut D::Out) -> io::Result<()> {
        self.running = None;
        self.dialect.cancel(out)
    }
}

/// Commands in the order in which they came. Urgent ones are counted, since they are asked for at every job that begins,
/// whatever flood waits.
struct WaitingCommands<C> {
    commands: VecDeque<(C, Precedence, BacklogShare)>,
    stops: usize,
    cancels: usize,
    quits: usize,
}

impl<C> WaitingCommands<C> {
    fn new() -> Self {
        WaitingCommands {
            commands: VecDeque::new(),
            stops: 0,
            cancels: 0,
            quits: 0,
        }
    }

    /// Adds a command. A blank one that has nothing to end is left out.
    fn push(&mut self, command: C, urgency: Precedence, share: BacklogShare) {
        let last = self.commands.back().map(|(_, urgency, _)| *urgency);
        if urgency == Precedence::Blank && matches!(last, None | Some(Precedence::Blank)) {
            return;
        }
        if let Some(count) = self.count(urgency) {
            *count += 1;
        }
        self.commands.push_back((command, urgency, share));
    }

    /// Takes the command that has waited longest.
    fn pop(&mut self) -> Option<C> {
        let (command, urgency, _) = self.commands.pop_front()?;
        if let Some(count) = self.count(urgency) {
            *count -= 1;
        }
        Some(command)
    }

    fn count(&mut self, urgency: Precedence) -> Option<&mut usize> {
        match urgency {
            Precedence::Stops => Some(&mut self.stops),
            Precedence::Cancels => Some(&mut self.cancels),
            Precedence::QuitsInTurn => Some(&mut self.quits),
            Precedence::Waits | Precedence::Blank | Precedence::Quits => None,
        }
    }

    /// The commands that may cancel a job.
    fn cancelling(&self) -> impl Iterator<Item = &C> {
        let cancelling = self
            .commands
            .iter()
            .filter(|(_, urgency, _)| *urgency == Precedence::Cancels);
        cancelling.take(self.cancels).map(|(command, ..)| command)
    }

    fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }
}

#[cfg(test)]
mod tests;

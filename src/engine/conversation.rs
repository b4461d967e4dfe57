//! A conversation with a client, for all protocols: commands in order, one job at a time.
//!
//! While a job runs, commands wait in a queue. A few of them affect the job before their turn ([`Precedence`]). A
//! protocol implements [`Dialect`]: the precedence of its commands, their execution, and the format of the answers. The
//! conversation itself starts no thread, reads no clock and writes no output. Its methods take commands, events and the
//! end of the input, and return whether it continues.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use super::game::Position;
use super::threads::backlog::BacklogShare;
use super::{Grace, Worker};

/// The state of a conversation after an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// The conversation continues.
    Continue,
    /// The conversation has ended.
    Quit,
}

/// The effect of a command on the running job before its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Waits for its turn, without an effect.
    Waits,
    /// Runs at once alongside the job or pondering, if the job does not [run to its end](Dialect::runs_to_end) and no
    /// command waits before it. It starts no job.
    Concurrent,
    /// A blank line: has no effect at all, except to end a job that [yields](CommandStatus::Yielding).
    Blank,
    /// Stops the job, which then answers with its best result so far.
    Stops,
    /// Cancels the job without an answer, if [`Dialect::cancels`] returns true.
    Cancels,
    /// Ends the conversation in its turn. The jobs before it get little time.
    QuitsInTurn,
    /// Ends the conversation at once, but not before a job that [runs to its end](Dialect::runs_to_end) and the
    /// commands that wait for it.
    Quits,
}

/// The state of a command after its execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandStatus {
    /// The command is answered.
    Answered,
    /// A job runs for the command.
    Running,
    /// A job runs for the command and ends at any input, such as an analysis.
    Yielding,
    /// The command ends the conversation.
    Quit,
}

/// Control of the jobs of a [`Worker`], independent of the game.
pub trait Jobs {
    /// Stops the running job, which then ends with its best result so far and still sends its final event.
    fn stop(&self);
    /// Stops the running job and discards its further events.
    fn abandon(&mut self);
    /// Bounds the time of the running job and of all later ones.
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

/// The protocol-specific part of a conversation. Its methods must not block.
pub trait Dialect {
    /// A parsed command. Malformed ones are included, since they are answered in their turn.
    type Command;
    /// The output for answers.
    type Out;

    /// Returns the effect of a command before its turn.
    fn precedence(&self, command: &Self::Command) -> Precedence;

    /// Returns the memory in bytes that a waiting command takes in addition to its line.
    fn extra_bytes(_: &Self::Command) -> usize {
        0
    }

    /// Whether a command of [`Precedence::Cancels`] invalidates the running job. Must be fast, as it is called for each
    /// such command.
    fn cancels(&self, _: &Self::Command) -> bool {
        true
    }

    /// Whether the running job ends by itself within moments and must be awaited: by commands of
    /// [`Precedence::Concurrent`], which could otherwise run alongside it, and by those of [`Precedence::Quits`].
    fn runs_to_end(&self) -> bool {
        false
    }

    /// Returns the worker's jobs.
    fn jobs(&mut self) -> &mut dyn Jobs;

    /// Executes a command in its turn. Fails only if the output cannot be written.
    fn execute(&mut self, command: Self::Command, out: &mut Self::Out)
    -> io::Result<CommandStatus>;

    /// Handles the worker's events and writes the output due. Returns whether the running command is answered.
    fn handle_events(&mut self, out: &mut Self::Out) -> io::Result<bool>;

    /// Stops the running command.
    fn stop(&mut self) {
        self.jobs().stop();
    }

    /// Cancels the running command, and ends its answer if one has begun.
    fn cancel(&mut self, out: &mut Self::Out) -> io::Result<()>;

    /// Handles the end of the input, after which a command may run for `linger`.
    fn input_ended(&mut self, _linger: Duration) {}

    /// Returns the time at which to call `handle_events` even without an event.
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

/// The command with a running job.
#[derive(Clone, Copy)]
struct RunningCommand {
    yields: bool,
}

impl<D: Dialect> Conversation<D> {
    /// Creates a conversation. After the end of the input, a search limited by nodes, visits or depth may run for
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

    /// Returns the protocol-specific part.
    pub fn dialect(&self) -> &D {
        &self.dialect
    }

    /// Returns the protocol-specific part for modification.
    pub fn dialect_mut(&mut self) -> &mut D {
        &mut self.dialect
    }

    /// Whether a command is running.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// Takes a new command with its share of the backlog. Fails only if the output cannot be written.
    pub fn take(
        &mut self,
        command: D::Command,
        mut share: BacklogShare,
        out: &mut D::Out,
    ) -> io::Result<Flow> {
        let precedence = self.dialect.precedence(&command);
        let is_awaited = self.running.is_some() && self.dialect.runs_to_end();
        if precedence == Precedence::Quits && !is_awaited {
            return Ok(Flow::Quit);
        }
        if precedence == Precedence::Concurrent && !is_awaited && self.waiting.is_empty() {
            self.dialect.execute(command, out)?;
            return self.serve(out);
        }
        if self.running.is_some() {
            match precedence {
                Precedence::Stops => self.dialect.stop(),
                Precedence::Cancels if self.dialect.cancels(&command) => self.cancel(out)?,
                _ => {}
            }
        }
        self.end_yielding(out)?;
        share.grow(D::extra_bytes(&command));
        self.waiting.push(command, precedence, share);
        if precedence == Precedence::QuitsInTurn {
            self.wind_down();
        }
        self.serve(out)
    }

    /// Handles the worker's events and the alarm.
    pub fn wake(&mut self, out: &mut D::Out) -> io::Result<Flow> {
        if self.dialect.handle_events(out)? {
            self.running = None;
        }
        self.serve(out)
    }

    /// Returns the time at which to call [`wake`](Self::wake) even without an event.
    pub fn alarm(&self) -> Option<Instant> {
        self.dialect.alarm()
    }

    /// Handles the end of the input, including a last command that it cut short. Waiting commands are still answered.
    pub fn end_of_input(&mut self, rest: Option<D::Command>, out: &mut D::Out) -> io::Result<Flow> {
        self.input_ended = true;
        self.dialect.input_ended(self.linger);
        self.wind_down();
        match rest {
            Some(command) => self.take(command, BacklogShare::default(), out),
            None => {
                self.end_yielding(out)?;
                self.serve(out)
            }
        }
    }

    /// Executes waiting commands until one starts a job.
    fn serve(&mut self, out: &mut D::Out) -> io::Result<Flow> {
        while self.running.is_none() {
            let Some(command) = self.waiting.pop() else {
                return Ok(if self.input_ended {
                    Flow::Quit
                } else {
                    Flow::Continue
                });
            };
            // Only pondering can be running here, and no command waits for it.
            self.dialect.jobs().abandon();
            let yields = match self.dialect.execute(command, out)? {
                CommandStatus::Answered => continue,
                CommandStatus::Quit => return Ok(Flow::Quit),
                CommandStatus::Running => false,
                CommandStatus::Yielding => true,
            };
            self.running = Some(RunningCommand { yields });
            if self.waiting.leaves > 0 && !self.dialect.runs_to_end() {
                return Ok(Flow::Quit);
            }
            self.look_ahead(out)?;
        }
        Ok(Flow::Continue)
    }

    /// Applies the effects of the waiting commands to a job that has just started.
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
            self.end_yielding(out)?;
        }
        Ok(())
    }

    /// Bounds the time of the running and later jobs if the conversation is ending.
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

    fn end_yielding(&mut self, out: &mut D::Out) -> io::Result<()> {
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

/// The queue of waiting commands. Commands with an effect before their turn are counted, so that the start of a job
/// need not scan a long queue for them.
struct WaitingCommands<C> {
    commands: VecDeque<(C, Precedence, BacklogShare)>,
    stops: usize,
    cancels: usize,
    /// Number of commands that quit in their turn.
    quits: usize,
    /// Number of commands that quit at once.
    leaves: usize,
}

impl<C> WaitingCommands<C> {
    fn new() -> Self {
        WaitingCommands {
            commands: VecDeque::new(),
            stops: 0,
            cancels: 0,
            quits: 0,
            leaves: 0,
        }
    }

    /// Adds a command. Drops a blank one if the queue is empty or ends with a blank one, since it has nothing to end.
    fn push(&mut self, command: C, precedence: Precedence, share: BacklogShare) {
        let last = self.commands.back().map(|(_, precedence, _)| *precedence);
        if precedence == Precedence::Blank && matches!(last, None | Some(Precedence::Blank)) {
            return;
        }
        if let Some(count) = self.count(precedence) {
            *count += 1;
        }
        self.commands.push_back((command, precedence, share));
    }

    /// Removes and returns the first command.
    fn pop(&mut self) -> Option<C> {
        let (command, precedence, _) = self.commands.pop_front()?;
        if let Some(count) = self.count(precedence) {
            *count -= 1;
        }
        Some(command)
    }

    fn count(&mut self, precedence: Precedence) -> Option<&mut usize> {
        match precedence {
            Precedence::Stops => Some(&mut self.stops),
            Precedence::Cancels => Some(&mut self.cancels),
            Precedence::QuitsInTurn => Some(&mut self.quits),
            Precedence::Quits => Some(&mut self.leaves),
            Precedence::Waits | Precedence::Concurrent | Precedence::Blank => None,
        }
    }

    /// Returns the commands that may cancel a job.
    fn cancelling(&self) -> impl Iterator<Item = &C> {
        let cancelling = self
            .commands
            .iter()
            .filter(|(_, precedence, _)| *precedence == Precedence::Cancels);
        cancelling.take(self.cancels).map(|(command, ..)| command)
    }

    fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }
}

#[cfg(test)]
mod tests;

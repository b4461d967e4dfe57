//! GTP's part of a conversation, for every game: one reply per request.

use std::fmt::Display;
use std::io;
use std::time::Instant;

use super::command_table::{Answer, Failure, GtpCommand, ReplyMode};
use super::grammar::Request;
use super::grammar::{GtpInput, GtpReader};
use super::reply::{self, Stream};
use super::session::{AnySession, Session, Update};
use crate::front::ProtocolFront;
use crate::io::output::Output;
use crate::{GameName, Options};
use tengen_engine::Waker;
use tengen_engine::conversation::{CommandStatus, Dialect, Jobs, Precedence};
use tengen_play::games::with_game;

/// A GTP conversation. Requests wait while the worker searches. Only `stop` and the comment `# interrupt` stop a search
/// for a move; any input ends an analysis.
pub type GtpFront = ProtocolFront<GtpReader, GtpDialect>;

impl GtpFront {
    /// Creates a conversation about the game in `options`. Fails if the game does not support these options or no
    /// thread can be started.
    pub fn new(options: Options, waker: Waker) -> io::Result<Self> {
        let linger = options.linger;
        let dialect = GtpDialect {
            session: open_session(&options, waker.clone())?,
            options,
            waker,
            pending: None,
        };
        Ok(ProtocolFront::from_parts(
            GtpReader::default(),
            dialect,
            linger,
        ))
    }
}

/// Session of the current game, and the reply to the running command.
pub struct GtpDialect {
    options: Options,
    waker: Waker,
    session: Box<dyn AnySession>,
    pending: Option<PendingReply>,
}

/// Reply to the running command.
struct PendingReply {
    id: Option<u32>,
    /// Text of the request, for error messages.
    command: String,
    /// Stream for a reply written line by line.
    stream: Option<Stream>,
}

impl PendingReply {
    fn finish(self, rest: Result<String, Failure>, out: &mut Output) -> io::Result<()> {
        match self.stream {
            Some(stream) => stream.end(rest, out),
            None => reply::whole(self.id, rest, out),
        }
    }
}

impl GtpDialect {
    fn begin(&mut self, request: &Request, mode: ReplyMode) -> CommandStatus {
        self.pending = Some(PendingReply {
            id: request.id,
            command: request.to_string(),
            stream: mode.streams.then(|| Stream::new(request.id)),
        });
        if mode.yields {
            CommandStatus::Yielding
        } else {
            CommandStatus::Running
        }
    }

    /// Adds the code to a failure, if the client wants codes.
    fn coded(&self, reply: Result<String, Failure>) -> Result<String, Failure> {
        match self.options.gtp.sends_codes {
            true => reply.map_err(Failure::with_code_line),
            false => reply,
        }
    }

    /// Ends the conversation with an error after a failure, if the options demand it.
    fn end_if_strict(
        &self,
        command: &dyn Display,
        failure: Option<Failure>,
        out: &mut Output,
    ) -> io::Result<()> {
        match failure {
            Some(failure) if self.options.script.strict => {
                out.flush()?;
                Err(io::Error::other(format!("{command}: {failure}")))
            }
            _ => Ok(()),
        }
    }

    /// Switches to another game. If no thread can be started for it, the current game continues.
    fn switch(&mut self, name: GameName) -> Result<(), Failure> {
        let mut options = self.options.clone();
        // Size and handicap on the command line apply only to the first game.
        options.games.size = None;
        options.games.go.handicap = 0;
        // The level applies only to the game it was given for.
        options.level = options.level.filter(|_| options.game == name.game);
        options.game = name.game;
        if let Some(rule) = name.rule {
            options.games.gomoku.rule = rule;
        }
        let settings = self.session.session_settings();
        self.session = open_session(&options, self.waker.clone())
            .map_err(|error| Failure::new(error.to_string()))?;
        self.session.restore(settings);
        self.options.games.size = None;
        self.options.games.go.handicap = 0;
        Ok(())
    }
}

impl Dialect for GtpDialect {
    type Command = GtpInput;
    type Out = Output;

    fn precedence(&self, input: &GtpInput) -> Precedence {
        match input {
            GtpInput::Request(request) => self.session.precedence(&request.name),
            GtpInput::Interrupt => Precedence::Stops,
            GtpInput::Blank => Precedence::Blank,
            GtpInput::TooLong => Precedence::Waits,
        }
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        self.session.jobs()
    }

    fn execute(&mut self, input: GtpInput, out: &mut Output) -> io::Result<CommandStatus> {
        let request = match input {
            GtpInput::Request(request) => request,
            GtpInput::Blank | GtpInput::Interrupt => return Ok(CommandStatus::Answered),
            GtpInput::TooLong => {
                let failure = Failure::new("line too long");
                reply::whole(None, Err(failure.clone()), out)?;
                self.end_if_strict(&"a line of input", Some(failure), out)?;
                return Ok(CommandStatus::Answered);
            }
        };
        if self.options.script.echo {
            out.line(&format!("> {request}"))?;
        }
        let (reply, status) = match self.session.run(&request) {
            Ok(Answer::Text(text)) => (Ok(text), CommandStatus::Answered),
            Ok(Answer::Later(mode)) => return Ok(self.begin(&request, mode)),
            Ok(Answer::Game(game)) => {
                let switched = self.switch(game).map(|()| String::new());
                (switched, CommandStatus::Answered)
            }
            Ok(Answer::Quit) => (Ok(String::new()), CommandStatus::Quit),
            Err(failure) => (Err(failure), CommandStatus::Answered),
        };
        let failure = reply.as_ref().err().cloned();
        reply::whole(request.id, self.coded(reply), out)?;
        self.end_if_strict(&request, failure, out)?;
        Ok(status)
    }

    fn handle_events(&mut self, out: &mut Output) -> io::Result<bool> {
        while let Some(pending) = &mut self.pending {
            match (self.session.poll(), &mut pending.stream) {
                (Some(Update::Line(line)), Some(stream)) => stream.line(&line, out)?,
                // Only streams have lines before the end of the reply.
                (Some(Update::Line(_)), None) => {}
                (Some(Update::End(rest)), _) => {
                    if let Some(pending) = self.pending.take() {
                        let failure = rest.as_ref().err().cloned();
                        let command = pending.command.clone();
                        pending.finish(self.coded(rest), out)?;
                        self.end_if_strict(&command, failure, out)?;
                    }
                    return Ok(true);
                }
                (None, stream) => {
                    if let Some(stream) = stream {
                        stream.write_due_head(out)?;
                    }
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }

    fn cancel(&mut self, out: &mut Output) -> io::Result<()> {
        let rest = self.session.cancel();
        match self.pending.take() {
            Some(pending) => pending.finish(Ok(rest), out),
            None => Ok(()),
        }
    }

    fn alarm(&self) -> Option<Instant> {
        let pending = self.pending.as_ref()?;
        let head = pending.stream.as_ref().and_then(Stream::due);
        [head, self.session.next_update_at()]
            .into_iter()
            .flatten()
            .min()
    }
}

fn open_session(options: &Options, waker: Waker) -> io::Result<Box<dyn AnySession>> {
    Ok(with_game!(options.game, G => {
        let commands = GtpCommand::<G>::allowed(&options.files);
        Box::new(Session::new(options, commands, waker)?)
    }))
}

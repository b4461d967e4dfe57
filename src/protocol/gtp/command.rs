//! The rows of the command table, and the results of commands.

use thiserror::Error;

use super::game::GtpGame;
use super::parse::GtpSyntaxError;
use super::session::Session;
use crate::CommandRow;
use crate::GameName;
use tengen_engine::game::IllegalMove;
use tengen_play::refusal::Refusal;

/// The value that stands for a file name in the grammar of a command's arguments.
const FILE: &str = "FILE";

/// The commands of GTP version 2 (draft 2). The draft fixes the text of their errors.
const GTP_2_COMMANDS: [&str; 22] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "play",
    "genmove",
    "undo",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
];

/// A GTP command. Its name is case sensitive. A command with `FILE` in its grammar is unknown under `--files none`.
pub type GtpCommand<G> = CommandRow<Handler<G>>;

/// The handler of a command: parses the text after the name and runs the command. An error leaves the session
/// unchanged.
pub type Handler<G> = fn(&mut Session<G>, &str) -> Result<Answer, Failure>;

impl<G: GtpGame> CommandRow<Handler<G>> {
    /// Whether an argument can be the name of a file.
    pub fn names_a_file(&self) -> bool {
        self.values().iter().any(|value| value == FILE)
    }

    /// Runs the command.
    ///
    /// # Errors
    ///
    /// Fails if the handler refuses the command; the error is the reply. For malformed arguments the commands of GTP 2
    /// reply a bare `syntax error`, as its draft demands, and others append the usage.
    pub fn run(&self, session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
        (self.action)(session, args).map_err(|failure| match failure {
            Failure::Syntax => self.misused(args),
            Failure::Refused(_) => failure,
        })
    }

    /// Returns the reply to malformed arguments, and logs them.
    fn misused(&self, args: &str) -> Failure {
        let usage = self.usage();
        log::info!("expected `{usage}`, saw `{} {args:.100}`", self.name);
        if GTP_2_COMMANDS.contains(&self.name) {
            return Failure::Syntax;
        }
        Failure::new(format!("{}: {usage}", Failure::Syntax))
    }
}

/// The result of a command that succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An immediate reply.
    Text(String),
    /// A reply at the end of a job of the worker; `AnySession::poll` returns it.
    Later(ReplyMode),
    /// An empty reply that ends the conversation.
    Quit,
    /// An empty reply, followed by a switch to this game.
    Game(GameName),
}

/// The way in which a job of the worker is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyMode {
    /// Whether the reply is written line by line while the job runs.
    pub streams: bool,
    /// Whether any line of input ends the job, even an empty one.
    pub yields: bool,
}

impl Answer {
    /// Returns an empty reply.
    pub fn done() -> Self {
        Answer::Text(String::new())
    }
}

/// Returns a reply with this text.
///
/// # Errors
///
/// Never fails. The return type is that of a command handler.
pub fn say(text: impl Into<String>) -> Result<Answer, Failure> {
    Ok(Answer::Text(text.into()))
}

/// The reason for refusing a command; its text is the reply. Controllers match some of these texts exactly.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// Malformed arguments.
    #[error("syntax error")]
    Syntax,
    /// Any other reason.
    #[error("{0}")]
    Refused(String),
}

impl Failure {
    /// Returns a refusal with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Failure::Refused(text.into())
    }
}

impl From<GtpSyntaxError> for Failure {
    fn from(_: GtpSyntaxError) -> Self {
        Failure::Syntax
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::new(refusal.to_string())
    }
}

impl From<IllegalMove> for Failure {
    fn from(reason: IllegalMove) -> Self {
        Refusal::from(reason).into()
    }
}

#[cfg(test)]
mod tests;

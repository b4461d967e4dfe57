//! A row of the command table, and the answers of commands.

use thiserror::Error;

use super::game::GtpGame;
use super::parse::GtpSyntaxError;
use super::session::Session;
use crate::engine::game::{Game, IllegalMove};
use crate::protocol::CommandRow;

/// The name of a file in the grammar of a command's arguments.
const FILE: &str = "FILE";

/// The commands of GTP version 2 (draft 2), whose error texts the draft fixes.
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

/// A command of GTP; names are case sensitive. A command whose grammar holds `FILE` is unknown under `--files none`.
pub type GtpCommand<G> = CommandRow<Handler<G>>;

/// The code behind a command: parses the text after its name and acts. An error leaves everything as it was.
pub type Handler<G> = fn(&mut Session<G>, &str) -> Result<Answer, Failure>;

impl<G: GtpGame> CommandRow<Handler<G>> {
    /// Whether one of its arguments can be the name of a file.
    pub fn names_a_file(&self) -> bool {
        self.values().iter().any(|value| value == FILE)
    }

    /// Runs the command.
    ///
    /// # Errors
    /// The reply to a command that is refused. Arguments that do not fit are a bare `syntax error` for the commands of
    /// GTP 2, as its draft has it; for others the text goes on with the usage.
    pub fn run(&self, session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
        (self.action)(session, args).map_err(|failure| match failure {
            Failure::Syntax => self.misused(args),
            Failure::Refused(_) => failure,
        })
    }

    /// Returns the reply to arguments that do not fit, and logs them.
    fn misused(&self, args: &str) -> Failure {
        let usage = self.usage();
        log::info!("expected `{usage}`, saw `{} {args:.100}`", self.name);
        if GTP_2_COMMANDS.contains(&self.name) {
            return Failure::Syntax;
        }
        Failure::new(format!("{}: {usage}", Failure::Syntax))
    }
}

/// The answer of a command that succeeded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A reply at once.
    Text(String),
    /// A reply when the worker is done; `AnySession::poll` returns it.
    Later(ReplyMode),
    /// An empty reply, and the end of the conversation.
    Quit,
    /// An empty reply, and another game.
    Game(Game),
}

/// The course of a command that runs on the worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyMode {
    /// Whether the reply begins at once and comes line by line.
    pub streams: bool,
    /// Whether any line of input ends it, an empty one too.
    pub yields: bool,
}

impl Answer {
    /// Returns an empty reply.
    pub fn done() -> Self {
        Answer::Text(String::new())
    }
}

/// Returns a reply with this text.
pub fn say(text: impl Into<String>) -> Result<Answer, Failure> {
    Ok(Answer::Text(text.into()))
}

/// The reason for refusing a command; its text is the reply. Controllers compare some of these texts to the letter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The arguments do not fit the command.
    #[error("syntax error")]
    Syntax,
    /// Any other reason, in words.
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

impl From<IllegalMove> for Failure {
    fn from(reason: IllegalMove) -> Self {
        log::debug!("move refused: {reason}");
        Failure::new("illegal move")
    }
}

#[cfg(test)]
mod tests;

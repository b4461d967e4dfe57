//! Rows of the command table, and results of commands.

use serde_json::json;
use thiserror::Error;

use super::game::GtpGame;
use super::grammar::GtpSyntaxError;
use super::session::Session;
use crate::CommandRow;
use crate::GameName;
use tengen_engine::ComputationError;
use tengen_engine::conversation::Precedence;
use tengen_engine::game::IllegalMove;
use tengen_play::refusal::{CodeValue, Refusal, RefusalCode};

/// Name of file arguments in the grammar.
const FILE: &str = "FILE";

/// Commands of GTP version 2 (draft 2). The draft fixes the text of their errors.
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

/// A GTP command. Names are case sensitive. A command with `FILE` in its grammar is unknown under `--files none`.
pub type GtpCommand<G> = CommandRow<Handling<G>>;

/// How a command is executed.
pub struct Handling<G: GtpGame> {
    /// Effect on a running search before the command's turn.
    pub precedence: Precedence,
    /// Function of the command.
    pub run: Handler<G>,
}

/// Handler of a command, which parses the text after the name and runs the command. An error leaves the session
/// unchanged.
pub type Handler<G> = fn(&mut Session<G>, &str) -> Result<Answer, Failure>;

/// Makes a row of name, argument grammar, precedence, function and help. A command without a precedence waits for its
/// turn.
macro_rules! command {
    ($name:literal $args:literal => $run:expr, $help:literal) => {
        command!($name $args, Waits => $run, $help)
    };
    ($name:literal $args:literal, $precedence:ident => $run:expr, $help:literal) => {
        row!($name $args => $crate::gtp::command_table::Handling {
            precedence: tengen_engine::conversation::Precedence::$precedence,
            run: $run,
        }, $help)
    };
}

impl<G: GtpGame> GtpCommand<G> {
    /// Whether an argument can be a file name.
    pub fn names_a_file(&self) -> bool {
        self.values().iter().any(|value| value == FILE)
    }

    /// Runs the command. An error is the reply. For malformed arguments, GTP 2 commands reply with a bare `syntax
    /// error`, as the draft demands; other commands append the usage.
    pub fn run(&self, session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
        (self.action.run)(session, args).map_err(|failure| match failure {
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

/// Result of a successful command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A reply given at once.
    Text(String),
    /// A reply at the end of a worker job, returned by `AnySession::poll`.
    Later(ReplyMode),
    /// An empty reply that ends the conversation.
    Quit,
    /// An empty reply, followed by a switch to this game.
    Game(GameName),
}

/// How a worker job is answered.
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

/// Returns a reply with this text, as the result of a command handler. Never fails.
pub fn say(text: impl Into<String>) -> Result<Answer, Failure> {
    Ok(Answer::Text(text.into()))
}

/// Reason for refusing a command. Its text is the reply, which controllers may match exactly.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// Arguments that do not fit the grammar.
    #[error("syntax error")]
    Syntax,
    /// Any other reason.
    #[error(transparent)]
    Refused(Refusal),
}

impl Failure {
    /// Creates a refusal with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Failure::Refused(Refusal::new(text))
    }

    /// Creates a refusal with a code and this text.
    pub fn coded(code: RefusalCode, text: impl ToString) -> Self {
        Failure::Refused(Refusal::coded(code, text))
    }

    /// Adds the code, with its value, to the text: as a last line, in JSON. A page says it in the language of its user.
    pub fn with_code_line(self) -> Failure {
        let Failure::Refused(refusal) = &self else {
            return self;
        };
        let Some(code) = refusal.code() else {
            return self;
        };
        let mut line = json!({ "code": code.name() });
        match refusal.value() {
            Some(CodeValue::Line(number)) => line["line"] = json!(number),
            Some(CodeValue::Kind(kind)) => line["kind"] = json!(kind),
            None => {}
        }
        Failure::new(format!("{refusal}\n{line}"))
    }
}

impl From<GtpSyntaxError> for Failure {
    fn from(_: GtpSyntaxError) -> Self {
        Failure::Syntax
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure::Refused(refusal)
    }
}

impl From<ComputationError> for Failure {
    fn from(error: ComputationError) -> Self {
        match error.was_stopped {
            true => Failure::coded(RefusalCode::Stopped, error),
            false => Failure::new(error.text),
        }
    }
}

impl From<IllegalMove> for Failure {
    fn from(reason: IllegalMove) -> Self {
        Refusal::from(reason).into()
    }
}

#[cfg(test)]
mod tests;

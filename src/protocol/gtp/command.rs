//! A row of the command table, and what a command can answer.

use thiserror::Error;

use super::commands::standard;
use super::game::GtpGame;
use super::parse::GtpSyntaxError;
use super::session::Session;
use crate::engine::files::Access;
use crate::engine::game::{Game, IllegalMove};

/// What stands for the name of a file in the grammar of a command's arguments.
const FILE: &str = "FILE";

/// One command: all that the engine knows of it stands in its row.
pub struct GtpCommand<G: GtpGame> {
    /// As typed; GTP's names are case sensitive.
    pub name: &'static str,
    /// The grammar of its arguments: capitals are values, brackets hold what may be left out. `FILE` is the name of a
    /// file; a command whose grammar has it is not there if `--files none` is given.
    pub args: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Parses the arguments and acts. An error leaves everything as it was.
    pub run: Handler<G>,
}

/// The code behind a command; the text is its arguments.
pub type Handler<G> = fn(&mut Session<G>, &str) -> Result<Answer, Failure>;

impl<G: GtpGame> GtpCommand<G> {
    /// Every command of the game: the standard ones, then its own.
    pub fn all() -> impl Iterator<Item = &'static GtpCommand<G>> {
        standard::commands::<G>().iter().chain(G::COMMANDS)
    }

    /// The commands of the game that a client may give: none that can name a file where no files are allowed.
    pub fn allowed(files: &Access) -> impl Iterator<Item = &'static GtpCommand<G>> + use<G> {
        let with_files = files.allows_files();
        GtpCommand::all().filter(move |command| with_files || !command.names_a_file())
    }

    /// Whether one of its arguments can be the name of a file.
    pub fn names_a_file(&self) -> bool {
        self.args.split([' ', '[', ']']).any(|word| word == FILE)
    }

    /// How it is typed, and what for.
    pub fn usage(&self) -> String {
        let blank = if self.args.is_empty() { "" } else { " " };
        format!("{}{blank}{} - {}", self.name, self.args, self.help)
    }
}

/// What a command that worked has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This, now.
    Text(String),
    /// The worker has been set to it; `Desk::poll` has the reply when it is done.
    Later(Course),
    /// Nothing, and the conversation ends.
    Quit,
    /// Nothing, and another game begins.
    Game(Game),
}

/// How a command goes on that takes a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The reply begins at once and is told line by line.
    pub streams: bool,
    /// Any line of input ends it, an empty one too.
    pub yields: bool,
}

impl Answer {
    /// Success without a word.
    pub fn done() -> Self {
        Answer::Text(String::new())
    }
}

/// Success with a text.
pub fn say(text: impl Into<String>) -> Result<Answer, Failure> {
    Ok(Answer::Text(text.into()))
}

/// Why a command was refused; its text is the reply. Controllers compare some of these texts to the letter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Failure(String);

impl Failure {
    /// A refusal with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Failure(text.into())
    }
}

impl From<GtpSyntaxError> for Failure {
    fn from(_: GtpSyntaxError) -> Self {
        Failure::new("syntax error")
    }
}

impl From<IllegalMove> for Failure {
    fn from(reason: IllegalMove) -> Self {
        log::debug!("move refused: {reason}");
        Failure::new("illegal move")
    }
}

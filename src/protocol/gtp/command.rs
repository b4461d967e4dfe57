//! A row of the command table, and what a command can answer.

use thiserror::Error;

use super::game::GtpGame;
use super::parse::SyntaxError;
use super::session::Session;
use super::standard;
use crate::game::{Game, IllegalMove};

/// One command: all that the engine knows of it stands in its row.
pub struct Command<G: GtpGame> {
    /// As typed; GTP's names are case sensitive.
    pub name: &'static str,
    /// The grammar of its arguments: capitals are values, brackets hold what may be left out.
    pub args: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Parses the arguments and acts. An error leaves everything as it was.
    pub run: Handler<G>,
}

/// The code behind a command; the text is its arguments.
pub type Handler<G> = fn(&mut Session<G>, &str) -> Result<Answer, Failure>;

impl<G: GtpGame> Command<G> {
    /// Every command of the game: the standard ones, then its own.
    pub fn all() -> impl Iterator<Item = &'static Command<G>> {
        standard::commands::<G>().iter().chain(G::COMMANDS)
    }

    /// The command of that name.
    pub fn named(name: &str) -> Option<&'static Command<G>> {
        Command::all().find(|command| command.name == name)
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

impl From<SyntaxError> for Failure {
    fn from(_: SyntaxError) -> Self {
        Failure::new("syntax error")
    }
}

impl From<IllegalMove> for Failure {
    fn from(reason: IllegalMove) -> Self {
        log::debug!("move refused: {reason}");
        Failure::new("illegal move")
    }
}

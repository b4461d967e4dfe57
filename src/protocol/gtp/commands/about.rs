//! Commands about the engine and the session.

use nom::combinator::opt;

use super::server::UNLISTED;
use crate::GameName;
use crate::gtp::command::{Answer, Failure, GtpCommand, say};
use crate::gtp::game::GtpGame;
use crate::gtp::parse::{arguments, count, first_arguments, nothing, word};
use crate::gtp::session::Session;
use tengen_engine::Settings;
use tengen_play::Game;

/// Runs `protocol_version`.
pub fn protocol_version<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    say("2")
}

/// Runs `name`.
pub fn name<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    say(session.name())
}

/// Runs `version`.
pub fn version<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    let number = env!("CARGO_PKG_VERSION");
    match G::plays_by(session.position(), session.resources()) {
        // Lizzie splits the text before the first blank at its dots, so it must be the bare number.
        Some(player) => say(format!("{number} {player}")),
        None => say(number),
    }
}

/// Runs `known_command NAME`.
pub fn known_command<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let name = first_arguments(args, word)?;
    say(if session.command(name).is_some() {
        "true"
    } else {
        "false"
    })
}

/// Runs `list_commands`.
pub fn list_commands<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    say(session
        .commands()
        .map(|command| command.name)
        .filter(|&name| session.lists_kgs_chat || name != UNLISTED)
        .collect::<Vec<_>>()
        .join("\n"))
}

/// Runs `help [NAME]`.
pub fn help<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let Some(name) = arguments(args, opt(word))? else {
        return say(session
            .commands()
            .map(described)
            .collect::<Vec<_>>()
            .join("\n"));
    };
    let command = session
        .command(name)
        .ok_or_else(|| Failure::new("unknown command"))?;
    say(described(command))
}

/// Returns the line of `help` for a command.
fn described<G: GtpGame>(command: &GtpCommand<G>) -> String {
    format!("{} - {}", command.usage(), command.help)
}

/// Runs `quit`.
pub fn quit<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    Ok(Answer::Quit)
}

/// Runs `list_games`.
pub fn list_games<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(Game::ALL.map(Game::name).join("\n"))
}

/// Runs `set_game GAME`.
pub fn set_game<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let name = arguments(args, word)?;
    let name: Result<GameName, _> = name.parse();
    Ok(Answer::Game(
        name.map_err(|_| Failure::new("unsupported game"))?,
    ))
}

/// Runs `cputime`.
pub fn cputime<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(format!("{:.3}", session.search_time().as_secs_f64()))
}

/// Runs `clear_cache`: clears the memory of the search.
pub fn clear_cache<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    session.forget();
    Ok(Answer::done())
}

/// Runs `get_random_seed`.
pub fn get_random_seed<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(session.settings().seed.to_string())
}

/// Runs `set_random_seed N`. Clears the memory of the search, so that its moves depend on the seed alone.
pub fn set_random_seed<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    let seed = arguments(args, count)?;
    session.configure(Settings {
        seed,
        ..session.settings()
    });
    session.forget();
    Ok(Answer::done())
}

//! Commands about the engine and the session.

use std::iter;

use nom::combinator::opt;

use super::server::UNLISTED;
use super::topics::{self, CLIENTS};
use crate::GameName;
use crate::gtp::command_table::{Answer, Failure, GtpCommand, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, count, first_arguments, nothing, word};
use crate::gtp::session::Session;
use tengen_engine::Settings;
use tengen_play::Game;

/// Replies with the version of GTP.
pub fn protocol_version<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    say("2")
}

/// Replies with the engine's name.
pub fn name<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    say(session.name())
}

/// Replies with the engine's version, followed by the name of its evaluation if the game has several.
pub fn version<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    let number = env!("CARGO_PKG_VERSION");
    match G::plays_by(session.position(), session.resources()) {
        // Lizzie splits the text before the first blank at its dots, so it must be the bare number.
        Some(player) => say(format!("{number} {player}")),
        None => say(number),
    }
}

/// Runs `known_command NAME`: whether the client may use this command.
pub fn known_command<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let name = first_arguments(args, word)?;
    say(if session.command(name).is_some() {
        "true"
    } else {
        "false"
    })
}

/// Lists the commands that the client may use, `kgs-chat` only on request.
pub fn list_commands<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    say(session
        .commands()
        .map(|command| command.name)
        .filter(|&name| session.lists_kgs_chat || name != UNLISTED)
        .collect::<Vec<_>>()
        .join("\n"))
}

/// Runs `help [NAME]`: describes one command, or all by topic.
pub fn help<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let Some(name) = arguments(args, opt(word))? else {
        return say(described_by_topic(session));
    };
    let command = session
        .command(name)
        .ok_or_else(|| Failure::new("unknown command"))?;
    say(described(command))
}

/// Describes the commands that the client may use, under headings.
fn described_by_topic<G: GtpGame>(session: &Session<G>) -> String {
    let own = G::COMMANDS.iter().zip(iter::repeat(G::GAME.name()));
    let clients = GtpCommand::of_clients().iter().zip(iter::repeat(CLIENTS));
    let mut topics: Vec<(&str, String)> = Vec::new();
    for (command, topic) in topics::shared().chain(own).chain(clients) {
        if session.command(command.name).is_none() {
            continue;
        }
        let known = topics.iter().position(|(title, _)| *title == topic);
        let at = known.unwrap_or(topics.len());
        if known.is_none() {
            topics.push((topic, format!("{topic}:")));
        }
        topics[at].1 += &format!("\n{}", described(command));
    }
    let texts: Vec<String> = topics.into_iter().map(|(_, text)| text).collect();
    texts.join("\n")
}

fn described<G: GtpGame>(command: &GtpCommand<G>) -> String {
    format!("{} - {}", command.usage(), command.help)
}

/// Ends the conversation after an empty reply.
pub fn quit<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    first_arguments(args, nothing)?;
    Ok(Answer::Quit)
}

/// Lists the names of the games.
pub fn list_games<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(Game::ALL.map(Game::name).join("\n"))
}

/// Runs `set_game GAME`: switches to another game.
pub fn set_game<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let name = arguments(args, word)?;
    let name: Result<GameName, _> = name.parse();
    Ok(Answer::Game(
        name.map_err(|_| Failure::new("unsupported game"))?,
    ))
}

/// Replies with the time spent on searches for moves, in seconds.
pub fn cputime<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(format!("{:.3}", session.search_time().as_secs_f64()))
}

/// Clears the search's memory.
pub fn clear_cache<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    session.forget();
    Ok(Answer::done())
}

/// Replies with the random seed.
pub fn get_random_seed<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(session.settings().seed.to_string())
}

/// Runs `set_random_seed N`. Also clears the search's memory, so that its moves depend only on the seed.
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

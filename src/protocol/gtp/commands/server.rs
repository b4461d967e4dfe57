//! Messages of Go servers: CGOS's extensions as its client sends them, and kgsGtp's.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::verify;

use super::engine_report::title;
use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, file, nothing, word};
use crate::gtp::session::Session;

/// Command that `list_commands` includes only on request: kgsGtp 3.5.20 and later fail with an exception at the start
/// of a game if the engine lists it.
pub const UNLISTED: &str = "kgs-chat";

/// Runs `cgos-opponent_name NAME` and `cgos-opponent_rating NAME`: logs the opponent.
pub fn opponent<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let opponent = arguments(args, word)?;
    log::info!("opponent: {opponent}");
    Ok(Answer::done())
}

/// Runs `cgos-gameover RESULT`: logs the result and clears the search's memory.
pub fn game_result<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let result = arguments(args, word)?;
    log::info!("result: {result}");
    session.forget();
    Ok(Answer::done())
}

/// Runs `kgs-game_over`: clears the search's memory.
pub fn game_over<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    session.forget();
    Ok(Answer::done())
}

/// Channel of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    /// The chat of the game.
    Game,
    /// A message to the engine only.
    Private,
}

/// Runs `kgs-chat game NAME MESSAGE` and `kgs-chat private NAME MESSAGE`. kgsGtp sends the reply to the speaker. A
/// message in a game's chat may be meant for others, so it is answered only if it begins with a known word.
pub fn chat<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let channel =
        |name, channel| verify(word, move |seen: &str| seen == name).map(move |_| channel);
    let channels = alt((
        channel("game", Channel::Game),
        channel("private", Channel::Private),
    ));
    let (channel, _name, message) = arguments(args, (channels, word, file))?;
    let first = message.split_whitespace().next().unwrap_or_default();
    match first.to_ascii_lowercase().as_str() {
        "winrate" => {
            let search = session.last_search();
            let summary = search.map(|search| search.summary(session.position()));
            say(summary.unwrap_or_else(|| "no move has been searched for yet".to_owned()))
        }
        "version" => say(title(session)?),
        _ if channel == Channel::Private => say("winrate: the last move; version: this program"),
        _ => Err(Failure::new("no answer")),
    }
}

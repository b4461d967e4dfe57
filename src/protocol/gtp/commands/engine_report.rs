//! Text descriptions of the engine for game records: gomill's extensions (Gomill manual, "GTP extensions").

use super::{about, limits};
use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, nothing};
use crate::gtp::session::Session;

/// Runs `gomill-cpu_time`: replies with the processor time used by all threads in searches for moves, in seconds.
pub fn cpu_time<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(format!("{:.3}", session.cpu_time()))
}

/// Runs `gomill-describe_engine`: replies with name, version and all settings that affect play.
pub fn describe_engine<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let settings = session.settings();
    let position = session.position();
    let (width, height) = G::size(position);
    let mut game = format!("game {} {width}x{height}", G::GAME.name());
    if G::komi(position) != 0.0 {
        game.push_str(&format!(" komi {}", G::komi(position)));
    }
    if let Some(rules) = G::rules_name(position) {
        game.push_str(&format!(" rules {rules}"));
    }
    if let Some(level) = session.level {
        game.push_str(&format!(" level {}", G::levels().name(level)));
    }
    say([
        title(session)?,
        game,
        format!(
            "threads {} memory {} MiB seed {} instructions {}",
            settings.threads,
            settings.memory >> 20,
            settings.seed,
            settings.isa
        ),
        format!("limits {}", limits::describe(&session.bounds)),
        format!("ponders {}", session.pondering.enabled),
    ]
    .join("\n"))
}

/// Returns the engine's name and version.
pub(super) fn title<G: GtpGame>(session: &mut Session<G>) -> Result<String, Failure> {
    let text = |answer| match answer {
        Answer::Text(text) => text,
        Answer::Later(_) | Answer::Quit | Answer::Game(_) => String::new(),
    };
    let name = text(about::name(session, "")?);
    let version = text(about::version(session, "")?);
    Ok(format!("{name} {version}"))
}

/// Runs `gomill-explain_last_move`: replies with the values of the last search for a move, or nothing if there is none.
pub fn explain_last_move<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let search = session.last_search();
    say(search.map_or_else(String::new, |search| search.summary(session.position())))
}

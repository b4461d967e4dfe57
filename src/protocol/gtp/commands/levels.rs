//! Command `level` and its relatives, for the level of play.

use nom::combinator::opt;

use super::gogui_parameters::DialogValue;
use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, nothing, rest, word};
use crate::gtp::session::Session;
use tengen_engine::skill::FULL;

const KEY: &str = "level";

/// Runs `level [LEVEL]`: shows or sets the level of play.
pub fn level<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let name = arguments(args, rest)?;
    if name.is_empty() {
        return say(G::levels().name_or_full(session.level));
    }
    set(session, name)
}

fn set<G: GtpGame>(session: &mut Session<G>, name: &str) -> Result<Answer, Failure> {
    let level = G::levels().read(name);
    session.level = level.map_err(|error| Failure::new(error.to_string()))?;
    Ok(Answer::done())
}

/// Lists the levels of the game.
pub fn levels<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    say(G::levels().list())
}

/// Runs `gogui-param_level [KEY VALUE]`: the level in GoGui's dialog.
pub fn dialog<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let Some((key, value)) = arguments(args, opt((word, word)))? else {
        let levels = G::levels();
        let names = levels.levels().map(|level| levels.name(level));
        let choices = names.chain([FULL.to_owned()]).collect();
        let now = levels.name_or_full(session.level);
        return say(DialogValue::Choice(choices, now).line(KEY));
    };
    if key != KEY {
        return Err(Failure::new(format!(
            "unknown parameter '{key}': expected {KEY}"
        )));
    }
    set(session, value)
}

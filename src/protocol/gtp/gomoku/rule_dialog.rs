//! Gomoku rule in GoGui's dialog.

use nom::combinator::opt;

use crate::gtp::commands::gogui_parameters::DialogValue;
use crate::gtp::grammar::{arguments, word};
use crate::gtp::{Answer, Failure, Session, say};
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_gomoku::{Cell, Position, Rule, UnknownRule};
use tengen_play::gomoku::{Gomoku, empty_board};

const RULE: &str = "rule";

pub fn param_rules(session: &mut Session<Gomoku>, args: &str) -> Result<Answer, Failure> {
    let Some((key, value)) = arguments(args, opt((word, word)))? else {
        let now = session.position().rule().to_string();
        let rules = Rule::ALL.map(|rule| rule.name().to_owned()).to_vec();
        return say(DialogValue::Choice(rules, now).line(RULE));
    };
    if key != RULE {
        return Err(Failure::new(format!(
            "unknown parameter '{key}': expected {RULE}"
        )));
    }
    let rule = value
        .parse()
        .map_err(|error: UnknownRule| Failure::new(error.to_string()))?;
    let record = replayed(&session.record, rule)?;
    session.resume(record.into());
    session.when_ready()
}

/// Replays a game under another rule. Fails if the rule forbids a move or ends the game before a move.
fn replayed(record: &Record<Position>, rule: Rule) -> Result<Record<Position>, Failure> {
    let old = record.start();
    let mut start = empty_board(u32::from(old.width()), u32::from(old.height()), rule)?;
    for point in old.points() {
        let cell = old.cell(point);
        if cell != Cell::Empty {
            start.place(point, cell)?;
        }
    }
    start.turn_to(old.to_move())?;
    let mut replayed = Record::new(start);
    for (number, (color, mv)) in record.moves().enumerate() {
        replayed.play(color, mv).map_err(|reason| {
            let number = number + 1;
            Failure::new(format!(
                "{rule} does not allow move {number} of this game: {reason}"
            ))
        })?;
    }
    Ok(replayed)
}

//! Go rules in GoGui's dialog.

use nom::combinator::opt;

use super::change_rules;
use crate::gtp::commands::gogui_parameters::{DialogValue, flag_word};
use crate::gtp::grammar::{arguments, word};
use crate::gtp::{Answer, Failure, Session, say};
use tengen_go::rules::ruleset::RuleValue;
use tengen_play::go::Go;

pub fn param_rules(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let mut rules = *session.position().rules();
    let Some((key, value)) = arguments(args, opt((word, word)))? else {
        let entries = rules.entries().into_iter();
        let lines = entries.map(|(key, value)| dialog_value(value).line(key));
        return say(lines.collect::<Vec<_>>().join("\n"));
    };
    let is_flag = rules
        .entries()
        .iter()
        .any(|(known, value)| *known == key && matches!(value, RuleValue::Flag(_)));
    let value = if is_flag { flag_word(value) } else { value };
    rules
        .set(key, value)
        .map_err(|error| Failure::new(error.to_string()))?;
    change_rules(session, rules)
}

fn dialog_value(value: RuleValue) -> DialogValue {
    match value {
        RuleValue::Flag(value) => DialogValue::Flag(value),
        RuleValue::Choice { choices, current } => {
            let choices = choices.into_iter().map(str::to_owned);
            DialogValue::Choice(choices.collect(), current.to_owned())
        }
    }
}

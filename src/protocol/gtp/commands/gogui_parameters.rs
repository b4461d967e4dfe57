//! Parameters in GoGui's dialogs: analyze commands of the type `param` (GoGui manual, "Analyze Commands").

use nom::combinator::opt;
use serde_json::Value;

use super::parameters;
use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, word};
use crate::gtp::parameter::Parameter;
use crate::gtp::session::Session;

/// A value in a dialog.
pub enum DialogValue {
    /// A check box, on or off.
    Flag(bool),
    /// A list of possible values and the current one.
    Choice(Vec<String>, String),
    /// A text field and its content.
    Text(String),
}

impl DialogValue {
    /// Writes the line of a parameter.
    pub fn line(&self, key: &str) -> String {
        match self {
            DialogValue::Flag(value) => format!("[bool] {key} {}", u8::from(*value)),
            DialogValue::Choice(choices, value) => {
                format!("[list/{}] {key} {value}", choices.join("/"))
            }
            DialogValue::Text(value) => format!("[string] {key} {value}"),
        }
    }
}

/// Converts the value of a check box to a JSON boolean. Other texts are unchanged.
pub fn flag_word(text: &str) -> &str {
    match text {
        "1" => "true",
        "0" => "false",
        _ => text,
    }
}

/// Runs `gogui-param_search [KEY VALUE]`: lists the parameters of `kata-set-param`, or sets one.
pub fn search_parameters<G: GtpGame>(
    session: &mut Session<G>,
    args: &str,
) -> Result<Answer, Failure> {
    let Some((key, value)) = arguments(args, opt((word, word)))? else {
        let lines = Parameter::<G>::all().map(|row| {
            let value = match (row.get)(session) {
                Value::Bool(value) => DialogValue::Flag(value),
                value => DialogValue::Text(parameters::written(&value)),
            };
            value.line(row.name)
        });
        return say(lines.collect::<Vec<_>>().join("\n"));
    };
    let parameter = Parameter::<G>::named(key)?;
    let current = (parameter.get)(session);
    let text = if current.is_boolean() {
        flag_word(value)
    } else {
        value
    };
    parameter.assign(session, &parameters::read(text, &current))?;
    Ok(Answer::done())
}

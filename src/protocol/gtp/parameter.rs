//! Rows of the parameter table.

use serde_json::Value;

use super::game::GtpGame;
use super::session::Session;
use tengen_go::search_mode::SearchOverrides;

/// A parameter, by KataGo's name, which is case sensitive. `set` accepts every value that `get` returns.
pub struct Parameter<G: GtpGame> {
    /// Name.
    pub name: &'static str,
    /// Values that the parameter accepts.
    pub values: ParameterValues,
    /// Meaning, on one line.
    pub help: &'static str,
    /// Returns the current value.
    pub get: fn(&Session<G>) -> Value,
    /// Sets the value. Returns `None` without a change if it is out of range.
    pub set: fn(&mut Session<G>, &Value) -> Option<()>,
}

/// Makes a row of name, values, meaning, getter and setter. The setter does not change a value out of range.
macro_rules! parameter {
    ($name:expr => $values:literal, $help:literal, $get:expr, |$session:ident, $value:ident| $set:expr) => {
        $crate::gtp::parameter::Parameter {
            name: $name,
            values: $crate::gtp::parameter::ParameterValues::Described($values),
            help: $help,
            get: $get,
            set: |$session, $value| {
                $set;
                Some(())
            },
        }
    };
}
pub(crate) use parameter;

/// Values that a parameter accepts.
#[derive(Clone, Copy, Debug)]
pub enum ParameterValues {
    /// Values with this description.
    Described(&'static str),
    /// Values of the search parameter with this name.
    Search(&'static str),
    /// Values of the search parameter with this name, which needs a network of `--human-model`.
    HumanSearch(&'static str),
}

impl ParameterValues {
    /// Returns a description of the values.
    pub fn expected(self) -> String {
        let search = |name| SearchOverrides::expected(name).unwrap_or_default();
        match self {
            ParameterValues::Described(text) => text.to_owned(),
            ParameterValues::Search(name) => search(name),
            ParameterValues::HumanSearch(name) => {
                format!("{}, with a network of --human-model", search(name))
            }
        }
    }
}

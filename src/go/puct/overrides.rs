//! Deviations of one search from its parameters, by KataGo's names.

use thiserror::Error;

/// Deviations of one search from the player's parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchOverrides {}

/// A value that a parameter does not take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} = {value}: expected {expected}")]
pub struct BadOverride {
    /// The parameter.
    pub name: String,
    /// The value.
    pub value: String,
    /// The values that it takes.
    pub expected: String,
}

impl SearchOverrides {
    /// Sets a parameter by the name that KataGo's configuration files give it. Returns whether there is such a parameter.
    ///
    /// # Errors
    ///
    /// The parameter does not take this value.
    pub fn set(&mut self, _name: &str, _value: &str) -> Result<bool, BadOverride> {
        Ok(false)
    }
}

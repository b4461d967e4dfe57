//! A row of the table of parameters.

use serde_json::Value;

use super::game::GtpGame;
use super::session::Session;
use crate::protocol::CommandRow;

/// A parameter; the case of its name counts, and its arguments are its range in words.
pub type Parameter<G> = CommandRow<ParameterAccess<G>>;

/// The code behind a parameter. A value that `get` returns, `set` accepts.
pub struct ParameterAccess<G: GtpGame> {
    /// Returns its value.
    pub get: fn(&Session<G>) -> Value,
    /// Sets it. `None` if the value is out of range; then nothing has changed.
    pub set: fn(&mut Session<G>, &Value) -> Option<()>,
}

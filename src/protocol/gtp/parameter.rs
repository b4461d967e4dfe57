//! The rows of the parameter table.

use serde_json::Value;

use super::game::GtpGame;
use super::session::Session;
use crate::CommandRow;

/// A parameter. Its name is case sensitive, and its arguments describe its range.
pub type Parameter<G> = CommandRow<ParameterAccess<G>>;

/// The accessors of a parameter. `set` accepts every value that `get` returns.
pub struct ParameterAccess<G: GtpGame> {
    /// Returns the value.
    pub get: fn(&Session<G>) -> Value,
    /// Sets the value. Returns `None`, without a change, if it is out of range.
    pub set: fn(&mut Session<G>, &Value) -> Option<()>,
}

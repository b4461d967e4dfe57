//! Typed access to the fields of a JSON object, with errors that name the field. Messages that KataGo clients may
//! compare are KataGo's.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};
use thiserror::Error;

use tengen_engine::game::Color;

/// A JSON object with its fields by name.
pub type Object = Map<String, Value>;

/// Error for a field with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct FieldError {
    /// Name of the field.
    pub field: String,
    /// Description of the expected value.
    pub message: String,
}

impl FieldError {
    /// Creates the error for a field.
    pub fn new(field: &str, message: impl Into<String>) -> FieldError {
        FieldError {
            field: field.to_owned(),
            message: message.into(),
        }
    }
}

/// Fields of a JSON object. An absent field is `None` or the default; `null` is a value of the wrong type.
#[derive(Clone, Copy)]
pub struct Fields<'a>(pub &'a Object);

impl<'a> Fields<'a> {
    /// Returns the value of a field.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    /// Returns an integer. Fails with `expected` if the value is not an integer or out of range.
    pub fn integer(
        &self,
        name: &str,
        range: RangeInclusive<i64>,
        expected: &str,
    ) -> Result<Option<i64>, FieldError> {
        let read = |value: &Value| value.as_i64().filter(|number| range.contains(number));
        self.read(name, read, expected)
    }

    /// Returns a number. Fails with `expected` if the value is not a number or out of range.
    pub fn number(
        &self,
        name: &str,
        range: RangeInclusive<f64>,
        expected: &str,
    ) -> Result<Option<f64>, FieldError> {
        let read = |value: &Value| value.as_f64().filter(|number| range.contains(number));
        self.read(name, read, expected)
    }

    /// Returns a string, `None` if absent.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, FieldError> {
        self.read(name, Value::as_str, "Must be a string")
    }

    /// Returns a side, `None` if absent.
    pub fn player(&self, name: &str) -> Result<Option<Color>, FieldError> {
        let read = |value: &Value| player(value.as_str()?);
        self.read(name, read, "Must be \"b\" or \"w\"")
    }

    /// Returns a list of integers. Fails with `expected` if the value is not such a list.
    pub fn integers(&self, name: &str, expected: &str) -> Result<Option<Vec<i64>>, FieldError> {
        let read = |value: &Value| value.as_array()?.iter().map(Value::as_i64).collect();
        self.read(name, read, expected)
    }

    fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
        expected: &str,
    ) -> Result<Option<T>, FieldError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        match read(value) {
            Some(value) => Ok(Some(value)),
            None => Err(FieldError::new(name, expected)),
        }
    }
}

/// Reads the name of a side: `b`, `w`, `black` or `white` in any case.
pub fn player(name: &str) -> Option<Color> {
    match name.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

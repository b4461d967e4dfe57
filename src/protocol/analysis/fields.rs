//! Typed access to the fields of a JSON object, with errors that name the field. The messages are KataGo's where its
//! clients may compare them.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};
use thiserror::Error;

use tengen_engine::game::Color;

/// A JSON object.
pub type Object = Map<String, Value>;

/// A field with a value that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct FieldError {
    /// The name of the field.
    pub field: String,
    /// What was expected.
    pub message: String,
}

impl FieldError {
    /// Creates the error of a field.
    pub fn new(field: &str, message: impl Into<String>) -> FieldError {
        FieldError {
            field: field.to_owned(),
            message: message.into(),
        }
    }
}

/// The fields of a JSON object. A field that is absent is `None` or the default; `null` is a value of the wrong type.
#[derive(Clone, Copy)]
pub struct Fields<'a>(pub &'a Object);

impl<'a> Fields<'a> {
    /// Returns the value of a field.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name)
    }

    /// Returns an integer.
    ///
    /// # Errors
    ///
    /// The value is no integer or out of range; `expected` is the message.
    pub fn integer(
        &self,
        name: &str,
        range: RangeInclusive<i64>,
        expected: &str,
    ) -> Result<Option<i64>, FieldError> {
        let read = |value: &Value| value.as_i64().filter(|number| range.contains(number));
        self.read(name, read, expected)
    }

    /// Returns a number.
    ///
    /// # Errors
    ///
    /// The value is no number or out of range; `expected` is the message.
    pub fn number(
        &self,
        name: &str,
        range: RangeInclusive<f64>,
        expected: &str,
    ) -> Result<Option<f64>, FieldError> {
        let read = |value: &Value| value.as_f64().filter(|number| range.contains(number));
        self.read(name, read, expected)
    }

    /// Returns a boolean, by default false.
    ///
    /// # Errors
    ///
    /// The value is no boolean.
    pub fn boolean(&self, name: &str) -> Result<bool, FieldError> {
        let value = self.read(name, Value::as_bool, "Must be a boolean")?;
        Ok(value.unwrap_or(false))
    }

    /// Returns a text.
    ///
    /// # Errors
    ///
    /// The value is no string.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, FieldError> {
        self.read(name, Value::as_str, "Must be a string")
    }

    /// Returns a side.
    ///
    /// # Errors
    ///
    /// The value names no side.
    pub fn player(&self, name: &str) -> Result<Option<Color>, FieldError> {
        let read = |value: &Value| player(value.as_str()?);
        self.read(name, read, "Must be \"b\" or \"w\"")
    }

    /// Returns a list of integers.
    ///
    /// # Errors
    ///
    /// The value is no list of integers; `expected` is the message.
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

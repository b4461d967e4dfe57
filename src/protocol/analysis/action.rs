//! The actions: queries that ask for no analysis.

use serde_json::{Value, json};

use super::fields::{FieldError, Fields, Object};
use super::queue::TurnFilter;
use crate::Options;
use crate::katago::model_description::describe_model;

/// The name of the engine in replies.
const ENGINE: &str = "tengen";

/// The release of KataGo whose protocol is spoken. Clients compare it as numbers to find out what an engine can do.
const KATAGO_VERSION: &str = "1.17.2";

/// An action.
#[derive(Clone, Debug)]
pub enum Action {
    /// Reply the version.
    Version,
    /// Reply the networks.
    Models,
    /// Forget all evaluations of positions.
    ClearCache,
    /// End the analysis of turns.
    Terminate(TurnFilter),
}

impl Action {
    /// Reads the action of an object. Returns `None` for a query.
    ///
    /// # Errors
    ///
    /// There is no such action, or a field of it cannot be used.
    pub fn of(fields: Fields) -> Result<Option<Action>, FieldError> {
        let Some(name) = fields.get("action").and_then(Value::as_str) else {
            return Ok(None);
        };
        Ok(Some(match name {
            "query_version" => Action::Version,
            "query_models" => Action::Models,
            "clear_cache" => Action::ClearCache,
            "terminate" => {
                let expected =
                    "Requests for a terminate action must have a string \"terminateId\" field";
                let id = fields.get("terminateId").and_then(Value::as_str);
                let id = id.ok_or_else(|| FieldError::new("terminateId", expected))?;
                Action::Terminate(TurnFilter {
                    id: Some(id.to_owned()),
                    turns: turn_numbers(fields)?,
                })
            }
            "terminate_all" => Action::Terminate(TurnFilter {
                id: None,
                turns: turn_numbers(fields)?,
            }),
            _ => {
                let expected = "'action' field must be 'query_version' or 'query_models' or 'clear_cache' or 'terminate' or 'terminate_all'";
                return Err(FieldError::new("action", expected));
            }
        }))
    }
}

fn turn_numbers(fields: Fields) -> Result<Option<Vec<i64>>, FieldError> {
    fields.integers(
        "turnNumbers",
        "If provided, must be an array of integers indicating turns to terminate",
    )
}

/// Adds the version to the echo of a query.
pub fn add_version(echo: &mut Object) {
    echo.insert("version".to_owned(), json!(KATAGO_VERSION));
    echo.insert("git_hash".to_owned(), json!("<omitted>"));
    echo.insert("engine".to_owned(), json!(ENGINE));
    let version = json!(env!("CARGO_PKG_VERSION"));
    echo.insert("engineVersion".to_owned(), version);
}

/// Adds the networks to the echo of a query.
pub fn add_models(echo: &mut Object, options: &Options) {
    let models = options
        .games
        .go
        .network
        .iter()
        .chain(&options.games.go.human);
    let models = models.map(|network| describe_model(network));
    echo.insert("models".to_owned(), Value::from_iter(models));
}

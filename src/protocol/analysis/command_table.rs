//! Table of actions, which are queries other than for an analysis.

use serde_json::{Value, json};

use super::field_table::{ACTION, TERMINATE_ID, TURN_NUMBERS};
use super::fields::{FieldError, Fields, Object};
use super::pool::Pool;
use super::queue::TurnFilter;
use crate::CommandRow;
use crate::katago::describe_model;

/// Engine name in replies.
const ENGINE: &str = "tengen";

/// KataGo release with the same protocol. Clients compare it as a version number to find out an engine's capabilities.
const KATAGO_VERSION: &str = "1.17.2";

/// An action. Its function changes the object of the query into the last reply, and returns the replies before it.
pub type QueryAction = CommandRow<fn(&mut Pool, &mut Object) -> Result<Vec<Object>, FieldError>>;

/// All actions.
pub static ACTIONS: [QueryAction; 5] = [
    action(
        "query_version",
        "reply with `version`, the KataGo release that this protocol follows, and `engineVersion`",
        |_, echo| {
            echo.insert("version".to_owned(), json!(KATAGO_VERSION));
            echo.insert("git_hash".to_owned(), json!("<omitted>"));
            echo.insert("engine".to_owned(), json!(ENGINE));
            let version = json!(env!("CARGO_PKG_VERSION"));
            echo.insert("engineVersion".to_owned(), version);
            Ok(Vec::new())
        },
    ),
    action(
        "query_models",
        "reply with `models`, the networks in use",
        |pool, echo| {
            let models = pool.networks().map(describe_model);
            echo.insert("models".to_owned(), Value::from_iter(models));
            Ok(Vec::new())
        },
    ),
    action("clear_cache", "clear the cached evaluations", |pool, _| {
        pool.clear();
        Ok(Vec::new())
    }),
    action(
        "terminate",
        "end the queries with the id `terminateId`: running ones reply with their results so far, the others with `noResults`",
        |pool, echo| {
            let id = echo.get(TERMINATE_ID).and_then(Value::as_str);
            let id = id.ok_or_else(|| {
                let expected =
                    "Requests for a terminate action must have a string \"terminateId\" field";
                FieldError::new(TERMINATE_ID, expected)
            })?;
            Ok(pool.terminate(&TurnFilter {
                id: Some(id.to_owned()),
                turns: turn_numbers(echo)?,
            }))
        },
    ),
    action("terminate_all", "end all queries", |pool, echo| {
        Ok(pool.terminate(&TurnFilter {
            id: None,
            turns: turn_numbers(echo)?,
        }))
    }),
];

const fn action(
    name: &'static str,
    help: &'static str,
    run: fn(&mut Pool, &mut Object) -> Result<Vec<Object>, FieldError>,
) -> QueryAction {
    QueryAction {
        name,
        args: "",
        help,
        action: run,
    }
}

/// Returns the action of a query. Returns `None` for an analysis. Fails if there is no such action.
pub(super) fn find(fields: Fields) -> Result<Option<&'static QueryAction>, FieldError> {
    let Some(name) = fields.get(ACTION).and_then(Value::as_str) else {
        return Ok(None);
    };
    let found = ACTIONS.iter().find(|row| row.name == name);
    found.map(Some).ok_or_else(|| {
        let names = ACTIONS.each_ref().map(|row| format!("'{}'", row.name));
        let expected = format!("'{ACTION}' field must be {}", names.join(" or "));
        FieldError::new(ACTION, expected)
    })
}

fn turn_numbers(object: &Object) -> Result<Option<Vec<i64>>, FieldError> {
    Fields(object).integers(
        TURN_NUMBERS,
        "If provided, must be an array of integers indicating turns to terminate",
    )
}

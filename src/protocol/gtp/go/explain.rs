//! Explanation of a point as text or JSON.

use nom::combinator::opt;
use serde_json::{Value, json};

use super::life_commands::read_lives;
use super::text;
use crate::gtp::grammar::{arguments, vertex, word};
use crate::gtp::{Answer, Failure, Session};
use tengen_go::explain::claim::Claim;
use tengen_go::explain::explain;
use tengen_go::life::solver::DEFAULT_BUDGET;
use tengen_play::go::{Go, from_top};
use tengen_play::notation::point_at;

pub fn explain_point(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, form) = arguments(args, (vertex, opt(word)))?;
    let wants_json = wants_json(form)?;
    let position = session.position().clone();
    let point = point_at::<Go>(&position, vertex);
    let point = point.ok_or_else(|| Failure::new("invalid vertex"))?;
    let point = from_top(position.board().size(), point);
    read_lives(session, move |bounds| {
        let claims = bounds.limited(DEFAULT_BUDGET, |limits| explain(&position, point, limits));
        if !wants_json {
            let sentences: Vec<String> = claims.iter().map(Claim::to_string).collect();
            return Ok(sentences.join("\n"));
        }
        let claims: Result<Vec<Value>, _> = claims.iter().map(Claim::to_json).collect();
        let claims = claims.map_err(|error| error.to_string())?;
        Ok(json!({"vertex": text(&position, point), "claims": claims}).to_string())
    })
}

/// Whether the reply is to be JSON. Fails for another form.
pub(super) fn wants_json(form: Option<&str>) -> Result<bool, Failure> {
    match form {
        None => Ok(false),
        Some(form) if form.eq_ignore_ascii_case("json") => Ok(true),
        Some(form) => Err(Failure::new(format!("expected json, saw {form}"))),
    }
}

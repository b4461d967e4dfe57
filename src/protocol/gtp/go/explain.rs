//! The explanation of a point in words or as JSON.

use nom::combinator::opt;
use serde_json::{Value, json};

use super::life_commands::read_lives;
use super::text;
use crate::gtp::parse::{arguments, vertex, word};
use crate::gtp::{Answer, Failure, GtpCommand, Session};
use tengen_go::explain::claim::Claim;
use tengen_go::explain::explain;
use tengen_go::life::solver::DEFAULT_BUDGET;
use tengen_play::go::{Go, from_top};
use tengen_play::notation::point_at;

pub const EXPLAIN: GtpCommand<Go> = GtpCommand {
    name: "explain",
    args: "VERTEX [json]",
    help: "tell what stands on a point, a sentence a line: liberties, atari, the ladder and the chains that break it, alive with which eyes, dead, unsettled, seki, or a ko with the threats that it takes; on an empty point whose eye it is and what a stone of either side does there; json for the same as a JSON object",
    action: explain_point,
};

fn explain_point(session: &mut Session<Go>, args: &str) -> Result<Answer, Failure> {
    let (vertex, form) = arguments(args, (vertex, opt(word)))?;
    let wants_json = match form {
        None => false,
        Some(form) if form.eq_ignore_ascii_case("json") => true,
        Some(form) => return Err(Failure::new(format!("expected json, saw {form}"))),
    };
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

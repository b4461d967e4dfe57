//! Bounds of a search beside the clock.

use std::time::Duration;

use nom::Parser;
use nom::multi::many0;

use super::command::{Answer, Failure, say};
use super::game::GtpGame;
use super::parse::{arguments, count, int, seconds, word};
use super::session::Session;
use crate::search::{Limits, clock};

pub fn limits<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let bounds = arguments(args, many0(bound))?;
    if bounds.is_empty() {
        return say(describe(&session.limits));
    }
    for bound in bounds {
        match bound {
            Bound::None => session.limits = Limits::default(),
            Bound::Seconds(time) => session.limits.time = Some(clock::fixed(time)),
            Bound::Nodes(nodes) => session.limits.nodes = Some(nodes),
            Bound::Visits(visits) => session.limits.visits = Some(visits),
            Bound::Depth(depth) => session.limits.depth = Some(depth),
        }
    }
    Ok(Answer::done())
}

/// One bound of the `limits` command.
#[derive(Clone, Copy)]
enum Bound {
    None,
    Seconds(Duration),
    Nodes(u64),
    Visits(u64),
    Depth(u32),
}

fn bound(input: &str) -> nom::IResult<&str, Bound> {
    let (input, name) = word(input)?;
    match name {
        "none" => Ok((input, Bound::None)),
        "seconds" => seconds.map(Bound::Seconds).parse(input),
        "nodes" => count.map(Bound::Nodes).parse(input),
        "visits" => count.map(Bound::Visits).parse(input),
        "depth" => int.map(Bound::Depth).parse(input),
        _ => nom::combinator::fail().parse(input),
    }
}

fn describe(limits: &Limits) -> String {
    let mut parts = Vec::new();
    if let Some(budget) = limits.time {
        parts.push(format!("seconds {:.3}", budget.hard.as_secs_f64()));
    }
    if let Some(nodes) = limits.nodes {
        parts.push(format!("nodes {nodes}"));
    }
    if let Some(visits) = limits.visits {
        parts.push(format!("visits {visits}"));
    }
    if let Some(depth) = limits.depth {
        parts.push(format!("depth {depth}"));
    }
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(" ")
    }
}

//! Command `limits`, for search limits other than the clock.

use std::time::Duration;

use nom::Parser;
use nom::multi::many0;

use crate::Bounds;
use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, count, int, seconds, word};
use crate::gtp::session::Session;

/// Runs `limits [none | seconds SECONDS | nodes N | visits N | depth N]...`.
pub fn limits<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let bounds = arguments(args, many0(bound))?;
    if bounds.is_empty() {
        return say(describe(&session.bounds));
    }
    for bound in bounds {
        match bound {
            LimitArgument::None => session.bounds = Bounds::default(),
            LimitArgument::Seconds(time) => session.bounds.time = Some(time),
            LimitArgument::Nodes(nodes) => session.bounds.nodes = Some(nodes),
            LimitArgument::Visits(visits) => session.bounds.visits = Some(visits),
            LimitArgument::Depth(depth) => session.bounds.depth = Some(depth),
        }
    }
    session.when_ready()
}

/// An argument of `limits`.
#[derive(Clone, Copy)]
enum LimitArgument {
    None,
    Seconds(Duration),
    Nodes(u64),
    Visits(u64),
    Depth(u32),
}

fn bound(input: &str) -> nom::IResult<&str, LimitArgument> {
    let (input, name) = word(input)?;
    match name {
        "none" => Ok((input, LimitArgument::None)),
        "seconds" => seconds.map(LimitArgument::Seconds).parse(input),
        "nodes" => count.map(LimitArgument::Nodes).parse(input),
        "visits" => count.map(LimitArgument::Visits).parse(input),
        "depth" => int.map(LimitArgument::Depth).parse(input),
        _ => nom::combinator::fail().parse(input),
    }
}

/// Writes the limits in the form of the arguments of `limits`.
pub(super) fn describe(bounds: &Bounds) -> String {
    let mut parts = Vec::new();
    if let Some(time) = bounds.time {
        parts.push(format!("seconds {}", time.as_secs_f64()));
    }
    if let Some(nodes) = bounds.nodes {
        parts.push(format!("nodes {nodes}"));
    }
    if let Some(visits) = bounds.visits {
        parts.push(format!("visits {visits}"));
    }
    if let Some(depth) = bounds.depth {
        parts.push(format!("depth {depth}"));
    }
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(" ")
    }
}

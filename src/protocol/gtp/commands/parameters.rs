//! Parameters of `kata-set-param`, by KataGo's names.

use std::time::Duration;

use nom::combinator::opt;
use serde_json::{Map, Value, json};

use crate::gtp::command_table::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::grammar::{arguments, nothing, rest, word};
use crate::gtp::parameter::{Parameter, parameter};
use crate::gtp::remarks;
use crate::gtp::session::Session;
use tengen_engine::clock::LAG_SECONDS;

/// KataGo's number of visits or playouts for no limit.
const UNBOUNDED: u64 = 1 << 50;

/// KataGo's number of seconds for no limit.
const UNBOUNDED_SECONDS: f64 = 1e20;

/// Longest time in seconds that counts as a limit. Longer times mean no limit.
const MAX_SECONDS: f64 = 1e9;

impl<G: GtpGame> Parameter<G> {
    /// Returns the parameters that all games share.
    pub fn shared() -> &'static [Parameter<G>] {
        common()
    }

    /// Returns every parameter of the game, first the shared ones and then its own.
    pub fn all() -> impl Iterator<Item = &'static Parameter<G>> {
        Parameter::shared().iter().chain(G::PARAMETERS)
    }

    /// Returns the parameter with this name, or an error if there is none.
    pub(super) fn named(name: &str) -> Result<&'static Parameter<G>, Failure> {
        Parameter::all()
            .find(|parameter| parameter.name == name)
            .ok_or_else(|| Failure::new(format!("unknown parameter {name}")))
    }

    /// Sets the parameter. Fails without a change if the value is out of range.
    pub(super) fn assign(&self, session: &mut Session<G>, value: &Value) -> Result<(), Failure> {
        (self.set)(session, value).ok_or_else(|| {
            let (name, expected) = (self.name, self.values.expected());
            Failure::new(format!("{name}: expected {expected}, saw {value}"))
        })
    }
}

fn common<G: GtpGame>() -> &'static [Parameter<G>] {
    const {
        &[
            parameter!("maxVisits" => "a whole number from 1 on",
                "maximum visits, as in `limits visits`: visits from earlier moves count",
                |session| count(session.bounds.visits), |session, value| session.bounds.visits = bounded_count(value)?),
            parameter!("maxPlayouts" => "a whole number from 1 on",
                "maximum nodes or playouts, as in `limits nodes`",
                |session| count(session.bounds.nodes), |session, value| session.bounds.nodes = bounded_count(value)?),
            parameter!("maxTime" => "seconds from 0 on",
                "seconds per move if no clock runs, as in `limits seconds`",
                |session| json!(session.bounds.time.map_or(UNBOUNDED_SECONDS, |time| time.as_secs_f64())),
                |session, value| session.bounds.time = bounded_seconds(value)?),
            parameter!("numSearchThreads" => "a whole number from 1 to 1024",
            "threads of the search",
            |session| json!(session.settings().threads),
            |session, value| {
                let threads = value.as_u64().filter(|n| (1..=1024).contains(n))? as usize;
                let settings = session.settings();
                if settings.threads != threads {
                    session.configure(tengen_engine::Settings {
                        threads,
                        ..settings
                    });
                }
            }),
            parameter!("ponderingEnabled" => "true or false",
                "whether to keep searching after a move until the next command, as with --ponder",
                |session| json!(session.pondering.enabled), |session, value| session.pondering.enabled = value.as_bool()?),
            parameter!("maxTimePondering" => "seconds from 0 to 1000000000",
                "maximum seconds of that search; 60 by default",
                |session| json!(session.pondering.max_time.as_secs_f64()),
                |session, value| session.pondering.max_time = bounded_seconds(value)??),
            parameter!("lagBuffer" => "seconds from 0 to 3600",
            "seconds of every move reserved for the network when a clock runs, as with --network-delay; at least 0.03, at most half of a short time",
            |session| json!(session.network_delay().as_secs_f64()),
            |session, value| {
                let seconds = value.as_f64().filter(|s| LAG_SECONDS.contains(s))?;
                session.set_network_delay(Duration::from_secs_f64(seconds));
            }),
            parameter!("liveGraphics" => "true or false",
                "whether searches are drawn on GoGui's board while they run, by lines gogui-gfx: on stderr, as with --live-graphics",
                |session| json!(session.remarks.live_graphics),
                |session, value| session.remarks.live_graphics = value.as_bool()?),
            parameter!("ogsChatToStderr" => "true or false",
            "whether genmove writes visits, winrate, score and line of play to stderr, for the chat of OGS by gtp2ogs, as with --ogs-chat",
            |session| json!(session.remarks.ogs_chat),
            |session, value| {
                let wanted = value.as_bool()?;
                if wanted && !session.remarks.ogs_chat {
                    remarks::announce_ogs_chat();
                }
                session.remarks.ogs_chat = wanted;
            }),
        ]
    }
}

fn count(bound: Option<u64>) -> Value {
    json!(bound.unwrap_or(UNBOUNDED))
}

/// Word for no limit or no text in a dialog.
const NONE: &str = "none";

/// Writes a value for display, with `none` for a number that means no limit or an empty text.
pub(super) fn written(value: &Value) -> String {
    match value {
        Value::String(text) if text.is_empty() => NONE.to_owned(),
        Value::String(text) => text.clone(),
        value if *value == json!(UNBOUNDED) || *value == json!(UNBOUNDED_SECONDS) => {
            NONE.to_owned()
        }
        value => value.to_string(),
    }
}

/// Reads a value of the same kind as `current`, as written by [`written`].
pub(super) fn read(text: &str, current: &Value) -> Value {
    match (text, current) {
        (NONE, Value::Number(number)) if number.is_f64() => json!(UNBOUNDED_SECONDS),
        (NONE, Value::Number(_)) => json!(UNBOUNDED),
        (NONE, Value::String(_)) => json!(""),
        _ => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    }
}

/// Reads a number of at least 1. Returns `Some(None)` for a number that means no limit, and `None` for an invalid
/// value.
fn bounded_count(value: &Value) -> Option<Option<u64>> {
    let count = value.as_u64().filter(|&count| count >= 1)?;
    Some((count < UNBOUNDED).then_some(count))
}

/// Reads seconds, at least 0. Returns `Some(None)` for a time that means no limit, and `None` for an invalid value.
fn bounded_seconds(value: &Value) -> Option<Option<Duration>> {
    let seconds = value.as_f64().filter(|&seconds| seconds >= 0.0)?;
    Some((seconds <= MAX_SECONDS).then(|| Duration::from_secs_f64(seconds)))
}

/// Runs `kata-list-params`: lists the names of the parameters.
pub(super) fn list<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let names: Vec<&str> = Parameter::<G>::all().map(|row| row.name).collect();
    say(names.join(" "))
}

/// Runs `kata-get-param NAME`: replies with a value as JSON.
pub(super) fn get<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let parameter = Parameter::<G>::named(arguments(args, word)?)?;
    say((parameter.get)(session).to_string())
}

/// Runs `kata-set-param NAME [VALUE]`: sets one parameter.
pub(super) fn set<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (name, value) = arguments(args, (word, opt(word)))?;
    // As in KataGo, an omitted value is the empty text.
    let value = value.unwrap_or_default();
    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
    Parameter::<G>::named(name)?.assign(session, &value)?;
    Ok(Answer::done())
}

/// Runs `kata-get-params`: replies with all values as a JSON object.
pub(super) fn get_all<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let values = Parameter::<G>::all().map(|row| (row.name.to_owned(), (row.get)(session)));
    say(Value::Object(values.collect()).to_string())
}

/// Runs `kata-set-params JSON`: sets several parameters.
pub(super) fn set_all<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let text = arguments(args, rest)?;
    let values: Map<String, Value> = serde_json::from_str(text)
        .map_err(|_| Failure::new("expected a JSON object of parameters"))?;
    let rows: Result<Vec<_>, _> = values
        .keys()
        .map(|name| Parameter::<G>::named(name))
        .collect();
    let mut changed = Vec::new();
    for (row, value) in rows?.into_iter().zip(values.values()) {
        let before = (row.get)(session);
        if let Err(failure) = row.assign(session, value) {
            for (row, before) in changed.into_iter().rev() {
                let row: &Parameter<G> = row;
                row.assign(session, &before)?;
            }
            return Err(failure);
        }
        changed.push((row, before));
    }
    Ok(Answer::done())
}

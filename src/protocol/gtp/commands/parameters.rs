//! The parameters of `kata-set-param`, by KataGo's names.

use std::time::Duration;

use nom::combinator::opt;
use serde_json::{Map, Value, json};

use crate::CommandRow;
use crate::gtp::command::{Answer, Failure, say};
use crate::gtp::game::GtpGame;
use crate::gtp::parameter::{Parameter, ParameterAccess};
use crate::gtp::parse::{arguments, nothing, rest, word};
use crate::gtp::remarks;
use crate::gtp::session::Session;
use tengen_engine::clock::LAG_SECONDS;

/// KataGo's number of visits or playouts for no bound.
const UNBOUNDED: u64 = 1 << 50;

/// KataGo's number of seconds for no bound.
const UNBOUNDED_SECONDS: f64 = 1e20;

/// Maximum time that counts as a bound, in seconds. Longer times mean no bound.
const MAX_SECONDS: f64 = 1e9;

impl<G: GtpGame> CommandRow<ParameterAccess<G>> {
    /// Returns the parameters that all games share.
    pub fn shared() -> &'static [Parameter<G>] {
        common()
    }

    /// Returns every parameter of the game: the shared ones, then its own.
    pub fn all() -> impl Iterator<Item = &'static Parameter<G>> {
        Parameter::shared().iter().chain(G::PARAMETERS)
    }

    /// Returns the parameter of this name.
    ///
    /// # Errors
    ///
    /// Fails if there is none.
    pub(super) fn named(name: &str) -> Result<&'static Parameter<G>, Failure> {
        Parameter::all()
            .find(|parameter| parameter.name == name)
            .ok_or_else(|| Failure::new(format!("unknown parameter {name}")))
    }

    /// Sets the parameter.
    ///
    /// # Errors
    ///
    /// Fails, without a change, if the value is out of range.
    pub(super) fn assign(&self, session: &mut Session<G>, value: &Value) -> Result<(), Failure> {
        (self.action.set)(session, value).ok_or_else(|| {
            Failure::new(format!(
                "{}: expected {}, saw {value}",
                self.name, self.args
            ))
        })
    }
}

fn common<G: GtpGame>() -> &'static [Parameter<G>] {
    const {
        &[
            Parameter {
                name: "maxVisits",
                args: "a whole number from 1 on",
                help: "bound of visits, as `limits visits`: visits from earlier moves count",
                action: ParameterAccess {
                    get: |session| count(session.bounds.visits),
                    set: |session, value| {
                        session.bounds.visits = bounded_count(value)?;
                        Some(())
                    },
                },
            },
            Parameter {
                name: "maxPlayouts",
                args: "a whole number from 1 on",
                help: "bound of nodes or playouts, as `limits nodes`",
                action: ParameterAccess {
                    get: |session| count(session.bounds.nodes),
                    set: |session, value| {
                        session.bounds.nodes = bounded_count(value)?;
                        Some(())
                    },
                },
            },
            Parameter {
                name: "maxTime",
                args: "seconds from 0 on",
                help: "seconds for a move where no clock runs, as `limits seconds`",
                action: ParameterAccess {
                    get: |session| {
                        let time = session.bounds.time;
                        json!(time.map_or(UNBOUNDED_SECONDS, |time| time.as_secs_f64()))
                    },
                    set: |session, value| {
                        session.bounds.time = bounded_seconds(value)?;
                        Some(())
                    },
                },
            },
            Parameter {
                name: "numSearchThreads",
                args: "a whole number from 1 to 1024",
                help: "threads of the search",
                action: ParameterAccess {
                    get: |session| json!(session.settings().threads),
                    set: |session, value| {
                        let threads = value.as_u64().filter(|n| (1..=1024).contains(n))? as usize;
                        let settings = session.settings();
                        if settings.threads != threads {
                            session.configure(tengen_engine::Settings {
                                threads,
                                ..settings
                            });
                        }
                        Some(())
                    },
                },
            },
            Parameter {
                name: "ponderingEnabled",
                args: "true or false",
                help: "whether the search goes on after a move until the next command, as under --ponder",
                action: ParameterAccess {
                    get: |session| json!(session.pondering.enabled),
                    set: |session, value| {
                        session.pondering.enabled = value.as_bool()?;
                        Some(())
                    },
                },
            },
            Parameter {
                name: "maxTimePondering",
                args: "seconds from 0 to 1000000000",
                help: "seconds for which it goes on at most; 60 at first",
                action: ParameterAccess {
                    get: |session| json!(session.pondering.max_time.as_secs_f64()),
                    set: |session, value| {
                        session.pondering.max_time = bounded_seconds(value)??;
                        Some(())
                    },
                },
            },
            Parameter {
                name: "lagBuffer",
                args: "seconds from 0 to 3600",
                help: "seconds of every move that a clock keeps back for the network, as under --network-delay; at least 0.03, at most half of a short time",
                action: ParameterAccess {
                    get: |session| json!(session.network_delay().as_secs_f64()),
                    set: |session, value| {
                        let seconds = value.as_f64().filter(|s| LAG_SECONDS.contains(s))?;
                        session.set_network_delay(Duration::from_secs_f64(seconds));
                        Some(())
                    },
                },
            },
            Parameter {
                name: "liveGraphics",
                args: "true or false",
                help: "whether searches are drawn on GoGui's board while they run, by lines gogui-gfx: on stderr, as under --live-graphics",
                action: ParameterAccess {
                    get: |session| json!(session.remarks.live_graphics),
                    set: |session, value| {
                        session.remarks.live_graphics = value.as_bool()?;
                        Some(())
                    },
                },
            },
            Parameter {
                name: "ogsChatToStderr",
                args: "true or false",
                help: "whether genmove writes visits, winrate, score and line of play to stderr, for the chat of OGS by gtp2ogs, as under --ogs-chat",
                action: ParameterAccess {
                    get: |session| json!(session.remarks.ogs_chat),
                    set: |session, value| {
                        let wanted = value.as_bool()?;
                        if wanted && !session.remarks.ogs_chat {
                            remarks::announce_ogs_chat();
                        }
                        session.remarks.ogs_chat = wanted;
                        Some(())
                    },
                },
            },
        ]
    }
}

fn count(bound: Option<u64>) -> Value {
    json!(bound.unwrap_or(UNBOUNDED))
}

/// The word for no bound and for no text in a dialog.
const NONE: &str = "none";

/// Writes a value for people to read: `none` for a number that means no bound and for an empty text.
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

/// Reads a value of the kind of `current`, as [`written`] writes it.
pub(super) fn read(text: &str, current: &Value) -> Value {
    match (text, current) {
        (NONE, Value::Number(number)) if number.is_f64() => json!(UNBOUNDED_SECONDS),
        (NONE, Value::Number(_)) => json!(UNBOUNDED),
        (NONE, Value::String(_)) => json!(""),
        _ => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
    }
}

/// Reads a number of at least 1. Returns `Some(None)` for a number that means no bound, and `None` for an invalid
/// value.
fn bounded_count(value: &Value) -> Option<Option<u64>> {
    let count = value.as_u64().filter(|&count| count >= 1)?;
    Some((count < UNBOUNDED).then_some(count))
}

/// Reads seconds, at least 0. Returns `Some(None)` for a time that means no bound, and `None` for an invalid value.
fn bounded_seconds(value: &Value) -> Option<Option<Duration>> {
    let seconds = value.as_f64().filter(|&seconds| seconds >= 0.0)?;
    Some((seconds <= MAX_SECONDS).then(|| Duration::from_secs_f64(seconds)))
}

/// Runs `kata-list-params`.
pub(super) fn list<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let names: Vec<&str> = Parameter::<G>::all().map(|row| row.name).collect();
    say(names.join(" "))
}

/// Runs `kata-get-param NAME`.
pub(super) fn get<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let parameter = Parameter::<G>::named(arguments(args, word)?)?;
    say((parameter.action.get)(session).to_string())
}

/// Runs `kata-set-param NAME [VALUE]`.
pub(super) fn set<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (name, value) = arguments(args, (word, opt(word)))?;
    // As in KataGo, nothing is the empty text.
    let value = value.unwrap_or_default();
    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
    Parameter::<G>::named(name)?.assign(session, &value)?;
    Ok(Answer::done())
}

/// Runs `kata-get-params`.
pub(super) fn get_all<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let values = Parameter::<G>::all().map(|row| (row.name.to_owned(), (row.action.get)(session)));
    say(Value::Object(values.collect()).to_string())
}

/// Runs `kata-set-params JSON`.
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
        let before = (row.action.get)(session);
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

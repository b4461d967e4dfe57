//! What `kata-set-param` sets, by the names that KataGo gives it where KataGo has it.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::protocol::gtp::command::{Answer, Failure, say};
use crate::protocol::gtp::game::GtpGame;
use crate::protocol::gtp::parse::{arguments, nothing, rest, word};
use crate::protocol::gtp::session::Session;

/// One parameter: all that the engine knows of it stands in its row. What `get` says, `set` takes.
pub struct Parameter<G: GtpGame> {
    /// As typed; the case counts.
    pub name: &'static str,
    /// What `set` takes, in words.
    pub range: &'static str,
    /// What it is set to.
    pub get: fn(&Session<G>) -> Value,
    /// Sets it; `None` if the value is out of the range, and then nothing has changed.
    pub set: fn(&mut Session<G>, &Value) -> Option<()>,
}

/// KataGo's number for visits and playouts without bound.
const UNBOUNDED: u64 = 1 << 50;

/// KataGo's number of seconds without bound.
const FOREVER: f64 = 1e20;

/// The longest time that is taken for one, in seconds; what is longer is `FOREVER`.
const LONGEST: f64 = 1e9;

impl<G: GtpGame> Parameter<G> {
    /// Every parameter of the game: those of all games, then its own.
    pub fn all() -> impl Iterator<Item = &'static Parameter<G>> {
        common::<G>().iter().chain(G::PARAMETERS)
    }

    fn named(name: &str) -> Result<&'static Parameter<G>, Failure> {
        Parameter::all()
            .find(|parameter| parameter.name == name)
            .ok_or_else(|| Failure::new(format!("unknown parameter {name}")))
    }

    fn assign(&self, session: &mut Session<G>, value: &Value) -> Result<(), Failure> {
        (self.set)(session, value).ok_or_else(|| {
            Failure::new(format!(
                "{}: expected {}, saw {value}",
                self.name, self.range
            ))
        })
    }
}

fn common<G: GtpGame>() -> &'static [Parameter<G>] {
    const {
        &[
            Parameter {
                name: "maxVisits",
                range: "a whole number from 1 on",
                get: |session| count(session.bounds.visits),
                set: |session, value| {
                    session.bounds.visits = bounded_count(value)?;
                    Some(())
                },
            },
            Parameter {
                name: "maxPlayouts",
                range: "a whole number from 1 on",
                get: |session| count(session.bounds.nodes),
                set: |session, value| {
                    session.bounds.nodes = bounded_count(value)?;
                    Some(())
                },
            },
            Parameter {
                name: "maxTime",
                range: "seconds from 0 on",
                get: |session| {
                    let time = session.bounds.time;
                    json!(time.map_or(FOREVER, |time| time.as_secs_f64()))
                },
                set: |session, value| {
                    session.bounds.time = bounded_seconds(value)?;
                    Some(())
                },
            },
            Parameter {
                name: "numSearchThreads",
                range: "a whole number from 1 to 1024",
                get: |session| json!(session.settings().threads),
                set: |session, value| {
                    let threads = value.as_u64().filter(|n| (1..=1024).contains(n))? as usize;
                    let settings = session.settings();
                    if settings.threads != threads {
                        session.configure(crate::engine::Settings {
                            threads,
                            ..settings
                        });
                    }
                    Some(())
                },
            },
            Parameter {
                name: "ponderingEnabled",
                range: "true or false",
                get: |session| json!(session.pondering.enabled),
                set: |session, value| {
                    session.pondering.enabled = value.as_bool()?;
                    Some(())
                },
            },
            Parameter {
                name: "maxTimePondering",
                range: "seconds from 0 to 1000000000",
                get: |session| json!(session.pondering.most.as_secs_f64()),
                set: |session, value| {
                    session.pondering.most = bounded_seconds(value)??;
                    Some(())
                },
            },
        ]
    }
}

fn count(bound: Option<u64>) -> Value {
    json!(bound.unwrap_or(UNBOUNDED))
}

/// A number from 1 on; `Some(None)` if it is as good as without end.
fn bounded_count(value: &Value) -> Option<Option<u64>> {
    let count = value.as_u64().filter(|&count| count >= 1)?;
    Some((count < UNBOUNDED).then_some(count))
}

/// Seconds from 0 on; `Some(None)` if they are as good as without end.
fn bounded_seconds(value: &Value) -> Option<Option<Duration>> {
    let seconds = value.as_f64().filter(|&seconds| seconds >= 0.0)?;
    Some((seconds <= LONGEST).then(|| Duration::from_secs_f64(seconds)))
}

pub(super) fn list<G: GtpGame>(_: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let names: Vec<&str> = Parameter::<G>::all().map(|row| row.name).collect();
    say(names.join(" "))
}

pub(super) fn get<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let parameter = Parameter::<G>::named(arguments(args, word)?)?;
    say((parameter.get)(session).to_string())
}

pub(super) fn set<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    let (name, value) = arguments(args, (word, word))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
    Parameter::<G>::named(name)?.assign(session, &value)?;
    Ok(Answer::done())
}

pub(super) fn get_all<G: GtpGame>(session: &mut Session<G>, args: &str) -> Result<Answer, Failure> {
    arguments(args, nothing)?;
    let values = Parameter::<G>::all().map(|row| (row.name.to_owned(), (row.get)(session)));
    say(Value::Object(values.collect()).to_string())
}

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

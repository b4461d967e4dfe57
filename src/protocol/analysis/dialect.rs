//! The analysis dialect: queries in, replies in the order in which analyses finish.
//!
//! Every line is answered or queued at once, so the conversation itself never waits; turns wait in the pool's queue. At
//! the end of the input the conversation goes on until the pool has nothing left to do.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::action::{self, Action};
use super::field_table::unknown_fields;
use super::fields::{Fields, Object};
use super::game::AnalysisGame;
use super::grammar::{AnalysisInput, AnalysisReader};
use super::pool::Pool;
use super::query::{self, AnalysisQuery, QueryDefaults, ReadQuery};
use super::queue::QueuedTurn;
use super::reply;
use super::settings::AnalysisSettings;
use crate::Options;
use crate::front::ProtocolFront;
use crate::io::output::Output;
use crate::katago::{HumanModels, KataGoConfig};
use tengen_engine::conversation::{Dialect, Jobs, Obeyed, Precedence};
use tengen_engine::{Grace, Waker};
use tengen_play::Game;
use tengen_play::games::with_game;

/// A conversation of the analysis protocol.
pub type AnalysisFront = ProtocolFront<AnalysisReader, AnalysisDialect>;

/// Options of the analysis protocol.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// Options of the games.
    pub options: Options,
    /// Whether to leave at the end of the input, whatever is still to be analyzed.
    pub quits_without_waiting: bool,
    /// KataGo's configuration, with the number of positions to analyze at a time.
    pub config: KataGoConfig,
}

impl AnalysisFront {
    /// Creates a conversation.
    pub fn new(options: AnalysisOptions, waker: Waker) -> Self {
        let models = HumanModels::of(&options.options.games.go);
        let dialect = AnalysisDialect {
            pool: Pool::new(options.options, options.config.analysis_threads, waker),
            quits_without_waiting: options.quits_without_waiting,
            defaults: QueryDefaults {
                settings: AnalysisSettings::of(&options.config),
                models,
                config: options.config,
            },
            jobs: QueuedJobs,
        };
        ProtocolFront::of(AnalysisReader, dialect, Duration::ZERO)
    }
}

/// The state of a conversation.
pub struct AnalysisDialect {
    pool: Pool,
    quits_without_waiting: bool,
    defaults: QueryDefaults,
    jobs: QueuedJobs,
}

/// The jobs of the pool. Only the client ends them, by name: a new line, the end of the input and a `quit` do not.
struct QueuedJobs;

impl Jobs for QueuedJobs {
    fn stop(&self) {}

    fn abandon(&mut self) {}

    fn wind_down(&mut self, _: Grace) {}
}

impl AnalysisDialect {
    /// Writes a reply, and logs it if the configuration asks for that.
    fn reply(&self, reply: Object, out: &mut Output) -> io::Result<()> {
        let is_complaint = ["error", "warning"]
            .iter()
            .any(|&name| reply.contains_key(name));
        let text = Value::Object(reply).to_string();
        let log = &self.defaults.config.log;
        if log.all_responses {
            log::info!("Response: {text}");
        } else if is_complaint && log.errors_and_warnings.unwrap_or(true) {
            log::warn!("{text}");
        }
        out.line(&text)
    }

    fn take_object(&mut self, id: &str, object: Object, out: &mut Output) -> io::Result<()> {
        if self.defaults.config.log.all_requests {
            log::info!("Request: {}", Value::Object(object.clone()));
        }
        let fields = Fields(&object);
        match Action::of(fields) {
            Ok(Some(action)) => self.act(&action, object, out),
            Ok(None) => self.take_query(id, fields, out),
            Err(error) => self.reply(reply::field_error(id, &error), out),
        }
    }

    /// Carries out an action and echoes its object.
    fn act(&mut self, action: &Action, mut echo: Object, out: &mut Output) -> io::Result<()> {
        match action {
            Action::Version => action::add_version(&mut echo),
            Action::Models => self.pool.add_models(&mut echo),
            Action::ClearCache => self.pool.clear(),
            Action::Terminate(filter) => {
                for reply in self.pool.terminate(filter) {
                    self.reply(reply, out)?;
                }
            }
        }
        self.reply(echo, out)
    }

    fn take_query(&mut self, id: &str, fields: Fields, out: &mut Output) -> io::Result<()> {
        let game = match query::game_name(fields) {
            Ok(name) => name.map_or(Game::Go, |name| name.game),
            Err(error) => return self.reply(reply::field_error(id, &error), out),
        };
        with_game!(game, G => self.take_game_query::<G>(id, fields, out))
    }

    fn take_game_query<G: AnalysisGame>(
        &mut self,
        id: &str,
        fields: Fields,
        out: &mut Output,
    ) -> io::Result<()> {
        let read = match AnalysisQuery::<G>::read(id, fields, &self.defaults) {
            Ok(read) => read,
            Err(error) => return self.reply(reply::field_error(id, &error), out),
        };
        let ReadQuery {
            query,
            turns,
            unknown_params,
        } = read;
        if !unknown_params.is_empty() {
            let message = format!("Unknown config params: {}", unknown_params.join(","));
            self.reply(reply::warning(id, "overrideSettings", &message), out)?;
        }
        if self.defaults.config.warn_unused_fields {
            for field in unknown_fields::<G>(fields.0) {
                let message = "Unexpected or unused field, do you have a typo? (set warnUnusedFields=false in the config to disable this warning)";
                self.reply(reply::warning(id, field, message), out)?;
            }
        }
        let query = Arc::new(query);
        for (turn, priority) in turns {
            self.pool.add(QueuedTurn {
                query: query.clone(),
                turn,
                priority,
            })?;
        }
        Ok(())
    }
}

impl Dialect for AnalysisDialect {
    type Command = AnalysisInput;
    type Out = Output;

    fn precedence(_: &AnalysisInput) -> Precedence {
        Precedence::Waits
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.jobs
    }

    fn obey(&mut self, input: AnalysisInput, out: &mut Output) -> io::Result<Obeyed> {
        match input {
            AnalysisInput::Object { id, object } => self.take_object(&id, object, out)?,
            AnalysisInput::Malformed(message) => self.reply(reply::error(&message), out)?,
            AnalysisInput::End if self.quits_without_waiting => return Ok(Obeyed::Quit),
            AnalysisInput::End if self.pool.is_busy() => return Ok(Obeyed::Running),
            AnalysisInput::End => {}
        }
        Ok(Obeyed::Answered)
    }

    fn hear(&mut self, out: &mut Output) -> io::Result<bool> {
        for reply in self.pool.hear()? {
            self.reply(reply, out)?;
        }
        Ok(!self.pool.is_busy())
    }

    fn cancel(&mut self, _: &mut Output) -> io::Result<()> {
        Ok(())
    }

    fn alarm(&self) -> Option<Instant> {
        None
    }
}

//! A conversation of the analysis protocol: takes queries and replies in the order in which analyses finish.
//!
//! Every line is answered, or its turns wait in the pool's queue. After the end of the input, the conversation goes on
//! until the pool is idle.

use std::io;

use serde_json::Value;

use super::command_table;
use super::field_table::{OVERRIDE_SETTINGS, unknown_fields};
use super::fields::{Fields, Object};
use super::game::AnalysisGame;
use super::grammar;
use super::pool::{AnyQuery, Pool};
use super::query::{self, AnalysisQuery, QueryDefaults, ReadQuery};
use super::queue::QueuedTurn;
use super::reply;
use super::settings::AnalysisSettings;
use crate::Options;
use crate::io::input::InputLine;
use crate::io::output::Output;
use crate::io::server::Front;
use crate::katago::{HumanModels, KataGoConfig};
use tengen_engine::Waker;
use tengen_engine::conversation::Flow;
use tengen_play::Game;
use tengen_play::games::with_game;

/// Options of the analysis protocol.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// Options of the conversation and its games.
    pub options: Options,
    /// Whether to exit at the end of the input, even if positions are still to be analyzed.
    pub quits_without_waiting: bool,
    /// KataGo's configuration, with the number of positions to analyze in parallel.
    pub config: KataGoConfig,
}

/// A conversation of the analysis protocol.
pub struct AnalysisFront {
    pool: Pool,
    quits_without_waiting: bool,
    defaults: QueryDefaults,
    input_ended: bool,
}

impl AnalysisFront {
    /// Creates a conversation with its pool of analysts.
    pub fn new(options: AnalysisOptions, waker: Waker) -> Self {
        let models = HumanModels::new(&options.options.games.go);
        AnalysisFront {
            pool: Pool::new(options.options, options.config.analysis_threads, waker),
            quits_without_waiting: options.quits_without_waiting,
            defaults: QueryDefaults {
                settings: AnalysisSettings::from_config(&options.config),
                models,
                config: options.config,
            },
            input_ended: false,
        }
    }

    /// Ends the conversation after the input, once nothing is left to analyze.
    fn flow(&self) -> Flow {
        let is_over = self.quits_without_waiting || !self.pool.is_busy();
        match self.input_ended && is_over {
            true => Flow::Quit,
            false => Flow::Continue,
        }
    }

    /// Writes a reply, and logs it if the configuration requires it.
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

    fn take_object(&mut self, id: &str, mut object: Object, out: &mut Output) -> io::Result<()> {
        if self.defaults.config.log.all_requests {
            log::info!("Request: {}", Value::Object(object.clone()));
        }
        let action = match command_table::find(Fields(&object)) {
            Ok(Some(action)) => action,
            Ok(None) => return self.take_query(id, Fields(&object), out),
            Err(error) => return self.reply(reply::field_error(id, &error), out),
        };
        match (action.action)(&mut self.pool, &mut object) {
            Ok(replies) => replies
                .into_iter()
                .chain([object])
                .try_for_each(|reply| self.reply(reply, out)),
            Err(error) => self.reply(reply::field_error(id, &error), out),
        }
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
    ) -> io::Result<()>
    where
        AnyQuery: From<AnalysisQuery<G>>,
    {
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
            self.reply(reply::warning(id, OVERRIDE_SETTINGS, &message), out)?;
        }
        if self.defaults.config.warn_unused_fields {
            for field in unknown_fields::<G>(fields.0) {
                let message = "Unexpected or unused field, do you have a typo? (set warnUnusedFields=false in the config to disable this warning)";
                self.reply(reply::warning(id, field, message), out)?;
            }
        }
        if let Some(missing) = query.missing_field(self.pool.game_options()) {
            let warning = reply::warning(id, &missing.field, &missing.message);
            self.reply(warning, out)?;
        }
        let query = AnyQuery::from(query);
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

impl Front for AnalysisFront {
    fn line(&mut self, line: InputLine, out: &mut Output) -> io::Result<Flow> {
        match grammar::read(&line) {
            Some(Ok((id, object))) => self.take_object(&id, object, out)?,
            Some(Err(message)) => self.reply(reply::error(&message), out)?,
            None => {}
        }
        Ok(self.flow())
    }

    fn wake(&mut self, out: &mut Output) -> io::Result<Flow> {
        for reply in self.pool.take_replies()? {
            self.reply(reply, out)?;
        }
        Ok(self.flow())
    }

    fn end_of_input(&mut self, _: &mut Output) -> io::Result<Flow> {
        self.input_ended = true;
        Ok(self.flow())
    }
}

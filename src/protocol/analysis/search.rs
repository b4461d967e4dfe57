//! Analyst, a worker that analyzes one turn at a time.

use std::io;
use std::sync::Arc;

use serde_json::{Value, json};

use super::fields::Object;
use super::game::AnalysisGame;
use super::query::{AnalysisQuery, QueryGame};
use super::reply::{self, ReplyContext};
use crate::Options;
use tengen_engine::game::Position as _;
use tengen_engine::{ComputationError, Event, Limits, Report, Settings, Waker, Worker};
use tengen_play::MoveOf;

/// An analyst with a turn.
pub trait Analyst {
    /// Returns the replies that are due, and whether the last of them ends the analysis.
    fn take_replies(&mut self) -> (Vec<Object>, bool);
    /// Ends the analysis soon, with its result so far.
    fn stop(&mut self);
    /// Clears all cached evaluations.
    fn clear(&self);
}

/// An analyst for the game `G`.
pub struct GameAnalyst<G: AnalysisGame> {
    worker: Worker<G::Position>,
    settings: Settings,
    resources: G::Resources,
    turn: Option<ActiveTurn<G>>,
    /// The last query and its game, up to the last turn.
    game: Option<(Arc<AnalysisQuery<G>>, QueryGame<G>)>,
    /// Whether the searcher has been built. Building it during the first search would use up search time.
    is_prepared: bool,
}

/// Turn of a query that is being analyzed.
struct ActiveTurn<G: AnalysisGame> {
    query: Arc<AnalysisQuery<G>>,
    context: ReplyContext<G>,
    is_stopped: bool,
    /// Final reply, held back while the requested description of the position is computed.
    reply: Option<Object>,
}

impl<G: AnalysisGame> ActiveTurn<G> {
    fn report(&self, report: &Report<MoveOf<G>>, is_during_search: bool) -> Object {
        reply::analysis(&self.query, &self.context, report, is_during_search)
    }

    fn failure(&self, message: &str) -> Object {
        let mut reply = reply::no_results(self.query.id(), self.context.turn);
        let error = format!("the search failed: {message}");
        reply.insert("error".to_owned(), json!(error));
        reply
    }

    /// Adds the description of the position to the final reply.
    fn describe(&mut self, described: Result<String, ComputationError>) -> Object {
        let mut reply = self.reply.take().unwrap_or_default();
        let fields = described.map(|text| serde_json::from_str(&text));
        match fields {
            Ok(Ok(Value::Object(fields))) => reply.extend(fields),
            Ok(_) => {}
            Err(error) => {
                reply.insert("warning".to_owned(), json!(error.text));
            }
        }
        reply
    }
}

impl<G: AnalysisGame> GameAnalyst<G> {
    /// Starts the thread of an analyst.
    pub fn new(settings: Settings, options: &Options, waker: Waker) -> io::Result<Self> {
        let resources = G::resources(&options.games);
        let search_resources = resources.clone();
        let make = move |settings| G::searcher(settings, &search_resources);
        let worker = Worker::spawn(settings, waker, make)?;
        if let Some(client) = &options.search_client {
            worker.share(client.clone());
        }
        Ok(GameAnalyst {
            worker,
            settings,
            resources,
            turn: None,
            game: None,
            is_prepared: false,
        })
    }

    /// Returns the game of a query up to a turn, continuing from the last turn if that was of the same query.
    fn game_at(&mut self, query: &Arc<AnalysisQuery<G>>, turn: usize) -> QueryGame<G> {
        let game = match self.game.take() {
            Some((known, mut game)) if Arc::ptr_eq(&known, query) => {
                query.go_to(&mut game, turn).map(|()| game)
            }
            _ => query.game_at(turn),
        };
        game.expect("the moves were checked when the query was read")
    }

    /// Begins the analysis of a turn.
    pub fn begin(&mut self, query: Arc<AnalysisQuery<G>>, turn: u32) {
        let game = self.game_at(&query, turn as usize);
        let position = game.record().position().clone();
        self.game = Some((query.clone(), game));
        let context = ReplyContext {
            moves: position.legal_moves(position.to_move()).len(),
            position: position.clone(),
            turn,
        };
        self.turn = Some(ActiveTurn {
            query,
            context,
            is_stopped: false,
            reply: None,
        });
        match self.is_prepared {
            true => self.search(),
            false => drop(self.worker.prepare(position)),
        }
    }

    fn search(&mut self) {
        if let (Some(turn), Some((_, game))) = (&self.turn, &self.game) {
            let (limits, request) = (turn.query.limits(), turn.query.request());
            self.worker.search(game.record().clone(), limits, request);
            if turn.is_stopped {
                self.worker.stop();
            }
        }
    }
}

impl<G: AnalysisGame> Analyst for GameAnalyst<G> {
    fn take_replies(&mut self) -> (Vec<Object>, bool) {
        let mut replies = Vec::new();
        while let Some(event) = self.worker.next_event() {
            let Some(turn) = &mut self.turn else {
                continue;
            };
            let reply = match event {
                Event::Progress(report) => {
                    if turn.query.options.has_reports() {
                        replies.push(turn.report(&report, true));
                    }
                    continue;
                }
                Event::Prepared => {
                    self.is_prepared = true;
                    self.search();
                    continue;
                }
                Event::Game(_) => continue,
                Event::Done(result) => {
                    let none = || Report::new(Vec::new(), 0, 0);
                    let report = result.map_or_else(none, |result| result.report);
                    let reply = turn.report(&report, false);
                    let (position, options) = (&turn.context.position, &turn.query.options);
                    let (resources, settings) = (&self.resources, self.settings);
                    if let Some(computation) =
                        G::description(position, options, resources, settings)
                    {
                        turn.reply = Some(reply);
                        self.worker.compute(computation, Limits::default());
                        if turn.is_stopped {
                            self.worker.stop();
                        }
                        continue;
                    }
                    reply
                }
                Event::Computed(described) => turn.describe(described),
                Event::Failed(message) => turn.failure(&message),
            };
            replies.push(reply);
            self.turn = None;
            return (replies, true);
        }
        (replies, false)
    }

    fn stop(&mut self) {
        if let Some(turn) = &mut self.turn {
            turn.is_stopped = true;
            self.worker.stop();
        }
    }

    fn clear(&self) {
        self.worker.clear();
    }
}

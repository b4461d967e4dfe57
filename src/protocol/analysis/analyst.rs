//! An analyst: a worker that analyzes one turn at a time.

use std::io;
use std::sync::Arc;

use serde_json::{Value, json};

use super::fields::Object;
use super::game::AnalysisGame;
use super::query::AnalysisQuery;
use super::queue::QueuedTurn;
use super::reply::{self, ReplyContext};
use crate::Options;
use tengen_engine::game::Position as _;
use tengen_engine::record::Record;
use tengen_engine::{Event, Limits, Report, Settings, Waker, Worker};
use tengen_play::Game;
use tengen_play::MoveOf;

/// An analyst for positions of one game.
pub trait Analyst {
    /// The game.
    fn game(&self) -> Game;
    /// Begins the analysis of a turn of its game.
    fn begin(&mut self, turn: &QueuedTurn);
    /// Returns the replies that are due, and whether the last of them ends the analysis.
    fn hear(&mut self) -> (Vec<Object>, bool);
    /// Ends the analysis soon, with its result so far.
    fn stop(&mut self);
    /// Forgets all evaluations of earlier analyses.
    fn clear(&self);
}

/// An analyst for the game `G`.
pub struct GameAnalyst<G: AnalysisGame> {
    worker: Worker<G::Position>,
    resources: G::Resources,
    turn: Option<ActiveTurn<G>>,
    /// Whether the searcher has been built, which would take from the time of the first search.
    is_prepared: bool,
}

/// The turn that is being analyzed.
struct ActiveTurn<G: AnalysisGame> {
    query: Arc<AnalysisQuery<G>>,
    context: ReplyContext<G>,
    record: Record<G::Position>,
    is_stopped: bool,
    /// The last reply, while what the query wants to know of the position itself is computed.
    reply: Option<Object>,
}

impl<G: AnalysisGame> ActiveTurn<G> {
    /// Returns the report of a search.
    fn report(&self, report: &Report<MoveOf<G>>, is_during_search: bool) -> Object {
        reply::analysis(&self.query, &self.context, report, is_during_search)
    }

    /// Returns the reply to a failed search.
    fn failure(&self, message: &str) -> Object {
        let mut reply = reply::no_results(self.query.as_ref(), self.context.turn);
        let error = format!("the search failed: {message}");
        reply.insert("error".to_owned(), json!(error));
        reply
    }

    /// Adds the description of the position to the last reply.
    fn describe(&mut self, described: Result<String, String>) -> Object {
        let mut reply = self.reply.take().unwrap_or_default();
        let fields = described.map(|text| serde_json::from_str(&text));
        match fields {
            Ok(Ok(Value::Object(fields))) => reply.extend(fields),
            Ok(_) => {}
            Err(error) => {
                reply.insert("warning".to_owned(), json!(error));
            }
        }
        reply
    }
}

impl<G: AnalysisGame> GameAnalyst<G> {
    /// Starts the thread of an analyst.
    ///
    /// # Errors
    ///
    /// The system has no thread.
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
            resources,
            turn: None,
            is_prepared: false,
        })
    }

    /// Begins the search of the turn.
    fn search(&mut self) {
        if let Some(turn) = &self.turn {
            let (limits, request) = (turn.query.limits(), turn.query.request());
            self.worker.search(turn.record.clone(), limits, request);
            if turn.is_stopped {
                self.worker.stop();
            }
        }
    }
}

impl<G: AnalysisGame> Analyst for GameAnalyst<G> {
    fn game(&self) -> Game {
        G::GAME
    }

    fn begin(&mut self, turn: &QueuedTurn) {
        let query = Arc::clone(&turn.query)
            .into_any()
            .downcast::<AnalysisQuery<G>>();
        let query = query.expect("the pool gives an analyst turns of its game only");
        let record = query.record_at(turn.turn as usize);
        let record = record.expect("the moves were checked when the query was read");
        let position = record.position().clone();
        let context = ReplyContext {
            moves: position.legal_moves(position.to_move()).len(),
            position: position.clone(),
            turn: turn.turn,
        };
        self.turn = Some(ActiveTurn {
            query,
            context,
            record,
            is_stopped: false,
            reply: None,
        });
        match self.is_prepared {
            true => self.search(),
            false => drop(self.worker.prepare(position)),
        }
    }

    fn hear(&mut self) -> (Vec<Object>, bool) {
        let mut replies = Vec::new();
        while let Some(event) = self.worker.next_event() {
            let Some(turn) = &mut self.turn else {
                continue;
            };
            let reply = match event {
                Event::Progress(report) => {
                    if turn.query.wishes.reports.is_some() {
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
                    let (position, wishes) = (&turn.context.position, &turn.query.wishes);
                    if let Some(computation) = G::description(position, wishes, &self.resources) {
                        turn.reply = Some(reply);
                        self.worker.compute(computation, Limits::default());
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

//! Searches and computations of a session: how they start, and their replies.

use std::time::{Duration, Instant};

use super::Session;
use super::any_session::Update;
use crate::gtp::command_table::{Answer, Failure, ReplyMode};
use crate::gtp::game::GtpGame;
use crate::gtp::position_query::{PendingQuery, PositionQuery};
use crate::gtp::remarks::{self, LiveGraphics};
use crate::gtp::search::{LastSearch, MoveUse, RunningSearch, SearchTask};
use tengen_engine::clock;
use tengen_engine::deferred;
use tengen_engine::game::{Color, Position};
use tengen_engine::record::Record;
use tengen_engine::worker::Computation;
use tengen_engine::{Limits, SearchRequest, SearchResult};
use tengen_play::MoveOf;
use tengen_play::notation::write_move;
use tengen_play::options::ClientOptions;
use tengen_play::refusal::Refusal;
use tengen_records::loaded_record::LoadedRecord;

/// Time limit of a computation other than a search, such as perft. Longer ones belong on the command line, where they
/// delay no other replies.
const COMPUTATION_TIME: Duration = Duration::from_secs(10);

/// Time limit for reading a record. Only a hanging drive or a file that is not a game record takes longer.
const LOADING_TIME: Duration = Duration::from_secs(60);

impl<G: GtpGame> Session<G> {
    /// Starts a search of the current position. Fails if the side cannot move or the request allows none of its moves.
    pub fn search_for_move(&mut self, task: SearchTask<MoveOf<G>>) -> Result<Answer, Failure> {
        self.search_record(self.record.clone(), task)
    }

    /// Starts a search of the position at the end of `record`, which is the session's record, possibly with other
    /// rules. Fails if the side cannot move or the request allows none of its moves.
    pub fn search_record(
        &mut self,
        mut record: Record<G::Position>,
        task: SearchTask<MoveOf<G>>,
    ) -> Result<Answer, Failure> {
        let color = task.color;
        turn_to(&mut record, color)?;
        let position = record.position().clone();
        let moves = position.legal_moves(color);
        if moves.is_empty() {
            return Err(Failure::new("the game is over"));
        }
        if !moves.iter().any(|mv| task.request.allows(color, mv, 0)) {
            return Err(Failure::new("no legal move is allowed"));
        }
        let limits = match task.move_use {
            MoveUse::Analysis => Limits::default(),
            MoveUse::Played | MoveUse::Reported => {
                let clock = &self.clocks[color.index()];
                let limits = self.bounds.limits_by(clock, G::moves_left(&position));
                match self.is_for_person {
                    true => limits.for_person(),
                    false => limits,
                }
            }
        };
        let mut request = task.request.clone();
        request.level = self.level.filter(|_| task.move_use != MoveUse::Analysis);
        request.move_only = task.reporting.is_none();
        let options = ClientOptions {
            // Only a single unrestricted move may come from a book.
            book: task.move_use != MoveUse::Analysis
                && request.lines == 1
                && request.restrictions.is_empty(),
            analysis: task.move_use == MoveUse::Analysis,
            resign_below: self.resign_below,
            ..task.options
        };
        G::take_options(&mut request.game, options);
        G::take_parameters(&mut request.game, options, &self.parameters);
        self.worker.search(record, limits, request);
        let graphics = self.remarks.live_graphics;
        let graphics = graphics.then(|| LiveGraphics::new(position.clone(), color));
        let search = RunningSearch::new(task, position, moves.len()).drawn_by(graphics);
        let reply_mode = search.reply_mode();
        self.search = Some(search);
        Ok(Answer::Later(reply_mode))
    }

    /// Starts the search for a query. Fails if the side cannot move.
    pub fn search_for_query(&mut self, query: PositionQuery<G>) -> Result<Answer, Failure> {
        let mut record = self.record.clone();
        turn_to(&mut record, query.color)?;
        let position = record.position().clone();
        if position.legal_moves(query.color).is_empty() {
            return Err(Failure::new("the game is over"));
        }
        let mut limits = self.bounds.limits();
        if !limits.bounded() {
            limits.time = Some(clock::fixed(query.time));
        }
        self.worker.search(record, limits, query.request);
        self.query = Some(PendingQuery {
            position,
            write_reply: query.write_reply,
            since: Instant::now(),
        });
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Starts a computation with its result as the reply. Never fails.
    pub fn compute(&mut self, computation: Computation<MoveOf<G>>) -> Result<Answer, Failure> {
        let time = Some(clock::fixed(COMPUTATION_TIME));
        let limits = Limits {
            time,
            ..Limits::default()
        };
        self.compute_within(limits, computation)
    }

    /// Starts a computation within the limits of searches, with its result as the reply. Without a time limit, that of
    /// other computations applies. Never fails.
    pub fn compute_bounded(
        &mut self,
        computation: Computation<MoveOf<G>>,
    ) -> Result<Answer, Failure> {
        let mut limits = self.bounds.limits();
        limits
            .time
            .get_or_insert_with(|| clock::fixed(COMPUTATION_TIME));
        self.compute_within(limits, computation)
    }

    fn compute_within(
        &mut self,
        limits: Limits,
        computation: Computation<MoveOf<G>>,
    ) -> Result<Answer, Failure> {
        self.on_computed = None;
        self.worker.compute(computation, limits);
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Starts a computation that may be refused with a code. Its argument returns whether to stop. Never fails.
    pub fn compute_coded(
        &mut self,
        work: impl FnOnce(&dyn Fn() -> bool) -> Result<String, Refusal> + Send + 'static,
    ) -> Result<Answer, Failure> {
        let (computation, computed) =
            deferred::computation(move |control| Ok(work(&|| control.interrupted())));
        let answer = self.compute(computation);
        self.on_computed = Some(Box::new(move |_| match computed.take() {
            Some(result) => Ok(result?),
            // Always present, since the computation has succeeded.
            None => Ok(String::new()),
        }));
        answer
    }

    /// Starts reading a record, which then replaces the game. The reply is the side to move. Never fails.
    pub fn load(
        &mut self,
        read: impl FnOnce(&dyn Fn() -> bool) -> Result<LoadedRecord<G::Position>, String>
        + Send
        + 'static,
    ) -> Result<Answer, Failure> {
        let (computation, loaded) =
            deferred::computation(move |control| read(&|| control.interrupted()));
        let time = Some(clock::fixed(LOADING_TIME));
        self.worker.compute(
            computation,
            Limits {
                time,
                ..Limits::default()
            },
        );
        self.on_computed = Some(Box::new(move |session| {
            // Always present, since the computation has succeeded.
            if let Some(loaded) = loaded.take() {
                session.resume(loaded);
            }
            Ok(session.position().to_move().to_string())
        }));
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Returns the update at the end of a search, including one that was stopped.
    pub(super) fn finish(&mut self, result: Option<SearchResult<MoveOf<G>>>) -> Update {
        let Some(search) = self.search.take() else {
            return Update::End(Err(Failure::new("nobody asked for this move")));
        };
        let Some(result) = result else {
            return Update::End(Err(Failure::new("the game is over")));
        };
        let last_line = search.last_line(&result.report);
        if search.move_use == MoveUse::Analysis {
            // The search is complete, but the analysis stays open until a line of input ends it.
            self.search = Some(search);
            return Update::Line(last_line.unwrap_or_default());
        }
        let reply = self.finish_move(&search, &result);
        self.last_search = Some(LastSearch {
            color: search.color,
            result,
        });
        Update::End(reply.map(|reply| match last_line {
            Some(line) => format!("{line}\n{reply}"),
            None => reply,
        }))
    }

    fn finish_move(
        &mut self,
        search: &RunningSearch<G>,
        result: &SearchResult<MoveOf<G>>,
    ) -> Result<String, Failure> {
        let spent = search.since.elapsed();
        self.search_time += spent;
        self.cpu_time += search.cpu_time();
        let text = write_move::<G>(self.position(), result.mv);
        if search.move_use == MoveUse::Reported {
            return Ok(search.reply(text));
        }
        if self.remarks.ogs_chat {
            remarks::write_ogs_chat::<G>(self.position(), result);
        }
        let color = search.color;
        self.engine_sides[color.index()] = true;
        self.clocks[color.index()].charge(spent);
        if result.resigns {
            return Ok(search.reply("resign".to_owned()));
        }
        self.play(color, result.mv).map_err(|reason| {
            log::error!("the search chose {text} for {color}, which is illegal: {reason}");
            Failure::new("the search found no legal move")
        })?;
        self.ponder();
        Ok(search.reply(text))
    }

    /// Ponders on the position after the engine's move. The search keeps the results for the next move.
    fn ponder(&mut self) {
        let position = self.position();
        // Levels below full strength read little, and nothing on the opponent's time.
        let ponders = self.pondering.enabled && self.level.is_none();
        if !ponders || position.legal_moves(position.to_move()).is_empty() {
            return;
        }
        let limits = Limits {
            time: Some(clock::fixed(self.pondering.max_time)),
            ..self.pondering.bounds.limits()
        };
        let mut request = SearchRequest {
            first: self.pondering.max_time,
            every: self.pondering.max_time,
            ..SearchRequest::default()
        };
        let options = ClientOptions {
            side: Some(position.to_move().opponent()),
            ..ClientOptions::default()
        };
        G::take_options(&mut request.game, options);
        G::take_parameters(&mut request.game, options, &self.parameters);
        self.worker.search(self.record.clone(), limits, request);
    }
}

/// Makes `color` the side to move. Fails in Othello if it is the other side's turn or the game is over.
fn turn_to<P: Position>(record: &mut Record<P>, color: Color) -> Result<(), Failure> {
    record.turn_to(color).map_err(|_| {
        let position = record.position();
        Failure::new(match position.outcome() {
            Some(_) => "the game is over".to_owned(),
            None => format!("it is {}'s turn", position.to_move()),
        })
    })
}

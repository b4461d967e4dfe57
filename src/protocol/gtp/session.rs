//! A GTP session of one game: its record, its clocks and its search worker.

use std::io;
use std::time::{Duration, Instant};

use super::command::{Answer, Failure, GtpCommand, ReplyMode};
use super::game::{ClientWishes, GtpGame, MoveOf, write_move};
use super::parse::Request;
use super::position_query::{PendingQuery, PositionQuery};
use super::remarks::{self, LiveGraphics};
use super::search::{LastSearch, MoveUse, RunningSearch, SearchTask};
use crate::engine::clock;
use crate::engine::clock::{Clock, TimeControl};
use crate::engine::conversation::Jobs;
use crate::engine::deferred;
use crate::engine::files::Access;
use crate::engine::game::{Color, IllegalMove, Position};
use crate::engine::record::Record;
use crate::engine::worker::Computation;
use crate::engine::{
    Event, Limits, SearchRequest, SearchResult, Settings, SkillLevel, Waker, Worker,
};
use crate::go::Komi;
use crate::protocol::{Bounds, Options, Remarks, ReportView};
use crate::records::loaded_record::{Annotations, LoadedRecord};

/// Time for a computation other than a search, such as perft. Longer ones belong on the command line, where they delay
/// no other replies.
const COMPUTATION_TIME: Duration = Duration::from_secs(10);

/// Time for reading a record. Only a hanging drive or a file that is not a game record takes longer.
const LOADING_TIME: Duration = Duration::from_secs(60);

/// A function that applies the result of a computation to the session and returns the reply.
type OnComputed<G> = Box<dyn FnOnce(&mut Session<G>) -> Result<String, Failure>>;

/// The state of a GTP session.
pub struct Session<G: GtpGame> {
    /// The game so far.
    pub(crate) record: Record<G::Position>,
    /// The annotations of the file of the record.
    annotations: Annotations,
    /// The resources of the game, such as a network or a book, which outlast a single game.
    resources: G::Resources,
    /// The bounds of every search.
    pub(super) bounds: Bounds,
    /// The level of play; `None` for full strength.
    pub(super) level: Option<SkillLevel>,
    /// The sides for which the engine has played moves of this game.
    engine_sides: [bool; 2],
    /// The settings of pondering.
    pub(super) pondering: Pondering,
    /// Winrate below which the search may resign, from 0 to 1. `None` leaves the search's own threshold.
    pub(crate) resign_below: Option<f32>,
    /// Komi that no command changes.
    forced_komi: Option<f64>,
    /// The values of the game's own parameters.
    pub(crate) parameters: G::Parameters,
    /// The view of lines of analysis.
    pub(super) report_view: ReportView,
    /// The remarks on stderr about searches.
    pub(super) remarks: Remarks,
    settings: Settings,
    /// The engine's name.
    name: String,
    /// The files that the client may access.
    files: Access,
    /// The commands that the client may use.
    commands: Vec<&'static GtpCommand<G>>,
    /// Whether `list_commands` names `kgs-chat`.
    pub(super) lists_kgs_chat: bool,
    clocks: [Clock; 2],
    worker: Worker<G::Position>,
    /// Whether the search is prepared for the board and the resources.
    is_ready: bool,
    search: Option<RunningSearch<G>>,
    query: Option<PendingQuery<G>>,
    /// The action on the result of the running computation; `None` if the result is the reply.
    on_computed: Option<OnComputed<G>>,
    last_search: Option<LastSearch<G>>,
    /// The number of moves before each trial move, oldest first.
    trials: Vec<usize>,
    search_time: Duration,
    /// Processor time of searches for moves, in seconds.
    cpu_time: f64,
}

/// Settings of pondering: searching on the opponent's time, from the reply with a move to the next command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pondering {
    /// Whether the engine ponders.
    pub enabled: bool,
    /// Maximum time, since the opponent may never move.
    pub max_time: Duration,
    /// Bounds of visits and playouts.
    pub bounds: Bounds,
}

/// Default maximum time of pondering, as in KataGo's example configuration.
const DEFAULT_PONDERING_TIME: Duration = Duration::from_secs(60);

/// A session of any game, as the front uses it.
pub trait AnySession {
    /// Runs a command.
    ///
    /// # Errors
    ///
    /// Fails if the command is unknown or refuses its arguments.
    fn run(&mut self, request: &Request) -> Result<Answer, Failure>;

    /// Returns the next update of the running command, if there is one. Never blocks.
    fn poll(&mut self) -> Option<Update>;

    /// Returns the time at which to call `poll` even without an event of the worker.
    fn next_update_at(&self) -> Option<Instant>;

    /// Returns the worker's jobs.
    fn jobs(&mut self) -> &mut dyn Jobs;

    /// Ends the running command at once, and returns the end of its reply.
    fn cancel(&mut self) -> String;

    /// Returns the settings that outlast a change of the game.
    fn session_settings(&self) -> SessionSettings;

    /// Restores settings from the session of another game.
    fn restore(&mut self, settings: SessionSettings);
}

/// A part of the reply of a running command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// A line of the reply, which continues.
    Line(String),
    /// The reply or its rest.
    End(Result<String, Failure>),
}

/// Settings that outlast a change of the game.
#[derive(Clone, Copy, Debug)]
pub struct SessionSettings {
    bounds: Bounds,
    pondering: Pondering,
    resign_below: Option<f32>,
    remarks: Remarks,
    settings: Settings,
    time_control: TimeControl,
}

impl<G: GtpGame> Session<G> {
    /// Creates a session with these commands at the start of a game.
    ///
    /// # Errors
    ///
    /// Fails if the game does not support these options, or if no thread can be started.
    pub fn new(
        options: &Options,
        commands: impl Iterator<Item = &'static GtpCommand<G>>,
        waker: Waker,
    ) -> io::Result<Self> {
        let start = G::start(options)
            .map_err(|failure| io::Error::new(io::ErrorKind::InvalidInput, failure.to_string()))?;
        if options.remarks.ogs_chat {
            remarks::announce_ogs_chat();
        }
        let resources = G::resources(options);
        let search_resources = resources.clone();
        let worker = Worker::spawn(options.settings, waker, move |settings| {
            G::searcher(settings, &search_resources)
        })?;
        if let Some(client) = &options.search_client {
            worker.share(client.clone());
        }
        let gtp = &options.gtp;
        let clock = Clock::default().with_lag(gtp.lag);
        Ok(Session {
            record: Record::new(start),
            annotations: Annotations::default(),
            resources,
            bounds: options.bounds,
            level: options.level,
            engine_sides: [false; 2],
            pondering: Pondering {
                enabled: options.ponder,
                max_time: gtp.ponder_bounds.time.unwrap_or(DEFAULT_PONDERING_TIME),
                bounds: gtp.ponder_bounds,
            },
            resign_below: options.go.resign.below,
            forced_komi: options.go.forced_komi.map(Komi::points),
            parameters: G::parameters(options),
            report_view: gtp.report_view,
            remarks: options.remarks,
            settings: options.settings,
            name: options.name.clone(),
            files: options.files.clone(),
            commands: commands.collect(),
            lists_kgs_chat: gtp.lists_kgs_chat,
            clocks: [clock; 2],
            worker,
            is_ready: false,
            search: None,
            query: None,
            on_computed: None,
            last_search: None,
            trials: Vec::new(),
            search_time: Duration::ZERO,
            cpu_time: 0.0,
        })
    }

    /// Returns the current position.
    pub fn position(&self) -> &G::Position {
        self.record.position()
    }

    /// Returns the names of the players of this game, black first, where the engine has played at a level.
    pub fn players(&self) -> [Option<String>; 2] {
        let level = self.level.map(|level| G::levels().name(level));
        self.engine_sides.map(|is_engine| {
            let level = level.as_ref().filter(|_| is_engine)?;
            Some(format!("{} ({level})", self.name))
        })
    }

    /// Returns the engine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the resources of the game.
    pub fn resources(&self) -> &G::Resources {
        &self.resources
    }

    /// Returns the commands that the client may use.
    pub fn commands(&self) -> impl Iterator<Item = &'static GtpCommand<G>> {
        self.commands.iter().copied()
    }

    /// Returns the command of this name.
    pub fn command(&self, name: &str) -> Option<&'static GtpCommand<G>> {
        self.commands().find(|command| command.name == name)
    }

    /// Returns the files that the client may access.
    pub fn files(&self) -> &Access {
        &self.files
    }

    /// Returns the time spent on searches for moves in this session.
    pub fn search_time(&self) -> Duration {
        self.search_time
    }

    /// Returns the annotations of the file of the record.
    pub fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    /// Returns the processor time of all threads spent on searches for moves in this session, in seconds.
    pub fn cpu_time(&self) -> f64 {
        self.cpu_time
    }

    /// Returns the last search for a move in this game.
    pub fn last_search(&self) -> Option<&LastSearch<G>> {
        self.last_search.as_ref()
    }

    /// Takes back `count` steps of the record, with the notes on them. Returns false, without a change, if there are
    /// fewer.
    pub fn take_back(&mut self, count: usize) -> bool {
        if self.record.len() < count {
            return false;
        }
        self.record.take_back(count);
        let left = self.record.len();
        self.annotations.notes.truncate(left);
        self.trials.retain(|&before| before < left);
        true
    }

    /// Plays a trial move.
    ///
    /// # Errors
    ///
    /// Fails if the move is illegal.
    pub fn try_move(&mut self, color: Color, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        let before = self.record.len();
        self.record.play(color, mv)?;
        self.trials.push(before);
        Ok(())
    }

    /// Takes back the last trial move and all moves after it. Returns false if there is none.
    pub fn take_back_trial(&mut self) -> bool {
        match self.trials.last() {
            Some(&before) => self.take_back(self.record.len() - before),
            None => false,
        }
    }

    /// Begins a new game at `start` and resets the clocks.
    pub fn begin(&mut self, start: G::Position) {
        self.resume(Record::new(start).into());
    }

    /// Continues a game that was loaded and resets the clocks.
    pub fn resume(&mut self, loaded: LoadedRecord<G::Position>) {
        self.record = loaded.record;
        self.annotations = loaded.annotations;
        if let Some(komi) = self.forced_komi {
            // The options hold a komi of the game.
            let _ = self
                .record
                .try_adjust(|position| G::set_komi(position, komi));
        }
        self.trials.clear();
        self.engine_sides = [false; 2];
        self.last_search = None;
        self.clocks = self.clocks.map(|clock| clock.restarted(clock.control()));
        self.forget();
        self.is_ready = false;
    }

    /// Sets the komi, unless the options force one.
    ///
    /// # Errors
    ///
    /// Fails if the game does not support this komi.
    pub fn set_komi(&mut self, komi: f64) -> Result<(), Failure> {
        let komi = self.forced_komi.unwrap_or(komi);
        self.record
            .try_adjust(|position| G::set_komi(position, komi))
    }

    /// Prepares the search before answering a command after which a clock may start.
    ///
    /// # Errors
    ///
    /// Never fails. The return type is that of a command handler.
    pub fn when_ready(&mut self) -> Result<Answer, Failure> {
        if std::mem::replace(&mut self.is_ready, true) {
            return Ok(Answer::done());
        }
        self.worker.prepare(self.position().clone());
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Marks the search as not prepared, after a change of its resources.
    pub fn mark_unready(&mut self) {
        self.is_ready = false;
    }

    /// Clears the memory of the search.
    pub fn forget(&mut self) {
        self.worker.clear();
    }

    /// Sets both clocks.
    pub fn set_time_control(&mut self, control: TimeControl) {
        self.clocks = self.clocks.map(|clock| clock.restarted(control));
    }

    /// Sets the time of one side, and the stones to play in it.
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.clocks[color.index()].set_left(left, stones);
    }

    /// Returns the settings of the search.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the settings of the search.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.worker.configure(settings);
        self.is_ready = false;
    }

    /// Starts a search of the current position.
    ///
    /// # Errors
    ///
    /// Fails if the side cannot move here, or if the request allows none of its moves.
    pub fn search_for_move(&mut self, task: SearchTask<MoveOf<G>>) -> Result<Answer, Failure> {
        self.search_record(self.record.clone(), task)
    }

    /// Starts a search of the position at the end of `record`: the session's record, possibly with other rules.
    ///
    /// # Errors
    ///
    /// Fails if the side cannot move here, or if the request allows none of its moves.
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
                self.bounds.limits_by(clock, G::moves_left(&position))
            }
        };
        let mut request = task.request.clone();
        request.level = self.level.filter(|_| task.move_use != MoveUse::Analysis);
        let wishes = ClientWishes {
            // Only a single unrestricted move may come from a book.
            book: task.move_use != MoveUse::Analysis
                && request.lines == 1
                && request.restrictions.is_empty(),
            analysis: task.move_use == MoveUse::Analysis,
            resign_below: self.resign_below,
            ..task.wishes
        };
        G::take_wishes(&mut request.game, wishes, &self.parameters);
        self.worker.search(record, limits, request);
        let graphics = self.remarks.live_graphics;
        let graphics = graphics.then(|| LiveGraphics::new(position.clone(), color));
        let search = RunningSearch::new(task, position, moves.len()).drawn_by(graphics);
        let reply_mode = search.reply_mode();
        self.search = Some(search);
        Ok(Answer::Later(reply_mode))
    }

    /// Starts the search of a query.
    ///
    /// # Errors
    ///
    /// Fails if the side cannot move here.
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

    /// Starts a computation, whose result is the reply.
    ///
    /// # Errors
    ///
    /// Never fails. The return type is that of a command handler.
    pub fn compute(&mut self, computation: Computation<MoveOf<G>>) -> Result<Answer, Failure> {
        let time = Some(clock::fixed(COMPUTATION_TIME));
        let limits = Limits {
            time,
            ..Limits::default()
        };
        self.compute_within(limits, computation)
    }

    /// Starts a computation within the bounds of searches, whose result is the reply. Without a bound of its time it gets
    /// that of other computations.
    ///
    /// # Errors
    ///
    /// Never fails. The return type is that of a command handler.
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

    /// Starts reading a record, which then replaces the game. The reply is the side to move.
    ///
    /// # Errors
    ///
    /// Never fails. The return type is that of a command handler.
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
    fn finish(&mut self, result: Option<SearchResult<MoveOf<G>>>) -> Update {
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
        self.record.play(color, result.mv).map_err(|reason| {
            log::error!("the search chose {text} for {color}, which is illegal: {reason}");
            Failure::new("the search found no legal move")
        })?;
        self.ponder();
        Ok(search.reply(text))
    }

    /// Ponders on the position after the engine's move. The search keeps the results for the next move.
    fn ponder(&mut self) {
        let position = self.position();
        // A level reads little, and nothing on the opponent's time.
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
        let wishes = ClientWishes {
            side: Some(position.to_move().opponent()),
            ..ClientWishes::default()
        };
        G::take_wishes(&mut request.game, wishes, &self.parameters);
        self.worker.search(self.record.clone(), limits, request);
    }
}

/// Gives the turn to `color`.
///
/// # Errors
///
/// Fails in Othello if it is the other side's turn, or if the game is over.
fn turn_to<P: Position>(record: &mut Record<P>, color: Color) -> Result<(), Failure> {
    record.turn_to(color).map_err(|_| {
        let position = record.position();
        Failure::new(match position.outcome() {
            Some(_) => "the game is over".to_owned(),
            None => format!("it is {}'s turn", position.to_move()),
        })
    })
}

impl<G: GtpGame> AnySession for Session<G> {
    fn run(&mut self, request: &Request) -> Result<Answer, Failure> {
        let command = self.command(&request.name);
        let command = command.ok_or_else(|| Failure::new("unknown command"))?;
        command.run(self, &request.args)
    }

    fn poll(&mut self) -> Option<Update> {
        while let Some(event) = self.worker.next_event() {
            match event {
                Event::Progress(report) => {
                    log::debug!("depth {}, {} nodes", report.depth, report.nodes);
                    if let Some(search) = &mut self.search {
                        search.take_report(report);
                    }
                }
                // No GTP command requests these events.
                Event::Game(_) => {}
                Event::Done(result) => {
                    return Some(match self.query.take() {
                        Some(query) => Update::End(query.answer(result)),
                        None => self.finish(result),
                    });
                }
                Event::Prepared => return Some(Update::End(Ok(String::new()))),
                Event::Computed(result) => {
                    let reply = match (result, self.on_computed.take()) {
                        (Ok(_), Some(on_computed)) => on_computed(self),
                        (result, _) => result.map_err(Failure::new),
                    };
                    return Some(Update::End(reply));
                }
                Event::Failed(message) => {
                    self.search = None;
                    self.query = None;
                    self.on_computed = None;
                    let failure = Failure::new(format!("the search failed: {message}"));
                    return Some(Update::End(Err(failure)));
                }
            }
        }
        self.search.as_mut()?.due_line().map(Update::Line)
    }

    fn next_update_at(&self) -> Option<Instant> {
        let line = self.search.as_ref().and_then(RunningSearch::next_line_at);
        line.into_iter().chain(self.worker.alarm()).min()
    }

    fn jobs(&mut self) -> &mut dyn Jobs {
        &mut self.worker
    }

    fn cancel(&mut self) -> String {
        self.worker.abandon();
        let search = self.search.take();
        search.map_or_else(String::new, |search| search.cancelled())
    }

    fn session_settings(&self) -> SessionSettings {
        SessionSettings {
            bounds: self.bounds,
            pondering: self.pondering,
            resign_below: self.resign_below,
            remarks: self.remarks,
            settings: self.settings,
            time_control: self.clocks[Color::Black.index()].control(),
        }
    }

    fn restore(&mut self, settings: SessionSettings) {
        self.bounds = settings.bounds;
        self.pondering = settings.pondering;
        self.resign_below = settings.resign_below;
        self.remarks = settings.remarks;
        self.configure(settings.settings);
        self.set_time_control(settings.time_control);
    }
}

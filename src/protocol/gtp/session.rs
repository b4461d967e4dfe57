//! A GTP session of one game: its record, its clocks and the worker that thinks for it.

use std::io;
use std::time::{Duration, Instant};

use super::bounds::Bounds;
use super::command::{Answer, Failure, GtpCommand, ReplyMode};
use super::game::{ClientWishes, GtpGame, MoveOf, write_move};
use super::parse::Request;
use super::position_query::{PendingQuery, PositionQuery};
use super::search::{MoveUse, RunningSearch, SearchTask};
use crate::engine::clock;
use crate::engine::clock::{Clock, TimeControl};
use crate::engine::conversation::Jobs;
use crate::engine::deferred;
use crate::engine::files::Access;
use crate::engine::game::{Color, Position};
use crate::engine::record::Record;
use crate::engine::worker::Computation;
use crate::engine::{Event, Limits, SearchRequest, SearchResult, Settings, Waker, Worker};
use crate::protocol::Options;

/// Time for a move when neither a clock nor a limit says otherwise: short enough for a person who tries the
/// engine, long enough for a sensible move.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// Time for a question that is no search for a move, a count of games for instance. What takes longer is a
/// matter for the command line, where nobody waits for other replies.
const QUESTION_TIME: Duration = Duration::from_secs(10);

/// Time for reading a record. Only a drive that hangs, or a file that is no record of a game, takes so long.
const LOADING_TIME: Duration = Duration::from_secs(60);

/// Takes what a computation has delivered into the session; the reply.
type OnComputed<G> = Box<dyn FnOnce(&mut Session<G>) -> Result<String, Failure>>;

/// The state behind one game's commands.
pub struct Session<G: GtpGame> {
    /// The game so far.
    pub(crate) record: Record<G::Position>,
    /// What the game keeps beside it, game after game.
    resources: G::Resources,
    /// What a controller has set for every search.
    pub(super) bounds: Bounds,
    /// Whether and how long to think on the opponent's time.
    pub(super) pondering: Pondering,
    /// Winning chances below which a search may resign; its own idea if nobody has said.
    pub(crate) resign_below: Option<f32>,
    settings: Settings,
    /// Which files a client may name.
    files: Access,
    /// The commands that a client may give.
    commands: Vec<&'static GtpCommand<G>>,
    clocks: [Clock; 2],
    worker: Worker<G::Position>,
    /// Whether the search has been got ready for the board and its resources.
    is_ready: bool,
    search: Option<RunningSearch<G>>,
    query: Option<PendingQuery<G>>,
    /// What becomes of the answer of the computation that runs, unless that is a text.
    on_computed: Option<OnComputed<G>>,
    thinking_time: Duration,
}

/// Thinking on the opponent's time: after a move, from its reply to the next command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pondering {
    /// Whether it is done.
    pub enabled: bool,
    /// For how long at most, since an opponent may have gone to bed.
    pub most: Duration,
}

/// KataGo's example configuration has the same.
const PONDERING_TIME: Duration = Duration::from_secs(60);

/// A session without its game's type: what the front needs of it.
pub trait AnySession {
    /// Carries out a command.
    fn run(&mut self, request: &Request) -> Result<Answer, Failure>;

    /// What the command that runs has to say, if it has. Never blocks.
    fn poll(&mut self) -> Option<Update>;

    /// When `poll` has something to say even if the worker has not.
    fn next_update_at(&self) -> Option<Instant>;

    /// The worker's jobs.
    fn jobs(&mut self) -> &mut dyn Jobs;

    /// Ends the command that runs, at once; the end of its reply.
    fn cancel(&mut self) -> String;

    /// What a controller has set that outlasts the game.
    fn session_settings(&self) -> SessionSettings;

    /// Takes over what was set while another game was played.
    fn restore(&mut self, terms: SessionSettings);
}

/// What a running command says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// A line of a reply that goes on.
    Line(String),
    /// The reply, or what is left of it.
    End(Result<String, Failure>),
}

/// What a controller has set that outlasts the game.
#[derive(Clone, Copy, Debug)]
pub struct SessionSettings {
    bounds: Bounds,
    pondering: Pondering,
    resign_below: Option<f32>,
    settings: Settings,
    time_control: TimeControl,
}

impl<G: GtpGame> Session<G> {
    /// Creates a session of these commands at the start of a game.
    ///
    /// # Errors
    ///
    /// The game cannot begin with these options, or no thread can be started.
    pub fn new(
        options: &Options,
        commands: impl Iterator<Item = &'static GtpCommand<G>>,
        waker: Waker,
    ) -> io::Result<Self> {
        let start = G::start(options)
            .map_err(|failure| io::Error::new(io::ErrorKind::InvalidInput, failure.to_string()))?;
        let resources = G::resources(options);
        let for_search = resources.clone();
        let worker = Worker::spawn(options.settings, waker, move |settings| {
            G::searcher(settings, &for_search)
        })?;
        Ok(Session {
            record: Record::new(start),
            resources,
            bounds: Bounds::default(),
            pondering: Pondering {
                enabled: options.ponder,
                most: PONDERING_TIME,
            },
            resign_below: None,
            settings: options.settings,
            files: options.files.clone(),
            commands: commands.collect(),
            clocks: [Clock::default(); 2],
            worker,
            is_ready: false,
            search: None,
            query: None,
            on_computed: None,
            thinking_time: Duration::ZERO,
        })
    }

    /// The position now.
    pub fn position(&self) -> &G::Position {
        self.record.position()
    }

    /// What the game keeps beside the record.
    pub fn resources(&self) -> &G::Resources {
        &self.resources
    }

    /// The commands that can be given.
    pub fn commands(&self) -> impl Iterator<Item = &'static GtpCommand<G>> {
        self.commands.iter().copied()
    }

    /// The command of that name.
    pub fn command(&self, name: &str) -> Option<&'static GtpCommand<G>> {
        self.commands().find(|command| command.name == name)
    }

    /// Which files a client may name.
    pub fn files(&self) -> &Access {
        &self.files
    }

    /// Time spent on searching for moves since the process began.
    pub fn thinking_time(&self) -> Duration {
        self.thinking_time
    }

    /// Begins another game at `start`: what is on the board goes, clocks are full again.
    pub fn begin(&mut self, start: G::Position) {
        self.resume(Record::new(start));
    }

    /// Takes over a game in the middle; clocks are full.
    pub fn resume(&mut self, record: Record<G::Position>) {
        self.record = record;
        self.clocks = self.clocks.map(|clock| Clock::new(clock.control()));
        self.forget();
        self.is_ready = false;
    }

    /// The answer to a command after which a clock may start: success, as soon as the search is ready.
    pub fn when_ready(&mut self) -> Result<Answer, Failure> {
        if std::mem::replace(&mut self.is_ready, true) {
            return Ok(Answer::done());
        }
        self.worker.prepare(self.position().clone());
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Takes notice that the search goes by something else from now on.
    pub fn mark_unready(&mut self) {
        self.is_ready = false;
    }

    /// Makes the search forget former positions.
    pub fn forget(&mut self) {
        self.worker.clear();
    }

    /// Sets both clocks.
    pub fn set_time_control(&mut self, control: TimeControl) {
        self.clocks = [Clock::new(control); 2];
    }

    /// Sets what one side has left.
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.clocks[color.index()].set_left(left, stones);
    }

    /// Resources of the search.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Gives the search other resources.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.worker.configure(settings);
        self.is_ready = false;
    }

    /// Sets the worker to a search of the position.
    pub fn search_for_move(&mut self, wish: SearchTask<MoveOf<G>>) -> Result<Answer, Failure> {
        self.search_record(self.record.clone(), wish)
    }

    /// Sets the worker to a search of the position at the end of `record`, which is ours with other rules.
    pub fn search_record(
        &mut self,
        mut record: Record<G::Position>,
        wish: SearchTask<MoveOf<G>>,
    ) -> Result<Answer, Failure> {
        let color = wish.color;
        record.turn_to(color)?;
        let position = record.position().clone();
        let moves = position.legal_moves(color);
        if moves.is_empty() {
            return Err(Failure::new("the game is over"));
        }
        if !moves.iter().any(|mv| wish.request.allows(color, mv, 0)) {
            return Err(Failure::new("no legal move is allowed"));
        }
        let limits = match wish.end {
            MoveUse::Analysis => Limits::default(),
            MoveUse::Played | MoveUse::Reported => self.limits_for(color, &position),
        };
        let mut question = wish.request.clone();
        let wishes = ClientWishes {
            // One move may come from a book, told of or not; restrictions are for the search.
            book: wish.end != MoveUse::Analysis
                && question.lines == 1
                && question.restrictions.is_empty(),
            resign_below: self.resign_below,
            ..wish.wishes
        };
        G::take_wishes(&mut question.game, wishes);
        self.worker.search(record, limits, question);
        let thinking = RunningSearch::new(wish, position, moves.len());
        let course = thinking.course();
        self.search = Some(thinking);
        Ok(Answer::Later(course))
    }

    /// Sets the worker to a search that answers a question.
    pub fn search_for_query(&mut self, inquiry: PositionQuery<G>) -> Result<Answer, Failure> {
        let mut record = self.record.clone();
        record.turn_to(inquiry.color)?;
        let position = record.position().clone();
        if position.legal_moves(inquiry.color).is_empty() {
            return Err(Failure::new("the game is over"));
        }
        let mut limits = self.bounds.limits();
        if !limits.bounded() {
            limits.time = Some(clock::fixed(inquiry.time));
        }
        self.worker.search(record, limits, inquiry.question);
        self.query = Some(PendingQuery {
            position,
            spell: inquiry.spell,
            since: Instant::now(),
        });
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Sets the worker to answer a question that takes more than an instant.
    pub fn compute(&mut self, computation: Computation<MoveOf<G>>) -> Result<Answer, Failure> {
        self.on_computed = None;
        let time = Some(clock::fixed(QUESTION_TIME));
        self.worker.compute(
            computation,
            Limits {
                time,
                ..Limits::default()
            },
        );
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Sets the worker to read a record, which then takes the place of the game.
    pub fn load(
        &mut self,
        read: impl FnOnce(&dyn Fn() -> bool) -> Result<Record<G::Position>, String> + Send + 'static,
    ) -> Result<Answer, Failure> {
        let (computation, delivery) =
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
            // The computation has ended well, so it is there.
            if let Some(record) = delivery.take() {
                session.resume(record);
            }
            Ok(String::new())
        }));
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// The clock bounds a search if there is one, else the limits that were set, else the usual time.
    fn limits_for(&self, color: Color, position: &G::Position) -> Limits {
        let mut limits = self.bounds.limits();
        if let Some(budget) = self.clocks[color.index()].budget(G::moves_left(position)) {
            limits.time = Some(budget);
        }
        if !limits.bounded() {
            limits.time = Some(clock::fixed(MOVE_TIME));
        }
        limits
    }

    /// The search has ended by itself or was told to stop.
    fn finish(&mut self, found: Option<SearchResult<MoveOf<G>>>) -> Update {
        let Some(thinking) = self.search.take() else {
            return Update::End(Err(Failure::new("nobody asked for this move")));
        };
        let Some(found) = found else {
            return Update::End(Err(Failure::new("the game is over")));
        };
        let last_word = thinking.last_line(&found.report);
        if thinking.end == MoveUse::Analysis {
            // The answer is sure, and the analysis stays open until another line ends it.
            self.search = Some(thinking);
            return Update::Line(last_word.unwrap_or_default());
        }
        let reply = self.finish_move(&thinking, &found);
        Update::End(reply.map(|reply| match last_word {
            Some(line) => format!("{line}\n{reply}"),
            None => reply,
        }))
    }

    fn finish_move(
        &mut self,
        thinking: &RunningSearch<G>,
        found: &SearchResult<MoveOf<G>>,
    ) -> Result<String, Failure> {
        let spent = thinking.since.elapsed();
        self.thinking_time += spent;
        let text = write_move::<G>(self.position(), found.mv);
        if thinking.end == MoveUse::Reported {
            return Ok(thinking.reply(text));
        }
        let color = thinking.color;
        self.clocks[color.index()].charge(spent);
        if found.resigns {
            return Ok(thinking.reply("resign".to_owned()));
        }
        self.record.play(color, found.mv).map_err(|reason| {
            log::error!("the search chose {text} for {color}, which is illegal: {reason}");
            Failure::new("the search found no legal move")
        })?;
        self.ponder();
        Ok(thinking.reply(text))
    }

    /// Goes on to search the position after our move, for what the search keeps of it.
    fn ponder(&mut self) {
        let position = self.position();
        if !self.pondering.enabled || position.legal_moves(position.to_move()).is_empty() {
            return;
        }
        let limits = Limits {
            time: Some(clock::fixed(self.pondering.most)),
            ..Limits::default()
        };
        let question = SearchRequest {
            every: self.pondering.most,
            ..SearchRequest::default()
        };
        self.worker.search(self.record.clone(), limits, question);
    }
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
                    if let Some(thinking) = &mut self.search {
                        thinking.take_report(report);
                    }
                }
                // No command asks for them.
                Event::Game(_) => {}
                Event::Done(found) => {
                    return Some(match self.query.take() {
                        Some(open) => Update::End(open.answer(found)),
                        None => self.finish(found),
                    });
                }
                Event::Prepared => return Some(Update::End(Ok(String::new()))),
                Event::Computed(result) => {
                    let reply = match (result, self.on_computed.take()) {
                        (Ok(_), Some(arrival)) => arrival(self),
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
        let thinking = self.search.take();
        thinking.map_or_else(String::new, |thinking| thinking.cancelled())
    }

    fn session_settings(&self) -> SessionSettings {
        SessionSettings {
            bounds: self.bounds,
            pondering: self.pondering,
            resign_below: self.resign_below,
            settings: self.settings,
            time_control: self.clocks[Color::Black.index()].control(),
        }
    }

    fn restore(&mut self, terms: SessionSettings) {
        self.bounds = terms.bounds;
        self.pondering = terms.pondering;
        self.resign_below = terms.resign_below;
        self.configure(terms.settings);
        self.set_time_control(terms.time_control);
    }
}

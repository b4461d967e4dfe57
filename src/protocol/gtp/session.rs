//! A GTP session of one game: its record, its clocks and its search worker.
//!
//! - `any_session`: a session of any game, as the front uses it
//! - `searches`: its searches and computations

mod any_session;
mod searches;

pub use any_session::{AnySession, SessionSettings, Update};

use std::io;
use std::time::Duration;

use super::command::{Answer, Failure, GtpCommand, ReplyMode};
use super::game::GtpGame;
use super::position_query::PendingQuery;
use super::remarks::{self};
use super::search::{LastSearch, RunningSearch};
use crate::{Bounds, Options, Remarks, ReportView};
use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::files::Access;
use tengen_engine::game::{Color, IllegalMove};
use tengen_engine::record::Record;
use tengen_engine::{Settings, SkillLevel, Waker, Worker};
use tengen_go::Komi;
use tengen_play::MoveOf;
use tengen_records::loaded_record::{Annotations, LoadedRecord};

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
    /// Whether the moves are for a person.
    is_for_person: bool,
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
        let start = G::start(&options.games)
            .map_err(|failure| io::Error::new(io::ErrorKind::InvalidInput, failure.to_string()))?;
        if options.remarks.ogs_chat {
            remarks::announce_ogs_chat();
        }
        let resources = G::resources(&options.games);
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
            resign_below: options.games.go.resign.below,
            forced_komi: options.games.go.forced_komi.map(Komi::points),
            parameters: G::parameters(options),
            report_view: gtp.report_view,
            remarks: options.remarks,
            settings: options.settings,
            name: options.name.clone(),
            files: options.files.clone(),
            commands: commands.collect(),
            lists_kgs_chat: gtp.lists_kgs_chat,
            clocks: [clock; 2],
            is_for_person: gtp.is_for_person,
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
        G::count_handicap(&mut self.record, &self.parameters);
        let left = self.record.len();
        self.annotations.notes.truncate(left);
        self.trials.retain(|&before| before < left);
        true
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Fails if the move is illegal.
    pub fn play(&mut self, color: Color, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        self.record.play(color, mv)?;
        G::count_handicap(&mut self.record, &self.parameters);
        Ok(())
    }

    /// Plays a trial move.
    ///
    /// # Errors
    ///
    /// Fails if the move is illegal.
    pub fn try_move(&mut self, color: Color, mv: MoveOf<G>) -> Result<(), IllegalMove> {
        let before = self.record.len();
        self.play(color, mv)?;
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
            .try_adjust(|position| G::set_komi(position, komi))?;
        Ok(())
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

    /// Returns the time of every move that the clocks keep back for the network.
    pub fn network_delay(&self) -> Duration {
        self.clocks[Color::Black.index()].lag()
    }

    /// Sets the time of every move that the clocks keep back for the network.
    pub fn set_network_delay(&mut self, delay: Duration) {
        self.clocks = self.clocks.map(|clock| clock.with_lag(Some(delay)));
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
}

//! GTP session of one game: its record, its clocks and its search worker.
//!
//! - `any_session`: a session of any game, as used by the front
//! - `searches`: its searches and computations

mod any_session;
mod searches;

pub use any_session::{AnySession, SessionSettings, Update};

use std::io;
use std::time::Duration;

use super::command_table::{Answer, Failure, GtpCommand, ReplyMode};
use super::game::GtpGame;
use super::position_query::PendingQuery;
use super::remarks::{self};
use super::search::{LastSearch, RunningSearch};
use crate::{Bounds, Options, Remarks, ReportView};
use tengen_engine::clock::{Clock, TimeControl};
use tengen_engine::files::Access;
use tengen_engine::game::Color;
use tengen_engine::record::Record;
use tengen_engine::{Settings, SkillLevel, Waker, Worker};
use tengen_go::Komi;
use tengen_records::loaded_record::Annotations;

/// Function that applies the result of a computation to the session and returns the reply.
type OnComputed<G> = Box<dyn FnOnce(&mut Session<G>) -> Result<String, Failure>>;

/// State of a GTP session.
pub struct Session<G: GtpGame> {
    /// Moves of the game so far.
    pub(crate) record: Record<G::Position>,
    /// Annotations of the file that the record was loaded from.
    pub(super) annotations: Annotations,
    /// Resources of the game, such as a network or a book, which outlast a single game.
    resources: G::Resources,
    /// Limits of every search other than the clock.
    pub(super) bounds: Bounds,
    /// Level of play; `None` for full strength.
    pub(super) level: Option<SkillLevel>,
    /// Whether the engine has played moves of this game, for each side.
    pub(super) engine_sides: [bool; 2],
    /// Settings for searching on the opponent's time.
    pub(super) pondering: Pondering,
    /// Winrate below which the search may resign, from 0 to 1; `None` for the search's own threshold.
    pub(crate) resign_below: Option<f32>,
    /// Komi that no command can change.
    pub(super) forced_komi: Option<f64>,
    /// Values of the game's own parameters.
    pub(crate) parameters: G::Parameters,
    /// Point of view and length of analysis lines.
    pub(super) report_view: ReportView,
    /// Remarks about searches on stderr.
    pub(super) remarks: Remarks,
    settings: Settings,
    name: String,
    files: Access,
    /// Commands that the client may use.
    commands: Vec<&'static GtpCommand<G>>,
    /// Whether `list_commands` includes `kgs-chat`.
    pub(super) lists_kgs_chat: bool,
    pub(super) clocks: [Clock; 2],
    /// Whether a person is playing.
    is_for_person: bool,
    /// Whether the client wants codes of refusals and faults.
    sends_codes: bool,
    worker: Worker<G::Position>,
    /// Whether the search is prepared for the board and the resources.
    pub(super) is_ready: bool,
    search: Option<RunningSearch<G>>,
    query: Option<PendingQuery<G>>,
    /// Action on the result of the running computation; `None` if the result is the reply.
    on_computed: Option<OnComputed<G>>,
    pub(super) last_search: Option<LastSearch<G>>,
    /// Number of moves before each trial move, oldest first.
    pub(super) trials: Vec<usize>,
    search_time: Duration,
    /// Processor time used by searches for moves, in seconds.
    cpu_time: f64,
}

/// Settings of pondering: searching on the opponent's time, between the reply with a move and the next command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pondering {
    /// Whether pondering is enabled.
    pub enabled: bool,
    /// Maximum time, since the opponent may never move.
    pub max_time: Duration,
    /// Limits of visits and playouts.
    pub bounds: Bounds,
}

/// Default maximum time of pondering, as in KataGo's example configuration.
const DEFAULT_PONDERING_TIME: Duration = Duration::from_secs(60);

impl<G: GtpGame> Session<G> {
    /// Creates a session with these commands at the start of a game. Fails if the game does not support these options
    /// or no thread can be started.
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
            sends_codes: gtp.sends_codes,
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

    /// Returns the players' names in this game, Black first. A side has a name if the engine has played it at a level.
    pub fn players(&self) -> [Option<String>; 2] {
        let level = self.level.map(|level| G::levels().name(level));
        self.engine_sides.map(|is_engine| {
            let level = level.as_ref().filter(|_| is_engine)?;
            Some(format!("{} ({level})", self.name))
        })
    }

    /// Returns the name the engine reports to clients.
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

    /// Returns the command with this name.
    pub fn command(&self, name: &str) -> Option<&'static GtpCommand<G>> {
        self.commands().find(|command| command.name == name)
    }

    /// Returns the files that the client may access.
    pub fn files(&self) -> &Access {
        &self.files
    }

    /// Whether the client wants codes of refusals and faults.
    pub fn sends_codes(&self) -> bool {
        self.sends_codes
    }

    /// Returns the time spent on searches for moves in this session.
    pub fn search_time(&self) -> Duration {
        self.search_time
    }

    /// Returns the annotations of the file that the record was loaded from.
    pub fn annotations(&self) -> &Annotations {
        &self.annotations
    }

    /// Returns the processor time used by all threads in searches for moves in this session, in seconds.
    pub fn cpu_time(&self) -> f64 {
        self.cpu_time
    }

    /// Returns the last search for a move in this game.
    pub fn last_search(&self) -> Option<&LastSearch<G>> {
        self.last_search.as_ref()
    }

    /// Prepares the search before answering a command that may start a clock. Never fails.
    pub fn when_ready(&mut self) -> Result<Answer, Failure> {
        if std::mem::replace(&mut self.is_ready, true) {
            return Ok(Answer::done());
        }
        self.worker.prepare(self.position().clone());
        Ok(Answer::Later(ReplyMode::default()))
    }

    /// Marks the search as unprepared after a change of its resources.
    pub fn mark_unready(&mut self) {
        self.is_ready = false;
    }

    /// Clears the search's memory.
    pub fn forget(&mut self) {
        self.worker.clear();
    }

    /// Restarts both clocks with this time control.
    pub fn set_time_control(&mut self, control: TimeControl) {
        self.clocks = self.clocks.map(|clock| clock.restarted(control));
    }

    /// Returns the time per move that the clocks reserve for network delay.
    pub fn network_delay(&self) -> Duration {
        self.clocks[Color::Black.index()].lag()
    }

    /// Sets the time per move that the clocks reserve for network delay.
    pub fn set_network_delay(&mut self, delay: Duration) {
        self.clocks = self.clocks.map(|clock| clock.with_lag(Some(delay)));
    }

    /// Sets the time left for one side and the number of stones to play in it.
    pub fn set_time_left(&mut self, color: Color, left: Duration, stones: u32) {
        self.clocks[color.index()].set_left(left, stones);
    }

    /// Returns the search settings.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes the search settings.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
        self.worker.configure(settings);
        self.is_ready = false;
    }
}

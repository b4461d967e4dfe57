//! Options set on the command line, before the first input line is read.

use std::time::Duration;

use crate::bounds::Bounds;
use tengen_engine::files::Access;
use tengen_engine::game::Color;
use tengen_engine::polling::SearchClient;
use tengen_engine::{Report, Settings, SkillLevel};
use tengen_play::Game;
use tengen_play::options::GameOptions;

/// Options of a conversation and its games.
#[derive(Clone, Debug)]
pub struct Options {
    /// Initial game in GTP.
    pub game: Game,
    /// Name the engine reports to clients.
    pub name: String,
    /// Initial search limits other than the clock.
    pub bounds: Bounds,
    /// Initial level of play for `game`; `None` for full strength.
    pub level: Option<SkillLevel>,
    /// Search settings, such as threads and memory.
    pub settings: Settings,
    /// Time limit, after the end of the input, for a search bounded by nodes, visits or depth.
    pub linger: Duration,
    /// Whether GTP and NBoard sessions ponder (search on the opponent's time).
    pub ponder: bool,
    /// Scheduler client for taking turns with other conversations that share the search threads.
    pub search_client: Option<SearchClient>,
    /// Files that a client may access.
    pub files: Access,
    /// Options for GTP only.
    pub gtp: GtpOptions,
    /// Options for GTP scripts.
    pub script: ScriptOptions,
    /// Remarks about searches that GTP sessions write to stderr.
    pub remarks: Remarks,
    /// Options of the games.
    pub games: GameOptions,
}

/// Options for GTP conversations only.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GtpOptions {
    /// Limits of pondering. The time has a default.
    pub ponder_bounds: Bounds,
    /// Safety margin per move on a clock; `None` for the usual margin.
    pub lag: Option<Duration>,
    /// Perspective and length of analysis lines.
    pub report_view: ReportView,
    /// Whether `list_commands` includes `kgs-chat`.
    pub lists_kgs_chat: bool,
    /// Whether a refusal ends with a line with its code, for a client that has its own sentences.
    pub sends_codes: bool,
    /// Whether a person is waiting for the moves. Then a move without alternatives is played at once.
    pub is_for_person: bool,
}

/// Point of view of the values in a report, and the length of its variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportView {
    /// Point of view; `None` for the side to move.
    pub side: Option<Color>,
    /// Maximum number of moves in a variation after its first; `None` for all.
    pub pv_len: Option<usize>,
}

impl ReportView {
    /// Applies this view to a report of a search for `to_move`.
    pub fn apply<M>(self, report: &mut Report<M>, to_move: Color) {
        if self.side.is_some_and(|side| side != to_move) {
            report.turn_around();
        }
        let Some(pv_len) = self.pv_len else {
            return;
        };
        for line in &mut report.lines {
            line.pv.truncate(pv_len + 1);
            line.details.pv_visits.truncate(pv_len + 1);
            line.details.pv_edge_visits.truncate(pv_len + 1);
        }
    }
}

/// Remarks about searches that GTP sessions write to stderr.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Whether GoGui draws the search while it runs.
    pub live_graphics: bool,
    /// Whether every move comes with a line for the OGS chat.
    pub ogs_chat: bool,
}

/// Options of GTP conversations with a script as input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScriptOptions {
    /// Whether to write each command before its reply.
    pub echo: bool,
    /// Whether the first failure ends the conversation.
    pub strict: bool,
}

impl Options {
    /// The engine's default name.
    pub const NAME: &str = "Tengen";

    /// Returns the options for tools: the default board, no network, no book, no files.
    pub fn new(game: Game) -> Options {
        Options {
            game,
            name: Options::NAME.to_owned(),
            bounds: Bounds::default(),
            level: None,
            settings: Settings::default(),
            linger: Duration::ZERO,
            ponder: false,
            search_client: None,
            files: Access::Nowhere,
            gtp: GtpOptions::default(),
            script: ScriptOptions::default(),
            remarks: Remarks::default(),
            games: GameOptions::default(),
        }
    }
}

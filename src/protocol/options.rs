//! Options that the command line sets before the first line is read.

use std::time::Duration;

use crate::bounds::Bounds;
use tengen_engine::files::Access;
use tengen_engine::game::Color;
use tengen_engine::polling::SearchClient;
use tengen_engine::{Report, Settings, SkillLevel};
use tengen_play::Game;
use tengen_play::options::GameOptions;

/// Options of a conversation and of its games.
#[derive(Clone, Debug)]
pub struct Options {
    /// The initial game in GTP.
    pub game: Game,
    /// The name by which the engine introduces itself.
    pub name: String,
    /// The initial bounds of searches, apart from the clock.
    pub bounds: Bounds,
    /// The initial level of play of `game`; `None` for full strength.
    pub level: Option<SkillLevel>,
    /// Settings of the search, such as threads and memory.
    pub settings: Settings,
    /// Time limit, after the end of the input, of a search that is bounded by nodes, visits or depth.
    pub linger: Duration,
    /// Whether sessions of GTP and of NBoard's protocol ponder, that is, search on the opponent's time.
    pub ponder: bool,
    /// The client whose turns with the threads the searches take, where several conversations share them.
    pub search_client: Option<SearchClient>,
    /// The files that a client may access.
    pub files: Access,
    /// Options of GTP.
    pub gtp: GtpOptions,
    /// Options of GTP scripts.
    pub script: ScriptOptions,
    /// The remarks of GTP sessions on stderr about searches.
    pub remarks: Remarks,
    /// Options of the games.
    pub games: GameOptions,
}

/// Options of GTP.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GtpOptions {
    /// The bounds of pondering; the usual time where it has none.
    pub ponder_bounds: Bounds,
    /// Safety margin of a move on a clock; the usual one if `None`.
    pub lag: Option<Duration>,
    /// The view of lines of analysis.
    pub report_view: ReportView,
    /// Whether `list_commands` names `kgs-chat`.
    pub lists_kgs_chat: bool,
    /// Whether the moves are for a person, who need not wait for one without an alternative.
    pub is_for_person: bool,
}

/// The side whose values a report shows, and the length of its variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportView {
    /// The side; `None` for the side to move.
    pub side: Option<Color>,
    /// Maximum number of moves of a variation after its first move; `None` for all.
    pub pv_len: Option<usize>,
}

impl ReportView {
    /// Changes a report of a search for `to_move` to this view.
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

/// Remarks of GTP sessions on stderr about searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Whether GoGui draws the search while it runs.
    pub live_graphics: bool,
    /// Whether every move is accompanied by a line for the chat of OGS.
    pub ogs_chat: bool,
}

/// Options of conversations in GTP whose input is a script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScriptOptions {
    /// Whether each command is written before its reply.
    pub echo: bool,
    /// Whether the first failure ends the conversation.
    pub strict: bool,
}

impl Options {
    /// The engine's own name.
    pub const NAME: &str = "Tengen";

    /// Returns the options of tools: the default board, no network, no book, no files.
    pub fn plain(game: Game) -> Options {
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

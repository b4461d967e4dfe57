//! What a query wants to be told, and the settings of its searches.

use std::time::Duration;

use super::fields::{FieldError, Fields};
use super::settings::AnalysisSettings;

/// What a query wants to be told beside the values of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Wishes {
    /// The expected owner of each point.
    pub ownership: bool,
    /// Its standard deviation over the tree.
    pub ownership_stdev: bool,
    /// The expected owner of each point after each move.
    pub moves_ownership: bool,
    /// Its standard deviation over the tree.
    pub moves_ownership_stdev: bool,
    /// The network's policy.
    pub policy: bool,
    /// The visits along principal variations.
    pub pv_visits: bool,
    /// The probability of a game without result after each move.
    pub no_result: bool,
    /// Every ladder of the position.
    pub ladders: bool,
    /// Every chain of the position.
    pub chains: bool,
    /// The points that renju forbids to black.
    pub forbidden: bool,
    /// The number of moves that have to be valued.
    pub min_moves: usize,
    /// Limit of depth in plies.
    pub max_depth: Option<u32>,
    /// The reports during the search; `None` for none.
    pub reports: Option<ReportTimes>,
    /// The settings of the search.
    pub settings: AnalysisSettings,
}

/// The times of reports during a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReportTimes {
    /// The time of the first.
    pub first: Duration,
    /// The time between two.
    pub every: Duration,
}

/// A time that no search lasts.
const NEVER: Duration = Duration::from_secs(1 << 32);

impl ReportTimes {
    /// No reports, so that none need to be built.
    pub const NEVER: ReportTimes = ReportTimes {
        first: NEVER,
        every: NEVER,
    };
}

impl Wishes {
    /// Reads the wishes of a query with these settings.
    ///
    /// # Errors
    ///
    /// A field cannot be used.
    pub fn read(fields: Fields, settings: AnalysisSettings) -> Result<Wishes, FieldError> {
        let one = "Must be an integer from 1 to 1000";
        let depth = fields.integer("maxDepth", 1..=1000, one)?;
        let moves = fields.integer("minMoves", 1..=1000, one)?;
        Ok(Wishes {
            moves_ownership: fields.boolean("includeMovesOwnership")?,
            moves_ownership_stdev: fields.boolean("includeMovesOwnershipStdev")?,
            ownership: fields.boolean("includeOwnership")?,
            ownership_stdev: fields.boolean("includeOwnershipStdev")?,
            policy: fields.boolean("includePolicy")?,
            pv_visits: fields.boolean("includePVVisits")?,
            no_result: fields.boolean("includeNoResultValue")?,
            ladders: fields.boolean("includeLadders")?,
            chains: fields.boolean("includeChains")?,
            forbidden: fields.boolean("includeForbidden")?,
            min_moves: moves.map_or(1, |moves| moves as usize),
            max_depth: depth.map(|depth| depth as u32),
            reports: read_report_times(fields)?,
            settings,
        })
    }
}

fn read_report_times(fields: Fields) -> Result<Option<ReportTimes>, FieldError> {
    let read = |name| {
        let expected = "Must be number of seconds from 0.001 to 1000000.0";
        let seconds = fields.number(name, 0.001..=1_000_000.0, expected)?;
        Ok(seconds.map(Duration::from_secs_f64))
    };
    let every = read("reportDuringSearchEvery")?;
    let first = read("firstReportDuringSearchAfter")?;
    Ok(first.or(every).map(|first| ReportTimes {
        first,
        every: every.unwrap_or(NEVER),
    }))
}

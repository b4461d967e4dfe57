//! Information that a query requests, and the settings of its searches.

use std::time::Duration;

use super::settings::AnalysisSettings;

/// Information that a query requests in addition to the values of moves.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryOptions {
    /// Whether to report the expected owner of each point.
    pub ownership: bool,
    /// Whether to report the standard deviation of ownership over the tree.
    pub ownership_stdev: bool,
    /// Whether to report the expected owner of each point after each move.
    pub moves_ownership: bool,
    /// Whether to report the standard deviation of each move's ownership over the tree.
    pub moves_ownership_stdev: bool,
    /// Whether to report the network's policy.
    pub policy: bool,
    /// Whether to report the visits along principal variations.
    pub pv_visits: bool,
    /// Whether to report the probability of a game without result after each move.
    pub no_result: bool,
    /// Whether to report every ladder of the position.
    pub ladders: bool,
    /// Whether to report every chain of the position.
    pub chains: bool,
    /// Whether to report the answer to the position as a problem diagram.
    pub problem: bool,
    /// Whether to report the points that renju forbids to Black.
    pub forbidden: bool,
    /// Minimum number of moves to evaluate.
    pub min_moves: usize,
    /// Maximum depth in plies.
    pub max_depth: Option<u32>,
    /// Time of the first report during the search.
    pub first_report: Option<Duration>,
    /// Interval between two reports during the search.
    pub report_every: Option<Duration>,
    /// Search settings of the query.
    pub settings: AnalysisSettings,
}

/// A time longer than any search.
const NEVER: Duration = Duration::from_secs(1 << 32);

impl QueryOptions {
    /// Creates the options of a query that requests nothing more, with these settings.
    pub fn new(settings: AnalysisSettings) -> QueryOptions {
        QueryOptions {
            ownership: false,
            ownership_stdev: false,
            moves_ownership: false,
            moves_ownership_stdev: false,
            policy: false,
            pv_visits: false,
            no_result: false,
            ladders: false,
            chains: false,
            problem: false,
            forbidden: false,
            min_moves: 1,
            max_depth: None,
            first_report: None,
            report_every: None,
            settings,
        }
    }

    /// Whether to report during the search.
    pub fn has_reports(&self) -> bool {
        self.first_report.or(self.report_every).is_some()
    }

    /// Returns the time of the first report during the search, and the interval between two. Both are never reached
    /// without reports, so that none need to be built.
    pub fn report_times(&self) -> (Duration, Duration) {
        let first = self.first_report.or(self.report_every);
        (first.unwrap_or(NEVER), self.report_every.unwrap_or(NEVER))
    }
}

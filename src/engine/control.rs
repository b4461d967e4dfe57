//! Control of one running search: its limits, its stop flag and the receiver of its reports.

use std::time::{Duration, Instant};

use super::game::GameMove;
use super::polling::{CallerSlices, SearchClient};
use super::report::Event;
use super::{Report, SearchRequest};

pub use super::threads::Stop;

/// Time for a move, measured from the start of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Time after which no new iteration begins.
    pub soft: Duration,
    /// Time at which the search stops.
    pub hard: Duration,
}

impl Budget {
    /// Returns the budget of a move that cannot save unused time.
    pub fn unsaved(time: Duration) -> Self {
        Budget {
            soft: time,
            hard: time,
        }
    }

    /// Whether unused time is kept for later moves.
    pub fn can_save(&self) -> bool {
        self.soft < self.hard
    }

    /// Returns the time left after `elapsed`: until the soft limit or, once that has passed, until the hard one.
    pub fn left(&self, elapsed: Duration) -> Duration {
        let limit = if elapsed < self.soft {
            self.soft
        } else {
            self.hard
        };
        limit.saturating_sub(elapsed)
    }
}

/// Limits of one search, which ends at the first one it reaches. Without limits it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Budget of wall-clock time.
    pub time: Option<Budget>,
    /// Nodes or playouts; exact with one thread.
    pub nodes: Option<u64>,
    /// Visits of the root, including those kept in the tree from the previous move. A search without a persistent tree
    /// counts nodes instead.
    pub visits: Option<u64>,
    /// Plies of a full-width search; ignored by tree searches.
    pub depth: Option<u32>,
}

impl Limits {
    /// Returns a node limit alone, for reproducible searches.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Returns these limits for a move that a person waits for. Time that cannot be saved is still used, but only while
    /// it can change the choice of the move.
    pub fn for_person(self) -> Limits {
        let time = self.time.map(|budget| Budget {
            soft: budget.soft.min(budget.hard.mul_f64(0.99)),
            ..budget
        });
        Limits { time, ..self }
    }

    /// Whether there is any limit.
    pub fn bounded(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.visits.is_some() || self.depth.is_some()
    }
}

/// The limits, the request and the stop flag of a running search.
pub struct Control<M: GameMove> {
    limits: Limits,
    request: SearchRequest<M>,
    started: Instant,
    stop: Stop,
    /// Scheduling client of the search, which runs in this client's time slices.
    client: Option<SearchClient>,
    /// Time slices after which the search serves its caller, if it runs in the caller's thread.
    slices: Option<CallerSlices>,
    on_report: Option<Box<ReportSink<M>>>,
}

/// Maximum time of a move at a level below full strength.
const LONGEST_LEVEL_TIME: Duration = Duration::from_millis(800);

type ReportSink<M> = dyn Fn(Event<M>) + Send + Sync;

impl<M: GameMove> Control<M> {
    /// Creates a control without a receiver of reports, for benches, tests and offline tools.
    pub fn new(limits: Limits) -> Self {
        Control {
            limits,
            request: SearchRequest::default(),
            started: Instant::now(),
            stop: Stop::default(),
            client: None,
            slices: None,
            on_report: None,
        }
    }

    /// Creates a control that reports to `on_report`, which must not block. Time counts from `started`.
    pub(super) fn reporting(
        limits: Limits,
        started: Instant,
        stop: Stop,
        on_report: impl Fn(Event<M>) + Send + Sync + 'static,
    ) -> Self {
        Control {
            limits,
            request: SearchRequest::default(),
            started,
            stop,
            client: None,
            slices: None,
            on_report: Some(Box::new(on_report)),
        }
    }

    /// Returns this control with a different request.
    pub fn with_request(self, request: SearchRequest<M>) -> Self {
        Control { request, ..self }
    }

    /// Returns this control for a search that takes turns with those of other clients.
    pub(super) fn scheduled(self, client: Option<SearchClient>) -> Self {
        Control { client, ..self }
    }

    /// Returns this control for a search in the thread of a caller that it serves between slices.
    pub(super) fn serving(self, slices: Option<CallerSlices>) -> Self {
        Control { slices, ..self }
    }

    /// Returns this control with a different stop flag.
    pub fn stopped_by(self, stop: Stop) -> Self {
        Control { stop, ..self }
    }

    /// Returns the control of a search nested in this one: with the same start, stop flag and time slices, and without
    /// reports.
    pub fn nested(&self, limits: Limits, request: SearchRequest<M>) -> Control<M> {
        Control {
            limits,
            request,
            started: self.started,
            stop: self.stop.clone(),
            client: self.client.clone(),
            slices: self.slices.clone(),
            on_report: None,
        }
    }

    /// Returns the time of a search by a level: the client's if it is short; otherwise none for a search that
    /// `is_short` by its nodes, so that no clock affects its move, and less than a second for a longer one.
    pub fn level_time(&self, is_short: bool) -> Option<Budget> {
        let longest = Budget::unsaved(LONGEST_LEVEL_TIME);
        let client = self.limits.time;
        let short = client.filter(|budget| budget.hard < LONGEST_LEVEL_TIME);
        short.or((!is_short).then_some(longest))
    }

    /// The request, which says what is wanted in addition to the best move.
    pub fn request(&self) -> &SearchRequest<M> {
        &self.request
    }

    /// The limits of the search.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the start of the job.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether `nodes` reach a limit. Cheap enough to call at every node.
    pub fn out_of_nodes(&self, nodes: u64) -> bool {
        self.out_of_visits(nodes, nodes)
    }

    /// Whether `nodes` of this search, or `visits` of the root including those kept from earlier searches, reach a
    /// limit.
    pub fn out_of_visits(&self, nodes: u64, visits: u64) -> bool {
        self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.limits.visits.is_some_and(|limit| visits >= limit)
    }

    /// Whether the search was stopped or has used its hard time. Reads the clock, so call it about once per
    /// millisecond, not at every node of a fast search. First waits while another client's searches have their turn,
    /// and serves the caller if it is due.
    pub fn interrupted(&self) -> bool {
        self.wait_for_slice(&|| false);
        self.is_over()
    }

    /// Waits while another client's searches have their turn, and serves the caller if it is due, for threads that do
    /// not call [`interrupted`](Self::interrupted). `is_over` is true once the thread has nothing left to do.
    pub fn wait_for_slice(&self, is_over: &dyn Fn() -> bool) {
        if let Some(client) = &self.client {
            client.wait_for_slice(&|| is_over() || self.is_over());
        }
        if let Some(slices) = &self.slices {
            slices.serve_when_due();
        }
    }

    /// Whether the search was stopped or has used its hard time. Unlike [`interrupted`](Self::interrupted), never waits.
    pub fn is_over(&self) -> bool {
        self.stop.is_set()
            || self
                .limits
                .time
                .is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// Whether the soft time is over, so that no new iteration should begin.
    pub fn past_soft_time(&self) -> bool {
        self.limits
            .time
            .is_some_and(|budget| self.elapsed() >= budget.soft)
    }

    /// Whether the depth limit allows `depth`.
    pub fn allows_depth(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|limit| depth <= limit)
    }

    /// Sends a report to the receiver, if there is one; never blocks.
    pub fn report(&self, report: Report<M>) {
        if let Some(on_report) = &self.on_report {
            on_report(Event::Progress(report));
        }
    }

    /// Sends a game-specific event to the receiver, if there is one; never blocks.
    pub fn event(&self, event: M::Event) {
        if let Some(on_report) = &self.on_report {
            on_report(Event::Game(event));
        }
    }

    /// Whether there is a receiver of reports. Without one, no report needs to be built.
    pub fn wants_reports(&self) -> bool {
        self.on_report.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_limit_is_exact() {
        let control: Control<u32> = Control::new(Limits::nodes(10));
        assert!(!control.out_of_nodes(9));
        assert!(control.out_of_nodes(10));
    }

    #[test]
    fn time_is_left_until_the_soft_limit_and_past_it_until_the_hard_one() {
        let ms = Duration::from_millis;
        let budget = Budget {
            soft: ms(40),
            hard: ms(100),
        };
        let left = [0, 39, 40, 99, 101].map(|elapsed| budget.left(ms(elapsed)));
        assert_eq!(left, [40, 1, 60, 1, 0].map(ms));
    }

    #[test]
    fn another_stop_flag_takes_the_place_of_the_first() {
        let [first, second] = [Stop::default(), Stop::default()];
        let control: Control<u32> = Control::new(Limits::default()).stopped_by(first.clone());
        let control = control.stopped_by(second.clone());
        first.stop();
        assert!(!control.interrupted());
        second.stop();
        assert!(control.interrupted());
    }

    #[test]
    fn visits_include_those_of_earlier_searches_and_nodes_do_not() {
        let control: Control<u32> = Control::new(Limits {
            nodes: Some(10),
            visits: Some(30),
            ..Limits::default()
        });
        assert!(!control.out_of_visits(9, 29));
        assert!(control.out_of_visits(10, 20) && control.out_of_visits(1, 30));
    }

    #[test]
    fn a_clock_decides_about_a_level_only_where_it_must() {
        let time = |client: Option<u64>, is_short| {
            let budget = |millis| Budget::unsaved(Duration::from_millis(millis));
            let limits = Limits {
                time: client.map(budget),
                ..Limits::default()
            };
            let control: Control<u32> = Control::new(limits);
            let time = control.level_time(is_short);
            time.map(|budget| budget.hard.as_millis())
        };
        assert_eq!((time(Some(5_000), true), time(None, true)), (None, None));
        assert_eq!(
            (time(Some(100), true), time(Some(100), false)),
            (Some(100), Some(100))
        );
        assert!(time(Some(5_000), false) < Some(1_000) && time(None, false) < Some(1_000));
    }

    #[test]
    fn a_stop_reaches_its_own_search_only() {
        let (first, second) = (Stop::default(), Stop::default());
        let running: Control<u32> =
            Control::reporting(Limits::default(), Instant::now(), second.clone(), |_| {});
        first.stop();
        assert!(!running.interrupted());
        second.stop();
        assert!(running.interrupted());
    }

    #[test]
    fn hard_time_interrupts_and_soft_time_does_not() {
        let budget = Budget {
            soft: Duration::ZERO,
            hard: Duration::from_secs(3600),
        };
        let control: Control<u32> = Control::new(Limits {
            time: Some(budget),
            ..Limits::default()
        });
        assert!(control.past_soft_time());
        assert!(!control.interrupted());
    }
}

//! The reins of one running search: its limits, its stop flag and the way its reports take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::game::GameMove;
use super::{Event, Report, SearchRequest};

/// When to think about stopping and when to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// A new iteration should not be begun past this.
    pub soft: Duration,
    /// The move must be out by this.
    pub hard: Duration,
}

/// Bounds of one search; whichever is met first ends it. All `None`: until stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Budget>,
    /// Nodes or playouts, obeyed exactly with one thread.
    pub nodes: Option<u64>,
    /// Visits of the root, those among them that a tree has brought along from the move before. A search that brings
    /// nothing along takes them for nodes.
    pub visits: Option<u64>,
    /// Plies of a full-width search; a tree search takes no notice.
    pub depth: Option<u32>,
}

impl Limits {
    /// A node limit alone: what reproducible searches use.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// Whether the search ends by itself.
    pub fn bounded(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.visits.is_some() || self.depth.is_some()
    }
}

/// Ends one job and no other; clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end with the best move it has.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search looks at while it runs.
pub struct Control<M: GameMove> {
    limits: Limits,
    request: SearchRequest<M>,
    started: Instant,
    stop: Stop,
    on_report: Option<Box<ReportSink<M>>>,
}

/// Where reports and events go.
type ReportSink<M> = dyn Fn(Event<M>) + Send + Sync;

impl<M: GameMove> Control<M> {
    /// A control that reports to nobody: for benches, tests and offline tools.
    pub fn new(limits: Limits) -> Self {
        Control {
            limits,
            request: SearchRequest::default(),
            started: Instant::now(),
            stop: Stop::default(),
            on_report: None,
        }
    }

    /// A control whose reports go to `on_report`, which must not block. The clock runs from `started`.
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
            on_report: Some(Box::new(on_report)),
        }
    }

    /// The same control for a search that is asked more.
    pub fn with_request(self, request: SearchRequest<M>) -> Self {
        Control { request, ..self }
    }

    /// What is asked beside the best move.
    pub fn request(&self) -> &SearchRequest<M> {
        &self.request
    }

    /// The limits this search runs under.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the job began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether `nodes` reaches the node limit. Cheap: ask at every node.
    pub fn out_of_nodes(&self, nodes: u64) -> bool {
        self.out_of_visits(nodes, nodes)
    }

    /// Whether so many new nodes, or so many visits of the root, old ones included, reach a limit.
    pub fn out_of_visits(&self, nodes: u64, visits: u64) -> bool {
        self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.limits.visits.is_some_and(|limit| visits >= limit)
    }

    /// Whether the search was stopped or its hard time is spent. Reads the clock: ask at least once a
    /// millisecond, not at every node of a fast search.
    pub fn interrupted(&self) -> bool {
        self.stop.is_set()
            || self
                .limits
                .time
                .is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// Whether a new iteration would be begun in vain.
    pub fn past_soft_time(&self) -> bool {
        self.limits
            .time
            .is_some_and(|budget| self.elapsed() >= budget.soft)
    }

    /// Whether a depth beyond `depth` is asked for.
    pub fn allows_depth(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|limit| depth <= limit)
    }

    /// Sends a report to whoever listens; never blocks.
    pub fn report(&self, report: Report<M>) {
        if let Some(on_report) = &self.on_report {
            on_report(Event::Progress(report));
        }
    }

    /// Sends an event of the game's own; never blocks.
    pub fn event(&self, event: M::Event) {
        if let Some(on_report) = &self.on_report {
            on_report(Event::Game(event));
        }
    }

    /// Whether reports are listened to, so that nobody builds one in vain.
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
    fn visits_count_what_was_brought_along_and_nodes_do_not() {
        let control: Control<u32> = Control::new(Limits {
            nodes: Some(10),
            visits: Some(30),
            ..Limits::default()
        });
        assert!(!control.out_of_visits(9, 29));
        assert!(control.out_of_visits(10, 20) && control.out_of_visits(1, 30));
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

//! How long jobs may go on once nobody is left to stop them, or somebody waits to leave.

use std::time::Duration;

use super::Limits;

/// The longest time limit that is kept to the end. Whoever has gone will not read what takes longer.
const LONGEST_KEPT: Duration = Duration::from_secs(600);

/// What a computation may take while `quit` waits behind it.
const COMPUTATION_BEFORE_QUIT: Duration = Duration::from_secs(1);

/// Bounds for jobs of a conversation that is ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// For a search that is bounded in nodes, visits or depth.
    search: Duration,
    /// For a computation.
    computation: Duration,
}

/// What a job is, as far as its end is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// A search under these limits.
    Search(Limits),
    /// A question that is no search, with a time limit of its own.
    Computation,
    /// Something that has to be done to the end.
    Errand,
}

impl Grace {
    /// The input has ended: a search by nodes, visits or depth gets `linger` more.
    pub fn after_input(linger: Duration) -> Grace {
        Grace {
            search: linger,
            computation: Duration::MAX,
        }
    }

    /// `quit` waits its turn.
    pub fn before_quit(linger: Duration) -> Grace {
        Grace {
            search: linger,
            computation: COMPUTATION_BEFORE_QUIT,
        }
    }

    /// How much longer a job may take; `None` if it keeps its own limits. What has no bound ends at once.
    pub fn of(self, kind: JobKind) -> Option<Duration> {
        match kind {
            JobKind::Errand => None,
            JobKind::Computation => Some(self.computation),
            JobKind::Search(limits) => {
                let is_kept = |budget: super::control::Budget| budget.hard <= LONGEST_KEPT;
                let counts =
                    limits.nodes.is_some() || limits.visits.is_some() || limits.depth.is_some();
                match limits.time {
                    Some(budget) if is_kept(budget) => None,
                    _ if counts => Some(self.search),
                    _ => Some(Duration::ZERO),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock;
    use super::*;

    #[test]
    fn short_times_are_kept_and_what_has_no_end_ends_at_once() {
        let linger = Duration::from_secs(5);
        let grace = Grace::after_input(linger);
        let seconds = |seconds| Limits {
            time: Some(clock::fixed(Duration::from_secs(seconds))),
            ..Limits::default()
        };
        let depth = Limits {
            depth: Some(60),
            ..Limits::default()
        };
        let visits = Limits {
            visits: Some(1 << 40),
            ..seconds(3600)
        };
        for (limits, expected) in [
            (Limits::default(), Some(Duration::ZERO)),
            (seconds(3600), Some(Duration::ZERO)),
            (seconds(600), None),
            (Limits::nodes(1), Some(linger)),
            (depth, Some(linger)),
            (visits, Some(linger)),
            (
                Limits {
                    nodes: Some(1),
                    ..seconds(60)
                },
                None,
            ),
        ] {
            assert_eq!(grace.of(JobKind::Search(limits)), expected, "{limits:?}");
        }
        assert_eq!(grace.of(JobKind::Errand), None);
        let before_quit = Grace::before_quit(linger).of(JobKind::Computation);
        assert_eq!(before_quit, Some(COMPUTATION_BEFORE_QUIT));
    }
}

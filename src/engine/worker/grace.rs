//! Time limits of jobs at the end of a session: after the end of the input, or before a waiting `quit`.

use std::time::Duration;

use crate::Limits;

/// Maximum time limit of a search that remains valid after the end of the input. A client that has closed its end will
/// not read a later reply.
const LONGEST_KEPT: Duration = Duration::from_secs(600);

/// Time for a computation while `quit` waits for it.
const COMPUTATION_BEFORE_QUIT: Duration = Duration::from_secs(1);

/// Time limits of the jobs of a session that is ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grace {
    /// Time for a search limited by nodes, visits or depth.
    search: Duration,
    computation: Duration,
}

/// The kind of a job, which decides its grace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// A search under these limits.
    Search(Limits),
    /// A computation with its own time limit.
    Computation,
    /// Work that must not be cut off, such as writing a file.
    Uninterrupted,
}

impl Grace {
    /// Grace after the end of the input: a search limited by nodes, visits or depth gets `linger`.
    pub fn after_input(linger: Duration) -> Grace {
        Grace {
            search: linger,
            computation: Duration::MAX,
        }
    }

    /// Grace before a waiting `quit`: as after the end of the input, but computations are cut short, too.
    pub fn before_quit(linger: Duration) -> Grace {
        Grace {
            search: linger,
            computation: COMPUTATION_BEFORE_QUIT,
        }
    }

    /// Returns the time left for a job; `None` if its own limits remain valid. A search without limits ends at once.
    pub fn of(self, kind: JobKind) -> Option<Duration> {
        match kind {
            JobKind::Uninterrupted => None,
            JobKind::Computation => Some(self.computation),
            JobKind::Search(limits) => {
                let is_kept = |budget: crate::control::Budget| budget.hard <= LONGEST_KEPT;
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
    use super::*;
    use crate::clock;

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
        assert_eq!(grace.of(JobKind::Uninterrupted), None);
        let before_quit = Grace::before_quit(linger).of(JobKind::Computation);
        assert_eq!(before_quit, Some(COMPUTATION_BEFORE_QUIT));
    }
}

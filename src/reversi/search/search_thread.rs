//! The search state of one thread: node count, shared tables and limit checks.

use std::sync::Arc;

use super::local_cache::LocalCache;
use super::probcut::Selectivity;
use super::split_point::SplitPoint;
use super::split_search::NodeMoves;
use super::thread_pool::ThreadPool;
use super::transposition_table::TranspositionTable;
use crate::eval::evaluation::Evaluation;
use crate::params::Params;
use crate::rules::square::Move;
use tengen_engine::Control;
use tengen_engine::polling::clock_poll::ClockPoll;

pub struct SearchThread<'a> {
    /// The transposition table, shared by all threads.
    pub table: &'a TranspositionTable,
    pub evaluation: &'a Evaluation,
    /// The parameters of the search.
    pub params: &'a Params,
    /// The selectivity of the current search.
    pub selectivity: Selectivity,
    /// The nearest split point above the current node.
    pub split_point: Option<Arc<SplitPoint<NodeMoves>>>,
    /// The endgame bounds cached by this thread.
    pub local_cache: LocalCache,
    control: &'a Control<Move>,
    /// The thread pool, if the search has several threads.
    pool: Option<&'a ThreadPool<NodeMoves>>,
    nodes: u64,
    /// The number of nodes already reported to the pool.
    reported_nodes: u64,
    clock_poll: ClockPoll,
    /// The node count at the next check of the limits.
    next_poll: u64,
    stopped: bool,
}

/// The most nodes between two checks of the limits.
const MAX_POLL_INTERVAL: u64 = 1024;

impl<'a> SearchThread<'a> {
    /// Creates the state of a single-threaded search.
    pub fn new(
        table: &'a TranspositionTable,
        evaluation: &'a Evaluation,
        params: &'a Params,
        control: &'a Control<Move>,
    ) -> SearchThread<'a> {
        SearchThread {
            table,
            evaluation,
            params,
            selectivity: Selectivity::NONE,
            split_point: None,
            local_cache: LocalCache::default(),
            control,
            pool: None,
            nodes: 0,
            reported_nodes: 0,
            clock_poll: ClockPoll::new(MAX_POLL_INTERVAL),
            next_poll: 0,
            stopped: false,
        }
    }

    /// Attaches the thread to a thread pool.
    pub fn in_pool(self, pool: &'a ThreadPool<NodeMoves>) -> SearchThread<'a> {
        SearchThread {
            pool: Some(pool),
            ..self
        }
    }

    /// Returns the limits and the report channel of the search.
    pub fn control(&self) -> &'a Control<Move> {
        self.control
    }

    /// Returns the number of positions searched by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes - self.reported_nodes + self.pool.map_or(0, ThreadPool::nodes)
    }

    /// Returns whether a limit was reached or the result is no longer needed. From then on, search results are
    /// meaningless.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the thread pool, if the search has several threads.
    #[inline(always)]
    pub fn pool(&self) -> Option<&'a ThreadPool<NodeMoves>> {
        self.pool
    }

    /// Counts a node. Returns false if the search must stop.
    #[inline(always)]
    pub fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_poll && !self.poll_limits() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Returns the node counter, for searches too short to be interrupted.
    #[inline(always)]
    pub fn node_counter(&mut self) -> &mut u64 {
        &mut self.nodes
    }

    /// Continues at another split point after a cutoff at the current one.
    pub fn resume(&mut self) {
        self.stopped = self.is_cancelled();
    }

    /// Reports this thread's nodes to the thread pool, so that all threads respect the node limit.
    pub fn report_nodes(&mut self) {
        if let Some(pool) = self.pool {
            pool.add_nodes(self.nodes - self.reported_nodes);
            self.reported_nodes = self.nodes;
        }
    }

    /// Checks the limits and returns whether the search may continue.
    #[cold]
    fn poll_limits(&mut self) -> bool {
        self.report_nodes();
        let nodes = self.nodes();
        if self.control.out_of_nodes(nodes) || self.control.interrupted() {
            self.stopped = true;
            if let Some(pool) = self.pool {
                pool.stop();
            }
        }
        self.stopped |= self.is_cancelled();
        if !self.stopped {
            let limit = self.control.limits().nodes.unwrap_or(u64::MAX);
            self.next_poll = self.nodes + self.clock_poll.until_next().min(limit - nodes);
        }
        !self.stopped
    }

    /// Returns whether another thread has made this search obsolete.
    fn is_cancelled(&self) -> bool {
        let has_cutoff = self
            .split_point
            .as_ref()
            .is_some_and(|split_point| split_point.has_cutoff());
        has_cutoff || self.pool.is_some_and(ThreadPool::is_stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::Limits;

    #[test]
    fn node_limits_count_all_threads() {
        let table = TranspositionTable::new(0);
        let (params, control) = (Params::default(), Control::new(Limits::nodes(3_000)));
        let pool = ThreadPool::default();
        let run =
            || SearchThread::new(&table, Evaluation::learned(), &params, &control).in_pool(&pool);
        let (mut first, mut second) = (run(), run());
        for _ in 0..2_500 {
            assert!(first.count_node());
        }
        let counted = (0..3_000).take_while(|_| second.count_node()).count() as u64;
        // The first thread reports its nodes only at intervals.
        assert!(
            (500..=500 + MAX_POLL_INTERVAL).contains(&counted),
            "{counted}"
        );
        assert!((3_000..=3_000 + MAX_POLL_INTERVAL).contains(&first.nodes()));
    }
}

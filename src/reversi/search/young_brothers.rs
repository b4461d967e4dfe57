//! Parallel search at split points by the young brothers wait concept (YBWC): once a node's first move has been
//! searched, idle threads of the thread pool search its other moves.
//!
//! The owner of a split point searches its moves too. When no moves are left, it helps the threads that are still
//! searching one of them. A thread below a node that had a cutoff notices this at its next check of the limits.

use super::split_point::{BestMove, SplitMoves, SplitNode, SplitPoint};
use super::sync::Arc;
use super::thread_pool::ThreadPool;

/// A thread that searches moves of split points.
pub trait SplitThread<P: SplitMoves> {
    /// Returns the nearest split point above the current node.
    fn split_point(&self) -> Option<Arc<SplitPoint<P>>>;

    /// Continues below another split point or below none, even if the thread had stopped for a cutoff.
    fn enter(&mut self, split_point: Option<Arc<SplitPoint<P>>>);

    /// Returns whether the search must stop or its result is no longer needed.
    fn is_stopped(&self) -> bool;

    /// Returns the score of a move, searched to `depth` in the window from `floor` to `beta`. The score is meaningless
    /// once the thread has stopped.
    fn search(&mut self, child: P::Child, depth: u32, window: (i32, i32)) -> i32;

    /// Reports this thread's nodes to the thread pool.
    fn report_nodes(&mut self);
}

/// Turns a node into a split point and searches its remaining moves together with idle threads. The result is
/// meaningless once the thread has stopped.
#[inline(always)]
pub fn split<P: SplitMoves>(
    thread: &mut impl SplitThread<P>,
    pool: &ThreadPool<P>,
    node: SplitNode<P>,
) -> BestMove<P::Move> {
    let parent = thread.split_point();
    let split_point = Arc::new(SplitPoint::new(parent.clone(), node));
    pool.add(Arc::clone(&split_point));
    search_split_point(thread, pool, &split_point);
    while !split_point.is_finished() {
        let is_below = |other: &SplitPoint<P>| other.is_descendant_of(&split_point);
        if let Some(other) = pool.find_or_wait(is_below, || split_point.is_finished()) {
            search_split_point(thread, pool, &other);
        }
    }
    thread.enter(parent);
    split_point.best()
}

/// Searches the split points of other threads until the search is over.
#[inline(always)]
pub fn help<P: SplitMoves>(thread: &mut impl SplitThread<P>, pool: &ThreadPool<P>) {
    while !pool.is_finished() {
        if let Some(split_point) = pool.find_or_wait(|_| true, || pool.is_finished()) {
            search_split_point(thread, pool, &split_point);
            thread.report_nodes();
        }
    }
}

/// Searches moves of a split point until none are left.
#[inline(always)]
fn search_split_point<P: SplitMoves>(
    thread: &mut impl SplitThread<P>,
    pool: &ThreadPool<P>,
    split_point: &Arc<SplitPoint<P>>,
) {
    thread.enter(Some(Arc::clone(split_point)));
    while !thread.is_stopped()
        && let Some(claim) = split_point.claim()
    {
        let claimed = ClaimedMove(pool, split_point, claim.mv);
        let window = (claim.floor, split_point.beta());
        let score = thread.search(claim.child, split_point.depth(), window);
        claimed.complete((!thread.is_stopped()).then_some(score));
    }
    pool.remove(split_point);
}

/// A claimed move under search. It is completed even if the search panics, because the split point's owner waits for
/// it.
struct ClaimedMove<'a, P: SplitMoves>(&'a ThreadPool<P>, &'a SplitPoint<P>, P::Move);

impl<P: SplitMoves> ClaimedMove<'_, P> {
    fn complete(self, score: Option<i32>) {
        let ClaimedMove(pool, split_point, mv) = self;
        std::mem::forget(self);
        split_point.complete(mv, score);
        pool.wake_idle();
    }
}

impl<P: SplitMoves> Drop for ClaimedMove<'_, P> {
    fn drop(&mut self) {
        let ClaimedMove(pool, split_point, mv) = *self;
        pool.stop();
        split_point.complete(mv, None);
        pool.wake_idle();
    }
}

//! Parallel search at split points by the young brothers wait concept (YBWC): once the first move of a node has been
//! searched, idle threads of the thread pool search others of its moves.
//!
//! The owner of a split point searches its moves too. When no move is left, it helps the threads that still search one
//! of them. A thread below a node that had a cutoff meanwhile notices it at its next check of the limits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::midgame::search_child;
use super::move_picker::{MovePicker, ScoredMove};
use super::probcut::Selectivity;
use super::search_thread::SearchThread;
use super::thread_pool::ThreadPool;
use crate::engine::cpu::{Isa, Task};
use crate::reversi::eval::node::Node;
use crate::reversi::rules::square::Square;

/// A node whose moves are searched by several threads.
pub struct SplitPoint {
    /// The nearest split point above it in the tree.
    parent: Option<Arc<SplitPoint>>,
    /// Depth of the search after each of its moves.
    depth: u32,
    selectivity: Selectivity,
    alpha: i32,
    beta: i32,
    moves: Mutex<SplitMoves>,
    /// Whether a move reached `beta`, so that the other moves need no search.
    has_cutoff: AtomicBool,
}

/// The moves of a split point.
struct SplitMoves {
    /// Unclaimed moves.
    picker: MovePicker<Node>,
    /// Number of claimed moves not completed yet.
    searching: usize,
    best: BestMove,
}

/// The best move of a node so far.
#[derive(Clone, Copy, Debug)]
pub struct BestMove {
    /// Its score, lower than any score before the first move.
    pub score: i32,
    /// Its square.
    pub square: Option<Square>,
}

impl SplitPoint {
    /// Depth of the search after each of its moves.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns whether this split point or one above it had a beta cutoff.
    pub fn has_cutoff(&self) -> bool {
        let parent_has_cutoff = || {
            let parent = self.parent.as_ref();
            parent.is_some_and(|parent| parent.has_cutoff())
        };
        self.has_cutoff.load(Ordering::Relaxed) || parent_has_cutoff()
    }

    fn is_descendant_of(&self, ancestor: &Arc<SplitPoint>) -> bool {
        self.parent.as_ref().is_some_and(|parent| {
            Arc::ptr_eq(parent, ancestor) || parent.is_descendant_of(ancestor)
        })
    }

    /// Claims the next move for the calling thread. Returns it with the score that it has to exceed.
    fn claim(&self) -> Option<(ScoredMove<Node>, i32)> {
        let mut moves = self.moves();
        if self.has_cutoff.load(Ordering::Relaxed) {
            return None;
        }
        let claimed = moves.picker.pick()?;
        moves.searching += 1;
        Some((claimed, self.alpha.max(moves.best.score)))
    }

    /// Records the score of a claimed move, `None` if its search was cut short.
    fn complete(&self, square: Square, score: Option<i32>) {
        let mut moves = self.moves();
        moves.searching -= 1;
        if let Some(score) = score
            && score > moves.best.score
        {
            moves.best = BestMove {
                score,
                square: Some(square),
            };
            if score >= self.beta {
                self.has_cutoff.store(true, Ordering::Relaxed);
            }
        }
    }

    fn is_finished(&self) -> bool {
        self.moves().searching == 0
    }

    fn moves(&self) -> MutexGuard<'_, SplitMoves> {
        self.moves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Turns a node into a split point and searches its remaining moves together with idle threads. `best` is the best of
/// the moves searched before. The result is meaningless once the thread has stopped.
#[inline(always)]
pub fn split<I: Isa>(
    thread: &mut SearchThread,
    pool: &ThreadPool,
    picker: MovePicker<Node>,
    (depth, alpha, beta): (u32, i32, i32),
    best: BestMove,
) -> BestMove {
    let parent = thread.split_point.take();
    let split_point = Arc::new(SplitPoint {
        parent: parent.clone(),
        depth,
        selectivity: thread.selectivity,
        alpha,
        beta,
        moves: Mutex::new(SplitMoves {
            picker,
            searching: 0,
            best,
        }),
        has_cutoff: AtomicBool::new(false),
    });
    pool.add(Arc::clone(&split_point));
    search_split_point::<I>(thread, pool, &split_point);
    while !split_point.is_finished() {
        let is_below = |other: &SplitPoint| other.is_descendant_of(&split_point);
        if let Some(other) = pool.find_or_wait(is_below, || split_point.is_finished()) {
            search_split_point::<I>(thread, pool, &other);
        }
    }
    thread.split_point = parent;
    thread.resume();
    split_point.moves().best
}

/// Searches moves of a split point until none is left.
#[inline(always)]
pub fn search_split_point<I: Isa>(
    thread: &mut SearchThread,
    pool: &ThreadPool,
    split_point: &Arc<SplitPoint>,
) {
    thread.split_point = Some(Arc::clone(split_point));
    thread.selectivity = split_point.selectivity;
    thread.resume();
    while !thread.stopped()
        && let Some((mv, floor)) = split_point.claim()
    {
        let claimed = ClaimedMove(pool, split_point, mv.square);
        let score = I::enter(SplitChild {
            thread: &mut *thread,
            node: mv.after,
            depth: split_point.depth,
            window: (floor, split_point.beta),
        });
        claimed.complete((!thread.stopped()).then_some(score));
    }
    pool.remove(split_point);
}

/// A claimed move under search. It is completed even if the search panics, as the owner of the split point waits for it.
struct ClaimedMove<'a>(&'a ThreadPool, &'a SplitPoint, Square);

impl ClaimedMove<'_> {
    fn complete(self, score: Option<i32>) {
        let ClaimedMove(pool, split_point, square) = self;
        std::mem::forget(self);
        split_point.complete(square, score);
        pool.wake_all();
    }
}

impl Drop for ClaimedMove<'_> {
    fn drop(&mut self) {
        let ClaimedMove(pool, split_point, square) = *self;
        pool.stop();
        split_point.complete(square, None);
        pool.wake_all();
    }
}

/// The search of one move of a split point.
struct SplitChild<'r, 'a> {
    thread: &'r mut SearchThread<'a>,
    node: Node,
    depth: u32,
    window: (i32, i32),
}

impl Task for SplitChild<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        let (floor, beta) = self.window;
        search_child::<I>(self.thread, &self.node, self.depth, (floor, beta), false)
    }
}

//! Split points: nodes with moves searched by several threads.

use super::sync::{Arc, AtomicBool, Mutex, MutexGuard, Ordering, PoisonError};

/// The unclaimed moves of a split point.
pub trait SplitMoves {
    /// The identifier of a move.
    type Move: Copy;
    /// The search to run after a move.
    type Child;

    /// Removes and returns the next move to search.
    fn pick(&mut self) -> Option<(Self::Move, Self::Child)>;
}

/// A node to be searched by several threads.
pub struct SplitNode<P: SplitMoves> {
    /// The moves that have not been searched.
    pub moves: P,
    /// The depth of the search after each move.
    pub depth: u32,
    /// The lower bound of the window.
    pub alpha: i32,
    /// The upper bound of the window.
    pub beta: i32,
    /// The best of the moves searched so far.
    pub best: BestMove<P::Move>,
    /// Whether it becomes a split point only because a thread is idle.
    pub on_demand: bool,
}

/// The best move of a node so far.
#[derive(Clone, Copy, Debug)]
pub struct BestMove<M> {
    /// The score of the move; below any real score before the first move.
    pub score: i32,
    /// The move, or `None` before the first one.
    pub mv: Option<M>,
}

/// A node with moves being searched by several threads.
pub struct SplitPoint<P: SplitMoves> {
    /// The nearest split point above it in the tree.
    parent: Option<Arc<SplitPoint<P>>>,
    depth: u32,
    alpha: i32,
    beta: i32,
    on_demand: bool,
    progress: Mutex<SplitProgress<P>>,
    /// Whether a move reached `beta`, so that the other moves need no search.
    has_cutoff: AtomicBool,
}

struct SplitProgress<P: SplitMoves> {
    unclaimed: P,
    /// The number of claimed moves not yet completed.
    searching: usize,
    best: BestMove<P::Move>,
}

/// A move claimed by a thread.
pub struct SplitClaim<P: SplitMoves> {
    /// The claimed move.
    pub mv: P::Move,
    /// The search to run after the move.
    pub child: P::Child,
    /// The score that the move must exceed.
    pub floor: i32,
}

impl<P: SplitMoves> SplitPoint<P> {
    /// Creates a split point below `parent`.
    #[inline(always)]
    pub fn new(parent: Option<Arc<SplitPoint<P>>>, node: SplitNode<P>) -> SplitPoint<P> {
        SplitPoint {
            parent,
            depth: node.depth,
            alpha: node.alpha,
            beta: node.beta,
            on_demand: node.on_demand,
            progress: Mutex::new(SplitProgress {
                unclaimed: node.moves,
                searching: 0,
                best: node.best,
            }),
            has_cutoff: AtomicBool::new(false),
        }
    }

    /// Returns the depth of the search after each of its moves.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the upper bound of its window.
    pub fn beta(&self) -> i32 {
        self.beta
    }

    /// Returns whether it was opened only because a thread was idle.
    pub fn on_demand(&self) -> bool {
        self.on_demand
    }

    /// Returns whether this split point or one above it had a beta cutoff.
    pub fn has_cutoff(&self) -> bool {
        let parent_has_cutoff = || {
            let parent = self.parent.as_ref();
            parent.is_some_and(|parent| parent.has_cutoff())
        };
        self.has_cutoff.load(Ordering::Relaxed) || parent_has_cutoff()
    }

    /// Returns whether `ancestor` is among the split points above this one.
    pub fn is_descendant_of(&self, ancestor: &Arc<SplitPoint<P>>) -> bool {
        self.parent.as_ref().is_some_and(|parent| {
            Arc::ptr_eq(parent, ancestor) || parent.is_descendant_of(ancestor)
        })
    }

    /// Claims the next move for the calling thread, which must complete it.
    pub fn claim(&self) -> Option<SplitClaim<P>> {
        let mut progress = self.progress();
        if self.has_cutoff.load(Ordering::Relaxed) {
            return None;
        }
        let (mv, child) = progress.unclaimed.pick()?;
        progress.searching += 1;
        let floor = self.alpha.max(progress.best.score);
        Some(SplitClaim { mv, child, floor })
    }

    /// Records the score of a claimed move, or `None` if its search was cut short.
    pub fn complete(&self, mv: P::Move, score: Option<i32>) {
        let mut progress = self.progress();
        progress.searching -= 1;
        if let Some(score) = score
            && score > progress.best.score
        {
            progress.best = BestMove {
                score,
                mv: Some(mv),
            };
            if score >= self.beta {
                self.has_cutoff.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns whether all claimed moves have been completed.
    pub fn is_finished(&self) -> bool {
        self.progress().searching == 0
    }

    /// Returns the best move so far.
    pub fn best(&self) -> BestMove<P::Move> {
        self.progress().best
    }

    fn progress(&self) -> MutexGuard<'_, SplitProgress<P>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

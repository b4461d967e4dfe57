//! Parallel search at split points, of a small tree with a known value.

#[path = "../../src/reversi/search/split_point.rs"]
mod split_point;
#[path = "../../src/reversi/search/thread_pool.rs"]
mod thread_pool;
#[path = "../../src/reversi/search/young_brothers.rs"]
mod young_brothers;

use std::ops::Range;

use shuttle::thread;

use self::split_point::{BestMove, SplitMoves, SplitNode, SplitPoint};
use self::thread_pool::{PoolGuard, ThreadPool};
use self::young_brothers::{SplitThread, help, split};
use crate::explore;
use crate::threads::sync::{self, Arc, AtomicBool, Ordering};

/// Moves per inner node.
const BRANCHES: usize = 3;

/// Depth of the tree below the root, in plies.
const DEPTH: u32 = 2;

/// A bound above all values.
const INFINITY: i32 = 1000;

/// Values of the leaves for the side to move there; the best line is not the first.
const LEAVES: [i32; BRANCHES.pow(DEPTH)] = [5, 9, 3, 8, 6, 7, 2, 9, 1];

/// Negamax value of the root.
const VALUE: i32 = 6;

/// The moves of a node: their numbers, and the leaves below them.
struct Branches {
    next: Range<usize>,
    /// The first leaf below the node.
    first: usize,
    /// Leaves per move.
    size: usize,
}

impl SplitMoves for Branches {
    type Move = usize;
    type Child = usize;

    fn pick(&mut self) -> Option<(usize, usize)> {
        let mv = self.next.next()?;
        Some((mv, self.first + mv * self.size))
    }
}

/// A search thread, which splits inner nodes after their first move.
struct Brother {
    pool: Arc<ThreadPool<Branches>>,
    /// The depth from which nodes are split even if no thread is idle.
    early_depth: u32,
    split_point: Option<Arc<SplitPoint<Branches>>>,
    nodes: u64,
}

impl Brother {
    fn new(pool: &Arc<ThreadPool<Branches>>, early_depth: u32) -> Brother {
        Brother {
            pool: Arc::clone(pool),
            early_depth,
            split_point: None,
            nodes: 0,
        }
    }

    fn value(&mut self, first: usize, depth: u32, (alpha, beta): (i32, i32)) -> i32 {
        self.nodes += 1;
        if self.is_stopped() {
            return INFINITY;
        }
        if depth == 0 {
            return LEAVES[first];
        }
        let mut moves = Branches {
            next: 0..BRANCHES,
            first,
            size: BRANCHES.pow(depth - 1),
        };
        let mut best = BestMove {
            score: -INFINITY,
            mv: None,
        };
        while let Some((mv, child)) = moves.pick() {
            let score = -self.value(child, depth - 1, (-beta, -alpha.max(best.score)));
            if score > best.score {
                best = BestMove {
                    score,
                    mv: Some(mv),
                };
            }
            if self.is_stopped() || score >= beta {
                break;
            }
            let pool = Arc::clone(&self.pool);
            if depth >= self.early_depth || pool.wants_work() {
                let node = SplitNode {
                    moves,
                    depth: depth - 1,
                    alpha,
                    beta,
                    best,
                    on_demand: depth < self.early_depth,
                };
                best = split(self, &pool, node);
                assert!(best.mv.is_some());
                break;
            }
        }
        best.score
    }
}

impl SplitThread<Branches> for Brother {
    fn split_point(&self) -> Option<Arc<SplitPoint<Branches>>> {
        self.split_point.clone()
    }

    fn enter(&mut self, split_point: Option<Arc<SplitPoint<Branches>>>) {
        self.split_point = split_point;
    }

    fn is_stopped(&self) -> bool {
        let split_point = self.split_point.as_ref();
        self.pool.is_stopped() || split_point.is_some_and(|it| it.has_cutoff())
    }

    fn search(&mut self, child: usize, depth: u32, (floor, beta): (i32, i32)) -> i32 {
        -self.value(child, depth, (-beta, -floor))
    }

    fn report_nodes(&mut self) {
        self.pool.add_nodes(self.nodes);
        self.nodes = 0;
    }
}

/// Runs `main` with two helper threads, which end after it. Nodes are split early from `early_depth`.
fn with_helpers<R>(
    early_depth: u32,
    main: impl FnOnce(Brother) -> R,
) -> (R, Arc<ThreadPool<Branches>>) {
    let pool = Arc::new(ThreadPool::default());
    let helper = |_| {
        let mut brother = Brother::new(&pool, early_depth);
        thread::spawn(move || {
            let pool = Arc::clone(&brother.pool);
            help(&mut brother, &pool);
        })
    };
    let helpers: Vec<_> = (0..2).map(helper).collect();
    let result = {
        let _guard = PoolGuard(&*pool);
        main(Brother::new(&pool, early_depth))
    };
    for helper in helpers {
        helper.join().unwrap();
    }
    (result, pool)
}

fn search(brother: &mut Brother) -> i32 {
    let score = brother.value(0, DEPTH, (-INFINITY, INFINITY));
    brother.report_nodes();
    score
}

/// Checks a search that splits early from `early_depth`.
fn has_the_value_of_a_search_by_one_thread(early_depth: u32) {
    let (score, pool) = with_helpers(early_depth, |mut brother| search(&mut brother));
    assert_eq!(score, VALUE);
    assert!(!pool.is_stopped() && pool.is_finished());
    // All nodes except the two leaves that a cutoff can save.
    let searched = pool.nodes();
    assert!((11..=13).contains(&searched), "{searched} nodes");
    assert!(!pool.wants_work());
}

#[test]
fn a_search_that_splits_every_node_has_the_right_value() {
    explore(|| has_the_value_of_a_search_by_one_thread(1));
}

#[test]
fn a_search_that_splits_its_root_early_has_the_right_value() {
    explore(|| has_the_value_of_a_search_by_one_thread(DEPTH));
}

#[test]
fn a_search_that_splits_only_for_idle_threads_has_the_right_value() {
    explore(|| has_the_value_of_a_search_by_one_thread(DEPTH + 1));
}

#[test]
fn a_search_that_is_stopped_ends() {
    explore(|| {
        let stopped = Arc::new(AtomicBool::new(false));
        let (_, pool) = with_helpers(DEPTH, |mut brother| {
            let stopping = thread::spawn({
                let (pool, stopped) = (Arc::clone(&brother.pool), Arc::clone(&stopped));
                move || {
                    pool.stop();
                    stopped.store(true, Ordering::Relaxed);
                }
            });
            search(&mut brother);
            stopping.join().unwrap();
        });
        assert!(pool.is_stopped() && stopped.load(Ordering::Relaxed));
    });
}

#[test]
fn helpers_of_a_search_without_split_points_end() {
    explore(|| {
        let ((), pool) = with_helpers(DEPTH, drop);
        assert_eq!(pool.nodes(), 0);
    });
}

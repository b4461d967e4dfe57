//! Threads and moves of split points for the principal variation search.

use std::marker::PhantomData;
use std::vec;

use super::midgame::search_child;
use super::probcut::Selectivity;
use super::search_thread::SearchThread;
use super::split_point::{SplitMoves, SplitPoint};
use super::thread_pool::ThreadPool;
use super::young_brothers::{SplitThread, help};
use crate::eval::node::Node;
use crate::rules::square::Square;
use tengen_engine::cpu::{Isa, Task};
use tengen_engine::threads::sync::Arc;

/// The unclaimed moves of a node.
pub struct NodeMoves {
    /// The moves with their successors, in the order of the search.
    moves: vec::IntoIter<(Square, Node)>,
    /// The selectivity of the search after each move.
    selectivity: Selectivity,
}

impl NodeMoves {
    /// Collects moves with their successors, to be searched in this order with `selectivity`.
    pub fn new(moves: impl Iterator<Item = (Square, Node)>, selectivity: Selectivity) -> NodeMoves {
        NodeMoves {
            moves: moves.collect::<Vec<_>>().into_iter(),
            selectivity,
        }
    }
}

/// The search to run after a move of a split point.
pub struct SplitChild {
    node: Node,
    selectivity: Selectivity,
}

impl SplitMoves for NodeMoves {
    type Move = Square;
    type Child = SplitChild;

    #[inline(always)]
    fn pick(&mut self) -> Option<(Square, SplitChild)> {
        let (square, node) = self.moves.next()?;
        let child = SplitChild {
            node,
            selectivity: self.selectivity,
        };
        Some((square, child))
    }
}

/// A search thread bound to an instruction set.
pub struct IsaThread<'r, 'a, I>(&'r mut SearchThread<'a>, PhantomData<I>);

impl<'r, 'a, I: Isa> IsaThread<'r, 'a, I> {
    /// Binds a thread to the instruction set `I`.
    pub fn new(thread: &'r mut SearchThread<'a>) -> Self {
        IsaThread(thread, PhantomData)
    }
}

impl<I: Isa> SplitThread<NodeMoves> for IsaThread<'_, '_, I> {
    fn split_point(&self) -> Option<Arc<SplitPoint<NodeMoves>>> {
        self.0.split_point.clone()
    }

    fn enter(&mut self, split_point: Option<Arc<SplitPoint<NodeMoves>>>) {
        self.0.split_point = split_point;
        self.0.resume();
    }

    fn is_stopped(&self) -> bool {
        self.0.stopped()
    }

    #[inline(always)]
    fn search(&mut self, child: SplitChild, depth: u32, (floor, beta): (i32, i32)) -> i32 {
        self.0.selectivity = child.selectivity;
        I::enter(ChildSearch {
            thread: &mut *self.0,
            node: child.node,
            depth,
            window: (floor, beta),
        })
    }

    fn report_nodes(&mut self) {
        self.0.report_nodes();
    }
}

/// The search of a single move of a split point.
struct ChildSearch<'r, 'a> {
    thread: &'r mut SearchThread<'a>,
    node: Node,
    depth: u32,
    window: (i32, i32),
}

impl Task for ChildSearch<'_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self) -> i32 {
        search_child::<I>(self.thread, &self.node, self.depth, self.window, false)
    }
}

/// A helper thread, which searches the split points of other threads until the search is over.
pub struct Helper<'r, 'a>(pub &'r mut SearchThread<'a>, pub &'a ThreadPool<NodeMoves>);

impl Task for Helper<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self) {
        let Helper(thread, pool) = self;
        help(&mut IsaThread::<I>::new(thread), pool);
    }
}

//! The search tree: nodes in an arena of bounded size, shared without locks by the threads of a search.
//!
//! Every field is an atomic that is read and written independently. A reader may see a visit without its result, which
//! is harmless. The children of a node are written before they are published.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};

use crate::board::point::{MAX_POINTS, Move, Point};

/// Fixed-point unit of the sums of results: one win.
const WIN: f32 = 65536.0;

/// Nodes per allocation. The children of a node share one chunk.
const CHUNK: u32 = 1 << 12;

/// Maximum number of children: all points and the pass.
const MAX_CHILDREN: u32 = MAX_POINTS as u32 + 1;

/// Index of a node in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeNodeId(u32);

/// A move and its statistics, from the point of view of the side that makes the move.
#[derive(Debug, Default)]
pub(super) struct TreeNode {
    /// Index of the move's point; that of [`Point::NONE`] for a pass.
    mv: AtomicU16,
    banned: AtomicU16,
    visits: AtomicU32,
    amaf_visits: AtomicU32,
    /// The bits of an `f32`.
    prior: AtomicU32,
    wins: AtomicU64,
    amaf_wins: AtomicU64,
    /// Sum of the margins, in half points.
    scores: AtomicI64,
    /// `LEAF`, `EXPANDING`, or the index of the first child times 2^16 plus the number of children.
    children: AtomicU64,
}

const LEAF: u64 = 0;
const EXPANDING: u64 = u64::MAX;

impl TreeNode {
    fn reset(&self, mv: Move, prior: f32) {
        let index = match mv {
            Move::Pass => Point::NONE.index(),
            Move::Place(point) => point.index(),
        };
        self.mv.store(index as u16, Ordering::Relaxed);
        self.banned.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.amaf_visits.store(0, Ordering::Relaxed);
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
        self.wins.store(0, Ordering::Relaxed);
        self.amaf_wins.store(0, Ordering::Relaxed);
        self.scores.store(0, Ordering::Relaxed);
        self.children.store(LEAF, Ordering::Relaxed);
    }

    pub fn mv(&self) -> Move {
        match self.point() {
            Point::NONE => Move::Pass,
            point => Move::Place(point),
        }
    }

    /// Returns the move's point; [`Point::NONE`] for a pass.
    pub fn point(&self) -> Point {
        Point::from_index(usize::from(self.mv.load(Ordering::Relaxed)))
    }

    /// Returns the number of playouts through this move, including unfinished ones.
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Returns the number of wins. Unfinished playouts count as virtual losses, which diverts other threads.
    pub fn wins(&self) -> f32 {
        self.wins.load(Ordering::Relaxed) as f32 / WIN
    }

    /// Returns the winrate; `None` before the first visit.
    pub fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| self.wins() / visits as f32)
    }

    /// Returns the mean margin in points; 0 before the first visit.
    pub fn mean_score(&self) -> f32 {
        self.scores.load(Ordering::Relaxed) as f32 / (2 * self.visits().max(1)) as f32
    }

    /// Returns the AMAF ("all moves as first") statistics for RAVE: the playouts from the parent in which the side
    /// played this move at any time, and their wins.
    pub fn amaf(&self) -> (f32, f32) {
        let visits = self.amaf_visits.load(Ordering::Relaxed) as f32;
        (visits, self.amaf_wins.load(Ordering::Relaxed) as f32 / WIN)
    }

    /// Returns the prior, from 0 to 1.
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Whether the move is banned because it repeats a position.
    pub fn is_banned(&self) -> bool {
        self.banned.load(Ordering::Relaxed) != 0
    }

    pub fn ban(&self) {
        self.banned.store(1, Ordering::Relaxed);
    }

    /// Adds a visit without a result, which counts as a virtual loss until [`TreeNode::add_result`].
    pub fn add_virtual_loss(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the result of a visit: `win` from 0 to 1, and the margin in half points.
    pub fn add_result(&self, win: f32, half_points: i32) {
        self.wins.fetch_add((win * WIN) as u64, Ordering::Relaxed);
        self.scores
            .fetch_add(i64::from(half_points), Ordering::Relaxed);
    }

    /// Adds the result of a playout in which the move was played later.
    pub fn add_amaf_result(&self, win: f32) {
        self.amaf_visits.fetch_add(1, Ordering::Relaxed);
        self.amaf_wins
            .fetch_add((win * WIN) as u64, Ordering::Relaxed);
    }
}

pub(super) struct PlayoutTree {
    chunks: Vec<OnceLock<Box<[TreeNode]>>>,
    used: AtomicU32,
    capacity: u32,
}

impl PlayoutTree {
    pub const ROOT: TreeNodeId = TreeNodeId(0);

    /// Creates an arena of about `memory` bytes, allocated on demand, with room for at least a root and its moves.
    pub fn new(memory: usize) -> PlayoutTree {
        let chunk_size = CHUNK as usize * size_of::<TreeNode>();
        // More would exceed the range of node indices.
        let chunks = (memory / chunk_size).clamp(1, (u32::MAX / CHUNK) as usize);
        let mut tree = PlayoutTree {
            chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(),
            used: AtomicU32::new(0),
            capacity: chunks as u32 * CHUNK,
        };
        tree.clear();
        tree
    }

    /// Removes all nodes except the root, which becomes a leaf.
    pub fn clear(&mut self) {
        self.used.store(1, Ordering::Relaxed);
        self.node(PlayoutTree::ROOT).reset(Move::Pass, 0.0);
    }

    /// Whether the arena might lack room for another expansion.
    pub fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.capacity - MAX_CHILDREN
    }

    pub fn node(&self, id: TreeNodeId) -> &TreeNode {
        let new_chunk = || {
            std::iter::repeat_with(TreeNode::default)
                .take(CHUNK as usize)
                .collect()
        };
        let chunk = self.chunks[(id.0 / CHUNK) as usize].get_or_init(new_chunk);
        &chunk[(id.0 % CHUNK) as usize]
    }

    /// Iterates over the children of a node; a leaf has none.
    pub fn children(
        &self,
        id: TreeNodeId,
    ) -> impl ExactSizeIterator<Item = (TreeNodeId, &TreeNode)> + DoubleEndedIterator {
        let packed = self.node(id).children.load(Ordering::Acquire);
        let (first, count) = match packed {
            LEAF | EXPANDING => (0, 0),
            _ => ((packed >> 16) as u32, packed as u32 & 0xFFFF),
        };
        // Look up the chunk once for all children.
        let nodes: &[TreeNode] = if count == 0 {
            &[]
        } else {
            let start = (first % CHUNK) as usize;
            let chunk = self.chunks[(first / CHUNK) as usize].get();
            chunk.map_or(&[], |chunk| &chunk[start..start + count as usize])
        };
        nodes
            .iter()
            .enumerate()
            .map(move |(i, node)| (TreeNodeId(first + i as u32), node))
    }

    /// Expands a leaf, unless another thread is doing so or the arena is full.
    pub fn expand(&self, id: TreeNodeId, moves: impl FnOnce() -> Vec<(Move, f32)>) {
        let children = &self.node(id).children;
        let claim =
            children.compare_exchange(LEAF, EXPANDING, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_err() {
            return;
        }
        let moves = moves();
        let Some(first) = self.allocate(moves.len() as u32) else {
            children.store(LEAF, Ordering::Relaxed);
            return;
        };
        for (i, (mv, prior)) in moves.iter().enumerate() {
            self.node(TreeNodeId(first + i as u32)).reset(*mv, *prior);
        }
        children.store(
            u64::from(first) << 16 | moves.len() as u64,
            Ordering::Release,
        );
    }

    /// Allocates `count` nodes in one chunk.
    fn allocate(&self, count: u32) -> Option<u32> {
        let place = |used: u32| {
            let fits = used % CHUNK + count <= CHUNK;
            if fits {
                used
            } else {
                used.next_multiple_of(CHUNK)
            }
        };
        let taken = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                let end = place(used).checked_add(count)?;
                (end <= self.capacity).then_some(end)
            });
        taken.ok().map(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(count: u8) -> Vec<(Move, f32)> {
        (0..count)
            .map(|i| (Move::Place(Point::new(i % 25, i / 25)), 0.5))
            .collect()
    }

    #[test]
    fn a_leaf_grows_once() {
        let tree = PlayoutTree::new(0);
        assert_eq!(tree.children(PlayoutTree::ROOT).len(), 0);
        tree.expand(PlayoutTree::ROOT, || moves(3));
        tree.expand(PlayoutTree::ROOT, || panic!("it is no leaf any more"));
        let grown: Vec<_> = tree
            .children(PlayoutTree::ROOT)
            .map(|(_, node)| node.mv())
            .collect();
        assert_eq!(grown, moves(3).iter().map(|m| m.0).collect::<Vec<_>>());
    }

    #[test]
    fn a_full_arena_stays_within_its_bounds() {
        let mut tree = PlayoutTree::new(3 * CHUNK as usize * size_of::<TreeNode>());
        let mut open = vec![PlayoutTree::ROOT];
        let mut grown = 0;
        while let Some(id) = open.pop() {
            tree.expand(id, || moves(200));
            grown += usize::from(tree.children(id).len() == 200);
            open.extend(tree.children(id).map(|(child, _)| child));
        }
        // The root takes up one node of the first chunk.
        assert_eq!(grown, 3 * (CHUNK as usize / 200));
        assert!(tree.is_full());
        tree.clear();
        assert!(!tree.is_full() && tree.children(PlayoutTree::ROOT).len() == 0);
    }

    #[test]
    fn results_are_means_of_the_visits() {
        let node = TreeNode::default();
        assert_eq!(node.mean(), None);
        for win in [1.0, 0.0, 0.5, 1.0] {
            node.add_virtual_loss();
            node.add_result(win, -3);
        }
        assert_eq!((node.mean(), node.mean_score()), (Some(0.625), -1.5));
        node.add_amaf_result(1.0);
        assert_eq!(node.amaf(), (1.0, 1.0));
    }
}

//! The search tree: nodes in an arena of bounded size, shared by the threads of a search without locks.
//!
//! Every field is an atomic, read and written on its own; a reader may see one visit more than the wins that belong to
//! it, which does no harm. A node's children are written first and published after.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, Ordering};

use crate::go::board::point::{MAX_POINTS, Move, Point};

/// One win in the sums of results.
const WIN: f32 = 65536.0;

/// Nodes that are allocated at a time; a node's children lie within one chunk.
const CHUNK: u32 = 1 << 12;

/// The most children a node can have: all points and the pass.
const MAX_CHILDREN: u32 = MAX_POINTS as u32 + 1;

/// A node's place in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// A move and what is known of it. Results are those of the side that makes the move.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The move's index, that of [`Point::NONE`] for a pass.
    mv: AtomicU16,
    banned: AtomicU16,
    visits: AtomicU32,
    amaf_visits: AtomicU32,
    /// The bits of an `f32`.
    prior: AtomicU32,
    wins: AtomicU64,
    amaf_wins: AtomicU64,
    /// Half points.
    scores: AtomicI64,
    /// `LEAF`, `GROWING`, or the first child's place times 2^16 plus the number of children.
    children: AtomicU64,
}

const LEAF: u64 = 0;
const GROWING: u64 = u64::MAX;

impl Node {
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

    /// The move that leads here.
    pub fn mv(&self) -> Move {
        match self.point() {
            Point::NONE => Move::Pass,
            point => Move::Place(point),
        }
    }

    /// The move's point, [`Point::NONE`] for a pass.
    pub fn point(&self) -> Point {
        Point::from_index(usize::from(self.mv.load(Ordering::Relaxed)))
    }

    /// Playouts that went through this move or are on their way.
    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Wins among the visits. Those on their way count as losses, which sends other threads elsewhere.
    pub fn wins(&self) -> f32 {
        self.wins.load(Ordering::Relaxed) as f32 / WIN
    }

    /// The share of wins; `None` before the first visit.
    pub fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| self.wins() / visits as f32)
    }

    /// Mean margin in points; 0 before the first visit.
    pub fn mean_score(&self) -> f32 {
        self.scores.load(Ordering::Relaxed) as f32 / (2 * self.visits().max(1)) as f32
    }

    /// Playouts from the parent in which the side played this move sooner or later, and the wins among them.
    pub fn amaf(&self) -> (f32, f32) {
        let visits = self.amaf_visits.load(Ordering::Relaxed) as f32;
        (visits, self.amaf_wins.load(Ordering::Relaxed) as f32 / WIN)
    }

    /// What the move was expected to yield before any playout, from 0 to 1.
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Whether the move may not be chosen: it repeats a position.
    pub fn is_banned(&self) -> bool {
        self.banned.load(Ordering::Relaxed) != 0
    }

    /// Bars the move from now on.
    pub fn ban(&self) {
        self.banned.store(1, Ordering::Relaxed);
    }

    /// Counts a playout that goes through this move.
    pub fn visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds the result of a visit: `win` from 0 to 1, the margin in half points.
    pub fn settle(&self, win: f32, half_points: i32) {
        self.wins.fetch_add((win * WIN) as u64, Ordering::Relaxed);
        self.scores
            .fetch_add(i64::from(half_points), Ordering::Relaxed);
    }

    /// Adds a playout in which the move was played later.
    pub fn settle_amaf(&self, win: f32) {
        self.amaf_visits.fetch_add(1, Ordering::Relaxed);
        self.amaf_wins
            .fetch_add((win * WIN) as u64, Ordering::Relaxed);
    }
}

/// The arena.
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    used: AtomicU32,
    capacity: u32,
}

impl Tree {
    /// The root's place.
    pub const ROOT: NodeId = NodeId(0);

    /// An arena of about `memory` bytes, taken as it is needed; never less than a root and its moves need.
    pub fn new(memory: usize) -> Tree {
        let chunk_size = CHUNK as usize * size_of::<Node>();
        // More than this has no place in the numbers of nodes.
        let chunks = (memory / chunk_size).clamp(1, (u32::MAX / CHUNK) as usize);
        let mut tree = Tree {
            chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(),
            used: AtomicU32::new(0),
            capacity: chunks as u32 * CHUNK,
        };
        tree.clear();
        tree
    }

    /// Forgets everything but the root, which becomes a leaf.
    pub fn clear(&mut self) {
        self.used.store(1, Ordering::Relaxed);
        self.node(Tree::ROOT).reset(Move::Pass, 0.0);
    }

    /// Whether no more nodes can be had.
    pub fn is_full(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.capacity - MAX_CHILDREN
    }

    /// The node at a place.
    pub fn node(&self, id: NodeId) -> &Node {
        let new_chunk = || {
            std::iter::repeat_with(Node::default)
                .take(CHUNK as usize)
                .collect()
        };
        let chunk = self.chunks[(id.0 / CHUNK) as usize].get_or_init(new_chunk);
        &chunk[(id.0 % CHUNK) as usize]
    }

    /// A node's children; none before it has grown.
    pub fn children(
        &self,
        id: NodeId,
    ) -> impl ExactSizeIterator<Item = (NodeId, &Node)> + DoubleEndedIterator {
        let packed = self.node(id).children.load(Ordering::Acquire);
        let (first, count) = match packed {
            LEAF | GROWING => (0, 0),
            _ => ((packed >> 16) as u32, packed as u32 & 0xFFFF),
        };
        // One look-up of the chunk serves them all.
        let nodes: &[Node] = if count == 0 {
            &[]
        } else {
            let start = (first % CHUNK) as usize;
            let chunk = self.chunks[(first / CHUNK) as usize].get();
            chunk.map_or(&[], |chunk| &chunk[start..start + count as usize])
        };
        nodes
            .iter()
            .enumerate()
            .map(move |(i, node)| (NodeId(first + i as u32), node))
    }

    /// Gives a leaf its children, if nobody else does so at the same time and there is room.
    pub fn grow(&self, id: NodeId, moves: impl FnOnce() -> Vec<(Move, f32)>) {
        let children = &self.node(id).children;
        let claim = children.compare_exchange(LEAF, GROWING, Ordering::Acquire, Ordering::Relaxed);
        if claim.is_err() {
            return;
        }
        let moves = moves();
        let Some(first) = self.allocate(moves.len() as u32) else {
            children.store(LEAF, Ordering::Relaxed);
            return;
        };
        for (i, (mv, prior)) in moves.iter().enumerate() {
            self.node(NodeId(first + i as u32)).reset(*mv, *prior);
        }
        children.store(
            u64::from(first) << 16 | moves.len() as u64,
            Ordering::Release,
        );
    }

    /// Room for `count` nodes in one chunk.
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
        let tree = Tree::new(0);
        assert_eq!(tree.children(Tree::ROOT).len(), 0);
        tree.grow(Tree::ROOT, || moves(3));
        tree.grow(Tree::ROOT, || panic!("it is no leaf any more"));
        let grown: Vec<_> = tree
            .children(Tree::ROOT)
            .map(|(_, node)| node.mv())
            .collect();
        assert_eq!(grown, moves(3).iter().map(|m| m.0).collect::<Vec<_>>());
    }

    #[test]
    fn a_full_arena_stays_within_its_bounds() {
        let mut tree = Tree::new(3 * CHUNK as usize * size_of::<Node>());
        let mut open = vec![Tree::ROOT];
        let mut grown = 0;
        while let Some(id) = open.pop() {
            tree.grow(id, || moves(200));
            grown += usize::from(tree.children(id).len() == 200);
            open.extend(tree.children(id).map(|(child, _)| child));
        }
        // One less in the first chunk, where the root lies.
        assert_eq!(grown, 3 * (CHUNK as usize / 200));
        assert!(tree.is_full());
        tree.clear();
        assert!(!tree.is_full() && tree.children(Tree::ROOT).len() == 0);
    }

    #[test]
    fn results_are_means_of_the_visits() {
        let node = Node::default();
        assert_eq!(node.mean(), None);
        for win in [1.0, 0.0, 0.5, 1.0] {
            node.visit();
            node.settle(win, -3);
        }
        assert_eq!((node.mean(), node.mean_score()), (Some(0.625), -1.5));
        node.settle_amaf(1.0);
        assert_eq!(node.amaf(), (1.0, 1.0));
    }
}

//! The search graph: positions, the moves between them, and their statistics.
//!
//! It is a graph rather than a tree because positions reached by different move orders (transpositions) share a node.
//! All values are from white's point of view. One lock guards the whole graph: work under the lock takes microseconds
//! but an evaluation takes milliseconds, so even many threads rarely contend for it, and sums are always consistent.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bias_table::{BiasId, BiasShare, BiasTable};
use super::node_evaluation::{Candidate, NodeEvaluation};
use super::utility::{Utility, ValueStats};
use crate::board::Move;
use crate::search_mode::PuctParams;
use tengen_engine::game::Color;

/// Index of a node in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GraphNodeId(u32);

/// The state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// Not visited by any playout yet.
    New,
    /// Being evaluated by a thread.
    Pending,
    /// Evaluated; its moves can be searched.
    Evaluated,
    /// The game is over at this node.
    Terminal,
}

/// A searched move. A node's edges are indexed like its candidates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edge {
    /// Child node; `None` if this candidate hasn't been searched but a later one has.
    pub child: Option<GraphNodeId>,
    /// Number of playouts through this edge.
    pub visits: u32,
}

/// Averages over the playouts through a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeStats {
    /// Mean outcome over the playouts.
    pub values: ValueStats,
    /// Mean utility over the playouts.
    pub utility: f64,
    /// Mean squared utility over the playouts.
    pub utility_squared: f64,
    /// Sum of the evaluations' weights.
    pub weight: f64,
    /// Sum of the squared weights.
    pub weight_squared: f64,
}

/// A position in the graph.
#[derive(Debug)]
pub struct GraphNode {
    /// The side to move.
    pub to_move: Color,
    /// Progress of the node's evaluation.
    pub state: NodeState,
    /// Number of playouts that ended at this node or below.
    pub visits: u32,
    /// Number of unfinished playouts through this node, which count as virtual losses.
    pub in_flight: u32,
    /// Averages over the node's playouts.
    pub stats: NodeStats,
    /// Network evaluation; `None` until the node is evaluated.
    pub evaluation: Option<Arc<NodeEvaluation>>,
    /// Edges by candidate index, up to the last searched candidate.
    pub edges: Vec<Edge>,
    /// Key in the transposition table. The root has none, so that no playout returns to it.
    key: Option<u64>,
    bias: Option<BiasId>,
    bias_share: BiasShare,
    sweep: u32,
}

/// The nodes and the data they share.
pub struct Graph {
    /// Parameters of the search.
    pub params: PuctParams,
    /// Utility function for outcomes.
    pub utility: Utility,
    nodes: Vec<GraphNode>,
    free: Vec<GraphNodeId>,
    table: FxHashMap<u64, GraphNodeId>,
    biases: BiasTable,
    root: Option<GraphNodeId>,
    sweep: u32,
    /// Bytes used by evaluations and edges.
    heap: usize,
    /// Bytes reserved for playouts in progress.
    reserved: usize,
    limit: usize,
}

/// Bytes per node, including its table entries but not its evaluation.
const NODE_BYTES: usize =
    size_of::<GraphNode>() + 2 * size_of::<(u64, GraphNodeId)>() + BiasTable::BYTES;

impl Graph {
    /// Creates an empty graph that never grows beyond `limit` bytes.
    pub fn new(params: PuctParams, limit: usize) -> Graph {
        Graph {
            utility: Utility::new(&params, 1, 0.0),
            params,
            nodes: Vec::new(),
            free: Vec::new(),
            table: FxHashMap::default(),
            biases: BiasTable::default(),
            root: None,
            sweep: 0,
            heap: 0,
            reserved: 0,
            limit,
        }
    }

    /// Returns the root, if there is one.
    pub fn root(&self) -> Option<GraphNodeId> {
        self.root
    }

    /// Returns a node by its index.
    pub fn node(&self, id: GraphNodeId) -> &GraphNode {
        &self.nodes[id.0 as usize]
    }

    /// Returns a node by its index, mutably.
    pub fn node_mut(&mut self, id: GraphNodeId) -> &mut GraphNode {
        &mut self.nodes[id.0 as usize]
    }

    /// Returns a node's key in the transposition table; the root has none.
    pub fn key_of(&self, id: GraphNodeId) -> Option<u64> {
        self.node(id).key
    }

    /// Returns the number of bytes in use.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * NODE_BYTES + self.heap
    }

    /// Reserves memory for `playouts` parallel playouts, each adding at most an edge and an evaluation the size of
    /// `like`.
    pub fn reserve(&mut self, playouts: usize, like: &NodeEvaluation) {
        // Vectors of edges double as they grow.
        let edges = 2 * like.candidates.len() * size_of::<Edge>();
        self.reserved = playouts * (like.bytes() + edges);
    }

    /// Whether another node might exceed the limit.
    pub fn is_full(&self) -> bool {
        // The vector of nodes doubles as it grows, while the old one still exists.
        let places = self.nodes.capacity();
        let has_room = !self.free.is_empty() || self.nodes.len() < places;
        let places = if has_room { places } else { 3 * places.max(4) };
        places * NODE_BYTES + self.heap + self.reserved > self.limit
    }

    /// Returns the number of nodes in use.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Removes all nodes, including the root.
    pub fn clear(&mut self) {
        *self = Graph::new(self.params.clone(), self.limit);
    }

    /// Starts a new graph from a position with `to_move` to move, and returns its root.
    pub fn set_root(&mut self, to_move: Color) -> GraphNodeId {
        self.clear();
        let root = self.add(to_move);
        self.root = Some(root);
        root
    }

    /// Returns the node with this key, adding it if necessary. `local_pattern` is the node's key in the bias table.
    pub fn find_or_add(
        &mut self,
        key: u64,
        to_move: Color,
        local_pattern: Option<u64>,
    ) -> GraphNodeId {
        if let Some(&id) = self.table.get(&key) {
            return id;
        }
        let id = self.add(to_move);
        let bias = local_pattern.map(|key| self.biases.acquire(key));
        let node = self.node_mut(id);
        (node.key, node.bias) = (Some(key), bias);
        self.table.insert(key, id);
        id
    }

    fn add(&mut self, to_move: Color) -> GraphNodeId {
        let node = GraphNode {
            to_move,
            state: NodeState::New,
            visits: 0,
            in_flight: 0,
            stats: NodeStats::default(),
            evaluation: None,
            edges: Vec::new(),
            key: None,
            bias: None,
            bias_share: BiasShare::default(),
            sweep: self.sweep,
        };
        match self.free.pop() {
            Some(id) => {
                *self.node_mut(id) = node;
                id
            }
            None => {
                self.nodes.push(node);
                GraphNodeId(self.nodes.len() as u32 - 1)
            }
        }
    }

    /// Returns the candidate moves of an evaluated node; empty for other nodes.
    pub fn candidates(&self, id: GraphNodeId) -> &[Candidate] {
        let evaluation = self.node(id).evaluation.as_ref();
        evaluation.map_or(&[], |evaluation| &evaluation.candidates)
    }

    /// Iterates over the searched moves of a node.
    pub fn children(&self, id: GraphNodeId) -> impl Iterator<Item = Child<'_>> {
        let edges = self.node(id).edges.iter().enumerate();
        let candidates = self.candidates(id);
        edges.filter_map(move |(index, edge)| {
            let id = edge.child?;
            Some(Child {
                index,
                candidate: candidates[index],
                visits: edge.visits,
                id,
                node: self.node(id),
            })
        })
    }

    /// Returns the child reached by a move, if it has been searched.
    pub fn child_by(&self, id: GraphNodeId, mv: Move) -> Option<GraphNodeId> {
        let mut children = self.children(id);
        let child = children.find(|child| child.candidate.mv == mv);
        child.map(|child| child.id)
    }

    /// Links a candidate to its child.
    pub fn link(&mut self, id: GraphNodeId, index: usize, child: GraphNodeId) {
        let edges = &mut self.node_mut(id).edges;
        let before = edges.capacity();
        if edges.len() <= index {
            edges.resize(index + 1, Edge::default());
        }
        edges[index].child = Some(child);
        let grown = edges.capacity() - before;
        self.heap += grown * size_of::<Edge>();
    }

    /// Stores the evaluation of a node and counts it as the node's first visit.
    pub fn set_evaluation(&mut self, id: GraphNodeId, evaluation: Arc<NodeEvaluation>) {
        self.heap += evaluation.bytes();
        let node = self.node_mut(id);
        (node.evaluation, node.state) = (Some(evaluation), NodeState::Evaluated);
        node.visits += 1;
        self.update(id);
    }

    /// Adds a visit to a node at which the game is over.
    pub fn add_terminal_visit(&mut self, id: GraphNodeId, values: ValueStats, weight: f64) {
        let utility = self.utility.of(&values);
        let node = self.node_mut(id);
        node.state = NodeState::Terminal;
        node.visits += 1;
        let visits = f64::from(node.visits);
        node.stats = NodeStats {
            values,
            utility,
            utility_squared: utility * utility,
            weight: weight * visits,
            weight_squared: weight * weight * visits,
        };
    }

    /// Replaces the root's candidates, keeping the statistics of moves that remain.
    pub fn replace_candidates(&mut self, evaluation: NodeEvaluation) {
        let Some(root) = self.root else {
            return;
        };
        let known: Vec<(Move, Edge)> = self
            .children(root)
            .map(|child| {
                let edge = Edge {
                    child: Some(child.id),
                    visits: child.visits,
                };
                (child.candidate.mv, edge)
            })
            .collect();
        let old = self
            .node(root)
            .evaluation
            .as_ref()
            .map_or(0, |old| old.bytes());
        self.heap = self.heap + evaluation.bytes() - old;
        let places: FxHashMap<Move, usize> = (evaluation.candidates.iter().enumerate())
            .map(|(index, candidate)| (candidate.mv, index))
            .collect();
        let node = self.node_mut(root);
        node.evaluation = Some(Arc::new(evaluation));
        for edge in &mut node.edges {
            *edge = Edge::default();
        }
        for (mv, edge) in known {
            let (Some(&index), Some(child)) = (places.get(&mv), edge.child) else {
                continue;
            };
            self.link(root, index, child);
            self.node_mut(root).edges[index].visits = edge.visits;
        }
        let node = self.node_mut(root);
        node.visits = 1 + node.edges.iter().map(|edge| edge.visits).sum::<u32>();
        self.update(root);
    }

    /// Makes a node the root and frees unreachable nodes. Returns false without a change if the node has no evaluation.
    pub fn move_root(&mut self, to: GraphNodeId) -> bool {
        if self.node(to).state != NodeState::Evaluated {
            return false;
        }
        if let Some(key) = self.node_mut(to).key.take() {
            self.table.remove(&key);
        }
        self.release_bias(to);
        self.root = Some(to);
        self.sweep += 1;
        for id in self.descendants(to) {
            let sweep = self.sweep;
            self.node_mut(id).sweep = sweep;
        }
        for index in 0..self.nodes.len() {
            let id = GraphNodeId(index as u32);
            // Nodes marked `FREE` were freed by an earlier sweep.
            if self.node(id).sweep != self.sweep && self.node(id).sweep != FREE {
                self.free_node(id);
            }
        }
        true
    }

    /// Changes the utility and recomputes all nodes.
    pub fn set_utility(&mut self, utility: Utility) {
        self.utility = utility;
        let Some(root) = self.root else {
            return;
        };
        for id in self.descendants(root) {
            self.update(id);
        }
    }

    /// Returns the nodes reachable from a node, children before parents except in cycles.
    fn descendants(&self, from: GraphNodeId) -> Vec<GraphNodeId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut stack = vec![(from, 0)];
        seen[from.0 as usize] = true;
        while let Some((id, next)) = stack.last_mut() {
            let edge = self.node(*id).edges.get(*next);
            *next += 1;
            match edge {
                None => {
                    order.push(*id);
                    stack.pop();
                }
                Some(edge) => {
                    if let Some(child) = edge.child
                        && !std::mem::replace(&mut seen[child.0 as usize], true)
                    {
                        stack.push((child, 0));
                    }
                }
            }
        }
        order
    }

    fn free_node(&mut self, id: GraphNodeId) {
        self.release_bias(id);
        let node = self.node_mut(id);
        node.sweep = FREE;
        let (key, evaluation, edges) = (
            node.key.take(),
            node.evaluation.take(),
            std::mem::take(&mut node.edges),
        );
        self.heap -= evaluation.map_or(0, |evaluation| evaluation.bytes());
        self.heap -= edges.capacity() * size_of::<Edge>();
        if let Some(key) = key {
            self.table.remove(&key);
        }
        self.free.push(id);
    }

    fn release_bias(&mut self, id: GraphNodeId) {
        let share = self.params.bias_free_share;
        let node = self.node_mut(id);
        let told = std::mem::take(&mut node.bias_share);
        if let Some(bias) = node.bias.take() {
            self.biases.release(bias, told, share);
        }
    }

    /// Returns the bias correction of a node's own evaluation, after recording the difference between its children's
    /// utility and its own.
    pub(super) fn bias_correction(&mut self, id: GraphNodeId, children: Option<(f64, f64)>) -> f64 {
        let power = self.params.bias_weight_exponent;
        let node = self.node_mut(id);
        let Some(bias) = node.bias else {
            return 0.0;
        };
        if let Some((error, weight)) = children {
            let weight = weight.powf(power);
            let new = BiasShare {
                sum: error * weight,
                weight,
            };
            let old = std::mem::replace(&mut node.bias_share, new);
            self.biases.replace(bias, old, new);
        }
        self.params.bias_factor * self.biases.mean(bias)
    }
}

/// Sweep number of a free node.
const FREE: u32 = u32::MAX;

/// A searched move and the node it leads to.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    /// Index of the candidate.
    pub index: usize,
    /// The move and its prior.
    pub candidate: Candidate,
    /// Number of playouts through the edge.
    pub visits: u32,
    /// Index of the child node.
    pub id: GraphNodeId,
    /// The child node itself.
    pub node: &'a GraphNode,
}

impl Child<'_> {
    /// Returns the part of the child's weight that belongs to this edge.
    pub fn weight(&self) -> f64 {
        self.node.stats.weight * self.share()
    }

    /// Returns the part of the child's squared weights that belongs to this edge.
    pub fn weight_squared(&self) -> f64 {
        self.node.stats.weight_squared * self.share()
    }

    fn share(&self) -> f64 {
        f64::from(self.visits) / f64::from(self.node.visits.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::net::{Evaluation, GameHistory};
    use crate::rules::{Komi, Position, Rules};

    fn uniform(side: u32) -> NodeEvaluation {
        let size = Size::square(side).unwrap();
        let position = Position::new(size, Rules::DEFAULT, Komi::from_points(7.5).unwrap());
        let history = GameHistory::new(position);
        NodeEvaluation::new(&history, &Evaluation::uniform(history.position()))
    }

    #[test]
    fn edges_share_the_weight_of_a_position_that_is_reached_by_several() {
        let mut graph = Graph::new(PuctParams::default(), usize::MAX);
        let id = graph.set_root(Color::Black);
        graph.node_mut(id).visits = 8;
        graph.node_mut(id).stats.weight = 6.0;
        let weight = |visits| {
            let child = Child {
                index: 0,
                candidate: Candidate {
                    mv: Move::Pass,
                    prior: 1.0,
                },
                visits,
                id,
                node: graph.node(id),
            };
            child.weight()
        };
        assert_eq!([2, 6, 8].map(weight), [1.5, 4.5, 6.0]);
    }

    #[test]
    fn nodes_with_one_local_pattern_correct_each_other_by_their_weights() {
        let params = PuctParams {
            bias_factor: 0.5,
            bias_weight_exponent: 1.0,
            ..PuctParams::default()
        };
        let mut graph = Graph::new(params, usize::MAX);
        let root = graph.set_root(Color::Black);
        let [a, b] = [1, 2].map(|key| graph.find_or_add(key, Color::White, Some(7)));
        let other = graph.find_or_add(3, Color::White, Some(8));
        graph.bias_correction(a, Some((0.25, 6.0)));
        assert_eq!(graph.bias_correction(b, Some((0.75, 2.0))), 0.1875);
        assert_eq!(graph.bias_correction(a, Some((0.75, 6.0))), 0.375);
        assert_eq!(graph.bias_correction(other, None), 0.0);
        assert_eq!(graph.bias_correction(root, Some((0.75, 6.0))), 0.0);
    }

    #[test]
    fn what_a_playout_adds_is_within_its_reserve() {
        let mut graph = Graph::new(PuctParams::default(), usize::MAX);
        let root = graph.set_root(Color::Black);
        let evaluation = uniform(5);
        let count = evaluation.candidates.len();
        graph.reserve(1, &evaluation);
        graph.set_evaluation(root, Arc::new(evaluation));
        for index in 0..count {
            let child = graph.find_or_add(index as u64, Color::White, None);
            graph.link(root, index, child);
        }
        assert!(graph.heap <= graph.reserved);
    }

    #[test]
    fn a_graph_is_full_before_its_list_of_nodes_exceeds_the_limit() {
        let mut graph = Graph::new(PuctParams::default(), 100 * NODE_BYTES);
        graph.set_root(Color::Black);
        for key in 0..100 {
            if graph.is_full() {
                break;
            }
            graph.find_or_add(key, Color::White, None);
        }
        // Growing the vector from 64 to 128 nodes would temporarily take 192.
        assert_eq!((graph.len(), graph.is_full()), (64, true));
    }
}

//! The search graph: positions, the moves between them, and what is known of each.
//!
//! It is a graph and no tree, because positions that are reached by different orders of moves share a node. All figures
//! are white's. One lock guards it all: what happens under the lock takes microseconds, an evaluation takes
//! milliseconds, so that even many threads seldom meet there, and sums are always whole.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bias::{BiasId, Biases, Told};
use super::params::Params;
use super::utility::{Outlook, Utility};
use super::verdict::{Candidate, Verdict};
use crate::engine::game::Color;
use crate::go::board::Move;

/// A node's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

/// How far a node has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody has looked at it.
    New,
    /// A thread evaluates it.
    Pending,
    /// Its evaluation is there, and its moves can be tried.
    Known,
    /// The game is over there, with this outlook.
    Over,
}

/// A move that has been tried. The place among the edges is that of the move among the candidates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edge {
    /// Where it leads; `None` if another candidate further down has been tried and this one not.
    pub child: Option<NodeId>,
    /// Playouts that took it.
    pub visits: u32,
}

/// Averages over the playouts from a node on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// What is expected of the game.
    pub outlook: Outlook,
    /// The mean utility.
    pub utility: f64,
    /// The mean of its square.
    pub utility_squared: f64,
    /// The sum of the evaluations' weights.
    pub weight: f64,
    /// The sum of the weights' squares.
    pub weight_squared: f64,
}

/// A position.
#[derive(Debug)]
pub struct Node {
    /// Whose turn it is.
    pub to_move: Color,
    /// How far it has come.
    pub state: State,
    /// Playouts that have ended here or further down.
    pub visits: u32,
    /// Playouts on their way through here.
    pub in_flight: u32,
    /// Averages over the playouts.
    pub stats: Stats,
    /// What the network said, once known.
    pub verdict: Option<Arc<Verdict>>,
    /// Moves that have been tried, and those before them.
    pub edges: Vec<Edge>,
    /// Its key in the table; the root has none, so that no playout comes back to it.
    key: Option<u64>,
    bias: Option<BiasId>,
    told: Told,
    /// The last sweep that has come by.
    sweep: u32,
}

/// Nodes and what they share.
pub struct Graph {
    /// The numbers that the search goes by.
    pub params: Params,
    /// How outlooks are valued.
    pub utility: Utility,
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    table: FxHashMap<u64, NodeId>,
    biases: Biases,
    root: Option<NodeId>,
    sweep: u32,
    /// What evaluations and edges take.
    heap: usize,
    /// What is kept free for playouts that are under way.
    room: usize,
    limit: usize,
}

/// What a node takes beside its evaluation, its places in the tables included.
const NODE_BYTES: usize = size_of::<Node>() + 2 * size_of::<(u64, NodeId)>() + Biases::BYTES;

impl Graph {
    /// An empty graph that will not grow beyond `limit` bytes.
    pub fn new(params: Params, limit: usize) -> Graph {
        Graph {
            utility: Utility::new(&params, 1, 0.0),
            params,
            nodes: Vec::new(),
            free: Vec::new(),
            table: FxHashMap::default(),
            biases: Biases::default(),
            root: None,
            sweep: 0,
            heap: 0,
            room: 0,
            limit,
        }
    }

    /// The root, once there is one.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The key of a node in the table; the root has none.
    pub fn key_of(&self, id: NodeId) -> Option<u64> {
        self.node(id).key
    }

    /// Bytes that it takes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * NODE_BYTES + self.heap
    }

    /// Keeps room for what so many playouts that are under way at once may add, each an evaluation like this one and a
    /// place among its parent's edges.
    pub fn keep_room(&mut self, playouts: usize, like: &Verdict) {
        // A list of edges doubles as it grows.
        let edges = 2 * like.candidates.len() * size_of::<Edge>();
        self.room = playouts * (like.bytes() + edges);
    }

    /// Whether another node might go beyond the limit.
    pub fn is_full(&self) -> bool {
        // The list doubles as it grows, and stands beside its former self meanwhile.
        let places = self.nodes.capacity();
        let has_room = !self.free.is_empty() || self.nodes.len() < places;
        let places = if has_room { places } else { 3 * places.max(4) };
        places * NODE_BYTES + self.heap + self.room > self.limit
    }

    /// Nodes in use.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Graph::new(self.params.clone(), self.limit);
    }

    /// Begins at a position with `to_move` to move.
    pub fn plant(&mut self, to_move: Color) -> NodeId {
        self.clear();
        let root = self.add(to_move);
        self.root = Some(root);
        root
    }

    /// The node with this key, added if need be. `surroundings` is the key by which it corrects its evaluation.
    pub fn find_or_add(&mut self, key: u64, to_move: Color, surroundings: Option<u64>) -> NodeId {
        if let Some(&id) = self.table.get(&key) {
            return id;
        }
        let id = self.add(to_move);
        let bias = surroundings.map(|key| self.biases.share(key));
        let node = self.node_mut(id);
        (node.key, node.bias) = (Some(key), bias);
        self.table.insert(key, id);
        id
    }

    fn add(&mut self, to_move: Color) -> NodeId {
        let node = Node {
            to_move,
            state: State::New,
            visits: 0,
            in_flight: 0,
            stats: Stats::default(),
            verdict: None,
            edges: Vec::new(),
            key: None,
            bias: None,
            told: Told::default(),
            sweep: self.sweep,
        };
        match self.free.pop() {
            Some(id) => {
                *self.node_mut(id) = node;
                id
            }
            None => {
                self.nodes.push(node);
                NodeId(self.nodes.len() as u32 - 1)
            }
        }
    }

    /// The candidate moves of a known node.
    pub fn candidates(&self, id: NodeId) -> &[Candidate] {
        let verdict = self.node(id).verdict.as_ref();
        verdict.map_or(&[], |verdict| &verdict.candidates)
    }

    /// The moves of a node that have been tried, with their children.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = Child<'_>> {
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

    /// The child that a move leads to, if it has been tried.
    pub fn child_by(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        let mut children = self.children(id);
        let child = children.find(|child| child.candidate.mv == mv);
        child.map(|child| child.id)
    }

    /// Notes that a candidate leads to this node.
    pub fn link(&mut self, id: NodeId, index: usize, child: NodeId) {
        let edges = &mut self.node_mut(id).edges;
        let before = edges.capacity();
        if edges.len() <= index {
            edges.resize(index + 1, Edge::default());
        }
        edges[index].child = Some(child);
        let grown = edges.capacity() - before;
        self.heap += grown * size_of::<Edge>();
    }

    /// Takes in the evaluation of a node: its first visit.
    pub fn learn(&mut self, id: NodeId, verdict: Arc<Verdict>) {
        self.heap += verdict.bytes();
        let node = self.node_mut(id);
        (node.verdict, node.state) = (Some(verdict), State::Known);
        node.visits += 1;
        self.update(id);
    }

    /// Counts a visit to a node where the game is over, with this outlook.
    pub fn end(&mut self, id: NodeId, outlook: Outlook, weight: f64) {
        let utility = self.utility.of(&outlook);
        let node = self.node_mut(id);
        node.state = State::Over;
        node.visits += 1;
        let visits = f64::from(node.visits);
        node.stats = Stats {
            outlook,
            utility,
            utility_squared: utility * utility,
            weight: weight * visits,
            weight_squared: weight * weight * visits,
        };
    }

    /// Gives the root another list of candidates, of which some may be missing; what has been found out about the
    /// others stays.
    pub fn replace_candidates(&mut self, verdict: Verdict) {
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
            .verdict
            .as_ref()
            .map_or(0, |old| old.bytes());
        self.heap = self.heap + verdict.bytes() - old;
        let places: FxHashMap<Move, usize> = (verdict.candidates.iter().enumerate())
            .map(|(index, candidate)| (candidate.mv, index))
            .collect();
        let node = self.node_mut(root);
        node.verdict = Some(Arc::new(verdict));
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

    /// Makes a node the root and frees those that cannot be reached from it. Refused for nodes without an evaluation.
    pub fn advance(&mut self, to: NodeId) -> bool {
        if self.node(to).state != State::Known {
            return false;
        }
        if let Some(key) = self.node_mut(to).key.take() {
            self.table.remove(&key);
        }
        self.leave_bias(to);
        self.root = Some(to);
        self.sweep += 1;
        for id in self.below(to) {
            let sweep = self.sweep;
            self.node_mut(id).sweep = sweep;
        }
        for index in 0..self.nodes.len() {
            let id = NodeId(index as u32);
            // The free ones have been dropped in an earlier sweep.
            if self.node(id).sweep != self.sweep && self.node(id).sweep != FREE {
                self.drop_node(id);
            }
        }
        true
    }

    /// Values everything anew, because outlooks are valued otherwise now.
    pub fn revalue(&mut self, utility: Utility) {
        self.utility = utility;
        let Some(root) = self.root else {
            return;
        };
        for id in self.below(root) {
            self.update(id);
        }
    }

    /// The nodes that can be reached from one, itself last and each after those that it leads to, cycles aside.
    fn below(&self, from: NodeId) -> Vec<NodeId> {
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

    fn drop_node(&mut self, id: NodeId) {
        self.leave_bias(id);
        let node = self.node_mut(id);
        node.sweep = FREE;
        let (key, verdict, edges) = (
            node.key.take(),
            node.verdict.take(),
            std::mem::take(&mut node.edges),
        );
        self.heap -= verdict.map_or(0, |verdict| verdict.bytes());
        self.heap -= edges.capacity() * size_of::<Edge>();
        if let Some(key) = key {
            self.table.remove(&key);
        }
        self.free.push(id);
    }

    fn leave_bias(&mut self, id: NodeId) {
        let share = self.params.bias_forgotten;
        let node = self.node_mut(id);
        let told = std::mem::take(&mut node.told);
        if let Some(bias) = node.bias.take() {
            self.biases.leave(bias, told, share);
        }
    }

    /// The correction of a node's own evaluation, given how far its children's utility lies from it.
    pub(super) fn correction(&mut self, id: NodeId, children: Option<(f64, f64)>) -> f64 {
        let power = self.params.bias_power;
        let node = self.node_mut(id);
        let Some(bias) = node.bias else {
            return 0.0;
        };
        if let Some((error, weight)) = children {
            let weight = weight.powf(power);
            let new = Told {
                sum: error * weight,
                weight,
            };
            let old = std::mem::replace(&mut node.told, new);
            self.biases.tell(bias, old, new);
        }
        self.params.bias_factor * self.biases.mean(bias)
    }
}

/// The mark of a free node.
const FREE: u32 = u32::MAX;

/// A move that has been tried, and where it leads.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    /// Its place among the candidates.
    pub index: usize,
    /// The move and its prior.
    pub candidate: Candidate,
    /// Playouts that took it.
    pub visits: u32,
    /// The node that it leads to.
    pub id: NodeId,
    /// The same.
    pub node: &'a Node,
}

impl Child<'_> {
    /// The part of the node's weight that came by this move.
    pub fn weight(&self) -> f64 {
        self.node.stats.weight * self.share()
    }

    /// The part of the node's squared weights that came by this move.
    pub fn weight_squared(&self) -> f64 {
        self.node.stats.weight_squared * self.share()
    }

    fn share(&self) -> f64 {
        f64::from(self.visits) / f64::from(self.node.visits.max(1))
    }
}

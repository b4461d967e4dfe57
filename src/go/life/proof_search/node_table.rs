//! The states met by a proof-number search, with their proof and disproof numbers.

use crate::life::state::PackedState;

/// The number of a searched state.
pub(super) type NodeId = u32;

/// The node for a captured target.
pub(super) const CAPTURED: NodeId = 0;

/// The node after a retake with which the defender lives.
pub(super) const REFUSED: NodeId = 1;

/// The first node that is a state.
pub(super) const FIRST_STATE: usize = 2;

/// A proof or disproof number larger than any that a search reaches.
pub(super) const INFINITE: u32 = 1 << 30;

/// Memory for a state, its edges and its share of the index, in bytes.
pub(super) const BYTES_PER_NODE: usize = 64;

#[derive(Clone, Copy)]
pub(super) struct SearchNode {
    pub state: PackedState,
    /// Proof number; it or `disproof` is 0 in a decided state.
    pub proof: u32,
    pub disproof: u32,
    pub first_edge: u32,
    pub edges: u8,
    /// The number of ko threats left.
    pub left: u8,
    pub is_expanded: bool,
    pub is_on_path: bool,
    /// Whether the disproof is certain.
    pub is_confirmed: bool,
    /// The edge number of the best move in a decided state.
    pub answer: u8,
}

/// The searched states, their edges, and an open-addressing index with a power of two of slots.
pub(super) struct NodeTable {
    nodes: Vec<SearchNode>,
    edges: Vec<NodeId>,
    slots: Vec<NodeId>,
}

impl SearchNode {
    /// Returns an unvisited node.
    pub fn new(state: PackedState, left: u8, (proof, disproof): (u32, u32)) -> SearchNode {
        SearchNode {
            state,
            proof,
            disproof,
            first_edge: 0,
            edges: 0,
            left,
            is_expanded: false,
            is_on_path: false,
            is_confirmed: false,
            answer: 0,
        }
    }

    pub fn is_decided(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

impl NodeTable {
    /// Returns a table without states, with these numbers for the node of a captured target.
    pub fn new(captured: (u32, u32)) -> NodeTable {
        let refused = (captured.1, captured.0);
        let node = |values| SearchNode::new(PackedState::default(), 0, values);
        NodeTable {
            nodes: vec![node(captured), node(refused)],
            edges: Vec::new(),
            slots: vec![CAPTURED; 1 << 10],
        }
    }

    pub fn clear(&mut self) {
        self.nodes.truncate(FIRST_STATE);
        self.edges.clear();
        self.slots.fill(CAPTURED);
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> &SearchNode {
        &self.nodes[id as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut SearchNode {
        &mut self.nodes[id as usize]
    }

    /// Returns the children of a node; empty if it has not been expanded.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        let node = self.node(id);
        &self.edges[node.first_edge as usize..][..usize::from(node.edges)]
    }

    pub fn expand(&mut self, id: NodeId, children: impl Iterator<Item = NodeId>) {
        let first = self.edges.len();
        self.edges.extend(children);
        let count = self.edges.len() - first;
        let node = self.node_mut(id);
        node.first_edge = first as u32;
        node.edges = count as u8;
        node.is_expanded = true;
    }

    /// Returns the node of a state, if it is in the table.
    pub fn find(&self, state: PackedState, left: u8) -> Option<NodeId> {
        let id = self.slots[self.slot(state, left)];
        (id != CAPTURED).then_some(id)
    }

    /// Returns the node of a state, adding it with these numbers if it is new.
    pub fn insert(
        &mut self,
        state: PackedState,
        left: u8,
        values: impl FnOnce() -> (u32, u32),
    ) -> NodeId {
        let slot = self.slot(state, left);
        if self.slots[slot] != CAPTURED {
            return self.slots[slot];
        }
        let id = self.nodes.len() as NodeId;
        self.nodes.push(SearchNode::new(state, left, values()));
        self.slots[slot] = id;
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots = vec![CAPTURED; size];
        for id in FIRST_STATE..self.nodes.len() {
            let slot = self.slot(self.nodes[id].state, self.nodes[id].left);
            self.slots[slot] = id as NodeId;
        }
    }

    /// Returns the slot of a state, or the free slot where it belongs.
    fn slot(&self, state: PackedState, left: u8) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (state.hash() as usize).wrapping_add(usize::from(left) * 0x9E37) & mask;
        loop {
            let id = self.slots[slot];
            let node = self.node(id);
            if id == CAPTURED || node.state == state && node.left == left {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }
}

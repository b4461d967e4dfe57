//! The states met by a search, with their proof numbers and zones.

use rustc_hash::FxHashMap;

use super::field::{Cells, FieldState};
use crate::life::side::LifeSide;

/// The number of a state in the table.
pub(super) type NodeId = u32;

/// The larger number of a decided state.
pub(super) const DECIDED: u32 = 1 << 28;

/// Threshold with which a first search after a pass begins.
const FIRST_PASS_THRESHOLD: u32 = 20;

/// Memory for a state, its share of the index and of the patterns, in bytes.
pub(super) const BYTES_PER_NODE: usize = 256;

/// Estimates of the effort to prove that the target is captured, and that it lives. One of them is 0 in a decided state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub captured: u32,
    pub lives: u32,
}

/// A move in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldMove {
    Pass,
    Stone(u8),
}

/// A move with the state after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub mv: FieldMove,
    pub id: NodeId,
    /// Whether the move spends a ko threat of the defender.
    pub is_retake: bool,
}

/// A state, with the restriction that the side to move must place a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NodeKey {
    pub state: FieldState,
    pub must_place: bool,
}

impl NodeKey {
    /// Returns the state without ko threats.
    pub fn without_threats(&self) -> NodeKey {
        let state = FieldState {
            threats: 0,
            ..self.state
        };
        NodeKey { state, ..*self }
    }
}

#[derive(Clone, Copy)]
pub(super) struct ZoneNode {
    pub key: NodeKey,
    pub numbers: ProofNumbers,
    /// The cells that a decided state depends on.
    pub zone: Cells,
    /// The winner's move in a decided state, if the winner is to move and the state needed a search.
    pub answer: Option<FieldMove>,
    /// The decided state that it looks like within the zone, if that decided it.
    pub like: Option<NodeId>,
    /// Threshold of the next search after a pass.
    pub pass_threshold: u32,
    /// Visits to the state and those below it.
    pub visits: u64,
    /// On the current path, the number of ko threats that the defender had spent before the state.
    pub on_path: Option<u32>,
    /// Whether the result may depend on a repetition, which depends on the path.
    pub is_by_repetition: bool,
}

/// The states of a search.
#[derive(Default)]
pub(super) struct ZoneTable {
    nodes: Vec<ZoneNode>,
    index: FxHashMap<NodeKey, NodeId>,
    /// Ko threats that the defender has spent on the current path.
    pub spent: u32,
}

impl ProofNumbers {
    /// Returns the number of the winning side.
    #[inline]
    pub fn of(&self, winner: LifeSide) -> u32 {
        match winner {
            LifeSide::Attacker => self.captured,
            LifeSide::Defender => self.lives,
        }
    }

    /// Returns numbers for a win of `side`, and of its opponent.
    #[inline]
    pub fn from_sides(side: LifeSide, (win, loss): (u32, u32)) -> ProofNumbers {
        let (captured, lives) = match side {
            LifeSide::Attacker => (win, loss),
            LifeSide::Defender => (loss, win),
        };
        ProofNumbers { captured, lives }
    }

    pub fn is_decided(&self) -> bool {
        self.captured == 0 || self.lives == 0
    }

    /// Returns the winner of a decided state.
    pub fn winner(&self) -> Option<LifeSide> {
        LifeSide::BOTH.into_iter().find(|&side| self.of(side) == 0)
    }
}

impl ZoneTable {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &ZoneNode> {
        self.nodes.iter()
    }

    pub fn find(&self, key: &NodeKey) -> Option<NodeId> {
        self.index.get(key).copied()
    }

    /// Adds a state that is not in the table.
    pub fn insert(&mut self, key: NodeKey, numbers: ProofNumbers, zone: Cells) -> NodeId {
        let id = self.nodes.len() as NodeId;
        self.nodes.push(ZoneNode {
            key,
            numbers,
            zone,
            answer: None,
            like: None,
            pass_threshold: FIRST_PASS_THRESHOLD,
            visits: 0,
            on_path: None,
            is_by_repetition: false,
        });
        self.index.insert(key, id);
        id
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> &ZoneNode {
        &self.nodes[id as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut ZoneNode {
        &mut self.nodes[id as usize]
    }

    /// Returns the numbers of the state after a move. A state on the current path is a repetition: the defender lives,
    /// unless it spends threats.
    #[inline]
    pub fn numbers(&self, child: Child) -> ProofNumbers {
        let node = self.node(child.id);
        let spent = self.spent + u32::from(child.is_retake);
        match node.on_path {
            Some(before) if spent > before => ProofNumbers::won_by(LifeSide::Attacker),
            Some(_) => ProofNumbers::won_by(LifeSide::Defender),
            None => node.numbers,
        }
    }
}

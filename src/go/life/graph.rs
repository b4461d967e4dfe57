//! The graph of all states of a question that can be reached.

use super::enclosure::{Enclosure, Outcome};
use super::side::LifeSide;
use super::state::{LifeMove, LifeState, PackedState};

/// An edge: the index of the state after a move, or the capture of the target, and whether the move retakes a ko.
#[derive(Clone, Copy)]
pub struct Edge(u32);

const RETAKE: u32 = 1 << 31;
const CAPTURE: u32 = RETAKE - 1;

impl Edge {
    /// Returns the index of the state after the move; `None` if the move captures the last target.
    #[inline]
    pub fn child(self) -> Option<usize> {
        let index = self.0 & !RETAKE;
        (index != CAPTURE).then_some(index as usize)
    }

    /// Whether the simple ko forbids the move.
    #[inline]
    pub fn is_retake(self) -> bool {
        self.0 & RETAKE != 0
    }
}

/// The kind of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// A state whose moves are listed.
    Open,
    /// A target chain is pass-alive. No moves are listed.
    PassAlive,
    /// The attacker captures the last target at once. No moves are listed.
    Lost,
}

/// All states that can be reached, where both sides may retake kos at once.
pub struct LifeGraph {
    states: Vec<PackedState>,
    kinds: Vec<StateKind>,
    /// Where the edges of each state begin, and their end behind the last.
    first_edge: Vec<u32>,
    edges: Vec<Edge>,
    moves: Vec<LifeMove>,
    /// The states where the search began.
    roots: Vec<usize>,
}

/// The index of states by their packed form: open addressing, a power of two of slots.
struct StateIndex {
    slots: Vec<u32>,
    mask: usize,
}

const FREE: u32 = u32::MAX;

impl StateIndex {
    fn new() -> StateIndex {
        let size = 1 << 10;
        StateIndex {
            slots: vec![FREE; size],
            mask: size - 1,
        }
    }

    /// Returns the index of a state, which is added to `states` if it is new.
    #[inline]
    fn insert(&mut self, state: PackedState, states: &mut Vec<PackedState>) -> usize {
        let mut slot = state.hash() as usize & self.mask;
        loop {
            let index = self.slots[slot];
            if index == FREE {
                break;
            }
            if states[index as usize] == state {
                return index as usize;
            }
            slot = (slot + 1) & self.mask;
        }
        self.slots[slot] = states.len() as u32;
        states.push(state);
        if states.len() * 2 > self.slots.len() {
            self.grow(states);
        }
        states.len() - 1
    }

    fn grow(&mut self, states: &[PackedState]) {
        let size = self.slots.len() * 4;
        self.slots = vec![FREE; size];
        self.mask = size - 1;
        for (index, state) in states.iter().enumerate() {
            let mut slot = state.hash() as usize & self.mask;
            while self.slots[slot] != FREE {
                slot = (slot + 1) & self.mask;
            }
            self.slots[slot] = index as u32;
        }
    }
}

impl LifeGraph {
    /// Returns the graph of the states that can be reached from these. `None` if there are more than `most`, or the
    /// search is interrupted.
    pub fn explore(
        enclosure: &Enclosure,
        roots: &[LifeState],
        most: usize,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<LifeGraph> {
        let mut index = StateIndex::new();
        let mut graph = LifeGraph {
            states: Vec::new(),
            kinds: Vec::new(),
            first_edge: vec![0],
            edges: Vec::new(),
            moves: Vec::new(),
            roots: Vec::new(),
        };
        for root in roots {
            graph
                .roots
                .push(index.insert(root.pack(), &mut graph.states));
        }
        let distinct = graph.states.len();
        let mut next = 0;
        while let Some(packed) = graph.states.get(next) {
            let state = packed.unpack();
            let kind = kind(enclosure, &state);
            // The moves of a root are always listed, because they are part of the answer.
            if kind == StateKind::Open || next < distinct {
                graph.expand(enclosure, &state, &mut index);
            }
            graph.kinds.push(kind);
            graph.first_edge.push(graph.edges.len() as u32);
            if graph.states.len() > most || next % 1024 == 0 && is_stopped() {
                return None;
            }
            next += 1;
        }
        Some(graph)
    }

    fn expand(&mut self, enclosure: &Enclosure, state: &LifeState, index: &mut StateIndex) {
        enclosure.each_step(state, |step| {
            let child = match step.outcome {
                Outcome::Next(after) => index.insert(after.pack(), &mut self.states) as u32,
                Outcome::Captured => CAPTURE,
            };
            let flag = if step.is_retake { RETAKE } else { 0 };
            self.edges.push(Edge(child | flag));
            self.moves.push(step.mv);
        });
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the index of the `number`-th root.
    pub fn root(&self, number: usize) -> usize {
        self.roots[number]
    }

    /// Returns a state.
    #[inline]
    pub fn state(&self, index: usize) -> LifeState {
        self.states[index].unpack()
    }

    /// Returns the side to move in a state.
    #[inline]
    pub fn to_move(&self, index: usize) -> LifeSide {
        self.states[index].to_move()
    }

    /// Returns the kind of a state.
    #[inline]
    pub fn kind(&self, index: usize) -> StateKind {
        self.kinds[index]
    }

    /// Returns the edges of a state, the pass first. Only roots have some if they are not open.
    #[inline]
    pub fn edges(&self, index: usize) -> &[Edge] {
        &self.edges[self.first_edge[index] as usize..self.first_edge[index + 1] as usize]
    }

    /// Returns the moves of the edges of a state.
    pub fn moves(&self, index: usize) -> &[LifeMove] {
        &self.moves[self.first_edge[index] as usize..self.first_edge[index + 1] as usize]
    }

    /// Whether a side could retake a ko somewhere.
    pub fn has_retakes(&self, side: LifeSide) -> bool {
        (0..self.len()).any(|index| {
            self.to_move(index) == side && self.edges(index).iter().any(|edge| edge.is_retake())
        })
    }
}

fn kind(enclosure: &Enclosure, state: &LifeState) -> StateKind {
    if state.to_move == LifeSide::Attacker && enclosure.captures_at_once(state) {
        StateKind::Lost
    } else if enclosure.is_pass_alive(state) {
        StateKind::PassAlive
    } else {
        StateKind::Open
    }
}

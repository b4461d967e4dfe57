//! Depth-first proof-number search (Nagai, 2002) on a graph of states that grows as needed.
//!
//! A proof is a finite tree and is valid wherever its state occurs. A disproof may depend on a repetition of the line
//! being read (the graph-history interaction problem). It is only a hypothesis until [`LifeSearch::decide`] has
//! confirmed it by a set of states that the other side never has to leave.
//!
//! - `node_table`: states with their proof numbers
//! - `confirmation`: the sets that confirm results depending on repetition
//! - `answers`: moves and lines of decided states

use arrayvec::ArrayVec;
use rustc_hash::FxHashSet;

use self::node_table::{BYTES_PER_NODE, CAPTURED, INFINITE, NodeId, NodeTable, REFUSED};
use super::enclosure::{Enclosure, LifeStep, StepOutcome};
use super::side::LifeSide;
use super::state::{LifeMove, LifeState, PackedState};

mod answers;
mod confirmation;
mod node_table;

/// The longest line, limited so that the recursion fits on a thread's stack.
const MAX_DEPTH: usize = 1_000;

/// The aim of the side that wants a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchGoal {
    /// The attacker wants to capture the last target.
    Capture,
    /// The defender wants a pass-alive target.
    Eyes,
    /// The defender wants play to end, even if the attacker passes only without any other move.
    End,
}

/// The right to retake kos immediately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetakeRight {
    /// Neither side may retake.
    Nobody,
    /// One side may retake without limit.
    Endless(LifeSide),
    /// One side may retake as often as it has threats left.
    Counted(LifeSide),
    /// The defender may retake any finite number of times: a retake counts as a success for the attacker until it is
    /// refused.
    AnyNumber,
}

/// Signals that a limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached;

/// A search for one goal under one right to retake kos.
pub struct LifeSearch<'a> {
    enclosure: &'a Enclosure,
    goal: SearchGoal,
    right: RetakeRight,
    table: NodeTable,
    /// Visits of nodes so far, and their limit.
    visits: u64,
    most_visits: u64,
    /// The number of states that fit in memory.
    most_nodes: usize,
    /// Retakes that let the defender live if any finite number of threats is allowed.
    refused: FxHashSet<PackedState>,
    is_stopped: &'a dyn Fn() -> bool,
}

/// The most promising child of a node, and the node's values.
struct NodeSelection {
    proof: u32,
    disproof: u32,
    /// The edge number of the most promising child.
    best: usize,
    /// The second-best child's number for the side to move.
    second: u32,
    /// The number of children not yet decided against the side to move.
    rivals: u32,
}

impl SearchGoal {
    /// Returns the side that wants a proof.
    pub fn prover(self) -> LifeSide {
        match self {
            SearchGoal::Capture => LifeSide::Attacker,
            SearchGoal::Eyes | SearchGoal::End => LifeSide::Defender,
        }
    }

    /// Returns the initial numbers of a state.
    fn first_values(self, enclosure: &Enclosure, state: &LifeState) -> (u32, u32) {
        let (proved, disproved) = ((0, INFINITE), (INFINITE, 0));
        let wants_capture = self == SearchGoal::Capture;
        if state.to_move == LifeSide::Attacker && enclosure.captures_at_once(state) {
            return if wants_capture { proved } else { disproved };
        }
        if enclosure.is_pass_alive(state) {
            return if wants_capture { disproved } else { proved };
        }
        (1, 1)
    }
}

impl<'a> LifeSearch<'a> {
    /// Returns a search without any states.
    pub fn new(
        enclosure: &'a Enclosure,
        goal: SearchGoal,
        right: RetakeRight,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> LifeSearch<'a> {
        let captured = if goal == SearchGoal::Capture {
            (0, INFINITE)
        } else {
            (INFINITE, 0)
        };
        LifeSearch {
            enclosure,
            goal,
            right,
            table: NodeTable::new(captured),
            visits: 0,
            most_visits: 0,
            most_nodes: usize::MAX,
            refused: FxHashSet::default(),
            is_stopped,
        }
    }

    /// Returns the number of visits so far.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Limits the search's memory, in bytes.
    pub fn set_memory(&mut self, bytes: usize) {
        self.most_nodes = bytes / BYTES_PER_NODE;
    }

    /// Decides whether the goal can be forced from a state with `left` threats left, within `visits` more visits. Fails
    /// if the visits or the memory run out or the search is interrupted.
    pub fn decide(
        &mut self,
        state: &LifeState,
        left: usize,
        visits: u64,
    ) -> Result<bool, LimitReached> {
        self.most_visits = self.visits.saturating_add(visits);
        let left = u8::try_from(left).map_err(|_| LimitReached)?;
        loop {
            let root = self.insert(state, left);
            let is_proved = self.search(root)?;
            let holds = match (is_proved, self.right) {
                (true, RetakeRight::AnyNumber) => self.confirm_retakes(root)?,
                (true, _) => true,
                (false, _) => self.confirm(root)?,
            };
            if holds {
                return Ok(is_proved);
            }
        }
    }

    /// Returns the memory in use, in bytes.
    pub fn memory(&self) -> usize {
        self.table.len() * BYTES_PER_NODE
    }

    /// Searches until a state is decided, and returns whether it is proved.
    fn search(&mut self, root: NodeId) -> Result<bool, LimitReached> {
        if !self.is_decided(root) {
            self.visit(root, INFINITE, INFINITE, 0)?;
        }
        Ok(self.table.node(root).proof == 0)
    }

    /// Visits a node until one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        id: NodeId,
        proof_limit: u32,
        disproof_limit: u32,
        depth: usize,
    ) -> Result<(), LimitReached> {
        self.count_visit()?;
        if depth > MAX_DEPTH {
            return Err(LimitReached);
        }
        if !self.table.node(id).is_expanded {
            self.expand(id);
            if self.is_decided(id) {
                return Ok(());
            }
        }
        self.table.node_mut(id).is_on_path = true;
        let result = self.improve(id, proof_limit, disproof_limit, depth);
        self.table.node_mut(id).is_on_path = false;
        result
    }

    fn improve(
        &mut self,
        id: NodeId,
        proof_limit: u32,
        disproof_limit: u32,
        depth: usize,
    ) -> Result<(), LimitReached> {
        let is_prover = self.is_prover(id);
        loop {
            let selection = self.select(id, is_prover);
            let NodeSelection {
                proof, disproof, ..
            } = selection;
            let node = self.table.node_mut(id);
            node.proof = proof;
            node.disproof = disproof;
            node.answer = selection.best as u8;
            if proof == 0 || disproof == 0 || proof >= proof_limit || disproof >= disproof_limit {
                return Ok(());
            }
            let child = self.table.children(id)[selection.best];
            // The 1+epsilon trick (Pawlewicz and Lew, 2007): stay with a child until it is clearly worse than the next
            // one.
            let second = selection.second.saturating_add(selection.second / 4 + 1);
            let rest = selection.rivals - 1;
            let (own, other) = if is_prover {
                (proof_limit, disproof_limit)
            } else {
                (disproof_limit, proof_limit)
            };
            let own = own.min(second);
            let other = if other == INFINITE {
                INFINITE
            } else {
                other - rest
            };
            let (proof_limit, disproof_limit) = if is_prover {
                (own, other)
            } else {
                (other, own)
            };
            self.visit(child, proof_limit, disproof_limit, depth + 1)?;
        }
    }

    /// Returns a node's values from its children, and the child to visit. Instead of the sum in plain proof-number
    /// search, uses the greatest number plus one for every other child (weak proof-number search, Ueda et al., 2008),
    /// because a sum would count transpositions many times.
    fn select(&self, id: NodeId, is_prover: bool) -> NodeSelection {
        let mut least = INFINITE;
        let mut second = INFINITE;
        let mut greatest = 0;
        let mut rivals = 0;
        let mut best = 0;
        for (number, &child) in self.table.children(id).iter().enumerate() {
            let child = self.table.node(child);
            let (proof, disproof) = if child.is_on_path {
                (INFINITE, 0)
            } else {
                (child.proof, child.disproof)
            };
            // The side to move wants to bring its own number to 0.
            let (own, other) = if is_prover {
                (proof, disproof)
            } else {
                (disproof, proof)
            };
            if own < least {
                (second, least, best) = (least, own, number);
            } else {
                second = second.min(own);
            }
            if other > 0 {
                greatest = greatest.max(other);
                rivals += 1;
            }
        }
        let sum = match (least, rivals) {
            (0, _) => INFINITE,
            (_, 0) => 0,
            _ => (greatest + rivals - 1).min(INFINITE - 1),
        };
        let least = if sum == 0 { INFINITE } else { least };
        let (proof, disproof) = if is_prover {
            (least, sum)
        } else {
            (sum, least)
        };
        NodeSelection {
            proof,
            disproof,
            best,
            second,
            rivals: rivals.max(1),
        }
    }

    fn expand(&mut self, id: NodeId) {
        let node = *self.table.node(id);
        let state = node.state.unpack();
        let mut children: ArrayVec<(NodeId, LifeMove), 64> = ArrayVec::new();
        self.enclosure.each_step(&state, |step| {
            let Some(left) = self.left_after(state.to_move, step.is_retake, node.left) else {
                return;
            };
            children.push((self.child(&step, left), step.mv));
        });
        let must_move = self.goal == SearchGoal::End && state.to_move == LifeSide::Attacker;
        if must_move && children.len() > 1 {
            children.retain(|&mut (_, mv)| mv != LifeMove::Pass);
        } else if must_move {
            let node = self.table.node_mut(id);
            (node.proof, node.disproof) = (0, INFINITE);
        }
        // The pass is rarely best, and ties go to the first child.
        let first_move = 1.min(children.len());
        children.rotate_left(first_move);
        self.table
            .expand(id, children.iter().map(|&(child, _)| child));
    }

    /// Returns the node after a move, adding it if it is new.
    fn child(&mut self, step: &LifeStep, left: u8) -> NodeId {
        match step.outcome {
            StepOutcome::Captured => CAPTURED,
            StepOutcome::Next(after) if step.is_retake && self.right == RetakeRight::AnyNumber => {
                if self.refused.contains(&after.pack()) {
                    REFUSED
                } else {
                    CAPTURED
                }
            }
            StepOutcome::Next(after) => self.insert(&after, left),
        }
    }

    /// Returns the number of threats left after a move, or `None` if the move needs a threat that the side does not
    /// have.
    fn left_after(&self, side: LifeSide, is_retake: bool, left: u8) -> Option<u8> {
        if !is_retake {
            return Some(left);
        }
        match self.right {
            RetakeRight::Endless(free) if free == side => Some(left),
            RetakeRight::Counted(free) if free == side => left.checked_sub(1),
            RetakeRight::AnyNumber if side == LifeSide::Defender => Some(left),
            _ => None,
        }
    }

    fn is_decided(&self, id: NodeId) -> bool {
        self.table.node(id).is_decided()
    }

    /// Whether the side that wants a proof is to move.
    fn is_prover(&self, id: NodeId) -> bool {
        self.table.node(id).state.to_move() == self.goal.prover()
    }

    /// Counts a visit and checks the limits.
    fn count_visit(&mut self) -> Result<(), LimitReached> {
        self.visits += 1;
        let is_due = self.visits.is_multiple_of(4096) && (self.is_stopped)();
        if self.visits > self.most_visits || self.table.len() > self.most_nodes || is_due {
            return Err(LimitReached);
        }
        Ok(())
    }

    /// Returns the node of a state, adding it if it is new.
    fn insert(&mut self, state: &LifeState, left: u8) -> NodeId {
        let (enclosure, goal) = (self.enclosure, self.goal);
        self.table
            .insert(state.pack(), left, || goal.first_values(enclosure, state))
    }
}

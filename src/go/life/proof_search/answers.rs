//! Moves and lines for states that a proof-number search has decided.

use rustc_hash::FxHashMap;

use super::node_table::{CAPTURED, FIRST_STATE, NodeId};
use super::{LifeSearch, SearchGoal};
use crate::life::enclosure::StepOutcome;
use crate::life::proof::{ProofMove, capturing_move};
use crate::life::side::LifeSide;
use crate::life::state::{LifeMove, LifeState};

impl LifeSearch<'_> {
    /// Returns the winning side's move in a decided state, or `None` if the state has not been decided with that side
    /// to move.
    pub fn answer(&self, state: &LifeState, left: usize) -> Option<LifeMove> {
        let left = left as u8;
        let id = self.table.find(state.pack(), left)?;
        let answer = usize::from(self.table.node(id).answer);
        let &child = self.table.children(id).get(answer)?;
        self.move_to(state, left, child)
    }

    /// Returns the answer to a state that was decided without a move: a capture or a pass-alive target.
    pub fn last_answer(&self, state: &LifeState) -> Option<ProofMove> {
        if state.to_move == LifeSide::Attacker && self.enclosure.captures_at_once(state) {
            return capturing_move(self.enclosure, state).map(ProofMove::Play);
        }
        let is_alive = self.enclosure.is_pass_alive(state);
        is_alive.then_some(ProofMove::PassAlive)
    }

    /// Returns the move from a state to a node.
    fn move_to(&self, state: &LifeState, left: u8, child: NodeId) -> Option<LifeMove> {
        let mut found = None;
        self.enclosure.each_step(state, |step| {
            let Some(left) = self.left_after(state.to_move, step.is_retake, left) else {
                return;
            };
            let after = match step.outcome {
                StepOutcome::Captured => Some(CAPTURED),
                StepOutcome::Next(next) => self.table.find(next.pack(), left),
            };
            if after == Some(child) {
                found = found.or(Some(step.mv));
            }
        });
        found
    }

    /// Returns the longest line of the proof of a state.
    pub fn longest_line(&self, state: &LifeState, left: usize) -> Vec<LifeMove> {
        let mut line = Vec::new();
        let Some(mut id) = self.table.find(state.pack(), left as u8) else {
            return line;
        };
        let mut lengths = FxHashMap::default();
        self.proof_length(id, &mut lengths);
        while let Some(child) = self.longest_edge(id, &mut lengths) {
            let node = self.table.node(id);
            line.extend(self.move_to(&node.state.unpack(), node.left, child));
            id = child;
        }
        let node = self.table.node(id);
        let is_open = id as usize >= FIRST_STATE && self.goal == SearchGoal::Capture;
        if is_open && node.state.to_move() == LifeSide::Attacker {
            line.extend(capturing_move(self.enclosure, &node.state.unpack()));
        }
        line
    }

    /// Returns the length of the longest line in a node's proof.
    fn proof_length(&self, id: NodeId, lengths: &mut FxHashMap<NodeId, u32>) -> u32 {
        if let Some(&length) = lengths.get(&id) {
            return length;
        }
        // Proofs have no cycles; this entry ends the recursion if there is one nevertheless.
        lengths.insert(id, 0);
        let length = self.longest_edge(id, lengths).map_or(0, |child| {
            lengths.get(&child).map_or(1, |length| length + 1)
        });
        lengths.insert(id, length);
        length
    }

    /// Returns the edge of the proof that leads to the longest line.
    fn longest_edge(&self, id: NodeId, lengths: &mut FxHashMap<NodeId, u32>) -> Option<NodeId> {
        let children = self.table.children(id);
        if self.is_prover(id) {
            let &child = children.get(usize::from(self.table.node(id).answer))?;
            self.proof_length(child, lengths);
            return Some(child);
        }
        // The pass comes last. It may be the longest way to lose, but it demonstrates nothing.
        let moves = children.len().saturating_sub(1).max(1);
        let children = children.iter().copied().take(moves);
        children.max_by_key(|&child| self.proof_length(child, lengths))
    }
}

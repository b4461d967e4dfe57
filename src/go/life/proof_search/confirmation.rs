//! Confirmation of results that depend on repetition, by sets of states that one side never has to leave.

use rustc_hash::{FxHashMap, FxHashSet};

use super::node_table::{FIRST_STATE, NodeId};
use super::{LifeSearch, LimitReached};
use crate::life::enclosure::StepOutcome;
use crate::life::state::PackedState;

impl LifeSearch<'_> {
    /// Tries to find a set of states in which the refuting side can stay forever. If a state thought to be disproved
    /// turns out to be proved, the states that lead to it are examined again. Returns false if this reaches the root.
    ///
    /// The answers in a complete set are kept, so that later sets can share its states.
    pub(super) fn confirm(&mut self, root: NodeId) -> Result<bool, LimitReached> {
        // The states of the set, each with the states that lead to it.
        let mut sources: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        let mut todo = vec![root];
        sources.insert(root, Vec::new());
        while let Some(id) = todo.pop() {
            if self.table.node(id).is_confirmed {
                continue;
            }
            self.count_visit()?;
            if !self.is_consistent(id) {
                let node = self.table.node_mut(id);
                (node.proof, node.disproof) = (1, 1);
            }
            if self.search(id)? {
                if id == root {
                    return Ok(false);
                }
                todo.extend(sources.remove(&id).into_iter().flatten());
                continue;
            }
            if self.table.children(id).is_empty() {
                continue;
            }
            if self.is_prover(id) {
                for &child in self.table.children(id) {
                    add_source(&mut sources, &mut todo, child, id);
                }
            } else if let Some((answer, child)) = self.refutation(id, &sources) {
                // An unproved state has a move to another unproved one.
                self.table.node_mut(id).answer = answer as u8;
                add_source(&mut sources, &mut todo, child, id);
            }
        }
        for id in sources.into_keys() {
            self.table.node_mut(id).is_confirmed = true;
        }
        Ok(true)
    }

    /// Returns the refuting side's move that enlarges the set least: the edge number and the node.
    fn refutation(
        &self,
        id: NodeId,
        set: &FxHashMap<NodeId, Vec<NodeId>>,
    ) -> Option<(usize, NodeId)> {
        let cost = |child: NodeId| match self.table.node(child) {
            node if !node.is_expanded && node.disproof == 0 => 0,
            node if node.is_confirmed || set.contains_key(&child) => 1,
            node if node.disproof == 0 => 2,
            _ => 3,
        };
        let children = self.table.children(id).iter().copied().enumerate();
        let open = children.filter(|&(_, child)| self.table.node(child).proof > 0);
        open.min_by_key(|&(_, child)| cost(child))
    }

    /// Whether the known results of a node's children allow it to be disproved.
    fn is_consistent(&self, id: NodeId) -> bool {
        let mut children = self.table.children(id).iter();
        let is_proved = |&child: &NodeId| self.table.node(child).proof == 0;
        if self.is_prover(id) {
            !children.any(is_proved)
        } else {
            children.len() == 0 || !children.all(is_proved)
        }
    }

    /// Whether the attacker captures after every retake that a state's proof allows. If not, refuses the retake and
    /// discards the search so far.
    pub(super) fn confirm_retakes(&mut self, root: NodeId) -> Result<bool, LimitReached> {
        let mut listed = FxHashSet::default();
        let mut todo = vec![root];
        listed.insert(root);
        while let Some(id) = todo.pop() {
            let node = *self.table.node(id);
            if (id as usize) < FIRST_STATE || node.edges == 0 {
                continue;
            }
            self.count_visit()?;
            let children = self.table.children(id);
            if self.is_prover(id) {
                let child = children[usize::from(node.answer)];
                todo.extend(listed.insert(child).then_some(child));
                continue;
            }
            todo.extend(children.iter().filter(|&&child| listed.insert(child)));
            let steps = self.enclosure.steps(&node.state.unpack());
            for step in steps.iter().filter(|step| step.is_retake) {
                let StepOutcome::Next(after) = step.outcome else {
                    continue;
                };
                let child = self.insert(&after, node.left);
                if !self.search(child)? {
                    if self.confirm(child)? {
                        self.refuse(after.pack());
                    }
                    return Ok(false);
                }
                todo.extend(listed.insert(child).then_some(child));
            }
        }
        Ok(true)
    }

    /// Discards everything except the retakes by which the defender lives.
    fn refuse(&mut self, retake: PackedState) {
        self.refused.insert(retake);
        self.table.clear();
    }
}

/// Adds a state to a set, with a state that leads to it.
fn add_source(
    sources: &mut FxHashMap<NodeId, Vec<NodeId>>,
    todo: &mut Vec<NodeId>,
    state: NodeId,
    source: NodeId,
) {
    let known = sources.entry(state).or_insert_with(|| {
        todo.push(state);
        Vec::new()
    });
    known.push(source);
}

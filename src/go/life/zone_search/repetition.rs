//! Confirmation of results by repetition.
//!
//! A search decides a repetition of the current path at once, which may not hold on other paths. A set of states that the
//! winner never has to leave is a win on all of them, if its cycles suit the winner: the defender must not need ko threats
//! forever, and without spending threats the attacker must get on.

use rustc_hash::{FxHashMap, FxHashSet};

use super::ZoneSearch;
use super::field::cells;
use super::table::{Child, FieldMove, NodeId, NodeKey};
use crate::life::side::LifeSide;

/// States with the moves in a strategy that lead to others of them.
type Strategy = FxHashMap<NodeId, Vec<Child>>;

impl ZoneSearch<'_> {
    /// Tries to confirm a result by repetition. Computes the results of all states in the winner's strategy again,
    /// without a path, until none changes. Returns false if the strategy does not hold; the state is open again if a
    /// search may find another one.
    pub(super) fn confirm(&mut self, root: NodeId) -> bool {
        loop {
            let states = self.strategy(root);
            let mut is_changed = false;
            for &id in states.keys() {
                is_changed |= self.review(id);
            }
            let Some(winner) = self.table.node(root).numbers.winner() else {
                return false;
            };
            if self.is_at_limit() {
                return false;
            }
            if !is_changed {
                let is_sound = match winner {
                    LifeSide::Attacker => !has_free_cycle(&states),
                    LifeSide::Defender => !has_cycle_with_retake(&states),
                };
                if !is_sound {
                    return false;
                }
                for &id in states.keys() {
                    self.table.node_mut(id).is_by_repetition = false;
                }
                return true;
            }
        }
    }

    /// Computes a state's result from those of its children. Returns whether it has changed.
    fn review(&mut self, id: NodeId) -> bool {
        let before = *self.table.node(id);
        self.visits += 1;
        let mut visit = self.visit(id);
        self.judge(&mut visit);
        let after = self.table.node(id);
        after.numbers.winner() != before.numbers.winner() || after.zone != before.zone
    }

    /// Returns the states by repetition that the winner's strategy can reach, with their successors among them.
    fn strategy(&self, root: NodeId) -> Strategy {
        let mut states = Strategy::default();
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if states.contains_key(&id) {
                continue;
            }
            let mut successors = self.successors(id);
            successors.retain(|successor| self.table.node(successor.id).is_by_repetition);
            todo.extend(successors.iter().map(|successor| successor.id));
            states.insert(id, successors);
        }
        states
    }

    /// Returns the known states that a decided state's result depends on.
    fn successors(&self, id: NodeId) -> Vec<Child> {
        let node = self.table.node(id);
        let NodeKey { state, must_place } = node.key;
        let child = |mv: FieldMove| {
            let is_ko = matches!(mv, FieldMove::Stone(index) if state.ko == Some(index));
            Some(Child {
                mv,
                id: self.after(&state, mv)?,
                is_retake: is_ko && state.to_move == LifeSide::Defender,
            })
        };
        if node.numbers.winner() == Some(state.to_move) {
            return node.answer.and_then(child).into_iter().collect();
        }
        let stones = cells(node.zone & self.field.empty(&state)).map(FieldMove::Stone);
        let moves = stones.chain([FieldMove::Pass]).filter_map(child);
        let passed = (!must_place).then_some(NodeKey {
            state: state.passed(),
            must_place: state.to_move == LifeSide::Attacker,
        });
        let passed = passed.and_then(|key| self.table.find(&key));
        let passed = passed.map(|id| Child {
            mv: FieldMove::Pass,
            id,
            is_retake: false,
        });
        moves.chain(passed).collect()
    }
}

/// Whether states can be repeated without a retake.
fn has_free_cycle(states: &Strategy) -> bool {
    let free = |id: NodeId| {
        let moves = states.get(&id).into_iter().flatten();
        moves.filter(|child| !child.is_retake)
    };
    let mut sources: FxHashMap<NodeId, usize> = FxHashMap::default();
    for child in states.keys().flat_map(|&id| free(id)) {
        *sources.entry(child.id).or_default() += 1;
    }
    // Removes states that no other leads to: cycles are left.
    let mut todo: Vec<NodeId> = states.keys().copied().collect();
    todo.retain(|id| !sources.contains_key(id));
    let mut removed = 0;
    while let Some(id) = todo.pop() {
        removed += 1;
        for child in free(id) {
            let left = sources.entry(child.id).or_default();
            *left -= 1;
            if *left == 0 {
                todo.push(child.id);
            }
        }
    }
    removed < states.len()
}

/// Whether a retake belongs to a cycle.
fn has_cycle_with_retake(states: &Strategy) -> bool {
    let moves = |id: NodeId| states.get(&id).into_iter().flatten();
    states.keys().any(|&from| {
        let mut retakes = moves(from).filter(|child| child.is_retake);
        retakes.any(|retake| {
            let mut reached = FxHashSet::default();
            let mut todo = vec![retake.id];
            while let Some(id) = todo.pop() {
                if id == from {
                    return true;
                }
                if reached.insert(id) {
                    todo.extend(moves(id).map(|child| child.id));
                }
            }
            false
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strategy of moves from a state to another; a move marked `true` is a retake.
    fn strategy(moves: &[(NodeId, NodeId, bool)]) -> Strategy {
        let mut states = Strategy::default();
        for &(from, id, is_retake) in moves {
            states.entry(id).or_default();
            states.entry(from).or_default().push(Child {
                mv: FieldMove::Pass,
                id,
                is_retake,
            });
        }
        states
    }

    #[test]
    fn a_cycle_without_a_retake_is_free() {
        let no_cycle = [(0, 1, false), (0, 2, false), (1, 3, false), (2, 3, false)];
        assert!(!has_free_cycle(&strategy(&no_cycle)));
        let by_retake = [(0, 1, false), (1, 2, false), (2, 1, true)];
        assert!(!has_free_cycle(&strategy(&by_retake)));
        let beyond_a_retake = [(0, 1, true), (1, 2, false), (2, 1, false)];
        assert!(has_free_cycle(&strategy(&beyond_a_retake)));
        assert!(has_free_cycle(&strategy(&[(0, 0, false)])));
    }

    #[test]
    fn a_retake_on_the_way_to_a_cycle_is_not_part_of_it() {
        let before_a_cycle = [(0, 1, true), (1, 2, false), (2, 1, false)];
        assert!(!has_cycle_with_retake(&strategy(&before_a_cycle)));
        let after_a_cycle = [(0, 1, false), (1, 0, false), (1, 2, true)];
        assert!(!has_cycle_with_retake(&strategy(&after_a_cycle)));
        let in_a_cycle = [(0, 1, false), (1, 2, true), (2, 3, false), (3, 1, false)];
        assert!(has_cycle_with_retake(&strategy(&in_a_cycle)));
    }
}

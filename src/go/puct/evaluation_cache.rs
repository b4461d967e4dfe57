//! The evaluation cache: for positions reached again by another move order or after an undo.

use std::sync::Arc;

use super::node_evaluation::NodeEvaluation;

/// A direct-mapped cache of evaluations by the key of their inputs. A newer one replaces an older one.
pub struct EvaluationCache {
    slots: Vec<Option<(u64, Arc<NodeEvaluation>)>>,
    bytes: usize,
    /// The largest number of bytes of slots and evaluations together.
    limit: usize,
}

/// The largest number of slots. They are allocated at once, and more would take longer than a move may.
const MAX_SLOTS: usize = 1 << 20;

/// The smallest size of an evaluation; more slots would stay empty.
const MIN_EVALUATION_BYTES: usize = 512;

impl EvaluationCache {
    /// Returns a cache of at most `limit` bytes. Slots are allocated on the first use.
    pub fn new(limit: usize) -> EvaluationCache {
        EvaluationCache {
            slots: Vec::new(),
            bytes: 0,
            limit,
        }
    }

    /// Returns the evaluation with this key.
    pub fn get(&self, key: u64) -> Option<Arc<NodeEvaluation>> {
        let (known, evaluation) = self.slots.get(self.slot(key)?)?.as_ref()?;
        (*known == key).then(|| Arc::clone(evaluation))
    }

    /// Stores an evaluation, if there is room after removing the one in its slot.
    pub fn put(&mut self, key: u64, evaluation: &Arc<NodeEvaluation>) {
        if self.slots.is_empty() {
            let needed = MIN_EVALUATION_BYTES + size_of::<Option<(u64, Arc<NodeEvaluation>)>>();
            let count = (self.limit / needed).min(MAX_SLOTS);
            self.slots.resize(count, None);
            self.bytes = count * size_of::<Option<(u64, Arc<NodeEvaluation>)>>();
        }
        let Some(slot) = self.slot(key) else {
            return;
        };
        if let Some((_, old)) = self.slots[slot].take() {
            self.bytes -= old.bytes();
        }
        if self.bytes + evaluation.bytes() <= self.limit {
            self.bytes += evaluation.bytes();
            self.slots[slot] = Some((key, Arc::clone(evaluation)));
        }
    }

    /// Returns the number of bytes taken.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Removes all evaluations.
    pub fn clear(&mut self) {
        *self = EvaluationCache::new(self.limit);
    }

    /// Returns the slot of a key; none before slots are allocated.
    fn slot(&self, key: u64) -> Option<usize> {
        // The upper half of the key, because similar positions differ mostly in the lower bits of a polynomial hash.
        (key >> 32)
            .checked_rem(self.slots.len() as u64)
            .map(|slot| slot as usize)
    }
}

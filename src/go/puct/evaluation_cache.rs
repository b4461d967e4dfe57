//! The evaluation cache, for positions reached again by another move order or after an undo.

use std::sync::Arc;

use super::node_evaluation::NodeEvaluation;

/// A direct-mapped cache of evaluations by the key of their inputs. Newer evaluations replace older ones.
pub struct EvaluationCache {
    slots: Vec<Option<(u64, Arc<NodeEvaluation>)>>,
    bytes: usize,
    /// Maximum size in bytes of the slots and evaluations together.
    limit: usize,
}

/// Maximum number of slots. They are allocated together, and more would take longer than a move may.
const MAX_SLOTS: usize = 1 << 20;

/// Minimum size of an evaluation in bytes, which bounds the number of useful slots.
const MIN_EVALUATION_BYTES: usize = 512;

impl EvaluationCache {
    /// Creates a cache of at most `limit` bytes. Slots are allocated on first use.
    pub fn new(limit: usize) -> EvaluationCache {
        EvaluationCache {
            slots: Vec::new(),
            bytes: 0,
            limit,
        }
    }

    /// Returns the evaluation with this key, if it is in the cache.
    pub fn get(&self, key: u64) -> Option<Arc<NodeEvaluation>> {
        let (known, evaluation) = self.slots.get(self.slot(key)?)?.as_ref()?;
        (*known == key).then(|| Arc::clone(evaluation))
    }

    /// Stores an evaluation if there is room after removing the one in its slot.
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

    /// Returns the number of bytes in use.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Removes all evaluations and slots.
    pub fn clear(&mut self) {
        *self = EvaluationCache::new(self.limit);
    }

    /// Returns the slot of a key; `None` before slots are allocated.
    fn slot(&self, key: u64) -> Option<usize> {
        // The upper half, because similar positions differ mostly in the lower bits of a polynomial hash.
        (key >> 32)
            .checked_rem(self.slots.len() as u64)
            .map(|slot| slot as usize)
    }
}

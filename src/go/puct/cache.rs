//! Evaluations that may be asked for again: after other moves that lead to the same position, or after an undo.

use std::sync::Arc;

use super::verdict::Verdict;

/// Evaluations by the keys of their inputs, so many at most; a newer one takes the place of an older.
pub struct Cache {
    slots: Vec<Option<(u64, Arc<Verdict>)>>,
    bytes: usize,
    /// What slots and evaluations may take together.
    limit: usize,
}

/// The most slots. They are made at once, and more would take longer than a move may.
const MOST_SLOTS: usize = 1 << 20;

/// What an evaluation of the smallest board takes at least: slots beyond that would stay empty.
const LEAST_BYTES: usize = 512;

impl Cache {
    /// A cache that takes at most `limit` bytes, of which slots are taken as they are needed.
    pub fn new(limit: usize) -> Cache {
        Cache {
            slots: Vec::new(),
            bytes: 0,
            limit,
        }
    }

    /// The evaluation with this key.
    pub fn get(&self, key: u64) -> Option<Arc<Verdict>> {
        let (known, verdict) = self.slots.get(self.slot(key)?)?.as_ref()?;
        (*known == key).then(|| Arc::clone(verdict))
    }

    /// Keeps an evaluation, if there is room when the one in its place has gone.
    pub fn put(&mut self, key: u64, verdict: &Arc<Verdict>) {
        if self.slots.is_empty() {
            let needed = LEAST_BYTES + size_of::<Option<(u64, Arc<Verdict>)>>();
            let count = (self.limit / needed).min(MOST_SLOTS);
            self.slots.resize(count, None);
            self.bytes = count * size_of::<Option<(u64, Arc<Verdict>)>>();
        }
        let Some(slot) = self.slot(key) else {
            return;
        };
        if let Some((_, old)) = self.slots[slot].take() {
            self.bytes -= old.bytes();
        }
        if self.bytes + verdict.bytes() <= self.limit {
            self.bytes += verdict.bytes();
            self.slots[slot] = Some((key, Arc::clone(verdict)));
        }
    }

    /// Bytes that it takes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Cache::new(self.limit);
    }

    /// The place of a key; none before there are any.
    fn slot(&self, key: u64) -> Option<usize> {
        // The upper half, because equal positions differ in little else than the lower bits of a polynomial hash.
        (key >> 32)
            .checked_rem(self.slots.len() as u64)
            .map(|slot| slot as usize)
    }
}

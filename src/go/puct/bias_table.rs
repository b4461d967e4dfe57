//! Subtree value bias correction (KataGo): the mean error of evaluations with the same last move and local pattern.

use rustc_hash::FxHashMap;

/// Index of an entry in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiasId(u32);

/// Errors observed below nodes with the same key.
#[derive(Clone, Copy, Debug, Default)]
struct BiasEntry {
    key: u64,
    sum: f64,
    weight: f64,
    /// Number of nodes that refer to the entry.
    users: u32,
}

/// The contribution of one node to its entry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BiasShare {
    /// Weighted sum of errors.
    pub sum: f64,
    /// Sum of the weights.
    pub weight: f64,
}

/// Evaluation errors by the local pattern of the last move.
#[derive(Debug, Default)]
pub struct BiasTable {
    entries: Vec<BiasEntry>,
    by_key: FxHashMap<u64, BiasId>,
    free: Vec<BiasId>,
}

impl BiasTable {
    /// Returns the entry with this key, adding it if necessary, and counts one more reference.
    pub fn acquire(&mut self, key: u64) -> BiasId {
        let (entries, free) = (&mut self.entries, &mut self.free);
        let id = *self.by_key.entry(key).or_insert_with(|| {
            let entry = BiasEntry {
                key,
                ..BiasEntry::default()
            };
            match free.pop() {
                Some(id) => {
                    entries[id.0 as usize] = entry;
                    id
                }
                None => {
                    entries.push(entry);
                    BiasId(entries.len() as u32 - 1)
                }
            }
        });
        self.entries[id.0 as usize].users += 1;
        id
    }

    /// Returns the mean error, or 0 if none has been observed.
    pub fn mean(&self, id: BiasId) -> f64 {
        let entry = &self.entries[id.0 as usize];
        if entry.weight > 1e-3 {
            entry.sum / entry.weight
        } else {
            0.0
        }
    }

    /// Replaces a node's contribution.
    pub fn replace(&mut self, id: BiasId, old: BiasShare, new: BiasShare) {
        let entry = &mut self.entries[id.0 as usize];
        entry.sum += new.sum - old.sum;
        entry.weight += new.weight - old.weight;
    }

    /// Removes a node's reference and a share of its contribution.
    pub fn release(&mut self, id: BiasId, told: BiasShare, share: f64) {
        let entry = &mut self.entries[id.0 as usize];
        entry.sum -= told.sum * share;
        entry.weight -= told.weight * share;
        entry.users -= 1;
        if entry.users == 0 {
            self.by_key.remove(&entry.key);
            self.free.push(id);
        }
    }

    /// Memory per entry in bytes.
    pub const BYTES: usize = size_of::<BiasEntry>() + 2 * size_of::<(u64, BiasId)>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_holds_its_nodes_bias_and_goes_with_the_last() {
        let mut biases = BiasTable::default();
        let (a, b) = (biases.acquire(7), biases.acquire(7));
        assert_eq!((a, biases.mean(a)), (b, 0.0));
        let first = BiasShare {
            sum: 2.0,
            weight: 4.0,
        };
        let second = BiasShare {
            sum: 1.0,
            weight: 4.0,
        };
        biases.replace(a, BiasShare::default(), first);
        biases.replace(b, BiasShare::default(), second);
        assert_eq!(biases.mean(a), 0.375);
        biases.replace(b, second, first);
        assert_eq!(biases.mean(a), 0.5);
        biases.release(a, first, 1.0);
        assert_eq!(biases.mean(b), 0.5);
        biases.release(b, first, 0.5);
        let anew = biases.acquire(7);
        assert_eq!((anew, biases.mean(anew)), (a, 0.0));
        assert_ne!(biases.acquire(8), anew);
    }
}

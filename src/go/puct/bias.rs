//! How far evaluations were off in positions with the same move among the same stones: what KataGo calls subtree value
//! bias correction.

use rustc_hash::FxHashMap;

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BiasId(u32);

/// The error seen below nodes that share one key.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    sum: f64,
    weight: f64,
    /// Nodes that refer to it.
    users: u32,
}

/// What one node has told its entry.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Told {
    /// The sum of errors.
    pub sum: f64,
    /// The weight that they have together.
    pub weight: f64,
}

/// Errors by the surroundings of the last move.
#[derive(Debug, Default)]
pub struct Biases {
    entries: Vec<Entry>,
    by_key: FxHashMap<u64, BiasId>,
    free: Vec<BiasId>,
}

impl Biases {
    /// The entry for this key, which one node more refers to.
    pub fn share(&mut self, key: u64) -> BiasId {
        let (entries, free) = (&mut self.entries, &mut self.free);
        let id = *self.by_key.entry(key).or_insert_with(|| {
            let entry = Entry {
                key,
                ..Entry::default()
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

    /// The mean error; 0 before there is any.
    pub fn mean(&self, id: BiasId) -> f64 {
        let entry = &self.entries[id.0 as usize];
        if entry.weight > 1e-3 {
            entry.sum / entry.weight
        } else {
            0.0
        }
    }

    /// Replaces what a node has told before.
    pub fn tell(&mut self, id: BiasId, old: Told, new: Told) {
        let entry = &mut self.entries[id.0 as usize];
        entry.sum += new.sum - old.sum;
        entry.weight += new.weight - old.weight;
    }

    /// A node leaves that has told so much, of which this share is forgotten.
    pub fn leave(&mut self, id: BiasId, told: Told, share: f64) {
        let entry = &mut self.entries[id.0 as usize];
        entry.sum -= told.sum * share;
        entry.weight -= told.weight * share;
        entry.users -= 1;
        if entry.users == 0 {
            self.by_key.remove(&entry.key);
            self.free.push(id);
        }
    }

    /// Bytes for one entry.
    pub const BYTES: usize = size_of::<Entry>() + 2 * size_of::<(u64, BiasId)>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_knows_what_its_nodes_told_and_goes_with_the_last() {
        let mut biases = Biases::default();
        let (a, b) = (biases.share(7), biases.share(7));
        assert_eq!((a, biases.mean(a)), (b, 0.0));
        let first = Told {
            sum: 2.0,
            weight: 4.0,
        };
        let second = Told {
            sum: 1.0,
            weight: 4.0,
        };
        biases.tell(a, Told::default(), first);
        biases.tell(b, Told::default(), second);
        assert_eq!(biases.mean(a), 0.375);
        biases.tell(b, second, first);
        assert_eq!(biases.mean(a), 0.5);
        biases.leave(a, first, 1.0);
        assert_eq!(biases.mean(b), 0.5);
        biases.leave(b, first, 0.5);
        let anew = biases.share(7);
        assert_eq!((anew, biases.mean(anew)), (a, 0.0));
        assert_ne!(biases.share(8), anew);
    }
}

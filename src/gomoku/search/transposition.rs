//! The transposition table, a hash table that the threads share without locks.

use crate::rules::Point;
use tengen_engine::table::{AtomicSlot, Clusters, is_empty, read, write};

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoreBound {
    /// The true score is at most this: all moves failed low.
    Upper,
    /// The true score is at least this: a move failed high.
    Lower,
    /// The score is exact.
    Exact,
}

/// The stored result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The best move, or the one that failed high.
    pub mv: Option<Point>,
    /// Score for the side to move; wins count plies from this position.
    pub score: i16,
    /// Depth of the search, in plies.
    pub depth: u8,
    /// Relation of `score` to the true score.
    pub bound: ScoreBound,
}

/// The transposition table, which uses more memory as it fills. It stores no static evaluation, because the board
/// provides it cheaply.
pub(super) struct TranspositionTable {
    clusters: Clusters,
    age: u8,
}

/// Slots per entry while the table grows: enough that hardly any entry is lost before the memory is used up.
const SLOTS_PER_ENTRY: usize = 16;

/// Plies of depth by which an entry loses value with each new search.
const AGE_PENALTY: i32 = 4;

/// Depth of proved wins and losses, which are valid at any depth.
pub(super) const PROOF: u8 = u8::MAX;

/// Number of different ages.
const AGES: u8 = 64;

impl TranspositionTable {
    /// Returns an empty table of at most `bytes`, with no memory allocated yet.
    pub fn new(bytes: usize) -> Self {
        TranspositionTable {
            clusters: Clusters::new(bytes, SLOTS_PER_ENTRY),
            age: 0,
        }
    }

    /// Removes all entries but keeps the memory.
    pub fn clear(&mut self) {
        self.clusters.clear();
        self.age = 0;
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub fn new_search(&mut self) {
        self.clusters.reserve();
        self.age = (self.age + 1) % AGES;
    }

    /// Returns the entry of the position with this key.
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let slots = self.clusters.get(key)?;
        let (_, data) = slots.iter().map(read).find(|(found, _)| *found == key)?;
        unpack(data)
    }

    /// Prefetches the entry of the position with this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.clusters.prefetch(key);
    }

    /// Stores an entry in place of the position's old one, or of the least valuable one in its cluster.
    pub fn store(&self, key: u64, entry: TableEntry) {
        let use_of = |slot: &&AtomicSlot| {
            let (found, data) = read(slot);
            match unpack(data) {
                _ if found == key => i32::MIN,
                None => i32::MIN + 1,
                // A proof is quickly found again.
                Some(old) if old.depth == PROOF => 2,
                Some(old) => {
                    let searches = (self.age + AGES - (data >> AGE_SHIFT) as u8) % AGES;
                    i32::from(old.depth) - AGE_PENALTY * i32::from(searches)
                }
            }
        };
        let slots = self.clusters.get(key).unwrap_or_default();
        let Some(slot) = slots.iter().min_by_key(use_of) else {
            return;
        };
        let was_empty = is_empty(slot);
        write(slot, key, pack(entry) | u64::from(self.age) << AGE_SHIFT);
        if was_empty {
            self.clusters.count_filled();
        }
    }

    /// Returns all entries with their keys, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = (u64, TableEntry)> + '_ {
        self.clusters.in_use().filter_map(|slot| {
            let (key, data) = read(slot);
            Some((key, unpack(data)?))
        })
    }

    /// Returns the fraction of the table that is filled, from 0 to 1.
    pub fn usage(&self) -> f64 {
        self.entries().count() as f64 / self.clusters.capacity().max(1) as f64
    }
}

/// Lowest bit of the age.
const AGE_SHIFT: u32 = 58;

/// Packs an entry. From the lowest bit: move 16 (0xffff for none), score 16, depth 8, bound 2 (0 only in empty slots).
/// The caller adds the age in the top 6.
fn pack(entry: TableEntry) -> u64 {
    let mv = entry
        .mv
        .map_or(0xffff, |mv| u64::from(mv.y()) << 8 | u64::from(mv.x()));
    let bound = match entry.bound {
        ScoreBound::Upper => 1,
        ScoreBound::Lower => 2,
        ScoreBound::Exact => 3,
    };
    mv | u64::from(entry.score as u16) << 16 | u64::from(entry.depth) << 32 | bound << 40
}

fn unpack(data: u64) -> Option<TableEntry> {
    let bound = match data >> 40 & 3 {
        1 => ScoreBound::Upper,
        2 => ScoreBound::Lower,
        3 => ScoreBound::Exact,
        _ => return None,
    };
    let mv = data as u16;
    Some(TableEntry {
        mv: (mv != 0xffff).then(|| Point::new(mv as u8, (mv >> 8) as u8)),
        score: (data >> 16) as i16,
        depth: (data >> 32) as u8,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::zobrist::mix;

    #[test]
    fn a_stored_entry_is_probed_unchanged() {
        let mut table = TranspositionTable::new(1 << 16);
        table.new_search();
        let entry = |i: u64| TableEntry {
            mv: (i & 1 == 0).then(|| Point::new((i % 22) as u8, (i % 21) as u8)),
            score: (i as i16).wrapping_mul(-77),
            depth: i as u8,
            bound: [ScoreBound::Upper, ScoreBound::Lower, ScoreBound::Exact][i as usize % 3],
        };
        for i in 0..200 {
            table.store(mix(i), entry(i));
            assert_eq!(table.probe(mix(i)), Some(entry(i)));
        }
        assert_eq!(table.probe(mix(1000)), None);
        table.clear();
        table.new_search();
        assert_eq!(table.probe(mix(199)), None);
    }
}

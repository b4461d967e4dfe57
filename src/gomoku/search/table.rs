//! The hash table of the search, shared by its threads without locks.

use crate::engine::table::{AtomicSlot, Clusters, is_empty, read, write};
use crate::gomoku::rules::Point;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move, or the one that refuted.
    pub mv: Option<Point>,
    /// For the side to move, wins counted from this position.
    pub score: i16,
    /// Plies searched below it.
    pub depth: u8,
    /// What `score` says.
    pub bound: Bound,
}

/// A table that takes memory as it fills. The worth of a position without a search is not kept: the board has it at hand.
pub(super) struct Table {
    clusters: Clusters,
    age: u8,
}

/// Slots for each entry while the table grows: so many that hardly any entry is lost before the memory is used up.
const SPREAD: usize = 16;

/// Plies that an entry of the search before weighs less than one of this search.
const AGEING: i32 = 4;

/// The depth of a win or loss that holds however deep one searches.
pub(super) const PROOF: u8 = u8::MAX;

/// Ages that are told apart.
const AGES: u8 = 64;

impl Table {
    /// A table of at most `bytes`, which holds nothing and takes no memory yet.
    pub fn new(bytes: usize) -> Self {
        Table {
            clusters: Clusters::new(bytes, SPREAD),
            age: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.clear();
        self.age = 0;
    }

    /// Makes ready for a search: older entries give way to its own.
    pub fn begin(&mut self) {
        self.clusters.reserve();
        self.age = (self.age + 1) % AGES;
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        let slots = self.clusters.get(key)?;
        let (_, data) = slots.iter().map(read).find(|(found, _)| *found == key)?;
        unpack(data)
    }

    /// Remembers a position: in place of its older entry, or of the least useful one near it.
    pub fn put(&self, key: u64, entry: Entry) {
        let use_of = |slot: &&AtomicSlot| {
            let (found, data) = read(slot);
            match unpack(data) {
                _ if found == key => i32::MIN,
                None => i32::MIN + 1,
                // A proof is soon found again.
                Some(old) if old.depth == PROOF => 2,
                Some(old) => {
                    let searches = (self.age + AGES - (data >> AGE_SHIFT) as u8) % AGES;
                    i32::from(old.depth) - AGEING * i32::from(searches)
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

    /// Everything that is known, with its keys, in no order.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Entry)> + '_ {
        self.clusters.in_use().filter_map(|slot| {
            let (key, data) = read(slot);
            Some((key, unpack(data)?))
        })
    }

    /// The part of the table that is filled, from 0 to 1.
    pub fn usage(&self) -> f64 {
        self.entries().count() as f64 / self.clusters.capacity().max(1) as f64
    }
}

/// Where the age begins.
const AGE_SHIFT: u32 = 58;

/// Bits from the lowest: move 16 (0xffff for none), score 16, depth 8, bound 2 (0 only in empty slots), and
/// the age in the top 6.
fn pack(entry: Entry) -> u64 {
    let mv = entry
        .mv
        .map_or(0xffff, |mv| u64::from(mv.y()) << 8 | u64::from(mv.x()));
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    mv | u64::from(entry.score as u16) << 16 | u64::from(entry.depth) << 32 | bound << 40
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let mv = data as u16;
    Some(Entry {
        mv: (mv != 0xffff).then(|| Point::new(mv as u8, (mv >> 8) as u8)),
        score: (data >> 16) as i16,
        depth: (data >> 32) as u8,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::zobrist::mix;

    #[test]
    fn keeps_what_was_put() {
        let mut table = Table::new(1 << 16);
        table.begin();
        let entry = |i: u64| Entry {
            mv: (i & 1 == 0).then(|| Point::new((i % 22) as u8, (i % 21) as u8)),
            score: (i as i16).wrapping_mul(-77),
            depth: i as u8,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][i as usize % 3],
        };
        for i in 0..200 {
            table.put(mix(i), entry(i));
            assert_eq!(table.get(mix(i)), Some(entry(i)));
        }
        assert_eq!(table.get(mix(1000)), None);
        table.clear();
        table.begin();
        assert_eq!(table.get(mix(199)), None);
    }
}

//! The hash table of the search, shared by its threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Point;
use crate::pages;

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

/// Two words per entry. The first is the key combined with the second, so that an entry torn by two writers
/// is taken for another position's (Hyatt and Mann, "A lock-less transposition table implementation", 2002).
type Slot = [AtomicU64; 2];

/// A table of fixed size. Memory is taken on first use and only touched where entries are written. The worth of a
/// position without a search is not kept: the board has it at hand.
pub(super) struct Table {
    clusters: Box<[Cluster]>,
    bytes: usize,
    age: u8,
}

/// Slots that a position may lie in: together as long as a line of the processor's cache.
type Cluster = [Slot; 4];

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
            clusters: Box::default(),
            bytes,
            age: 0,
        }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        self.clusters = Box::default();
    }

    /// Makes ready for a search: older entries give way to its own.
    pub fn begin(&mut self) {
        if self.clusters.is_empty() {
            let clusters = (self.bytes / size_of::<Cluster>()).max(1);
            self.clusters = bytemuck::zeroed_slice_box(clusters);
            pages::prefer_large(&self.clusters);
        }
        self.age = (self.age + 1) % AGES;
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let matches = slot[0].load(Ordering::Relaxed) ^ data == key;
            matches.then(|| unpack(data)).flatten()
        })
    }

    /// Remembers a position: in place of its older entry, or of the least useful one near it.
    pub fn put(&self, key: u64, entry: Entry) {
        let use_of = |slot: &&Slot| {
            let data = slot[1].load(Ordering::Relaxed);
            match unpack(data) {
                _ if slot[0].load(Ordering::Relaxed) ^ data == key => i32::MIN,
                None => i32::MIN + 1,
                // A proof is soon found again.
                Some(old) if old.depth == PROOF => 2,
                Some(old) => {
                    let searches = (self.age + AGES - (data >> AGE_SHIFT) as u8) % AGES;
                    i32::from(old.depth) - AGEING * i32::from(searches)
                }
            }
        };
        let Some(slot) = self.cluster(key).iter().min_by_key(use_of) else {
            return;
        };
        let data = pack(entry) | u64::from(self.age) << AGE_SHIFT;
        slot[0].store(key ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }

    /// Everything that is known, with its keys, in no order.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Entry)> + '_ {
        self.clusters.iter().flatten().filter_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let key = slot[0].load(Ordering::Relaxed) ^ data;
            Some((key, unpack(data)?))
        })
    }

    /// The part of the table that is filled, from 0 to 1.
    pub fn usage(&self) -> f64 {
        self.entries().count() as f64 / self.clusters.as_flattened().len().max(1) as f64
    }

    fn cluster(&self, key: u64) -> &Cluster {
        let place = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[place as usize]
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
    use super::super::zobrist::mix;
    use super::*;

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

    #[test]
    fn never_takes_more_than_its_bytes() {
        for bytes in [100, 1 << 10, (1 << 20) + 17] {
            let mut table = Table::new(bytes);
            table.begin();
            assert!(size_of_val(&*table.clusters) <= bytes);
        }
    }
}

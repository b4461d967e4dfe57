//! The hash table of the search, shared by its threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Point;

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

/// A table of fixed size. Memory is taken on first use and only touched where entries are written.
pub(super) struct Table {
    slots: Box<[Slot]>,
    bytes: usize,
    age: u8,
}

/// Slots that a position may lie in: one for deep entries, one for the latest.
const BUCKET: usize = 2;

impl Table {
    /// A table of at most `bytes`, which holds nothing and takes no memory yet.
    pub fn new(bytes: usize) -> Self {
        Table {
            slots: Box::default(),
            bytes,
            age: 0,
        }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        self.slots = Box::default();
    }

    /// Makes ready for a search: older entries give way to its own.
    pub fn begin(&mut self) {
        if self.slots.is_empty() {
            let buckets = (self.bytes / (BUCKET * size_of::<Slot>())).max(1);
            self.slots = bytemuck::zeroed_slice_box(buckets * BUCKET);
        }
        self.age = self.age.wrapping_add(1) & 63;
    }

    /// What is known of the position with this key.
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let matches = slot[0].load(Ordering::Relaxed) ^ data == key;
            matches.then(|| unpack(data)).flatten()
        })
    }

    /// Remembers a position: in place of its older entry, of a less useful one, or of the latest.
    pub fn put(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let first = bucket[0][1].load(Ordering::Relaxed);
        let is_same = bucket[0][0].load(Ordering::Relaxed) ^ first == key;
        let is_old = first >> 58 != u64::from(self.age);
        let shallower = unpack(first).is_none_or(|old| old.depth <= entry.depth);
        let slot = &bucket[usize::from(!(is_same || is_old || shallower))];
        let data = pack(entry) | u64::from(self.age) << 58;
        slot[0].store(key ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }

    /// Everything that is known, with its keys, in no order.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Entry)> + '_ {
        self.slots.iter().filter_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            let key = slot[0].load(Ordering::Relaxed) ^ data;
            Some((key, unpack(data)?))
        })
    }

    /// The part of the table that is filled, from 0 to 1.
    pub fn usage(&self) -> f64 {
        self.entries().count() as f64 / self.slots.len().max(1) as f64
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = (self.slots.len() / BUCKET) as u128;
        let first = BUCKET * ((u128::from(key) * buckets) >> 64) as usize;
        &self.slots[first..first + BUCKET]
    }
}

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
            assert!(size_of_val(&*table.slots) <= bytes);
        }
    }
}

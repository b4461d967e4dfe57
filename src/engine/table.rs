//! A hash table without locks that grows with what it holds, for searches whose threads share what they find.
//!
//! The table consists of clusters, each as long as a line of the processor's cache. It grows by one cluster at a time
//! (Litwin, "Linear hashing", 1980): a search that stores little stays in little memory, near to the processor, and none
//! ever waits for a large piece of memory while its clock runs. A slot whose halves come from two writers is nobody's,
//! because its first half holds the hash mixed with the second (Hyatt and Mann, "A lock-less transposition table
//! implementation", 2002).

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::engine::huge_pages;

/// A hash mixed with what follows, and the data. Zeros are an empty slot, so no data may be zeros.
pub type Slot = [AtomicU64; 2];

/// Slots of a cluster.
pub const SLOTS: usize = 4;

/// Bytes of a cluster.
const CLUSTER: usize = size_of::<[Slot; SLOTS]>();

/// A table begins with at most this many clusters, 256 KiB.
const FIRST: usize = 4096;

/// Clusters that are added beyond those needed, about a microsecond's work: they lie side by side, as do those whose hashes
/// they share, so that the processor reads ahead.
const STEP: usize = 64;

/// Clusters of slots.
pub struct Clusters {
    /// All the memory there may be, as zeros, which cost nothing until they are written on.
    slots: Box<[Slot]>,
    /// Slots before the first that begins a cache line.
    offset: usize,
    /// Clusters in use, from the first one on. What lies beyond may hold what was forgotten.
    used: AtomicUsize,
    /// Clusters in use at first.
    first: usize,
    /// The most clusters there may be.
    most: usize,
    /// Slots for each that is filled, as long as the table may grow.
    spread: usize,
    /// Slots in use that hold something; threads that count at once may miss one.
    filled: CacheAligned<AtomicUsize>,
    /// A thread is adding clusters.
    is_growing: AtomicBool,
}

/// Something in a cache line of its own: what is written all the time would slow down all who read what lies beside it.
#[repr(align(128))]
#[derive(Default)]
struct CacheAligned<T>(T);

impl Clusters {
    /// A table that never takes more than `bytes`, and none yet. It grows while fewer than `spread` slots are there for
    /// each that is filled.
    pub fn new(bytes: usize, spread: usize) -> Clusters {
        // Less than a cluster may go to the alignment.
        let most = (bytes / CLUSTER).saturating_sub(1);
        Clusters {
            slots: Box::default(),
            offset: 0,
            used: AtomicUsize::new(0),
            first: most.min(FIRST),
            most,
            spread,
            filled: CacheAligned::default(),
            is_growing: AtomicBool::new(false),
        }
    }

    /// Takes the memory, if that has not been done. Where the system has not as much, the table is as large as can be.
    pub fn reserve(&mut self) {
        if !self.slots.is_empty() {
            return;
        }
        let wanted = self.most;
        while self.most > 0 {
            if let Ok(slots) = bytemuck::try_zeroed_slice_box(SLOTS * (self.most + 1)) {
                self.slots = slots;
                break;
            }
            self.most -= self.most.div_ceil(8);
        }
        if self.most < wanted {
            let mebibytes = |clusters: usize| (clusters * CLUSTER) >> 20;
            let (had, asked) = (mebibytes(self.most), mebibytes(wanted));
            log::warn!("the system has {had} of {asked} MiB for the hash table");
        }
        self.offset = self.slots.as_ptr().align_offset(CLUSTER).min(SLOTS);
        self.first = self.first.min(self.most);
        *self.used.get_mut() = self.first;
        huge_pages::prefer_large(&self.slots);
    }

    /// Forgets everything. The memory stays, so that the next search has not to wait for it.
    pub fn clear(&mut self) {
        if !self.slots.is_empty() {
            *self.used.get_mut() = self.first;
            *self.filled.0.get_mut() = 0;
            self.in_use().for_each(empty);
        }
    }

    /// The slots in which the data for a hash may lie; `None` if the table has no memory.
    #[inline(always)]
    pub fn get(&self, hash: u64) -> Option<&[Slot]> {
        let used = self.used.load(Ordering::Relaxed);
        (used > 0).then(|| self.cluster(index(hash, used)))
    }

    /// Takes note that an empty slot has been filled.
    #[inline(always)]
    pub fn count_filled(&self) {
        let used = self.used.load(Ordering::Relaxed);
        if used < self.most {
            let filled = self.filled.0.load(Ordering::Relaxed) + 1;
            self.filled.0.store(filled, Ordering::Relaxed);
            if filled * self.spread > used * SLOTS {
                self.grow(filled);
            }
        }
    }

    /// The slots in use.
    pub fn in_use(&self) -> impl Iterator<Item = &Slot> {
        let end = SLOTS * self.used.load(Ordering::Relaxed);
        self.slots.iter().skip(self.offset).take(end)
    }

    /// The number of slots that there may be.
    pub fn capacity(&self) -> usize {
        SLOTS * self.most
    }

    #[inline(always)]
    fn cluster(&self, number: usize) -> &[Slot] {
        let begin = self.offset + SLOTS * number;
        &self.slots[begin..begin + SLOTS]
    }

    #[cold]
    fn grow(&self, filled: usize) {
        if self.is_growing.swap(true, Ordering::Relaxed) {
            return;
        }
        let used = self.used.load(Ordering::Relaxed);
        let needed = (filled * self.spread).div_ceil(SLOTS);
        for number in used..(needed + STEP).min(self.most) {
            self.add_cluster(number);
        }
        self.is_growing.store(false, Ordering::Relaxed);
    }

    /// Adds cluster `number`, which shares the hashes of one that is in use.
    ///
    /// Other threads go on meanwhile: what they write to a slot on the move is lost, or lies where nobody looks.
    fn add_cluster(&self, number: usize) {
        let old = self.cluster(index(number as u64, number));
        let new = self.cluster(number);
        for (from, to) in old.iter().zip(new) {
            let (hash, data) = read(from);
            match data != 0 && index(hash, number + 1) == number {
                true => write(to, hash, data),
                false => empty(to),
            }
        }
        self.used.store(number + 1, Ordering::Relaxed);
        for slot in old {
            if index(read(slot).0, number + 1) == number {
                empty(slot);
            }
        }
    }
}

/// The hash and the data of a slot; another hash if two threads wrote it at once.
#[inline(always)]
pub fn read(slot: &Slot) -> (u64, u64) {
    let data = slot[1].load(Ordering::Relaxed);
    (slot[0].load(Ordering::Relaxed) ^ data, data)
}

/// Whether nothing was put into a slot.
#[inline(always)]
pub fn is_empty(slot: &Slot) -> bool {
    slot[1].load(Ordering::Relaxed) == 0
}

/// Fills a slot.
#[inline(always)]
pub fn write(slot: &Slot, hash: u64, data: u64) {
    slot[0].store(hash ^ data, Ordering::Relaxed);
    slot[1].store(data, Ordering::Relaxed);
}

fn empty(slot: &Slot) {
    slot[0].store(0, Ordering::Relaxed);
    slot[1].store(0, Ordering::Relaxed);
}

/// The cluster of a hash among `used`, of which there is at least one: by its lowest bits, and without the highest of these
/// as long as there is no such cluster.
#[inline(always)]
fn index(hash: u64, used: usize) -> usize {
    let mask = u64::MAX >> ((used - 1) as u64 | 1).leading_zeros();
    let number = hash & mask;
    let number = if number < used as u64 {
        number
    } else {
        number & mask >> 1
    };
    number as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes that have nothing to do with each other.
    fn hash(n: u64) -> u64 {
        let mixed = (n ^ n >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ n
    }

    fn find(table: &Clusters, hash: u64) -> Option<u64> {
        let slots = table.get(hash)?;
        let (_, data) = slots.iter().map(read).find(|(found, _)| *found == hash)?;
        Some(data)
    }

    /// Puts data where there is room for it.
    fn put(table: &Clusters, hash: u64, data: u64) -> bool {
        let Some(slots) = table.get(hash) else {
            return false;
        };
        let Some(slot) = slots.iter().find(|slot| is_empty(slot)) else {
            return false;
        };
        write(slot, hash, data);
        table.count_filled();
        true
    }

    #[test]
    fn what_was_put_is_found_while_the_table_grows() {
        for (spread, least) in [(3, 37_000), (16, 39_900)] {
            let mut table = Clusters::new(32 << 20, spread);
            table.reserve();
            let before = table.used.load(Ordering::Relaxed);
            let put: Vec<u64> = (1..40_000).filter(|&n| put(&table, hash(n), n)).collect();
            assert!(put.len() > least, "{}", put.len());
            let used = table.used.load(Ordering::Relaxed);
            assert!(
                used > before && used * SLOTS >= put.len() * spread,
                "{used}"
            );
            assert!(put.iter().all(|&n| find(&table, hash(n)) == Some(n)));
            assert_eq!(find(&table, hash(40_000)), None);
            let filled = table.in_use().filter(|slot| !is_empty(slot)).count();
            assert_eq!(filled, put.len());
        }
    }

    #[test]
    fn every_hash_has_a_cluster_of_its_own_among_any_number() {
        for used in 1..200 {
            let mut seen = vec![false; used];
            for hash in 0..1024 {
                seen[index(hash, used)] = true;
                // Only what the new cluster takes changes its place.
                let next = index(hash, used + 1);
                assert!(next == index(hash, used) || next == used);
            }
            assert!(seen.iter().all(|&seen| seen), "{used}");
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing_and_takes_no_memory_anew() {
        let mut table = Clusters::new(8 << 20, 2);
        table.reserve();
        let memory = table.slots.as_ptr();
        for round in 0..3 {
            assert!(
                (1..100_000).all(|n| find(&table, hash(n)).is_none()),
                "{round}"
            );
            (1..100_000).for_each(|n| _ = put(&table, hash(n), n));
            assert_eq!(find(&table, hash(7)), Some(7));
            table.clear();
            table.reserve();
            assert_eq!(table.slots.as_ptr(), memory);
        }
        assert_eq!(table.in_use().count(), SLOTS * FIRST);
    }

    #[test]
    fn memory_is_bounded_and_taken_late() {
        for bytes in [0, 10, 127, 128, 1000, 1 << 20, (1 << 20) + 77] {
            let mut table = Clusters::new(bytes, 2);
            assert_eq!(table.slots.len(), 0);
            assert!(table.get(1).is_none());
            table.reserve();
            assert!(size_of_val(&*table.slots) <= bytes);
            assert_eq!(table.get(1).is_some(), bytes >= 128);
            (1..60_000).for_each(|n| _ = put(&table, hash(n), n));
            assert!(table.used.load(Ordering::Relaxed) <= table.most);
        }
    }

    #[test]
    fn halves_of_two_writers_are_nobodys() {
        let mut table = Clusters::new(1 << 10, 2);
        table.reserve();
        put(&table, hash(1), 1);
        let slot = table.in_use().find(|slot| !is_empty(slot)).unwrap();
        slot[1].store(2, Ordering::Relaxed);
        assert_eq!((1..100).find_map(|n| find(&table, hash(n))), None);
    }

    /// A quarter of the address space is more than any system gives.
    #[test]
    fn a_system_without_so_much_memory_gives_what_it_has() {
        let mut table = Clusters::new(1 << 62, 2);
        table.reserve();
        assert!(put(&table, hash(1), 1) && find(&table, hash(1)) == Some(1));
    }

    #[test]
    fn threads_share_a_growing_table() {
        let mut table = Clusters::new(16 << 20, 2);
        table.reserve();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for n in (1..20_000).map(|n| 4 * n + thread) {
                        put(table, hash(n), n);
                        // Another thread may have moved it, but nobody else's is taken for it.
                        assert!(find(table, hash(n)).is_none_or(|found| found == n));
                    }
                });
            }
        });
        assert!(table.used.load(Ordering::Relaxed) > FIRST);
        assert!(!table.is_growing.load(Ordering::Relaxed));
    }
}

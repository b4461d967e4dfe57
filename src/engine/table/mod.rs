//! A lock-less hash table that grows with its contents: the memory of the transposition tables.
//!
//! The table consists of clusters of slots, each the size of a cache line. It grows by one cluster at a time (Litwin,
//! "Linear hashing", 1980): a search that stores little stays within the processor's caches, and no search waits for a
//! large allocation while its clock runs. The first half of a slot holds the hash XORed with the data in the second
//! half, so a slot with halves from two writers matches no hash (Hyatt and Mann, "A lock-less transposition table
//! implementation", 2002).
//!
//! - `huge_pages`: huge pages for memory that a search reads at random
//!
//! Tests: unit tests in this file; `protocol-tests/process/scarcity.rs` for little memory.
//! A change moves: the bench signature (`protocol-tests/bench/signature`), since the searches of gomoku and Reversi
//! depend on the table's contents.

pub mod huge_pages;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::resources;

/// A hash XORed with the data, and the data. Two zeros are an empty slot, so data must not be 0.
pub type AtomicSlot = [AtomicU64; 2];

/// Number of slots in a cluster.
pub const SLOTS: usize = 4;

/// Size of a cluster in bytes.
const CLUSTER: usize = size_of::<[AtomicSlot; SLOTS]>();

/// Maximum number of clusters in a new table: 256 KiB.
const FIRST: usize = 4096;

/// Number of clusters added beyond those needed, about a microsecond's work. They are adjacent, like the ones they take
/// entries from, so the processor prefetches both.
const STEP: usize = 64;

/// A growing array of clusters.
pub struct Clusters {
    /// All memory that the table may use. Zeroed pages cost nothing until they are written.
    slots: Box<[AtomicSlot]>,
    /// Number of slots before the first one at the start of a cache line.
    offset: usize,
    /// Number of clusters in use. Those beyond may contain entries that were cleared.
    used: AtomicUsize,
    /// Number of clusters in use at first.
    first: usize,
    /// Upper bound of `used`.
    most: usize,
    /// Minimum number of slots in use per filled one, while the table can still grow.
    spread: usize,
    /// Number of filled slots. An increment is lost when two threads count at once.
    filled: CacheAligned<AtomicUsize>,
    /// Whether a thread is adding clusters.
    is_growing: AtomicBool,
}

/// A value in its own cache line, so that frequent writes to it do not slow down readers of its neighbors (false
/// sharing).
#[repr(align(128))]
#[derive(Default)]
struct CacheAligned<T>(T);

impl Clusters {
    /// Creates a table that will take at most `bytes`, but allocates nothing yet. It grows while it has fewer than
    /// `spread` slots per filled one.
    pub fn new(bytes: usize, spread: usize) -> Clusters {
        // Alignment takes up to one cluster.
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

    /// Allocates the memory on the first call. If the system has less, the table shrinks until there is room for other
    /// allocations, down to no table at all.
    pub fn reserve(&mut self) {
        if !self.slots.is_empty() {
            return;
        }
        let wanted = self.most;
        while self.most > 0 {
            match bytemuck::try_zeroed_slice_box(SLOTS * (self.most + 1)) {
                // A table that takes the last memory would make the next small allocation fail.
                Ok(slots) if resources::has_room() => {
                    self.slots = slots;
                    break;
                }
                _ => self.most -= self.most.div_ceil(8),
            }
        }
        if self.most < wanted {
            let mebibytes = |clusters: usize| (clusters * CLUSTER) >> 20;
            let (had, asked) = (mebibytes(self.most), mebibytes(wanted));
            log::warn!("the system has {had} of {asked} MiB for the hash table");
        }
        self.offset = self.slots.as_ptr().align_offset(CLUSTER).min(SLOTS);
        self.first = self.first.min(self.most);
        *self.used.get_mut() = self.first;
        huge_pages::advise(&self.slots);
    }

    /// Empties the table. It keeps its memory, so that the next search does not wait for it.
    pub fn clear(&mut self) {
        if !self.slots.is_empty() {
            *self.used.get_mut() = self.first;
            *self.filled.0.get_mut() = 0;
            self.in_use().for_each(empty);
        }
    }

    /// Returns the cluster for a hash, or `None` if the table has no memory.
    #[inline(always)]
    pub fn get(&self, hash: u64) -> Option<&[AtomicSlot]> {
        let used = self.used.load(Ordering::Relaxed);
        (used > 0).then(|| self.cluster(index(hash, used)))
    }

    /// Prefetches the cluster for a hash.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        if let Some([slot, ..]) = self.get(hash) {
            prefetch(slot);
        }
    }

    /// Counts a newly filled slot, and grows the table if it has become too full.
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

    /// Returns all slots in use.
    pub fn in_use(&self) -> impl Iterator<Item = &AtomicSlot> {
        let end = SLOTS * self.used.load(Ordering::Relaxed);
        self.slots.iter().skip(self.offset).take(end)
    }

    /// Returns the maximum number of slots to which the table can grow.
    pub fn capacity(&self) -> usize {
        SLOTS * self.most
    }

    #[inline(always)]
    fn cluster(&self, number: usize) -> &[AtomicSlot] {
        let begin = self.offset + SLOTS * number;
        &self.slots[begin..begin + SLOTS]
    }

    /// Adds clusters until there are enough for this number of filled slots, unless another thread is doing so.
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

    /// Adds cluster `number` and moves its entries there from the cluster that has held them so far.
    ///
    /// Other threads continue during the move: an entry that they write to one of the slots may be lost, or stay where
    /// no probe finds it.
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

/// Returns the hash and data of a slot. The hash is meaningless if two threads have written the slot at once.
#[inline(always)]
pub fn read(slot: &AtomicSlot) -> (u64, u64) {
    let data = slot[1].load(Ordering::Relaxed);
    (slot[0].load(Ordering::Relaxed) ^ data, data)
}

/// Whether a slot is empty.
#[inline(always)]
pub fn is_empty(slot: &AtomicSlot) -> bool {
    slot[1].load(Ordering::Relaxed) == 0
}

/// Fills a slot with a hash and its data.
#[inline(always)]
pub fn write(slot: &AtomicSlot, hash: u64, data: u64) {
    slot[0].store(hash ^ data, Ordering::Relaxed);
    slot[1].store(data, Ordering::Relaxed);
}

/// Prefetches the cache line of `place`.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing, and every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

fn empty(slot: &AtomicSlot) {
    slot[0].store(0, Ordering::Relaxed);
    slot[1].store(0, Ordering::Relaxed);
}

/// Returns the number of a hash's cluster among `used`, at least 1: its lowest bits, without the highest of them if
/// that cluster does not exist yet.
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

    /// Returns well-mixed hashes that differ for different numbers.
    fn hash(n: u64) -> u64 {
        let mixed = (n ^ n >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ n
    }

    fn find(table: &Clusters, hash: u64) -> Option<u64> {
        let slots = table.get(hash)?;
        let (_, data) = slots.iter().map(read).find(|(found, _)| *found == hash)?;
        Some(data)
    }

    /// Stores data in an empty slot of its cluster. Returns whether there was one.
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

    /// Creates a table with few clusters, so that a small test makes it grow.
    fn small_table(spread: usize) -> Clusters {
        let mut table = Clusters {
            first: 4,
            ..Clusters::new(4 << 10, spread)
        };
        table.reserve();
        table
    }

    #[test]
    fn a_small_table_grows_and_keeps_its_entries() {
        let table = small_table(3);
        let put: Vec<u64> = (1..80).filter(|&n| put(&table, hash(n), n)).collect();
        assert!(put.len() > 60, "{}", put.len());
        assert!(table.used.load(Ordering::Relaxed) > table.first);
        assert!(put.iter().all(|&n| find(&table, hash(n)) == Some(n)));
    }

    #[test]
    fn threads_share_a_small_growing_table() {
        let table = small_table(2);
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let table = &table;
                scope.spawn(move || {
                    for n in (1..30).map(|n| 3 * n + thread) {
                        put(table, hash(n), n);
                        assert!(find(table, hash(n)).is_none_or(|found| found == n));
                    }
                });
            }
        });
        assert!(table.used.load(Ordering::Relaxed) > table.first);
        assert!(!table.is_growing.load(Ordering::Relaxed));
    }

    #[test]
    fn every_hash_has_a_cluster_of_its_own_among_any_number() {
        for used in 1..if cfg!(miri) { 10 } else { 200 } {
            let mut seen = vec![false; used];
            for hash in 0..1024 {
                seen[index(hash, used)] = true;
                // Only entries of the new cluster move.
                let next = index(hash, used + 1);
                assert!(next == index(hash, used) || next == used);
            }
            assert!(seen.iter().all(|&seen| seen), "{used}");
        }
    }

    #[test]
    fn a_cleared_table_is_empty_and_keeps_its_memory() {
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
    fn halves_of_two_writers_match_no_hash() {
        let mut table = Clusters::new(1 << 10, 2);
        table.reserve();
        put(&table, hash(1), 1);
        let slot = table.in_use().find(|slot| !is_empty(slot)).unwrap();
        slot[1].store(2, Ordering::Relaxed);
        assert_eq!((1..100).find_map(|n| find(&table, hash(n))), None);
    }

    /// A quarter of the address space is more than any system provides.
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
                        // Another thread may have moved it, but no other entry is found in its place.
                        assert!(find(table, hash(n)).is_none_or(|found| found == n));
                    }
                });
            }
        });
        assert!(table.used.load(Ordering::Relaxed) > FIRST);
        assert!(!table.is_growing.load(Ordering::Relaxed));
    }
}

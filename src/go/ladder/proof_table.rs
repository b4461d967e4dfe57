//! A fixed-size transposition table of proof numbers.

/// The proof number of a goal that cannot be reached, larger than any real count.
pub(super) const INFINITE: u32 = u32::MAX;

/// Marks a result that does not depend on a repetition.
pub(super) const NO_REPETITION: u16 = u16::MAX;

/// The proof and disproof numbers of a position (Allis, "Searching for Solutions in Games and Artificial Intelligence",
/// 1994).
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNumbers {
    /// The least number of positions that must prove to be captures to prove the capture: 0 if proved, [`INFINITE`] if
    /// refuted.
    pub proof: u32,
    /// The least number of positions that must prove to be escapes to prove the escape.
    pub disproof: u32,
    /// Moves to the end of a decided position, roughly the best seen for either side.
    pub length: u16,
    /// The index of the earliest position of the line that an escape depends on repeating.
    pub rests_on: u16,
}

impl ProofNumbers {
    /// Returns the numbers of a decided position.
    pub fn solved(captured: bool, length: u16) -> ProofNumbers {
        ProofNumbers {
            proof: if captured { 0 } else { INFINITE },
            disproof: if captured { INFINITE } else { 0 },
            length,
            rests_on: NO_REPETITION,
        }
    }

    /// Returns whether the chain is captured, if that is decided.
    pub fn outcome(&self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// The number of buckets, each one or two cache lines long.
const BUCKETS: usize = 1 << 14;
const SLOTS: usize = 4;

#[derive(Clone, Copy)]
struct ProofSlot {
    key: u64,
    numbers: ProofNumbers,
    /// Moves tried to obtain these numbers; 0 in an empty slot.
    work: u32,
}

/// Proof numbers by position key. In a full bucket, the entry with the least work is replaced.
pub(super) struct ProofTable(Vec<[ProofSlot; SLOTS]>);

impl ProofTable {
    pub fn new() -> ProofTable {
        let empty = ProofSlot {
            key: 0,
            numbers: ProofNumbers::solved(false, 0),
            work: 0,
        };
        ProofTable(vec![[empty; SLOTS]; BUCKETS])
    }

    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let bucket = &self.0[key as usize % BUCKETS];
        let slot = bucket
            .iter()
            .find(|slot| slot.key == key && slot.work > 0)?;
        Some(slot.numbers)
    }

    pub fn put(&mut self, key: u64, numbers: ProofNumbers, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let bucket = &mut self.0[key as usize % BUCKETS];
        let same = bucket.iter().position(|slot| slot.key == key);
        let least = || (0..SLOTS).min_by_key(|&slot| bucket[slot].work);
        let slot = same.or_else(least).unwrap_or(0);
        bucket[slot] = ProofSlot { key, numbers, work };
    }
}

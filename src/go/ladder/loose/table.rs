//! What is known of positions, in a table of fixed size.

/// More work than any number that was counted: the number of what is out of the question.
pub(super) const INFINITE: u32 = u32::MAX;

/// Rests on the repetition of no position before.
pub(super) const ON_NOTHING: u16 = u16::MAX;

/// How much it would take to show one thing or the other about a position (Allis, "Searching for Solutions in Games
/// and Artificial Intelligence", 1994).
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    /// Positions that would have to turn out captured to show that this one is: 0 if it is, [`INFINITE`] if not.
    pub proof: u32,
    /// The same for escapes.
    pub disproof: u32,
    /// Moves to the end, once it is known; for either side about the best that was seen.
    pub length: u16,
    /// The earliest position of the line, by its number, whose repetition an escape rests on.
    pub rests_on: u16,
}

impl Numbers {
    /// Of a position whose end is known.
    pub fn solved(captured: bool, length: u16) -> Numbers {
        Numbers {
            proof: if captured { 0 } else { INFINITE },
            disproof: if captured { INFINITE } else { 0 },
            length,
            rests_on: ON_NOTHING,
        }
    }

    /// Whether the chain is captured, if that is known.
    pub fn outcome(&self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// Buckets of the table, each of the size of a line of cache or two.
const BUCKETS: usize = 1 << 14;
const SLOTS: usize = 4;

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// Moves tried to find them out; 0 where the slot is empty.
    work: u32,
}

/// Numbers of positions by their keys. What took the least work goes first where there is no room.
pub(super) struct Table(Vec<[Slot; SLOTS]>);

impl Table {
    pub fn new() -> Table {
        let empty = Slot {
            key: 0,
            numbers: Numbers::solved(false, 0),
            work: 0,
        };
        Table(vec![[empty; SLOTS]; BUCKETS])
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        let bucket = &self.0[key as usize % BUCKETS];
        let slot = bucket
            .iter()
            .find(|slot| slot.key == key && slot.work > 0)?;
        Some(slot.numbers)
    }

    pub fn put(&mut self, key: u64, numbers: Numbers, work: u64) {
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        let bucket = &mut self.0[key as usize % BUCKETS];
        let same = bucket.iter().position(|slot| slot.key == key);
        let least = || (0..SLOTS).min_by_key(|&slot| bucket[slot].work);
        let slot = same.or_else(least).unwrap_or(0);
        bucket[slot] = Slot { key, numbers, work };
    }
}

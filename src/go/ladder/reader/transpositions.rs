//! The ladder reader's transposition tables: a small direct-mapped one first, and a growing one for long readings.

use super::{ESCAPES, Interruption, LadderReader, ReadResult, ReadTrace};
use tengen_engine::game::Color;

/// Moves tried before results are stored; most readings end sooner.
const NODES_BEFORE_RECENT_TABLE: u64 = 32;

/// Slots of the small table, which needs no allocation. Newer results replace older ones.
pub(super) const RECENT_SLOTS: usize = 512;

/// Moves tried before results are stored in the growing table, which allocates.
const NODES_BEFORE_FULL_TABLE: u64 = 2_000;

/// The stored result of a position.
#[derive(Clone, Copy)]
pub(super) struct CachedResult {
    pub captured: bool,
    /// Whether a ko forbade the losing side a move on the way to the result.
    pub is_barred: bool,
}

impl CachedResult {
    const MASK: u64 = 0b11;

    fn from_bits(bits: u64) -> CachedResult {
        CachedResult {
            captured: bits & 1 != 0,
            is_barred: bits & 2 != 0,
        }
    }

    fn bits(self) -> u64 {
        u64::from(self.captured) | u64::from(self.is_barred) << 1
    }
}

impl<T: ReadTrace> LadderReader<'_, T> {
    pub(super) fn clear_table(&mut self) {
        self.path.recent.clear();
        self.table.clear();
    }

    /// Keeps the results that remain valid if `free` may retake kos: those that `free` could force before, and those
    /// that the opponent could force without the help of a ko.
    pub(super) fn retain_valid(&mut self, free: Color) {
        let defender = self.defender;
        let holds =
            |cached: CachedResult| !cached.is_barred || cached.captured == (free != defender);
        for entry in &mut self.path.recent {
            if !holds(CachedResult::from_bits(*entry)) {
                *entry = 0;
            }
        }
        self.table.retain(|_, cached| holds(*cached));
    }

    /// Returns the result of the current position if it is known without a search.
    #[inline]
    pub(super) fn probe(&mut self, key: u64) -> Option<ReadResult> {
        match self.interruption(key) {
            Some(Interruption::Repetition(rests_on)) => Some(ReadResult {
                captured: false,
                rests_on,
            }),
            Some(Interruption::Limit) => Some(ESCAPES),
            None => {
                let cached = self.cached(key)?;
                Some(self.reuse(cached))
            }
        }
    }

    /// Returns a stored result and counts the ko that it depends on.
    pub(super) fn reuse(&mut self, cached: CachedResult) -> ReadResult {
        if cached.is_barred {
            self.ko_bans[self.loser(cached.captured).index()] += 1;
        }
        ReadResult {
            captured: cached.captured,
            rests_on: usize::MAX,
        }
    }

    #[inline]
    pub(super) fn cached(&self, key: u64) -> Option<CachedResult> {
        let recent = self.path.recent.get(Self::slot(key))?;
        if (recent ^ key) & !CachedResult::MASK == 0 {
            return Some(CachedResult::from_bits(*recent));
        }
        self.table.get(&key).copied()
    }

    fn slot(key: u64) -> usize {
        (key >> CachedResult::MASK.count_ones()) as usize % RECENT_SLOTS
    }

    /// Returns the side that loses if the chain is or isn't `captured`.
    fn loser(&self, captured: bool) -> Color {
        if captured {
            self.defender
        } else {
            self.attacker()
        }
    }

    /// Stores a result that is valid on every line, which excludes escapes that depend on repeating an earlier
    /// position. `ko_bans` is the count of forbidden moves before the position was read.
    #[inline]
    pub(super) fn store(&mut self, key: u64, result: ReadResult, ko_bans: [u32; 2]) -> ReadResult {
        let tried = self.nodes_used();
        let holds = !self.is_exhausted && result.rests_on >= self.path.keys.len();
        if tried > NODES_BEFORE_RECENT_TABLE && holds {
            self.insert(key, result.captured, ko_bans, tried);
        }
        result
    }

    /// Puts a result into the tables.
    #[inline(never)]
    fn insert(&mut self, key: u64, captured: bool, ko_bans: [u32; 2], tried: u64) {
        let loser = self.loser(captured).index();
        let cached = CachedResult {
            captured,
            is_barred: self.ko_bans[loser] > ko_bans[loser],
        };
        let recent = &mut self.path.recent;
        if recent.is_empty() {
            recent.extend([0; RECENT_SLOTS]);
        }
        recent[Self::slot(key)] = key & !CachedResult::MASK | cached.bits();
        if tried > NODES_BEFORE_FULL_TABLE {
            self.table.insert(key, cached);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::point::{Point, Size};
    use crate::board::stones::Board;
    use crate::ladder::reader::LadderPath;

    /// Runs on a reader of a white stone's ladder.
    fn read(work: impl FnOnce(&mut LadderReader<'_, ()>)) {
        let target = Point::new(2, 2);
        let size = Size::square(9).unwrap();
        let mut board = Board::with_stones(size, &[(Color::White, target)]).unwrap();
        let mut path = LadderPath::new();
        work(&mut LadderReader::new(&mut board, &mut path, target, 100, ()).unwrap());
    }

    #[test]
    fn a_result_is_marked_if_a_ko_barred_its_loser_meanwhile() {
        read(|reader| {
            reader.ko_bans = [3, 5];
            // Black attacks. The counts before are those of black and white.
            for (key, (captured, before, is_barred)) in [
                (true, [3, 5], false),
                (true, [2, 5], false),
                (true, [3, 4], true),
                (false, [3, 5], false),
                (false, [3, 4], false),
                (false, [2, 5], true),
            ]
            .into_iter()
            .enumerate()
            {
                let key = (key as u64 + 1) << 8;
                reader.insert(key, captured, before, 100);
                let cached = reader.cached(key).unwrap();
                let expected = (captured, is_barred);
                assert_eq!((cached.captured, cached.is_barred), expected, "{before:?}");
            }
        });
    }

    #[test]
    fn long_readings_keep_results_whose_slots_are_taken() {
        read(|reader| {
            let key = |number: u64| number << 32 | 1 << 8;
            reader.insert(key(1), true, [0; 2], NODES_BEFORE_FULL_TABLE);
            reader.insert(key(2), true, [0; 2], NODES_BEFORE_FULL_TABLE + 1);
            reader.insert(key(3), true, [0; 2], NODES_BEFORE_FULL_TABLE + 1);
            let is_kept = [1, 2, 3].map(|number| reader.cached(key(number)).is_some());
            assert_eq!(is_kept, [false, true, true]);
        });
    }
}

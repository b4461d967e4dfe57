//! Local cache of endgame bounds: a small hash table per thread that stays in the processor's cache.
//!
//! These boards recur soon or never, so each slot keeps the last board that maps to it. Their bounds are exact and
//! never become obsolete.

use super::transposition_table::hash;
use crate::rules::board::Board;
use crate::rules::square::Square;
use tengen_engine::table::prefetch;

/// Bounds on a board's exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CachedBounds {
    /// The lower bound, in discs.
    pub lower: i8,
    /// The upper bound, in discs.
    pub upper: i8,
    /// The best square, if the result exceeded alpha.
    pub best: Option<Square>,
}

impl CachedBounds {
    /// Returns the bounds implied by a fail-soft null-window search above `alpha`.
    #[inline(always)]
    pub fn from_search(score: i32, alpha: i32, best: Option<Square>) -> CachedBounds {
        // Results are within 64 discs.
        let score = score as i8;
        if i32::from(score) > alpha {
            CachedBounds {
                lower: score,
                upper: 64,
                best,
            }
        } else {
            CachedBounds {
                lower: -64,
                upper: score,
                best: None,
            }
        }
    }
}

/// The local cache of one thread, allocated when the first board is stored.
#[derive(Default)]
pub struct LocalCache(Box<[CacheSlot]>);

#[derive(Clone, Copy)]
struct CacheSlot(u64, Option<CachedBounds>);

/// Logarithm of the number of slots: a quarter of a MiB in total, which fits the cache near each core of most
/// processors.
const BITS: u32 = 14;

impl LocalCache {
    /// Prefetches the slot of `board`.
    #[inline(always)]
    pub fn prefetch(&self, board: Board) {
        if let Some(slot) = self.0.get(index(hash(board))) {
            prefetch(slot);
        }
    }

    /// Returns the bounds of `board`, if the cache has them.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<CachedBounds> {
        let hash = hash(board);
        let slot = self.0.get(index(hash))?;
        if slot.0 == hash { slot.1 } else { None }
    }

    #[inline(always)]
    pub fn put(&mut self, board: Board, seen: CachedBounds) {
        if self.0.is_empty() {
            self.0 = vec![CacheSlot(0, None); 1 << BITS].into_boxed_slice();
        }
        let hash = hash(board);
        if let Some(slot) = self.0.get_mut(index(hash)) {
            *slot = CacheSlot(hash, Some(seen));
        }
    }
}

#[inline(always)]
fn index(hash: u64) -> usize {
    (hash >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bounds_lie_on_the_side_of_the_score(score in -64..=64i32, alpha in -65..=64i32) {
            let square = Board::START.squares().next();
            let seen = CachedBounds::from_search(score, alpha, square);
            let (lower, upper) = (i32::from(seen.lower), i32::from(seen.upper));
            if score > alpha {
                prop_assert_eq!((lower, upper, seen.best), (score, 64, square));
            } else {
                prop_assert_eq!((lower, upper, seen.best), (-64, score, None));
            }
        }
    }

    #[test]
    fn a_slot_keeps_the_last_board_that_maps_to_it() {
        let mut recent = LocalCache::default();
        assert_eq!(recent.get(Board::START), None);
        // More boards than slots, each with distinct bounds.
        let boards = 0..3u64 << BITS;
        let board = |number: u64| Board::new(number, !number << 20).unwrap();
        let seen = |number: u64| CachedBounds::from_search((number % 64) as i32, -1, None);
        for number in boards.clone() {
            recent.put(board(number), seen(number));
            assert_eq!(recent.get(board(number)), Some(seen(number)));
        }
        let (known, lost): (Vec<u64>, Vec<u64>) =
            boards.partition(|&number| recent.get(board(number)).is_some());
        assert!(!lost.is_empty() && known.len() <= 1 << BITS);
        for number in known {
            assert_eq!(recent.get(board(number)), Some(seen(number)));
        }
    }
}

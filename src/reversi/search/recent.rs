//! What a thread found out lately about boards near the end, in so little memory that it stays near to the processor.
//!
//! Such boards come up again soon or never, so that each place holds the last one that belongs there; and as their
//! bounds are exact, they never grow old.

use super::table::{hash, prefetch};
use crate::reversi::rules::board::Board;
use crate::reversi::rules::square::Square;

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The result is at least this, in discs.
    pub lower: i8,
    /// The result is at most this.
    pub upper: i8,
    /// The square that raised it to its lower bound.
    pub best: Option<Square>,
}

impl Seen {
    /// What a fail-soft search for a result above `alpha` learned by `score`.
    #[inline(always)]
    pub fn found(score: i32, alpha: i32, best: Option<Square>) -> Seen {
        // Results are within 64 discs.
        let score = score as i8;
        if i32::from(score) > alpha {
            Seen {
                lower: score,
                upper: 64,
                best,
            }
        } else {
            Seen {
                lower: -64,
                upper: score,
                best: None,
            }
        }
    }
}

/// Boards met lately; takes its memory when the first one is kept.
#[derive(Default)]
pub struct Recent(Box<[Slot]>);

/// The hash of a board, and what is known of it.
#[derive(Clone, Copy)]
struct Slot(u64, Option<Seen>);

/// A quarter of a MiB of slots: what most processors have near to each core.
const BITS: u32 = 14;

impl Recent {
    /// Has the processor fetch what [`get`](Recent::get) will look at.
    #[inline(always)]
    pub fn prefetch(&self, board: Board) {
        if let Some(slot) = self.0.get(index(hash(board))) {
            prefetch(slot);
        }
    }

    /// What is known of `board`.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<Seen> {
        let hash = hash(board);
        let slot = self.0.get(index(hash))?;
        if slot.0 == hash { slot.1 } else { None }
    }

    /// Notes what was found out about `board`.
    #[inline(always)]
    pub fn put(&mut self, board: Board, seen: Seen) {
        if self.0.is_empty() {
            self.0 = vec![Slot(0, None); 1 << BITS].into_boxed_slice();
        }
        let hash = hash(board);
        if let Some(slot) = self.0.get_mut(index(hash)) {
            *slot = Slot(hash, Some(seen));
        }
    }
}

/// The place of a hash.
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
            let seen = Seen::found(score, alpha, square);
            let (lower, upper) = (i32::from(seen.lower), i32::from(seen.upper));
            if score > alpha {
                prop_assert_eq!((lower, upper, seen.best), (score, 64, square));
            } else {
                prop_assert_eq!((lower, upper, seen.best), (-64, score, None));
            }
        }
    }

    #[test]
    fn a_place_holds_the_last_board_that_belongs_there() {
        let mut recent = Recent::default();
        assert_eq!(recent.get(Board::START), None);
        // More boards than places, each with bounds of its own.
        let boards = 0..3u64 << BITS;
        let board = |number: u64| Board::new(number, !number << 20).unwrap();
        let seen = |number: u64| Seen::found((number % 64) as i32, -1, None);
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

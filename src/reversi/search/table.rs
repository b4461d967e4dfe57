//! The hash table: what the search found out about boards it met. All threads of a search share it without locks.

use super::probcut::Confidence;
use crate::engine::table::{Clusters, is_empty, read, write};
use crate::reversi::eval::evaluation::MOST;
use crate::reversi::rules::board::Board;
use crate::reversi::rules::square::{Move, Square};

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score is at least this, in units of the evaluation.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// How much the bounds can be relied on.
    pub effort: Effort,
    /// The best square, if one was better than a bound.
    pub best: Option<Square>,
    /// The best square before that one.
    pub second: Option<Square>,
}

/// How thoroughly a board was searched; ordered by depth first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort {
    /// Discs that were still to be placed in the search behind the bounds; the number of empty squares means the
    /// end of the game.
    pub depth: u32,
    /// The [confidence](super::probcut::Confidence) of what was left out, `SURE` if nothing was.
    pub confidence: Confidence,
}

/// A table of boards that takes memory as it fills.
///
/// Each board has the places of one cluster. The one that goes is from an older search or, within one, the shallowest.
pub struct Table {
    clusters: Clusters,
    generation: u8,
}

/// Slots for each entry while the table grows: more would lie farther from the processor, and with 2 one entry in six is
/// lost, with 3 one in sixteen.
const SPREAD: usize = 3;

/// What a slot's data are made of. No entry is packed as zeros, since its two best squares are not the same.
struct Fields {
    entry: Entry,
    generation: u8,
}

const NO_SQUARE: u8 = 64;

impl Table {
    /// A table that never takes more than `bytes`.
    pub fn new(bytes: usize) -> Table {
        Table {
            clusters: Clusters::new(bytes, SPREAD),
            generation: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.clear();
        self.generation = 0;
    }

    /// Marks what is known so far as older than what the next search will find.
    pub fn start_search(&mut self) {
        self.clusters.reserve();
        self.generation = self.generation.wrapping_add(1);
    }

    /// What is known of `board`.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<Entry> {
        let hash = hash(board);
        let slots = self.clusters.get(hash)?;
        let (_, bits) = slots.iter().map(read).find(|(key, _)| *key == hash)?;
        Some(Fields::unpack(bits).entry)
    }

    /// Tells the processor that `board` will be asked for soon.
    #[inline(always)]
    pub fn prefetch(&self, board: Board) {
        if let Some([slot, ..]) = self.clusters.get(hash(board)) {
            prefetch(slot);
        }
    }

    /// Notes what was found out about `board`; bounds of the same effort are combined.
    #[inline(always)]
    pub fn put(&self, board: Board, found: Entry) {
        let hash = hash(board);
        let Some(slots) = self.clusters.get(hash) else {
            return;
        };
        let generation = self.generation;
        let (mut index, mut least) = (0, u32::MAX);
        let mut known = None;
        for (place, slot) in slots.iter().enumerate() {
            let (key, bits) = read(slot);
            if key == hash {
                (index, known) = (place, Some(Fields::unpack(bits).entry));
                break;
            }
            let value = value(bits, generation);
            if value < least {
                (index, least) = (place, value);
            }
        }
        let mut entry = found;
        if let Some(old) = known {
            if old.effort == found.effort {
                entry.lower = old.lower.max(found.lower);
                entry.upper = old.upper.min(found.upper);
            }
            entry.best = found.best.or(old.best);
            entry.second = if entry.best == old.best {
                old.second
            } else {
                old.best
            };
        }
        let was_empty = is_empty(&slots[index]);
        write(&slots[index], hash, Fields { entry, generation }.pack());
        if was_empty {
            self.clusters.count_filled();
        }
    }

    /// The line of best squares from `board` as far as the table knows it, forced passes included.
    pub fn line(&self, mut board: Board) -> Vec<Move> {
        let mut line = Vec::new();
        loop {
            if board.moves() == 0 {
                board = board.passed();
                if board.moves() == 0 {
                    return line;
                }
                line.push(Move::Pass);
            }
            let known = self.get(board).and_then(|entry| entry.best);
            let Some(square) = known.filter(|square| board.moves() & square.bit() != 0) else {
                // A pass that nothing follows says nothing.
                line.truncate(line.len() - usize::from(line.last() == Some(&Move::Pass)));
                return line;
            };
            line.push(Move::Place(square));
            board = board.play(square);
        }
    }
}

/// What a slot is worth keeping for: nothing if empty or from a former search, else its depth.
#[inline(always)]
fn value(bits: u64, generation: u8) -> u32 {
    let fields = Fields::unpack(bits);
    if bits == 0 {
        0
    } else if fields.generation != generation {
        1
    } else {
        2 + fields.entry.effort.depth
    }
}

/// Tells the processor that `place` will be read soon.
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

/// Two multiplications by odd constants and a mix, so that boards that differ in a few squares fall apart.
#[inline(always)]
pub fn hash(board: Board) -> u64 {
    let mixed = board.player().wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board
            .opponent()
            .wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
            .rotate_left(32);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Fields {
    #[inline(always)]
    fn pack(&self) -> u64 {
        let Entry {
            lower,
            upper,
            effort,
            best,
            second,
        } = self.entry;
        debug_assert!((-MOST..=MOST).contains(&lower) && (-MOST..=MOST).contains(&upper));
        let square =
            |square: Option<Square>| u64::from(square.map_or(NO_SQUARE, |s| s.index() as u8));
        // Bounds are within `MOST`, so that they fit 16 bits; a depth fits 6 and a square 7.
        u64::from(lower as i16 as u16)
            | u64::from(upper as i16 as u16) << 16
            | u64::from(effort.depth as u8) << 32
            | u64::from(effort.confidence.level()) << 38
            | square(best) << 42
            | square(second) << 49
            | u64::from(self.generation) << 56
    }

    #[inline(always)]
    fn unpack(bits: u64) -> Fields {
        let square = |bits: u64| Square::at(bits as u8 % 8, bits as u8 % 128 / 8);
        Fields {
            entry: Entry {
                lower: i32::from(bits as i16),
                upper: i32::from((bits >> 16) as i16),
                effort: Effort {
                    depth: (bits >> 32) as u32 % 64,
                    confidence: Confidence::of_level((bits >> 38) as u8 % 16),
                },
                best: square(bits >> 42),
                second: square(bits >> 49),
            },
            generation: (bits >> 56) as u8,
        }
    }
}

impl Effort {
    /// Whether bounds of this effort stand for a search of `wanted`.
    #[inline(always)]
    pub fn suffices(self, wanted: Effort) -> bool {
        self.depth >= wanted.depth && self.confidence >= wanted.confidence
    }
}

impl Entry {
    /// What a fail-soft search learned by `score` in the window from `alpha` to `beta`.
    #[inline(always)]
    pub fn found(score: i32, window: (i32, i32), effort: Effort, best: Option<Square>) -> Entry {
        let (alpha, beta) = window;
        Entry {
            lower: if score > alpha { score } else { -MOST },
            upper: if score < beta { score } else { MOST },
            effort,
            best: best.filter(|_| score > alpha),
            second: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::reversi::rules::Position;

    fn sure(depth: u32) -> Effort {
        Effort {
            depth,
            confidence: Confidence::SURE,
        }
    }

    fn entry(depth: u32, best: Option<Square>) -> Entry {
        Entry {
            lower: -300,
            upper: MOST,
            effort: sure(depth),
            best,
            second: None,
        }
    }

    proptest! {
        #[test]
        fn what_was_put_is_got(
            lower in -MOST..=MOST,
            upper in -MOST..=MOST,
            effort in (0..61u32, 0..=5u8),
            squares in (0..65u8, 0..65u8),
        ) {
            let square = |index: u8| Square::at(index % 8, index / 8);
            let stored = Entry {
                lower,
                upper,
                effort: Effort {
                    depth: effort.0,
                    confidence: Confidence::of_level(effort.1),
                },
                best: square(squares.0),
                second: square(squares.1),
            };
            let mut table = Table::new(1 << 10);
            table.start_search();
            let board = Position::start().board();
            prop_assert_eq!(table.get(board), None);
            table.put(board, stored);
            prop_assert_eq!(table.get(board), Some(stored));
            prop_assert_eq!(table.get(board.passed()), None);
            table.clear();
            prop_assert_eq!(table.get(board), None);
        }
    }

    #[test]
    fn bounds_of_the_same_depth_meet() {
        let mut table = Table::new(128);
        table.start_search();
        let board = Position::start().board();
        let d3 = "d3".parse().ok();
        table.put(board, Entry::found(200, (100, 150), sure(6), d3));
        table.put(board, Entry::found(300, (300, 400), sure(6), None));
        let known = Entry {
            lower: 200,
            upper: 300,
            effort: sure(6),
            best: d3,
            second: None,
        };
        assert_eq!(table.get(board), Some(known));
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let mut table = Table::new(128);
        let boards: Vec<Board> = (1..=6).filter_map(|n| Board::new(n << 1, 1)).collect();
        let is_known = |table: &Table, index: usize| table.get(boards[index]).is_some();
        table.start_search();
        for (&board, depth) in boards.iter().zip([9, 7, 4, 5, 6]) {
            table.put(board, entry(depth, None));
        }
        let known = (0..5).map(|index| is_known(&table, index));
        assert_eq!(known.collect::<Vec<_>>(), [true, true, false, true, true]);
        table.start_search();
        table.put(boards[5], entry(1, None));
        assert!(is_known(&table, 5));
    }

    #[test]
    fn the_second_best_is_the_best_before() {
        let mut table = Table::new(128);
        table.start_search();
        let board = Position::start().board();
        let squares = ["d3", "c4", "f5"].map(|square| square.parse().ok());
        for best in [squares[0], squares[1], squares[1], None] {
            table.put(board, entry(5, best));
        }
        let known = table.get(board).unwrap();
        assert_eq!((known.best, known.second), (squares[1], squares[0]));
        table.put(board, entry(5, squares[2]));
        let known = table.get(board).unwrap();
        assert_eq!((known.best, known.second), (squares[2], squares[1]));
    }

    #[test]
    fn less_effort_does_not_suffice() {
        let likely = |depth| Effort {
            depth,
            confidence: Confidence::LIKELY,
        };
        assert!(sure(8).suffices(likely(8)) && sure(8).suffices(sure(7)));
        assert!(!likely(9).suffices(sure(8)) && !sure(7).suffices(likely(8)));
    }
}

//! Transposition table: bounds and best moves of boards, shared by all threads of a search without locks.

use super::probcut::Selectivity;
use crate::eval::evaluation::MAX_SCORE;
use crate::rules::board::Board;
use crate::rules::square::{Move, Square};
use tengen_engine::table::{Clusters, is_empty, read, write};

/// The bounds and best moves of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The lower bound of the score, in evaluation units.
    pub lower: i32,
    /// The upper bound of the score, in evaluation units.
    pub upper: i32,
    /// The draft of the search that found the bounds.
    pub draft: Draft,
    /// The best square, if its score exceeded alpha.
    pub best: Option<Square>,
    /// The best square before the current one.
    pub second_best: Option<Square>,
}

/// The depth and selectivity of the search behind an entry. Ordered by depth first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Draft {
    /// The number of discs still to be placed. A depth equal to the number of empty squares reaches the end of the
    /// game.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
}

/// A hash table of boards that uses memory as it fills.
///
/// Each board has the slots of one cluster. A new entry replaces one of an older search or, within the same search, the
/// shallowest.
pub struct TranspositionTable {
    clusters: Clusters,
    generation: u8,
}

/// Slots per entry while the table grows. More would spread the entries over more memory. With 2, one entry in six is
/// lost; with 3, one in sixteen.
const SLOTS_PER_ENTRY: usize = 3;

/// The packed data of a slot. No entry packs to zero, since its two best squares differ.
struct SlotData {
    entry: TableEntry,
    generation: u8,
}

const NO_SQUARE: u8 = 64;

impl TranspositionTable {
    /// Creates a table that uses at most `bytes` of memory.
    pub fn new(bytes: usize) -> TranspositionTable {
        TranspositionTable {
            clusters: Clusters::new(bytes, SLOTS_PER_ENTRY),
            generation: 0,
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.clusters.clear();
        self.generation = 0;
    }

    /// Starts a new generation. Entries of earlier searches are replaced first.
    pub fn start_search(&mut self) {
        self.clusters.reserve();
        self.generation = self.generation.wrapping_add(1);
    }

    /// Returns the entry of `board`, if there is one.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<TableEntry> {
        let hash = hash(board);
        let slots = self.clusters.get(hash)?;
        let (_, bits) = slots.iter().map(read).find(|(key, _)| *key == hash)?;
        Some(SlotData::unpack(bits).entry)
    }

    /// Prefetches the cluster of `board`.
    #[inline(always)]
    pub fn prefetch(&self, board: Board) {
        self.clusters.prefetch(hash(board));
    }

    /// Stores an entry for `board`. Bounds of equal draft are combined with the stored ones.
    #[inline(always)]
    pub fn put(&self, board: Board, new: TableEntry) {
        let hash = hash(board);
        let Some(slots) = self.clusters.get(hash) else {
            return;
        };
        let generation = self.generation;
        let (mut index, mut lowest) = (0, u32::MAX);
        let mut old = None;
        for (candidate, slot) in slots.iter().enumerate() {
            let (key, bits) = read(slot);
            if key == hash {
                (index, old) = (candidate, Some(SlotData::unpack(bits).entry));
                break;
            }
            let value = replacement_value(bits, generation);
            if value < lowest {
                (index, lowest) = (candidate, value);
            }
        }
        let mut entry = new;
        if let Some(old) = old {
            if old.draft == new.draft {
                entry.lower = old.lower.max(new.lower);
                entry.upper = old.upper.min(new.upper);
            }
            entry.best = new.best.or(old.best);
            entry.second_best = if entry.best == old.best {
                old.second_best
            } else {
                old.best
            };
        }
        let was_empty = is_empty(&slots[index]);
        write(&slots[index], hash, SlotData { entry, generation }.pack());
        if was_empty {
            self.clusters.count_filled();
        }
    }

    /// Returns the principal variation from `board`, including forced passes, until the table has no entry.
    pub fn principal_variation(&self, mut board: Board) -> Vec<Move> {
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
                // Drop a trailing pass.
                line.truncate(line.len() - usize::from(line.last() == Some(&Move::Pass)));
                return line;
            };
            line.push(Move::Place(square));
            board = board.play(square);
        }
    }
}

/// Returns the replacement value of a slot: 0 if empty, 1 for an entry of an earlier search, otherwise by depth.
#[inline(always)]
fn replacement_value(bits: u64, generation: u8) -> u32 {
    let fields = SlotData::unpack(bits);
    if bits == 0 {
        0
    } else if fields.generation != generation {
        1
    } else {
        2 + fields.entry.draft.depth
    }
}

/// Returns the hash of a board. Two multiplications by odd constants and a final mix spread boards that differ in only
/// a few squares.
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

impl SlotData {
    #[inline(always)]
    fn pack(&self) -> u64 {
        let TableEntry {
            lower,
            upper,
            draft,
            best,
            second_best: second,
        } = self.entry;
        debug_assert!(
            (-MAX_SCORE..=MAX_SCORE).contains(&lower) && (-MAX_SCORE..=MAX_SCORE).contains(&upper)
        );
        let square =
            |square: Option<Square>| u64::from(square.map_or(NO_SQUARE, |s| s.index() as u8));
        // Bounds are within `MAX_SCORE` and fit in 16 bits; a depth fits in 6 bits and a square in 7.
        u64::from(lower as i16 as u16)
            | u64::from(upper as i16 as u16) << 16
            | u64::from(draft.depth as u8) << 32
            | u64::from(draft.selectivity.level()) << 38
            | square(best) << 42
            | square(second) << 49
            | u64::from(self.generation) << 56
    }

    #[inline(always)]
    fn unpack(bits: u64) -> SlotData {
        let square = |bits: u64| Square::at(bits as u8 % 8, bits as u8 % 128 / 8);
        SlotData {
            entry: TableEntry {
                lower: i32::from(bits as i16),
                upper: i32::from((bits >> 16) as i16),
                draft: Draft {
                    depth: (bits >> 32) as u32 % 64,
                    selectivity: Selectivity::of_level((bits >> 38) as u8 % 16),
                },
                best: square(bits >> 42),
                second_best: square(bits >> 49),
            },
            generation: (bits >> 56) as u8,
        }
    }
}

impl Draft {
    /// Returns whether an entry of this draft satisfies a search of draft `wanted`.
    #[inline(always)]
    pub fn suffices(self, wanted: Draft) -> bool {
        self.depth >= wanted.depth && self.selectivity >= wanted.selectivity
    }
}

impl TableEntry {
    /// Returns the entry for a fail-soft score in the window from `alpha` to `beta`.
    #[inline(always)]
    pub fn from_search(
        score: i32,
        window: (i32, i32),
        draft: Draft,
        best: Option<Square>,
    ) -> TableEntry {
        let (alpha, beta) = window;
        TableEntry {
            lower: if score > alpha { score } else { -MAX_SCORE },
            upper: if score < beta { score } else { MAX_SCORE },
            draft,
            best: best.filter(|_| score > alpha),
            second_best: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::Position;

    fn sure(depth: u32) -> Draft {
        Draft {
            depth,
            selectivity: Selectivity::NONE,
        }
    }

    fn entry(depth: u32, best: Option<Square>) -> TableEntry {
        TableEntry {
            lower: -300,
            upper: MAX_SCORE,
            draft: sure(depth),
            best,
            second_best: None,
        }
    }

    proptest! {
        #[test]
        fn entries_round_trip(
            lower in -MAX_SCORE..=MAX_SCORE,
            upper in -MAX_SCORE..=MAX_SCORE,
            draft in (0..61u32, 0..=5u8),
            squares in (0..65u8, 0..65u8),
        ) {
            let square = |index: u8| Square::at(index % 8, index / 8);
            let stored = TableEntry {
                lower,
                upper,
                draft: Draft {
                    depth: draft.0,
                    selectivity: Selectivity::of_level(draft.1),
                },
                best: square(squares.0),
                second_best: square(squares.1),
            };
            let mut table = TranspositionTable::new(1 << 10);
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
    fn bounds_of_the_same_depth_are_combined() {
        let mut table = TranspositionTable::new(128);
        table.start_search();
        let board = Position::start().board();
        let d3 = "d3".parse().ok();
        table.put(board, TableEntry::from_search(200, (100, 150), sure(6), d3));
        table.put(
            board,
            TableEntry::from_search(300, (300, 400), sure(6), None),
        );
        let known = TableEntry {
            lower: 200,
            upper: 300,
            draft: sure(6),
            best: d3,
            second_best: None,
        };
        assert_eq!(table.get(board), Some(known));
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let mut table = TranspositionTable::new(128);
        let boards: Vec<Board> = (1..=6).filter_map(|n| Board::new(n << 1, 1)).collect();
        let is_known =
            |table: &TranspositionTable, index: usize| table.get(boards[index]).is_some();
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
        let mut table = TranspositionTable::new(128);
        table.start_search();
        let board = Position::start().board();
        let squares = ["d3", "c4", "f5"].map(|square| square.parse().ok());
        for best in [squares[0], squares[1], squares[1], None] {
            table.put(board, entry(5, best));
        }
        let known = table.get(board).unwrap();
        assert_eq!((known.best, known.second_best), (squares[1], squares[0]));
        table.put(board, entry(5, squares[2]));
        let known = table.get(board).unwrap();
        assert_eq!((known.best, known.second_best), (squares[2], squares[1]));
    }

    #[test]
    fn a_smaller_draft_does_not_suffice() {
        let likely = |depth| Draft {
            depth,
            selectivity: Selectivity::PERCENT_95,
        };
        assert!(sure(8).suffices(likely(8)) && sure(8).suffices(sure(7)));
        assert!(!likely(9).suffices(sure(8)) && !sure(7).suffices(likely(8)));
    }
}

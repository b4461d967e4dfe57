//! The hash table: what the search found out about boards it met.

use super::board::Board;
use super::eval::MOST;
use super::square::{Move, Square};

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The score is at least this, in units of the evaluation.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Discs that were still to be placed in the search behind the bounds; the number of empty squares means
    /// an exact result.
    pub depth: u32,
    /// The best square, if one was better than a bound.
    pub best: Option<Square>,
}

/// A table of boards that takes memory as it is needed: a short search stays in a small table, near to the
/// processor.
///
/// Each board has two places. The one that goes is from an older search or, within one, the shallower.
pub struct Table {
    /// All the memory there may be, as zeros, which cost nothing until they are written on.
    slots: Vec<Slot>,
    /// Pairs of `slots` in use, from the first one on; doubled while they fill up.
    pairs: usize,
    /// Pairs in use at first, and the most there may be.
    range: (usize, usize),
    /// Slots in use that hold something.
    filled: usize,
    generation: u8,
}

/// Discs of the mover, discs of the other side, and an `Entry` packed as `Fields`. Zeros are an empty slot, as no
/// board without discs is ever stored.
type Slot = [u64; 3];

struct Fields {
    entry: Entry,
    generation: u8,
}

const NO_SQUARE: u8 = 64;

/// A table begins with at most this many pairs, 192 KiB.
const FIRST_PAIRS: usize = 4096;

impl Table {
    /// A table that never takes more than `bytes`.
    pub fn new(bytes: usize) -> Table {
        let mut first = bytes / size_of::<[Slot; 2]>();
        let mut most = first;
        while first > FIRST_PAIRS {
            first /= 2;
        }
        while first > 0 && first << (most / first).ilog2() < most {
            most = first << (most / first).ilog2();
        }
        Table {
            slots: Vec::new(),
            pairs: 0,
            range: (first, most),
            filled: 0,
            generation: 0,
        }
    }

    /// Forgets everything and gives the memory back.
    pub fn clear(&mut self) {
        self.slots = Vec::new();
        self.pairs = 0;
        self.filled = 0;
        self.generation = 0;
    }

    /// Marks what is known so far as older than what the next search will find.
    pub fn start_search(&mut self) {
        if self.slots.is_empty() {
            self.slots = vec![[0; 3]; 2 * self.range.1];
            self.pairs = self.range.0;
        }
        self.generation = self.generation.wrapping_add(1);
    }

    /// What is known of `board`.
    #[inline(always)]
    pub fn get(&self, board: Board) -> Option<Entry> {
        let pair = self.pair(board)?;
        for slot in &self.slots[pair..pair + 2] {
            if holds(slot, board) {
                return Some(Fields::unpack(slot[2]).entry);
            }
        }
        None
    }

    /// Notes what was found out about `board`; bounds of the same depth are combined.
    #[inline(always)]
    pub fn put(&mut self, board: Board, found: Entry) {
        let Some(pair) = self.pair(board) else {
            return;
        };
        let generation = self.generation;
        let slots = &mut self.slots[pair..pair + 2];
        let index = if holds(&slots[0], board) {
            0
        } else if holds(&slots[1], board) {
            1
        } else {
            usize::from(value(&slots[1], generation) < value(&slots[0], generation))
        };
        let mut entry = found;
        if holds(&slots[index], board) {
            let old = Fields::unpack(slots[index][2]).entry;
            entry.best = found.best.or(old.best);
            if old.depth == found.depth {
                entry.lower = old.lower.max(found.lower);
                entry.upper = old.upper.min(found.upper);
            }
        }
        let fields = Fields { entry, generation };
        let was_empty = is_empty(&slots[index]);
        slots[index] = [board.player(), board.opponent(), fields.pack()];
        if was_empty {
            self.filled += 1;
            if self.filled > self.pairs && self.pairs < self.range.1 {
                self.double();
            }
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

    /// Where the two slots of a board begin; `None` if the table has no memory.
    #[inline(always)]
    fn pair(&self, board: Board) -> Option<usize> {
        if self.pairs == 0 {
            return None;
        }
        Some(index(board, self.pairs) * 2)
    }

    /// Uses twice as many pairs. What lay in pair `i` belongs to pair `2 i` or `2 i + 1` now, so that going
    /// backwards nothing is overwritten.
    #[cold]
    fn double(&mut self) {
        let before = self.pairs;
        self.pairs *= 2;
        for pair in (0..before).rev() {
            let moved = [self.slots[2 * pair], self.slots[2 * pair + 1]];
            self.slots[2 * pair..2 * pair + 2].fill([0; 3]);
            self.slots[4 * pair..4 * pair + 4].fill([0; 3]);
            for (place, slot) in moved
                .into_iter()
                .enumerate()
                .filter(|(_, slot)| !is_empty(slot))
            {
                if let Some(board) = Board::new(slot[0], slot[1]) {
                    self.slots[2 * index(board, self.pairs) + place] = slot;
                }
            }
        }
    }
}

/// The pair of `board` among `pairs`, by the high bits of its hash.
#[inline(always)]
fn index(board: Board, pairs: usize) -> usize {
    ((u128::from(hash(board)) * pairs as u128) >> 64) as usize
}

#[inline(always)]
fn is_empty(slot: &Slot) -> bool {
    slot[0] | slot[1] == 0
}

#[inline(always)]
fn holds(slot: &Slot, board: Board) -> bool {
    slot[0] == board.player() && slot[1] == board.opponent()
}

/// What a slot is worth keeping for: nothing if empty or from a former search, else its depth.
#[inline(always)]
fn value(slot: &Slot, generation: u8) -> u32 {
    let fields = Fields::unpack(slot[2]);
    if is_empty(slot) {
        0
    } else if fields.generation != generation {
        1
    } else {
        2 + fields.entry.depth
    }
}

#[inline(always)]
fn hash(board: Board) -> u64 {
    let mixed = board.player().wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board
            .opponent()
            .wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
            .rotate_left(32);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Fields {
    #[inline(always)]
    fn pack(&self) -> u64 {
        let Entry {
            lower,
            upper,
            depth,
            best,
        } = self.entry;
        debug_assert!((-MOST..=MOST).contains(&lower) && (-MOST..=MOST).contains(&upper));
        let best = best.map_or(NO_SQUARE, |square| square.index() as u8);
        // Bounds are within `MOST`, so that they fit 16 bits.
        u64::from(lower as i16 as u16)
            | u64::from(upper as i16 as u16) << 16
            | u64::from(depth as u8) << 32
            | u64::from(best) << 40
            | u64::from(self.generation) << 48
    }

    #[inline(always)]
    fn unpack(bits: u64) -> Fields {
        let best = (bits >> 40) as u8;
        Fields {
            entry: Entry {
                lower: i32::from(bits as i16),
                upper: i32::from((bits >> 16) as i16),
                depth: u32::from((bits >> 32) as u8),
                best: Square::at(best % 8, best / 8),
            },
            generation: (bits >> 48) as u8,
        }
    }
}

impl Entry {
    /// What a fail-soft search to `depth` learned by `score` in the window from `alpha` to `beta`.
    #[inline(always)]
    pub fn found(score: i32, window: (i32, i32), depth: u32, best: Option<Square>) -> Entry {
        let (alpha, beta) = window;
        Entry {
            lower: if score > alpha { score } else { -MOST },
            upper: if score < beta { score } else { MOST },
            depth,
            best: best.filter(|_| score > alpha),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::reversi::Position;

    fn entry(depth: u32, best: Option<Square>) -> Entry {
        Entry {
            lower: -300,
            upper: MOST,
            depth,
            best,
        }
    }

    proptest! {
        #[test]
        fn what_was_put_is_got(lower in -MOST..=MOST, upper in -MOST..=MOST, depth in 0..61u32, best in 0..65u8) {
            let best = Square::at(best % 8, best / 8);
            let stored = Entry { lower, upper, depth, best };
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
    fn memory_is_bounded_and_taken_late() {
        for bytes in [0, 10, 47, 48, 1000, 1 << 20] {
            let mut table = Table::new(bytes);
            assert_eq!(table.slots.capacity(), 0);
            table.start_search();
            assert!(table.slots.capacity() * size_of::<Slot>() <= bytes);
            let board = Position::start().board();
            table.put(board, entry(3, None));
            assert_eq!(table.get(board).is_some(), bytes >= 48);
        }
    }

    #[test]
    fn bounds_of_the_same_depth_meet() {
        let mut table = Table::new(48);
        table.start_search();
        let board = Position::start().board();
        let d3 = "d3".parse().ok();
        table.put(board, Entry::found(200, (100, 150), 6, d3));
        table.put(board, Entry::found(300, (300, 400), 6, None));
        let known = Entry {
            lower: 200,
            upper: 300,
            depth: 6,
            best: d3,
        };
        assert_eq!(table.get(board), Some(known));
    }

    #[test]
    fn a_growing_table_keeps_what_it_holds() {
        let mut table = Table::new(100 << 20);
        table.start_search();
        let first_pairs = table.pairs;
        let spread = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !1;
        let boards: Vec<Board> = (1..=first_pairs as u64)
            .filter_map(|n| Board::new(spread(n), 1))
            .collect();
        for &board in &boards {
            table.put(board, entry(7, None));
        }
        let held = |table: &Table| -> Vec<Board> {
            let held = boards.iter().filter(|&&board| table.get(board).is_some());
            held.copied().collect()
        };
        let before = held(&table);
        assert_eq!(table.pairs, first_pairs);
        assert_eq!(before.len(), table.filled);
        table.double();
        assert_eq!(table.pairs, 2 * first_pairs);
        assert_eq!(held(&table), before);
    }

    #[test]
    fn a_table_grows_to_its_most_and_no_further() {
        let mut table = Table::new(1 << 20);
        table.start_search();
        let most = table.range.1;
        for n in 1..4 * most as u64 {
            let board = Board::new(n << 1, 1);
            table.put(board.unwrap(), entry(7, None));
        }
        assert_eq!(table.pairs, most);
        assert_eq!(table.slots.len(), 2 * most);
    }

    #[test]
    fn shallow_and_old_entries_go_first() {
        let mut table = Table::new(48);
        let start = Position::start().board();
        let boards: Vec<Board> = start.squares().map(|square| start.play(square)).collect();
        table.start_search();
        table.put(boards[0], entry(9, None));
        table.put(boards[1], entry(4, None));
        table.put(boards[2], entry(5, None));
        assert_eq!(
            boards.iter().filter(|&&b| table.get(b).is_some()).count(),
            2
        );
        assert_eq!(table.get(boards[1]), None);
        table.start_search();
        table.put(boards[3], entry(1, None));
        assert!(table.get(boards[3]).is_some());
    }
}

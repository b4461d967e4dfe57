//! The move picker, which returns the moves of a node in the order of their scores, best first.

use arrayvec::ArrayVec;

use crate::rules::square::Square;

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove<A> {
    /// The square of the new disc.
    pub square: Square,
    /// The successor, a board or a node, as the opponent sees it.
    pub after: A,
    /// The move ordering score; moves with higher scores are searched first.
    pub score: i32,
}

/// The moves not yet searched. They are selected one at a time, since most nodes have a cutoff after the first.
pub struct MovePicker<A> {
    moves: ArrayVec<ScoredMove<A>, { Square::COUNT }>,
    /// The score of each move and, in the low bits, its index counted from the last square, so that the maximum gives
    /// the best move without a branch.
    keys: ArrayVec<i64, { Square::COUNT }>,
}

/// The number of bits in a key for the index.
const INDEX_BITS: u32 = 6;

/// The key of a move that has been picked.
const PICKED: i64 = i64::MIN;

impl<A: Copy> MovePicker<A> {
    /// Creates an empty move picker.
    #[inline(always)]
    pub fn new() -> MovePicker<A> {
        MovePicker {
            moves: ArrayVec::new(),
            keys: ArrayVec::new(),
        }
    }

    /// Adds a move. There are at most 64, one per square.
    #[inline(always)]
    pub fn push(&mut self, mv: ScoredMove<A>) {
        let reversed = Square::COUNT - 1 - self.moves.len();
        self.keys
            .push(i64::from(mv.score) << INDEX_BITS | reversed as i64);
        self.moves.push(mv);
    }

    /// Removes and returns the move with the highest score.
    #[inline(always)]
    pub fn pick(&mut self) -> Option<ScoredMove<A>> {
        let best = self.keys.iter().fold(PICKED, |best, &key| best.max(key));
        if best == PICKED {
            return None;
        }
        let reversed = (best & ((1 << INDEX_BITS) - 1)) as usize;
        let index = Square::COUNT - 1 - reversed;
        self.keys[index] = PICKED;
        Some(self.moves[index])
    }

    /// Returns the number of moves not yet picked.
    #[inline(always)]
    pub fn remaining(&self) -> usize {
        self.keys.iter().filter(|&&key| key != PICKED).count()
    }

    /// Returns all moves, picked or not, in insertion order.
    #[inline(always)]
    pub fn moves(&self) -> &[ScoredMove<A>] {
        &self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    #[test]
    fn the_highest_score_comes_first() {
        let start = Position::start().board();
        let mut picker = MovePicker::new();
        for (square, order) in start.squares().zip([3, -7, i32::MAX, 5]) {
            picker.push(ScoredMove {
                square,
                after: start.play(square),
                score: order,
            });
        }
        assert_eq!(picker.moves().len(), 4);
        assert_eq!(picker.remaining(), 4);
        let first = picker.pick().map(|mv| mv.score);
        assert_eq!((first, picker.remaining()), (Some(i32::MAX), 3));
        let picked = std::iter::from_fn(|| picker.pick());
        let names: Vec<String> = picked.map(|mv| mv.square.to_string()).collect();
        assert_eq!(names, ["e6", "d3", "c4"]);
        assert_eq!(picker.remaining(), 0);
    }
}

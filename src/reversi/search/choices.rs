//! The moves of one node, handed out best first.

use arrayvec::ArrayVec;

use crate::reversi::rules::square::Square;

/// A move with what it leads to, a board or a node.
#[derive(Clone, Copy, Debug)]
pub struct Choice<A> {
    /// Where the disc goes.
    pub square: Square,
    /// As the other side sees it.
    pub after: A,
    /// How promising the move is; only the order counts.
    pub order: i32,
}

/// Moves not searched yet. Each is picked when its turn comes, as most nodes end after the first.
pub struct Choices<A> {
    all: ArrayVec<Choice<A>, { Square::COUNT }>,
    /// For each the order and, below that, its place counted from the last one, so that the greatest number tells the most
    /// promising move without a branch.
    keys: ArrayVec<i64, { Square::COUNT }>,
}

/// Bits of a key for the place.
const PLACE_BITS: u32 = 6;

/// The key of a move that was picked.
const PICKED: i64 = i64::MIN;

impl<A: Copy> Choices<A> {
    /// No moves yet.
    #[inline(always)]
    pub fn new() -> Choices<A> {
        Choices {
            all: ArrayVec::new(),
            keys: ArrayVec::new(),
        }
    }

    /// Adds a move; there are never more than squares.
    #[inline(always)]
    pub fn push(&mut self, choice: Choice<A>) {
        let place = Square::COUNT - 1 - self.all.len();
        self.keys
            .push(i64::from(choice.order) << PLACE_BITS | place as i64);
        self.all.push(choice);
    }

    /// Takes out the most promising move.
    #[inline(always)]
    pub fn pick(&mut self) -> Option<Choice<A>> {
        let most = self.keys.iter().fold(PICKED, |most, &key| most.max(key));
        if most == PICKED {
            return None;
        }
        let place = (most & ((1 << PLACE_BITS) - 1)) as usize;
        let index = Square::COUNT - 1 - place;
        self.keys[index] = PICKED;
        Some(self.all[index])
    }

    /// Whether all moves have been picked.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.keys.iter().all(|&key| key == PICKED)
    }

    /// All moves, in no order.
    #[inline(always)]
    pub fn all(&self) -> &[Choice<A>] {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversi::rules::Position;

    #[test]
    fn the_most_promising_comes_first() {
        let start = Position::start().board();
        let mut choices = Choices::new();
        for (square, order) in start.squares().zip([3, -7, i32::MAX, 5]) {
            choices.push(Choice {
                square,
                after: start.play(square),
                order,
            });
        }
        assert_eq!(choices.all().len(), 4);
        assert!(!choices.is_empty());
        let picked = std::iter::from_fn(|| choices.pick());
        let names: Vec<String> = picked.map(|choice| choice.square.to_string()).collect();
        assert_eq!(names, ["f5", "e6", "d3", "c4"]);
        assert!(choices.is_empty());
    }
}

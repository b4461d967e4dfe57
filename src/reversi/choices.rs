//! The moves of one node, handed out best first.

use arrayvec::ArrayVec;

use super::square::Square;

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
pub struct Choices<A>(ArrayVec<Choice<A>, { Square::COUNT }>);

impl<A> Choices<A> {
    /// No moves yet.
    #[inline(always)]
    pub fn new() -> Choices<A> {
        Choices(ArrayVec::new())
    }

    /// Adds a move; there are never more than squares.
    #[inline(always)]
    pub fn push(&mut self, choice: Choice<A>) {
        self.0.push(choice);
    }

    /// Takes out the most promising move.
    #[inline(always)]
    pub fn pick(&mut self) -> Option<Choice<A>> {
        let (mut best, mut most) = (0, i32::MIN);
        for (index, choice) in self.0.iter().enumerate() {
            if choice.order > most {
                (best, most) = (index, choice.order);
            }
        }
        self.0.swap_pop(best)
    }

    /// The moves left, in no order.
    #[inline(always)]
    pub fn left(&self) -> &[Choice<A>] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reversi::Position;

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
        assert_eq!(choices.left().len(), 4);
        let picked = std::iter::from_fn(|| choices.pick());
        let names: Vec<String> = picked.map(|choice| choice.square.to_string()).collect();
        assert_eq!(names, ["f5", "e6", "d3", "c4"]);
    }
}

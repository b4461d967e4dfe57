//! The list of attacking chains in atari that touch the target: the defender's alternatives to extending. The list is
//! built once around the target and then updated along the line, because only a move next to a chain puts it in atari.

use super::{LadderReader, ReadTrace};
use crate::board::point::Point;

impl<T: ReadTrace> LadderReader<'_, T> {
    /// Lists the attacking chains in atari that touch the target, and returns the list's start.
    pub(super) fn list_ataris(&mut self) -> usize {
        let from = self.path.ataris.len();
        self.add_ataris_around(from, self.target);
        from
    }

    /// Adds the attacking chains in atari that touch this chain of the defender.
    pub(super) fn add_ataris_around(&mut self, from: usize, chain: Point) {
        self.trace.walk(self.board, chain);
        let mut stone = chain;
        loop {
            self.add_ataris_next_to(from, stone);
            stone = self.board.next_stone(stone);
            if stone == chain {
                return;
            }
        }
    }

    /// Adds the attacking chains in atari that touch this point.
    #[inline]
    pub(super) fn add_ataris_next_to(&mut self, from: usize, point: Point) {
        let attacker = self.attacker();
        if self.board.touches_atari(point, attacker) {
            for neighbor in point.neighbors() {
                if self.board.has_stone(neighbor, attacker) {
                    self.add_atari(from, neighbor);
                }
            }
        }
    }

    /// Adds the attacking chain of this stone to the list starting at `from`, if it is in atari.
    pub(super) fn add_atari(&mut self, from: usize, foe: Point) {
        if self.board.liberty_count(foe) != 1 {
            return;
        }
        let head = self.board.head(foe);
        let mut listed = self.path.ataris[from..].iter();
        if listed.any(|&other| self.board.at(other).is_some() && self.board.head(other) == head) {
            return;
        }
        if self.path.ataris.try_push(foe).is_err() {
            self.is_exhausted = true;
        }
    }

    pub(super) fn touches_target(&self, foe: Point) -> bool {
        let head = self.board.head(self.target);
        let mut stones = self.board.stones_of(foe);
        stones.any(|stone| stone.neighbors().into_iter().any(|n| self.is_of(n, head)))
    }

    /// Whether the point has a stone of the defender's chain headed by `head`.
    pub(super) fn is_of(&self, point: Point, head: Point) -> bool {
        self.board.has_stone(point, self.defender) && self.board.head(point) == head
    }
}

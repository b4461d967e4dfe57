//! Ladders as KataGo's networks were taught to see them: its own convention for kos, and its patience.
//!
//! Who may move what is as in the exact reading. What differs (KataGo 1.17.2, `cpp/game/board.cpp`):
//! - no ko bars the defender's first move;
//! - deeper in, an attacker's move that leaves a ko has failed, whoever would win it;
//! - a chain in atari at the attacker's turn is captured, whether a ko bars that or not;
//! - a chain whose two liberties are both ko mouths for the attacker is captured, if connecting at neither brings
//!   it a third liberty and it has nothing to capture;
//! - what takes more than 25,000 moves to read escapes, and a line of half as many moves again as the board
//!   has points captures. Nothing is remembered, because that patience is part of the answer.
//!
//! One quirk is left out, because it hangs on the order in which KataGo happens to list stones: where the last
//! liberty of the chain is also where one of several captures is made, it may judge by another of them how much
//! room an extension gains. That turns one answer in 80,000 on random boards, and none of the labelled set.

use arrayvec::ArrayVec;

use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::Board;
use crate::go::board::tactics::{attackers_in_atari, liberties_after};

/// Moves tried before a chain counts as escaped.
const PATIENCE: u32 = 25_000;

/// Whether KataGo's ladder features show the chain of the stone on `target`: as caught with the defender to move if
/// it has one liberty, with the attacker to move if it has two.
///
/// `None` if they do not, else the attacker's first moves that work, none for a chain in atari. The board is left as
/// it was, but for the order of its empty points.
pub fn laddered(board: &mut Board, target: Point) -> Option<ArrayVec<Point, 2>> {
    let defender = board.at(target)?;
    let mut moves = ArrayVec::new();
    let Some(liberties) = board.two_liberties(target) else {
        board.last_liberty(target)?;
        return Reading::is_caught(board, target, defender).then_some(moves);
    };
    let attacker = defender.opponent();
    for point in liberties {
        if !board.is_legal(attacker, point) {
            continue;
        }
        let undo = board.make(attacker, point);
        if Reading::is_caught(board, target, defender) {
            moves.push(point);
        }
        board.unmake(undo);
    }
    (!moves.is_empty()).then_some(moves)
}

/// One reading, the defender to move first.
struct Reading<'a> {
    board: &'a mut Board,
    target: Point,
    defender: Color,
    moves_left: u32,
    plies_left: usize,
}

impl Reading<'_> {
    fn is_caught(board: &mut Board, target: Point, defender: Color) -> bool {
        let ko = board.ko();
        board.set_ko(None);
        let mut reading = Reading {
            plies_left: board.size().area() * 3 / 2,
            board,
            target,
            defender,
            moves_left: PATIENCE,
        };
        let is_caught = reading.defend() && reading.moves_left > 0;
        board.set_ko(ko);
        is_caught
    }

    /// Whether the chain is captured with the defender to move.
    fn defend(&mut self) -> bool {
        let Some(last) = self.board.last_liberty(self.target) else {
            return false;
        };
        if self.board.ko().is_some() {
            return false;
        }
        if liberties_after(self.board, self.defender, last) >= 3 {
            return false;
        }
        let mut replies: Vec<Point> = Vec::new();
        let captures = attackers_in_atari(self.board, self.target);
        for point in captures.filter_map(|foe| self.board.last_liberty(foe)) {
            if !replies.contains(&point) {
                replies.push(point);
            }
        }
        replies.push(last);
        replies.into_iter().all(|point| {
            self.after(self.defender, point, Reading::attack)
                .unwrap_or(true)
        })
    }

    /// The same with the attacker to move.
    fn attack(&mut self) -> bool {
        if self.board.liberty_count(self.target) <= 1 {
            return true;
        }
        let Some([one, other]) = self.board.two_liberties(self.target) else {
            return false;
        };
        if self.is_idle_ko(one) && self.is_idle_ko(other) && !self.has_captures() {
            return true;
        }
        // Where the defender would gain more is attacked first.
        let pairs = if self.room(other) > self.room(one) {
            [(other, one), (one, other)]
        } else {
            [(one, other), (other, one)]
        };
        let attacker = self.defender.opponent();
        pairs.into_iter().any(|(point, way_out)| {
            let is_open = self.board.neighbours(way_out).empty() >= 3 && !point.touches(way_out);
            !is_open
                && self
                    .after(attacker, point, Reading::defend)
                    .unwrap_or(false)
        })
    }

    /// What comes of a move, `None` if it is not legal.
    fn after(
        &mut self,
        color: Color,
        point: Point,
        answer: impl FnOnce(&mut Self) -> bool,
    ) -> Option<bool> {
        if !self.board.is_legal(color, point) {
            return None;
        }
        if self.moves_left == 0 {
            // The reading is over, and so that it ends at once the move works.
            return Some(color != self.defender);
        }
        self.moves_left -= 1;
        self.plies_left -= 1;
        let undo = self.board.make(color, point);
        let captured = self.plies_left == 0 || answer(self);
        self.board.unmake(undo);
        self.plies_left += 1;
        Some(captured)
    }

    /// Whether the attacker could take a ko by playing on this liberty, and connecting there would gain the
    /// defender nothing.
    fn is_idle_ko(&self, mouth: Point) -> bool {
        let sides = self.board.neighbours(mouth);
        if sides.stones(self.defender) + sides.off_board() < 4 {
            return false;
        }
        let in_atari = mouth
            .neighbours()
            .into_iter()
            .filter(|&n| self.board.contains(n) && self.board.liberty_count(n) == 1);
        let lone = in_atari
            .map(|n| self.board.chain_len(n))
            .collect::<ArrayVec<_, 4>>();
        lone[..] == [1] && liberties_after(self.board, self.defender, mouth) <= 2
    }

    fn has_captures(&self) -> bool {
        attackers_in_atari(self.board, self.target).next().is_some()
    }

    /// Twice what the defender gains by playing on a liberty, about: empty points count 2 each, the chains joined
    /// three less than twice their liberties.
    fn room(&self, liberty: Point) -> usize {
        let joined = liberty
            .neighbours()
            .into_iter()
            .filter(|&n| self.board.at(n) == Some(self.defender));
        let gained = joined.map(|n| (2 * self.board.liberty_count(n)).saturating_sub(3));
        2 * self.board.neighbours(liberty).empty() as usize + gained.sum::<usize>()
    }
}

#[cfg(test)]
mod tests;

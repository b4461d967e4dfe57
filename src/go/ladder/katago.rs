//! Ladders as in KataGo's input features, including its ko handling and its node limit.
//!
//! The moves are those of the exact reading. The differences (KataGo 1.17.2, `cpp/game/board.cpp`):
//! - no ko forbids the defender's first move;
//! - deeper in the line, an attacker's move that leaves a ko fails, no matter who would win the ko;
//! - a chain in atari at the attacker's turn is captured, even if a ko forbids the capture;
//! - a chain with two liberties that are both ko points for the attacker is captured, if connecting at neither gains a
//!   third liberty and the chain has nothing to capture;
//! - a reading of more than 25,000 moves counts as an escape, and a line with 1.5 times as many moves as the board has
//!   points counts as a capture. Nothing is cached, because these limits are part of the result.
//!
//! In a search with the built-in network on 19x19, these readings take 0.4% of the CPU time. They are repeated for each
//! position: keeping answers from position to position, as [`memo`](super::memo) does for the exact reading, took just
//! as long.
//!
//! One quirk is omitted because it depends on the order in which KataGo happens to list stones: if the last liberty of
//! the chain is also the point of one of several captures, KataGo may credit the liberties gained there to another
//! capture. This changes one result in 80,000 on random boards, and none in the labeled set.

use arrayvec::ArrayVec;

use crate::board::point::Point;
use crate::board::stones::Board;
use crate::board::tactics::{attackers_in_atari, liberties_after};
use tengen_engine::game::Color;

/// Moves tried before a chain is considered escaped.
const MAX_NODES: u32 = 25_000;

/// Reads the chain of the stone on `target` as KataGo's ladder features do: with the defender to move if it has one
/// liberty, with the attacker to move if it has two.
///
/// Returns `None` if the chain is not laddered, otherwise the attacker's working first moves (empty for a chain in
/// atari). Restores the board except for the order of its empty points.
pub fn laddered(board: &mut Board, target: Point) -> Option<ArrayVec<Point, 2>> {
    let defender = board.at(target)?;
    let mut moves = ArrayVec::new();
    let Some(liberties) = board.two_liberties(target) else {
        board.last_liberty(target)?;
        return KataGoReader::is_caught(board, target, defender).then_some(moves);
    };
    let attacker = defender.opponent();
    for point in liberties {
        if !board.is_legal(attacker, point) {
            continue;
        }
        let undo = board.make(attacker, point);
        if KataGoReader::is_caught(board, target, defender) {
            moves.push(point);
        }
        board.unmake(undo);
    }
    (!moves.is_empty()).then_some(moves)
}

/// A single reading, with the defender to move first.
struct KataGoReader<'a> {
    board: &'a mut Board,
    target: Point,
    defender: Color,
    moves_left: u32,
    plies_left: usize,
}

impl KataGoReader<'_> {
    fn is_caught(board: &mut Board, target: Point, defender: Color) -> bool {
        let ko = board.ko();
        board.set_ko(None);
        let mut reading = KataGoReader {
            plies_left: board.size().area() * 3 / 2,
            board,
            target,
            defender,
            moves_left: MAX_NODES,
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
            self.after(self.defender, point, KataGoReader::attack)
                .unwrap_or(true)
        })
    }

    /// Whether the chain is captured with the attacker to move.
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
        // Attack the liberty where the defender would gain more first.
        let pairs = if self.liberty_gain(other) > self.liberty_gain(one) {
            [(other, one), (one, other)]
        } else {
            [(one, other), (other, one)]
        };
        let attacker = self.defender.opponent();
        pairs.into_iter().any(|(point, way_out)| {
            let is_open = self.board.neighbors(way_out).empty() >= 3 && !point.touches(way_out);
            !is_open
                && self
                    .after(attacker, point, KataGoReader::defend)
                    .unwrap_or(false)
        })
    }

    /// Returns whether the chain is captured after a move, or `None` if the move is illegal.
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
            // Out of moves: let this move succeed, so that the reading ends immediately.
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

    /// Whether the attacker could take a ko on this liberty and connecting there would gain the defender nothing.
    fn is_idle_ko(&self, mouth: Point) -> bool {
        let sides = self.board.neighbors(mouth);
        if sides.stones(self.defender) + sides.off_board() < 4 {
            return false;
        }
        let in_atari = mouth
            .neighbors()
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

    /// Returns about twice the number of liberties that the defender gains on this point: 2 per empty neighbor, and for
    /// each joined chain twice its liberties minus three.
    fn liberty_gain(&self, liberty: Point) -> usize {
        let joined = liberty
            .neighbors()
            .into_iter()
            .filter(|&n| self.board.at(n) == Some(self.defender));
        let gained = joined.map(|n| (2 * self.board.liberty_count(n)).saturating_sub(3));
        2 * self.board.neighbors(liberty).empty() as usize + gained.sum::<usize>()
    }
}

#[cfg(test)]
mod tests;

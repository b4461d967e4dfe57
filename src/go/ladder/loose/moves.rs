//! Move generation for both sides of a loose ladder.

use super::super::proof_search::ProofTarget;
use crate::board::point::Point;
use crate::board::stones::Board;
use crate::board::tactics::attackers_in_atari;
use tengen_engine::game::Color;

/// The chain under attack.
#[derive(Clone, Copy)]
pub(super) struct LooseTarget {
    pub stone: Point,
    pub defender: Color,
    /// The number of liberties that the chain may have at the attacker's turn.
    pub max_liberties: usize,
}

impl LooseTarget {
    pub fn attacker(&self) -> Color {
        self.defender.opponent()
    }

    /// Adds the empty points next to the first `liberties` entries, which are the chain's liberties.
    fn add_second_order_liberties(&self, board: &Board, liberties: usize, points: &mut Vec<Point>) {
        for index in 0..liberties {
            let beyond = points[index].neighbors().into_iter();
            points.extend(beyond.filter(|&point| board.is_empty(point)));
        }
    }

    /// Adds the liberties of attacking chains with at most two that touch the chain or one of its liberties.
    fn add_attackers_liberties(&self, board: &Board, liberties: usize, points: &mut Vec<Point>) {
        let attacker = Some(self.attacker());
        let stones = board.stones_of(self.stone);
        let near: Vec<Point> = stones
            .chain(points[..liberties].iter().copied())
            .flat_map(Point::neighbors)
            .filter(|&near| board.at(near) == attacker && board.liberty_count(near) <= 2)
            .collect();
        for foe in near {
            points.extend(board.liberties(foe));
        }
    }
}

impl ProofTarget for LooseTarget {
    fn defender(&self) -> Color {
        self.defender
    }

    fn stands(&self, board: &Board) -> bool {
        board.at(self.stone).is_some()
    }

    fn static_outcome(&self, board: &Board, to_move: Color) -> Option<bool> {
        if board.at(self.stone) != Some(self.defender) {
            return Some(true);
        }
        let liberties = board.liberty_count(self.stone);
        if to_move == self.defender {
            return (liberties >= self.max_liberties).then_some(false);
        }
        if liberties > self.max_liberties {
            return Some(false);
        }
        let last = board.last_liberty(self.stone)?;
        Some(board.is_legal(self.attacker(), last))
    }

    /// Returns the moves, liberties first.
    fn moves(&self, board: &Board, to_move: Color) -> Vec<Option<Point>> {
        let mut points: Vec<Point> = board.liberties(self.stone).collect();
        let liberties = points.len();
        let mut may_pass = false;
        if to_move == self.attacker() {
            if liberties < self.max_liberties {
                self.add_second_order_liberties(board, liberties, &mut points);
            }
        } else if liberties == 1 {
            let foes = attackers_in_atari(board, self.stone);
            points.extend(foes.filter_map(|foe| board.last_liberty(foe)));
        } else {
            self.add_second_order_liberties(board, liberties, &mut points);
            self.add_attackers_liberties(board, liberties, &mut points);
            may_pass = true;
        }
        let mut moves: Vec<Option<Point>> = Vec::with_capacity(points.len() + 1);
        for point in points {
            if board.is_legal(to_move, point) && !moves.contains(&Some(point)) {
                moves.push(Some(point));
            }
        }
        if may_pass {
            moves.push(None);
        }
        moves
    }

    /// Chains with more liberties are farther from capture; the attacker's turn counts as one liberty.
    fn initial_numbers(&self, board: &Board, to_move: Color) -> (u32, u32) {
        let liberties = board.liberty_count(self.stone) as u32;
        if to_move == self.defender {
            (liberties * liberties, 1)
        } else {
            (
                liberties * liberties / 3,
                self.max_liberties as u32 + 1 - liberties,
            )
        }
    }
}

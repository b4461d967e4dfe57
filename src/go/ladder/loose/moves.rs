//! The moves that either side of a loose ladder may choose from.

use crate::engine::game::Color;
use crate::go::board::point::Point;
use crate::go::board::stones::Board;
use crate::go::board::tactics::attackers_in_atari;

/// A chain under attack, by one of its stones.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub stone: Point,
    pub defender: Color,
    /// The liberties that it may have at the attacker's turn.
    pub reach: usize,
}

impl Target {
    pub fn attacker(&self) -> Color {
        self.defender.opponent()
    }

    /// Whether the chain is captured, if that is clear without a move.
    pub fn outcome(&self, board: &Board, to_move: Color) -> Option<bool> {
        if board.at(self.stone) != Some(self.defender) {
            return Some(true);
        }
        let liberties = board.liberty_count(self.stone);
        if to_move == self.defender {
            return (liberties >= self.reach).then_some(false);
        }
        if liberties > self.reach {
            return Some(false);
        }
        let last = board.last_liberty(self.stone)?;
        Some(board.is_legal(self.attacker(), last))
    }

    /// The legal moves of the side to move where nothing is clear, `None` for a pass; liberties come first.
    pub fn moves(&self, board: &Board, to_move: Color) -> Vec<Option<Point>> {
        let mut points: Vec<Point> = board.liberties(self.stone).collect();
        let liberties = points.len();
        let mut may_pass = false;
        if to_move == self.attacker() {
            if liberties < self.reach {
                self.add_points_beyond(board, liberties, &mut points);
            }
        } else if liberties == 1 {
            let foes = attackers_in_atari(board, self.stone);
            points.extend(foes.filter_map(|foe| board.last_liberty(foe)));
        } else {
            self.add_points_beyond(board, liberties, &mut points);
            self.add_weak_walls(board, liberties, &mut points);
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

    /// Adds the empty points next to the liberties, which are the first of the points.
    fn add_points_beyond(&self, board: &Board, liberties: usize, points: &mut Vec<Point>) {
        for index in 0..liberties {
            let beyond = points[index].neighbours().into_iter();
            points.extend(beyond.filter(|&point| board.is_empty(point)));
        }
    }

    /// Adds the liberties of the attacker's chains with one or two that touch the chain or one of its liberties.
    fn add_weak_walls(&self, board: &Board, liberties: usize, points: &mut Vec<Point>) {
        let attacker = Some(self.attacker());
        let stones = board.stones_of(self.stone);
        let near: Vec<Point> = stones
            .chain(points[..liberties].iter().copied())
            .flat_map(Point::neighbours)
            .filter(|&near| board.at(near) == attacker && board.liberty_count(near) <= 2)
            .collect();
        for foe in near {
            points.extend(board.liberties(foe));
        }
    }
}

//! Ownership of points, by the final boards of many playouts or by a network.

use super::playout::owner;
use crate::board::point::{CELLS, Point, Size};
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use crate::rules::benson::PassAliveArea;
use tengen_engine::game::Color;

/// Number of playouts that a network's ownership counts as.
const NETWORK_PLAYOUTS: u32 = 1000;

/// Ownership of points, summed over playouts from one position.
#[derive(Clone, Debug)]
pub struct Ownership {
    /// For each point, the playouts in which black owned it minus those in which white did.
    sums: Box<[i32; CELLS]>,
    playouts: u32,
}

impl Default for Ownership {
    fn default() -> Self {
        Ownership {
            sums: Box::new([0; CELLS]),
            playouts: 0,
        }
    }
}

impl Ownership {
    /// Adds the final board of one playout.
    pub fn add(&mut self, end: &Board) {
        self.playouts += 1;
        for point in end.size().points() {
            match owner(end, point) {
                Some(Color::Black) => self.sums[point.index()] += 1,
                Some(Color::White) => self.sums[point.index()] -= 1,
                None => {}
            }
        }
    }

    /// Converts a network's ownership: one value per point, row by row from the top, from 1 for white to -1 for black.
    pub fn from_network(size: Size, white: &[f32]) -> Ownership {
        let mut ownership = Ownership {
            playouts: NETWORK_PLAYOUTS,
            ..Ownership::default()
        };
        for (point, white) in size.points_from_top().zip(white) {
            ownership.sums[point.index()] = (-white * NETWORK_PLAYOUTS as f32).round() as i32;
        }
        ownership
    }

    /// Adds the playouts of another ownership of the same position.
    pub fn merge(&mut self, other: &Ownership) {
        self.playouts += other.playouts;
        for (sum, more) in self.sums.iter_mut().zip(other.sums.iter()) {
            *sum += more;
        }
    }

    /// Sets the owner of a point in all playouts.
    pub fn set_owner(&mut self, point: Point, owner: Color) {
        let playouts = self.playouts as i32;
        self.sums[point.index()] = match owner {
            Color::Black => playouts,
            Color::White => -playouts,
        };
    }

    /// Returns the number of playouts added so far.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Returns the mean owner of a point, from 1 for black to -1 for white.
    pub fn of(&self, point: Point) -> f32 {
        self.sums[point.index()] as f32 / self.playouts.max(1) as f32
    }

    /// Returns the dead stones: chains in the opponent's pass-alive area (Benson), and chains that aren't pass-alive
    /// and lost their points in most playouts. `suicide` is whether the rules allow multi-stone suicide.
    pub fn dead(&self, board: &Board, suicide: bool) -> PointSet {
        let proven = PassAliveArea::pass_alive(board, suicide);
        let is_dead = |&chain: &Point| match proven.owner(chain) {
            Some(owner) => board.at(chain) != Some(owner),
            None => self.loss(board, chain) > 0,
        };
        let dead = board.chains().filter(is_dead);
        dead.flat_map(|chain| board.stones_of(chain)).collect()
    }

    /// Returns how much more often the opponent owned the chain's points than its own side.
    fn loss(&self, board: &Board, chain: Point) -> i32 {
        let sum: i32 = board.stones_of(chain).map(|p| self.sums[p.index()]).sum();
        match board.at(chain) {
            Some(Color::Black) => -sum,
            _ => sum,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    #[test]
    fn chains_that_lose_their_points_more_often_than_not_are_dead() {
        let start = Stones::drawn(&["X . O", "X . O", ". . ."]).board();
        let black_won = Stones::drawn(&["X X .", "X X X", ". X X"]).board();
        let white_won = Stones::drawn(&["O O .", ". O O", "O O ."]).board();
        let mut ownership = Ownership::default();
        for end in [&black_won, &black_won, &white_won] {
            ownership.add(end);
        }
        let dead: Vec<_> = ownership
            .dead(&start, false)
            .iter()
            .map(|p| p.to_string())
            .collect();
        assert_eq!(dead, ["C2", "C3"]);
        assert_eq!(ownership.playouts(), 3);
        let mut twice = ownership.clone();
        twice.merge(&ownership);
        let corner = Point::new(0, 2);
        assert_eq!(
            (twice.playouts(), twice.of(corner)),
            (6, ownership.of(corner))
        );
    }

    #[test]
    fn what_is_proven_needs_no_playouts() {
        // White's corner lives by its eyes and black's stone in it is dead, regardless of the playouts.
        let board = Stones::drawn(&[
            ". . X X X . .",
            "O O O O X . .",
            ". O . O X X X",
            "O O O O X . X",
            "X . . O X X X",
            "O O O O X . .",
        ])
        .board();
        let mut lies = Ownership::default();
        let mut rows = ["X X X X X X X"; 6];
        rows[0] = "X X X X X . X";
        lies.add(&Stones::drawn(&rows).board());
        let dead: Vec<_> = lies
            .dead(&board, false)
            .iter()
            .map(|p| p.to_string())
            .collect();
        assert_eq!(dead, ["A2"]);
    }

    #[test]
    fn a_networks_opinion_is_read_from_the_top() {
        let size = Size::new(2, 2).unwrap();
        let ownership = Ownership::from_network(size, &[1.0, -0.5, 0.25, 0.0]);
        assert_eq!(ownership.of(Point::new(0, 1)), -1.0);
        assert_eq!(ownership.of(Point::new(1, 1)), 0.5);
        assert_eq!(ownership.of(Point::new(0, 0)), -0.25);
    }
}

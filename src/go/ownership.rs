//! To whom the points belong when a position is played out many times.

use super::board::Board;
use super::playout::owner;
use super::point::{CELLS, Point};
use super::point_set::PointSet;
use crate::game::Color;

/// Owners of the points summed over playouts from one position.
#[derive(Clone, Debug)]
pub struct Ownership {
    /// Playouts in which black owned a point less those in which white did.
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
    /// Counts the final board of one playout.
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

    /// Counts the playouts of another one, from the same position.
    pub fn merge(&mut self, other: &Ownership) {
        self.playouts += other.playouts;
        for (sum, more) in self.sums.iter_mut().zip(other.sums.iter()) {
            *sum += more;
        }
    }

    /// The number of playouts.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// From 1 where black owned the point in every playout to -1 where white did.
    pub fn of(&self, point: Point) -> f32 {
        self.sums[point.index()] as f32 / self.playouts.max(1) as f32
    }

    /// The stones of the chains that lost their points in most playouts, taken chain by chain.
    pub fn dead(&self, board: &Board) -> PointSet {
        let lost = board.chains().filter(|&chain| self.loss(board, chain) > 0);
        lost.flat_map(|chain| board.stones_of(chain)).collect()
    }

    /// How many more of the chain's points the other side owned than its own.
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
    use crate::go::reference::Stones;

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
            .dead(&start)
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
}

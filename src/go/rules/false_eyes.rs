//! False eyes: territory points that their owner must fill once the neutral points are filled.

use super::area_score::AreaScore;
use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;

/// Returns the empty territory points that connect chains of which one has no other liberty in territory. Once its
/// neutral liberties are filled, that chain is in atari and must be connected here.
pub fn points_to_fill(board: &Board, dead: &PointSet) -> PointSet {
    let counted = AreaScore::new(board, dead);
    let is_false_eye = |&point: &Point| {
        let chains = chains_around(&counted, board, point);
        chains.len() >= 2
            && chains
                .iter()
                .any(|&chain| hangs_on(&counted, board, chain, point))
    };
    board
        .empty_points()
        .iter()
        .copied()
        .filter(is_false_eye)
        .collect()
}

/// Returns the heads of the living chains around an empty point, or nothing if the point isn't territory.
fn chains_around(counted: &AreaScore<'_>, board: &Board, point: Point) -> Vec<Point> {
    let mut chains = Vec::new();
    if counted.owner(point).is_none() {
        return chains;
    }
    let lives = |near: &Point| board.contains(*near) && counted.living(*near).is_some();
    for near in point.neighbors().into_iter().filter(lives) {
        if !chains.contains(&board.head(near)) {
            chains.push(board.head(near));
        }
    }
    chains
}

/// Whether the chain has other liberties than `point`, all of them neutral, and touches no dead stone.
fn hangs_on(counted: &AreaScore<'_>, board: &Board, chain: Point, point: Point) -> bool {
    let mut others = board
        .liberties(chain)
        .filter(|&liberty| liberty != point)
        .peekable();
    let adjacent = board.stones_of(chain).flat_map(Point::neighbors);
    let touches_dead = adjacent
        .filter(|&n| board.at(n).is_some())
        .any(|n| counted.living(n).is_none());
    others.peek().is_some()
        && others.all(|liberty| counted.owner(liberty).is_none())
        && !touches_dead
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::go_reference::Stones;

    fn filled(rows: &[&str]) -> Vec<String> {
        let board = Stones::drawn(rows).board();
        let points = points_to_fill(&board, &PointSet::new());
        points.iter().map(|point| point.to_string()).collect()
    }

    #[test]
    fn a_chain_that_hangs_on_one_eye_makes_it_false() {
        let hanging = [". X X . O .", "X X . X O O", "X X X O O .", ". X O O . O"];
        assert_eq!(filled(&hanging), ["C3"]);
        let connected = [". X X X O .", "X X . X O O", "X X X O O .", ". X O O . O"];
        assert!(filled(&connected).is_empty());
    }

    #[test]
    fn a_chain_that_hangs_on_a_larger_space_has_to_be_connected_too() {
        let rows = ["O . . O . X", ". O O X X X", "O . O X . X"];
        assert_eq!(filled(&rows), ["C3"]);
        // The dead stone on B3 is not next to the chain on D3.
        let board = Stones::drawn(&["O . . O . X", ". O O X X X", "O . O X . X"]).board();
        let dead: PointSet = [Point::new(1, 2)].into_iter().collect();
        let filled: Vec<Point> = points_to_fill(&board, &dead).iter().collect();
        assert_eq!(filled, [Point::new(2, 2)]);
    }
}

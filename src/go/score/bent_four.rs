//! Bent four in the corner: under territory rules, a chain that lives only by ko threats is dead, because the opponent
//! can remove all threats before starting the ko.

use crate::board::point::Point;
use crate::board::point_set::PointSet;
use crate::board::stones::Board;
use crate::life::fate::FateReader;

/// Maximum number of stones in the corner from which the ko starts.
const MAX_INSIDE: usize = 4;

/// Returns the chains in seki that enclose a corner with opposing stones and are captured if the attacker wins all kos.
/// The chains in `alive` bound the regions to read.
pub fn chains_dead_by_ko(
    board: &Board,
    alive: &PointSet,
    seki: &PointSet,
    reader: &FateReader<'_>,
) -> Vec<Point> {
    let chains = board
        .chains()
        .filter(|&chain| seki.contains(chain) && encloses_a_corner(board, chain));
    chains
        .filter(|&chain| reader.falls_to_ko(board, alive, chain))
        .collect()
}

/// Whether a chain touches a small opposing chain that occupies a corner or a point next to one.
fn encloses_a_corner(board: &Board, chain: Point) -> bool {
    let is_foe = |near: &Point| board.at(*near).is_some() && board.at(*near) != board.at(chain);
    let foes = board
        .stones_of(chain)
        .flat_map(Point::neighbors)
        .filter(is_foe);
    let mut small = foes.filter(|&foe| {
        board.chain_len(foe) <= MAX_INSIDE && board.chain_len(foe) < board.chain_len(chain)
    });
    small.any(|foe| {
        board
            .stones_of(foe)
            .any(|stone| is_near_corner(board, stone))
    })
}

/// Whether a point is a corner or next to one along the edge.
fn is_near_corner(board: &Board, point: Point) -> bool {
    let size = board.size();
    let column = point.column().min(size.width() - 1 - point.column());
    let row = point.row().min(size.height() - 1 - point.row());
    column + row <= 1
}

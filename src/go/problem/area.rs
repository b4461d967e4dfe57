//! The area in which a problem is read: a question of life and death around a chain that is at stake.

use super::stakes::Stakes;
use crate::board::{Board, Point, PointSet};
use crate::life::question::LifeQuestion;
use crate::rules::flood::flood;
use tengen_engine::game::Color;

/// Stake from which a chain takes part in the fight.
const LEAST_STAKE: f32 = 0.4;

/// Most liberties of a chain near the fight that takes part in it, at any stake: it can be captured.
const WEAK: usize = 2;

/// Ownership for the attacker, if it moves first, from which a point outside the area counts as the attacker's.
const WALL: f32 = 0.3;

/// A question about a chain, with the assumptions about the rest of the board.
pub struct Area {
    /// The target chain and the region, on a board where the assumed points have stones of the attacker.
    pub question: LifeQuestion,
    /// Empty points next to the region that count as the attacker's, so that the target cannot escape there.
    pub assumed: Vec<Point>,
    /// Whether the target cannot escape to an empty point next to the region.
    pub is_closed: bool,
}

impl Area {
    /// Returns the area of points within `distance` steps of the chains at stake, connected with the target through empty
    /// points and chains that take part in the fight: those at stake, and weak ones in reach. All other chains are assumed to be
    /// safe.
    ///
    /// The target escapes where the area ends at an empty point, unless the network expects that point to be the
    /// attacker's after the attacker's first move.
    pub fn around(stakes: &Stakes, target: Point, distance: usize) -> Option<Area> {
        let board = stakes.board();
        let is_fighting =
            |&chain: &Point| stakes.of_chain(chain) >= LEAST_STAKE || chain == board.head(target);
        let fighting = board.chains().filter(is_fighting);
        let mut fighting: PointSet = fighting.flat_map(|chain| board.stones_of(chain)).collect();
        let mut near = fighting.clone();
        for _ in 0..distance {
            near = near
                .widened()
                .iter()
                .filter(|&point| board.contains(point))
                .collect();
        }
        let is_weak = |&chain: &Point| {
            board.liberty_count(chain) <= WEAK
                && board.stones_of(chain).any(|stone| near.contains(stone))
        };
        let weak: Vec<Point> = board.chains().filter(is_weak).collect();
        for chain in weak {
            for stone in board.stones_of(chain) {
                fighting.insert(stone);
            }
            for liberty in board.liberties(chain) {
                near.insert(liberty);
            }
        }
        let is_inside = |point| match board.is_empty(point) {
            true => near.contains(point),
            false => fighting.contains(point),
        };
        let mut inside = PointSet::new();
        let region = flood(board, target, &mut inside, is_inside, |_| ());
        let attacker = board.at(target)?.opponent();
        let outside = inside.widened();
        let outside = outside
            .iter()
            .filter(|&point| board.is_empty(point) && !inside.contains(point));
        let (assumed, exits): (Vec<Point>, Vec<Point>) =
            outside.partition(|&point| stakes.owned_by_first(attacker, point) > WALL);
        let walled = with_walls(board, attacker, &assumed)?;
        let question = LifeQuestion::new(&walled, &[target], &region).ok()?;
        Some(Area {
            question,
            assumed,
            is_closed: exits.is_empty(),
        })
    }
}

/// Returns the board with the attacker's stones on these points. `None` if a chain has no liberty then.
fn with_walls(board: &Board, attacker: Color, points: &[Point]) -> Option<Board> {
    let stones = board.chains().flat_map(|chain| board.stones_of(chain));
    let stones = stones.filter_map(|stone| Some((board.at(stone)?, stone)));
    let walls = points.iter().map(|&point| (attacker, point));
    let all: Vec<(Color, Point)> = stones.chain(walls).collect();
    let mut walled = Board::with_stones(board.size(), &all).ok()?;
    walled.set_ko(board.ko());
    Some(walled)
}
